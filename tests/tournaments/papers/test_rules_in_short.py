"""The rules in short as a paper: the account in some sentences, and all on one page."""

import pytest

from tests import make
from tests.tournaments.papers.test_documents import pdf_of, text_of
from tournaments.models import Event

pytestmark = pytest.mark.django_db(transaction=True)


def test_the_crib_says_what_the_event_pays_by(club):
    event = make.make_released_event(
        club, tables=1, ruleset="lomber", accounting="pott", ante=3, sitter_pays=True, language="en"
    )
    reader = pdf_of("crib", event)
    assert len(reader.pages) == 1
    text = " ".join(text_of(reader).split())
    assert "puts 3 into its pot, and so begins with −3." in text
    assert "Who sits out pays" not in text  # in a pott he does not
    assert "those that the declarer has from the pot" in text
    assert "remis" in text
    Event.objects.filter(pk=event.pk).update(accounting="mixed", pot_cap=12)
    reader = pdf_of("crib", event)
    assert len(reader.pages) == 1
    text = " ".join(text_of(reader).split())
    assert "Who sits out pays and is paid as well." in text
    assert "Points are those from or to each opponent." in text


def test_the_crib_says_who_plays_for_whom_in_pairs(club):
    event = make.make_released_event(club, tables=1, language="en")
    sits_out = "At a table of four, the seat opposite the dealer sits out."
    assert sits_out in " ".join(text_of(pdf_of("crib", event)).split())
    Event.objects.filter(pk=event.pk).update(kind=Event.Kind.PAIRS)
    text = " ".join(text_of(pdf_of("crib", event)).split())
    assert sits_out not in text
    assert "takes up the hand of the declarer’s partner" in text


def test_the_longest_rules_in_short_are_one_page(club):
    event = make.make_released_event(
        club, tables=1, ruleset="hoem", accounting="pot", language="da"
    )
    assert len(pdf_of("crib", event).pages) == 1
