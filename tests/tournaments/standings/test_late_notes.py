"""What was corrected after a round was final: the printed standings say it as the page does."""

import datetime as dt
import html
import re

import pytest
from django.urls import reverse
from django.utils.translation import override

from rules import RULESETS
from tests import make
from tests.tournaments.papers.documents import scene
from tournaments.book.changes import Change
from tournaments.book.corrections import correct, undo
from tournaments.models import Correction, Event, Round, Table
from tournaments.words.deals import record_words

pytestmark = pytest.mark.django_db
WON = {"declarer": 1, "contract": "spil", "outcome": "won"}
BET = {**WON, "outcome": "bet"}
SOLO = {"declarer": 2, "contract": "solo", "outcome": "won"}
AT = dt.datetime(2026, 11, 21, 22, 5, tzinfo=dt.UTC)
"""Five past eleven in the evening, by the club's clock."""
WAS = {
    "en": "Round 1, table 1, deal {deal}: {after}; it was {before}.",
    "da": "Runde 1, bord 1, giv {deal}: {after}; før stod der {before}.",
}


TAKEN_BACK = {
    "en": "(A correction was taken back. It was made because:",
    "da": "(En rettelse blev taget tilbage. Den blev lavet, fordi:",
}


@pytest.fixture(params=("en", "da"))
def language(request):
    return request.param


@pytest.fixture
def event(club, language):
    """All of it is final."""
    event = make.make_released_event(club, tables=1, deals=4, language=language)
    table = Table.objects.get(round__event=event)
    make.enter(table, 1, WON)
    make.enter(table, 3, SOLO)
    Round.objects.filter(event=event).update(state=Round.State.FINAL)
    return Event.objects.get(pk=event.pk)


@pytest.fixture
def table(event):
    return Table.objects.select_related("round__event").get()


@pytest.fixture
def shown(client, event, language):
    """The public page and the paper, as they are read."""

    def shown():
        address = reverse("tournaments:public-standings", args=[event.pk])
        answer = client.get(address, headers={"accept-language": language})
        page = html.unescape(re.sub(r"<[^>]*>", " ", answer.content.decode()))
        paper = scene.text(scene.pdf("standings", event))
        return [" ".join(text.split()) for text in (page, paper)]

    return shown


def corrected(event, *changes):
    made = correct(event=event, changes=changes, reason="Misread", actor="user:director")
    Correction.objects.update(created_at=AT)
    return made


def line(table, language, deal, before, after):
    names = list(table.seats.order_by("seat").values_list("participant__name", flat=True))
    with override(language):
        words = [record_words(each, names, ruleset=RULESETS["dlu"]) for each in (before, after)]
    assert words[0] != words[1]
    return WAS[language].format(deal=deal, before=words[0], after=words[1])


def test_page_and_paper_say_which_deal_what_it_was_and_what_it_is(event, table, language, shown):
    corrected(event, Change(table, 1, 1, BET), Change(table, 3, 1, WON))
    lines = [line(table, language, 1, WON, BET), line(table, language, 3, SOLO, WON)]
    for text in shown():
        assert f"23:05: {' '.join(lines)} (Misread)" in text


def test_what_was_taken_back_is_said_both_ways(event, table, language, shown):
    undo(correction=corrected(event, Change(table, 1, 1, BET)), actor="user:director")
    for text in shown():
        assert line(table, language, 1, WON, BET) in text
        assert line(table, language, 1, BET, WON) in text
        assert f"{TAKEN_BACK[language]} Misread)" in text


def test_what_is_corrected_before_a_round_is_final_is_no_news(event, table, language, shown):
    Round.objects.update(state=Round.State.RELEASED)
    corrected(event, Change(table, 1, 1, BET))
    for text in shown():
        assert line(table, language, 1, WON, BET) not in text
        assert "Misread" not in text
