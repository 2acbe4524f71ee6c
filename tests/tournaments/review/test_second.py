"""A second reading is compared by what it means, under every rule set."""

import pytest
from django.urls import reverse

from rules import RULESETS
from tests import make
from tournaments.book.accounts import Frame
from tournaments.models import SecondEntry, Table
from tournaments.typed.grammar import parse, print_keys

pytestmark = pytest.mark.django_db
ENGLISH = {"accept-language": "en"}
ALIKE = (
    ("dlu", "2+", "V s ="),
    ("dlu", "0", " 0 "),
    ("dlu", "26.+", "vl,v"),
    ("dlu", "2+", "21h53+"),
    ("dlu", "21h53+", "21h+"),
    ("dlu", "21g-", "2-"),
    ("familie", "242*", "vk2x"),
    ("familie", "240+", "24+"),
    ("familie", "240j31+", "vk0j31v"),
    ("klub", "27..-", "vp,,-"),
    ("hoem", "21cseh7tk5+", "vtch7setk5v"),
    ("hoem", "220j45j14+", "220j14j45+"),
    ("hoem", "22p3+", "vkP3="),
    ("hoem", "22e+", "22+"),
    ("lomber", "2/", "21U"),
    ("lomber", "101-", "no-"),
)
DIFFERENT = (
    ("dlu", "2+", "2-"),
    ("dlu", "2+", "22+"),
    ("dlu", "25+", "26+"),
    ("dlu", "0", "2+"),
    ("dlu", "2+", "1+"),
    ("dlu", "2+", "2.+"),
    ("dlu", "21h+", "21r+"),
    ("dlu", "2152+", "2151+"),
    ("familie", "242*", "243*"),
    ("familie", "24+", "240j31+"),
    ("klub", "27.+", "27..+"),
    ("hoem", "21csetk5+", "21cketk5+"),
    ("hoem", "21csetk5+", "21cseth5+"),
    ("hoem", "22p3+", "22+"),
    ("hoem", "22e-", "22-"),
    ("lomber", "2/", "2-"),
)


@pytest.fixture
def sheet_of(club):
    """A table at which a word was entered as the first deal, and a second is asked for."""

    def sheet_of(ruleset, word, **kwargs):
        event = make.make_released_event(
            club, tables=1, deals=4, ruleset=ruleset, verification="second", **kwargs
        )
        table = Table.objects.select_related("round__event").get(round__event=event)
        frame = Frame.of(table, players=4)
        record = parse(
            word,
            dealer=0,
            names=make.NAMES[:4],
            ruleset=frame.ruleset,
            pairs=event.kind != "individual",
        )
        make.enter(table, 1, record)
        return table

    return sheet_of


@pytest.fixture
def read(director_client):
    """Read a sheet again as a director does; return what stands in the boxes afterwards."""

    def read(table, *words):
        boxes = {f"d{deal}": word for deal, word in enumerate(words, start=1)}
        address = reverse("tournaments:second", args=[table.pk])
        return director_client.post(address, boxes, headers=ENGLISH)

    return read


def test_every_rule_set_is_tried():
    assert {each[0] for each in ALIKE} == {each[0] for each in DIFFERENT} == set(RULESETS)


@pytest.mark.parametrize(
    ("ruleset", "first", "second"), (*ALIKE, *((name, b, a) for name, a, b in ALIKE))
)
def test_other_words_of_the_same_meaning_agree(sheet_of, read, ruleset, first, second):
    table = sheet_of(ruleset, first)
    assert read(table, second).status_code == 302
    assert not table.flags.filter(state="open").exists()


def test_what_was_read_again_already_is_stored_and_noted_once(sheet_of, read):
    ruleset, first, second = ALIKE[0]
    table = sheet_of(ruleset, first)
    for _ in range(3):
        read(table, second)
    assert table.round.event.activities.filter(verb="sheet.read_again").count() == 1


def test_who_entered_it_is_told_when_he_begins_to_read_it_again(
    sheet_of, director_client, director
):
    table = sheet_of("dlu", "2+")
    address = reverse("tournaments:second", args=[table.pk])

    def begins():
        return director_client.get(address, headers=ENGLISH).content.decode()

    assert "yourself" not in begins()
    make.enter(table, 2, {"passed": True}, actor=director.actor)
    assert "You entered these deals yourself: 2." in begins()
    assert 'name="d1"' in begins()
    make.enter(table, 1, {"passed": True}, base=1, actor=director.actor)
    assert "You entered these deals yourself: 1, 2." in begins()
    assert 'name="d1"' not in begins()
    assert director_client.post(address, {"d1": "2+"}, headers=ENGLISH).status_code == 400


def test_what_differs_still_is_flagged_each_time_that_it_is_read(sheet_of, read):
    ruleset, first, second = DIFFERENT[0]
    table = sheet_of(ruleset, first)
    for _ in range(2):
        assert read(table, second).status_code == 400
        table.flags.get().delete()
    assert table.round.event.activities.filter(verb="sheet.read_again").count() == 2


@pytest.mark.parametrize(("ruleset", "first", "second"), DIFFERENT)
def test_what_means_something_else_stops(sheet_of, read, ruleset, first, second):
    table = sheet_of(ruleset, first)
    answer = read(table, second)
    assert answer.status_code == 400
    said = parse(first, dealer=0, names=make.NAMES[:4], ruleset=RULESETS[ruleset], pairs=False)
    keys = print_keys(said, ruleset=RULESETS[ruleset], players=4, pairs=False).upper()
    assert f"({keys}). Look at the paper once more." in answer.content.decode()
    assert table.flags.get().kind == "second"


def test_among_partners_it_is_read_by_who_plays(sheet_of, read):
    """When West declares South, who was to sit out, plays the partner's cards."""
    table = sheet_of("dlu", "2152+", kind="pairs")
    assert table.revisions.get().record["tricks"] == [2, 5, 2, None]
    assert read(table, "vs52v").status_code == 302
    assert read(table, "2152+").status_code == 302
    assert read(table, "2170+").status_code == 400


def test_who_comes_back_finds_what_agreed_and_the_cursor_where_it_did_not(
    sheet_of, read, director_client
):
    table = sheet_of("dlu", "2+")
    make.enter(table, 2, {"passed": True})
    make.enter(table, 3, {"passed": True})
    read(table, "2+", "3+", "0")
    assert SecondEntry.objects.filter(table=table).count() == 2
    address = reverse("tournaments:second", args=[table.pk])
    page = director_client.get(address, headers=ENGLISH).content.decode()
    assert 'value="2+"' in page
    assert 'value="3+"' not in page
    assert page.index('name="d2"') < page.index("autofocus") < page.index('name="d3"')
