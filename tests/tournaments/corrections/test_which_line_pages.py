"""The sheet does not add up: what a director sees, and where it leads him."""

import re
from dataclasses import replace

import pytest
from django.urls import reverse
from django.utils import translation

from scoring.whichline import Blind, Kind, Stated, Unseen, Verdict
from scoring.whichline import which_line as which_line_answer
from tests import make
from tournaments.corrections.pages import which_line
from tournaments.corrections.pages.which_line import BLINDS, KINDS, VERDICTS
from tournaments.events.domain.demo_results import results
from tournaments.models import Round, Table
from tournaments.sheets.queries import sheet

pytestmark = pytest.mark.django_db
ENGLISH = {"accept-language": "en"}
TRUE = {"declarer": 1, "contract": "solo", "outcome": "won"}
DEAL = 13


@pytest.fixture
def table(club):
    """A sheet of 40 deals as it is on the paper."""
    event = make.make_released_event(club, tables=1)
    table = Table.objects.get(round__event=event)
    rules = sheet(table).ruleset
    played = results("a sheet", ruleset=rules, players=4, deals=40, first_dealer=0)
    for deal, record in enumerate(played, start=1):
        make.enter(table, deal, TRUE if deal == DEAL else record)
    return table


@pytest.fixture
def address(table):
    return reverse("tournaments:which-line", args=[table.pk])


def sums(table):
    """What stands on the paper, as the form's boxes."""
    return {
        f"d{each.deal}s{seat}": str(points)
        for each in sheet(table).subtotals
        for seat, points in enumerate(each.balances)
    }


def read(client, address, data):
    answer = client.post(address, data, headers=ENGLISH)
    assert answer.status_code == 200
    return answer.content.decode()


def test_every_word_of_the_answer_has_its_sentence():
    for words, named in ((VERDICTS, Verdict), (KINDS, Kind), (BLINDS, Blind)):
        assert set(words) == set(named)


def test_the_wrong_line_is_found_and_leads_to_its_correction(director_client, table, address):
    paper = sums(table)
    make.enter(table, DEAL, {**TRUE, "outcome": "bet"}, base=1)
    page = read(director_client, address, paper)
    first = page[page.index('class="suspects"') :]
    assert f"Deal {DEAL}: Aksel Nr2: solo, won, not Aksel Nr2: solo, bet" in first[:600]
    query = re.search(r'href="([^"]+/correct/\?[^"]+)"', first)
    assert query is not None
    correct = query[1].replace("&amp;", "&")
    form = director_client.get(correct, headers=ENGLISH).content.decode()
    assert f'name="deal" value="{DEAL}"' in form
    assert 'name="line" value="26+"' in form


def test_a_line_is_likely_and_never_certain_where_two_others_explain_as_much(club, director_client):
    """A tourné that was right came with 100 %: two spil, both wrong, made the same difference."""
    event = make.make_released_event(club, tables=1, rounds=2, deals=9)
    paper, entered = Table.objects.filter(round__event=event)
    spil = {"declarer": 1, "contract": "spil"}
    for deal in range(1, 10):
        played: dict[str, object] = {"passed": True}
        if deal == 5:
            played = {"declarer": 1, "contract": "tourne", "outcome": "won"}
        make.enter(paper, deal, {**spil, "outcome": "bet"} if deal in (1, 9) else played)
        make.enter(entered, deal, {**spil, "outcome": "won"} if deal in (1, 9) else played)
    boxes = {f"d9s{seat}": str(points) for seat, points in enumerate(sheet(paper).totals)}
    page = read(director_client, reverse("tournaments:which-line", args=[entered.pk]), boxes)
    answer = page[page.index('class="suspects"') :]
    one, two = answer.split("Two wrong lines may make the same difference")
    assert "Deal 5:" in one
    assert '<p class="muted">likely</p>' in one
    assert one.index("likely") < one.index('class="button"'), "what is said stands together"
    assert "Deal 1:" in two
    assert "Deal 9:" in two
    assert " %" not in answer


def test_a_sheet_that_agrees_is_told_so(director_client, table, address):
    page = read(director_client, address, sums(table))
    with translation.override("en"):
        assert str(VERDICTS[Verdict.AGREES]) in page
    assert "What sums cannot see" in page


def test_of_one_sum_that_agrees_not_all_is_said_to_agree(director_client, table, address):
    paper = sums(table)
    one = {"d40s0": paper["d40s0"], "d10s0": paper["d10s0"], "d10s1": paper["d10s1"]}
    page = read(director_client, address, one)
    assert "Sums typed: 3 of 16. So far the paper agrees with what was entered." in page
    assert "notice--good" not in page
    assert 'badge badge--good">agrees' not in page
    page = read(director_client, address, paper)
    assert "Sums typed" not in page
    assert page.count('badge badge--good">agrees') == 4


def test_the_cursor_is_in_the_first_box_that_asks_for_something(director_client, table, address):
    def led_to(page):
        (box,) = re.findall(r"<input[^>]*autofocus[^>]*>", page)
        return re.findall(r'name="(\w+)"', box)[0]

    paper = sums(table)
    assert led_to(read(director_client, address, {**paper, "d20s3": ""})) == "d20s3"
    assert led_to(director_client.get(address).text) == "d20s3"
    wrong = director_client.post(address, {**paper, "d10s3": "", "d30s2": "many"})
    assert led_to(wrong.text) == "d30s2"
    read(director_client, address, paper)
    assert led_to(director_client.get(address).text) == "d10s0"


def test_it_leads_back_to_the_sheet_while_that_takes_deals(director_client, table, address):
    back = reverse("tournaments:table", args=[table.pk])
    assert f'href="{back}"' in director_client.get(address).text
    page = read(director_client, address, sums(table))
    assert "Back to the sheet of round 1, table 1" in page.partition('id="found"')[2]
    Round.objects.update(state=Round.State.FINAL)
    assert f'href="{back}"' not in read(director_client, address, sums(table))


def test_the_papers_own_slip_is_told(director_client, table, address):
    paper = sums(table)
    paper["d20s0"] = str(int(paper["d20s0"]) + 1)
    page = read(director_client, address, paper)
    with translation.override("en"):
        assert str(VERDICTS[Verdict.PAPER]) in page
    assert "Agnes Nr1 after deal 20: off by +1" in page


@pytest.mark.parametrize("data", ({}, {"d10s0": "many"}, {"d10s0": "9" * 20}))
def test_bad_sums_are_told(director_client, address, data):
    assert director_client.post(address, {"x": "", **data}, headers=ENGLISH).status_code == 400


def test_the_page_opens_empty_and_another_club_finds_nothing(director_client, client, address):
    assert director_client.get(address).status_code == 200
    client.force_login(make.make_director(make.make_club("Klub Basta"), "other"))
    assert client.get(address).status_code == 404


def test_a_skipped_line_says_what_is_missing(club, director_client):
    event = make.make_released_event(club, tables=1, rounds=2, deals=12)
    paper, entered = Table.objects.filter(round__event=event)
    for deal in range(1, 13):
        make.enter(paper, deal, {**TRUE, "declarer": deal % 4})
    for deal in range(1, 10):
        make.enter(entered, deal, {**TRUE, "declarer": deal % 4})
    address = reverse("tournaments:which-line", args=[entered.pk])
    page = read(director_client, address, sums(paper))
    assert re.search(r"Deal \d+: a line was skipped here \([\w ]+: solo, won\)", page)


def test_an_empty_sheet_is_to_be_entered_first(club, director_client):
    table = Table.objects.get(round__event=make.make_released_event(club, tables=1))
    address = reverse("tournaments:which-line", args=[table.pk])
    answer = director_client.post(address, {"d40s0": "5"}, headers=ENGLISH)
    assert answer.status_code == 400
    assert "No deal of this sheet is in yet. Enter it first." in answer.content.decode()


def test_what_sums_cannot_see_is_said_once():
    several = [
        Unseen(Blind.EQUAL, (1, 2), Kind.SEAT),
        Unseen(Blind.EQUAL, (2, 3), Kind.EXTRA),
        Unseen(Blind.CANCEL, (1, 2)),
    ]
    told = which_line._told_once(several)
    assert [(each.blind, each.deals) for each in told] == [
        (Blind.EQUAL, (1, 2, 3)),
        (Blind.CANCEL, (1, 2)),
    ]


def test_the_likeliest_is_first_where_there_are_several(director_client, table, address):
    shown = sheet(table)
    stated = [Stated(40, tuple(shown.totals))]
    assert "likeliest" not in str(VERDICTS[Verdict.LINE])
    make.enter(table, DEAL, {**TRUE, "outcome": "bet"}, base=1)
    answer = which_line_answer(which_line.lines_of(sheet(table)), stated)
    assert len(answer.suspects) > 1
    with translation.override("en"):
        several = which_line.findings(answer, shown).verdict
        one = which_line.findings(replace(answer, suspects=answer.suspects[:1]), shown).verdict
    other = " It may be another one: type the paper’s other sums too, if it has any."
    assert several == "One line explains the difference. The likeliest is first." + other
    assert one == "One line explains the difference." + other


def test_the_answer_is_where_the_eye_and_the_keyboard_go(director_client, table, address):
    page = read(director_client, address, sums(table))
    assert '<form method="post" action="#found">' in page
    assert '<section id="found" tabindex="-1"' in page
