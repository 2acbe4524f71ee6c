"""The page where paper sheets come in: by scanner, by hand, and from a phone's camera."""

import html
import re

import pytest
from django.test import Client
from django.urls import reverse

from tests import make
from tests.tournaments.review.test_sheets_in import first_round, id_of, table
from tournaments.entry.domain import links
from tournaments.models import Seat, Table
from tournaments.review.domain.sheet_ids import SheetId

pytestmark = pytest.mark.django_db
ENGLISH = {"accept-language": "en"}


@pytest.fixture
def event(club):
    return make.make_released_event(club, tables=3, rounds=2)


@pytest.fixture
def desk(event, director_client):
    """The page of round 1: what it shows after something was sent."""
    address = reverse("tournaments:round-sheets", args=[first_round(event).pk])

    def desk(*, part=False, **sent):
        headers = ENGLISH | ({"X-Part": "1"} if part else {})
        if sent:
            answer = director_client.post(address, sent, headers=headers)
        else:
            answer = director_client.get(address, headers=headers)
        assert answer.status_code == 200
        return " ".join(html.unescape(answer.content.decode()).split())

    return desk


def test_an_id_that_is_typed_takes_the_sheet_in(desk, event):
    page = desk(code=id_of(event, 2).lower())
    assert "Table 2: the sheet is in. 2 sheets are missing." in page
    assert "1 of 3 paper sheets in" in page
    assert Table.objects.get(pk=table(event, 2).pk).paper_at


def test_the_last_one_says_that_all_are_in(desk, event):
    desk(code=id_of(event, 1))
    assert "1 sheet is missing." in desk(code=id_of(event, 2))
    page = desk(code=id_of(event, 3))
    assert "All sheets are in." in page
    assert "Missing:" not in page


def test_a_second_scan_says_since_when_and_is_no_error(desk, event):
    desk(code=id_of(event))
    page = desk(code=id_of(event))
    assert "Table 1: the sheet has been in since" in page
    assert "notice--bad sheets" not in page
    assert "sheets__answer notice--good" in page


def test_it_can_be_undone(desk, event):
    assert 'name="out" value="1"' in desk(code=id_of(event))
    assert "Table 1: the sheet is out again. 3 sheets are missing." in desk(out="1")
    assert not Table.objects.filter(paper_at__isnull=False).exists()


def test_a_sheet_without_a_code_is_marked_in_the_list(desk, event):
    names = ", ".join(seat.participant.name for seat in table(event, 3).seats.order_by("seat"))
    assert names in desk()
    assert "Table 3: the sheet is in." in desk(table="3")


@pytest.mark.parametrize("field", ("table", "out"))
@pytest.mark.parametrize("number", ("9", "x", "-1"))
def test_a_table_that_is_none_is_not_found(director_client, event, field, number):
    address = reverse("tournaments:round-sheets", args=[first_round(event).pk])
    assert director_client.post(address, {field: number}).status_code == 404


def test_the_example_has_the_form_of_what_stands_on_a_sheet(desk, event):
    (example,) = re.findall(r"Such as ([^.]*)\.", desk())
    assert re.sub(r"\w", "x", example) == re.sub(r"\w", "x", id_of(event))


@pytest.mark.parametrize("code", ("K7QP-4M2Z", "12", ""))
def test_a_slip_of_a_finger_is_said_to_be_one(desk, code):
    assert f"No sheet has the id “{code}”: a letter is wrong or missing." in desk(code=code)


def test_what_is_typed_is_shown_as_text(director_client, event):
    address = reverse("tournaments:round-sheets", args=[first_round(event).pk])
    page = director_client.post(address, {"code": "<b>x"}).content.decode()
    assert "<b>x" not in page
    assert "&lt;b&gt;x" in page


def test_another_code_is_said_to_be_none_of_a_sheet(desk):
    assert "This code is not that of a score sheet." in desk(code="https://example.org/a/b/c/")


def test_another_round_is_named_and_reached(desk, event):
    page = desk(code=id_of(event, 2, 2))
    assert "This is the sheet of round 2, table 2. Here is round 1." in page
    other = event.rounds.get(number=2)
    assert reverse("tournaments:round-sheets", args=[other.pk]) in page
    assert "0 of 3 paper sheets in" in page


def test_another_event_is_named(club, director_client):
    event = make.make_released_event(club, tables=1)
    other = make.again(event, name="Forårspokal")
    address = reverse("tournaments:round-sheets", args=[first_round(event).pk])
    answer = director_client.post(address, {"code": id_of(other)}, headers=ENGLISH)
    said = "This sheet belongs to another event: Forårspokal, round 1, table 1."
    assert said in html.unescape(answer.content.decode())


def test_another_clubs_event_is_not_named(desk):
    other = make.make_released_event(make.make_club("Klub Basta"), tables=1)
    assert "This sheet belongs to another event." in desk(code=id_of(other))


def test_seats_that_have_changed_are_named_and_the_sheet_may_count_all_the_same(desk, event):
    old = id_of(event, 2)
    Seat.objects.filter(table=table(event, 2), seat=3).delete()
    page = desk(code=old)
    names = ", ".join(seat.participant.name for seat in table(event, 2).seats.order_by("seat"))
    assert f"At table 2 of round 1 now sit: {names}." in page
    assert "0 of 3 paper sheets in" in page
    assert "It is the sheet of table 2 all the same" in page
    assert "Table 2: the sheet is in." in desk(table="2")


def test_a_table_that_is_no_more_is_said(desk, event):
    old = id_of(event, 3)
    table(event, 3).delete()
    assert "there is no table 3 in round 1 now." in desk(code=old)


def test_a_script_is_sent_what_has_changed_alone(desk, event):
    part = desk(part=True, code=id_of(event))
    assert "Table 1: the sheet is in." in part
    assert "<html" not in part
    assert "<html" in desk()


def scanned(event, number=1):
    wanted = table(event, number)
    path = links.issue_link(wanted).partition("/e/")[2]
    return f"/e/{path}{SheetId.of(wanted).typed}/"


def test_a_director_who_scans_a_sheet_is_asked_and_takes_it_in_with_one_tap(
    director_client, event, desk
):
    answer = director_client.get(scanned(event, 2), headers=ENGLISH, follow=True)
    page = " ".join(answer.content.decode().split())
    assert answer.redirect_chain[0][0].startswith(
        reverse("tournaments:round-sheets", args=[first_round(event).pk])
    )
    assert "Yes, the sheet of table 2 is in" in page
    assert reverse("tournaments:phone", args=[table(event, 2).pk]) in page
    assert not Table.objects.filter(paper_at__isnull=False).exists(), "looking changes nothing"
    assert "Table 2: the sheet is in." in desk(code=SheetId.of(table(event, 2)).typed)


def test_a_director_who_scans_a_withdrawn_sheet_is_told(director_client, event):
    address = scanned(event, 3)
    table(event, 3).delete()
    answer = director_client.get(address, headers=ENGLISH, follow=True)
    assert "there is no table 3 in round 1 now." in " ".join(answer.content.decode().split())


def test_a_player_who_scans_the_same_code_comes_to_his_table(event):
    answer = Client().get(scanned(event))
    assert answer["Location"] == reverse("tournaments:phone", args=[table(event).pk])


def test_a_code_whose_id_says_nothing_opens_the_table_all_the_same(director_client, event):
    path = links.issue_link(table(event)).partition("/e/")[2]
    answer = director_client.get(f"/e/{path}nonsense/")
    assert answer["Location"] == reverse("tournaments:phone", args=[table(event).pk])


def test_the_board_tells_paper_in_hand_from_what_is_entered(desk, director_client, event):
    make.enter(table(event), 1, {"passed": True})
    desk(code=id_of(event, 2))
    answer = director_client.get(
        reverse("tournaments:round-board", args=[first_round(event).pk]), headers=ENGLISH
    )
    board = " ".join(answer.content.decode().split())
    assert "0 of 3 sheets entered" in board
    assert "1 of 3 paper sheets in" in board
    assert board.count(">paper sheet in<") == 1


def test_only_directors_of_the_club_take_sheets_in(event, stranger_client, client):
    address = reverse("tournaments:round-sheets", args=[first_round(event).pk])
    assert stranger_client.get(address).status_code == 404
    assert stranger_client.post(address, {"code": id_of(event)}).status_code == 404
    assert client.post(address, {"code": id_of(event)}).status_code == 302
    assert not Table.objects.filter(paper_at__isnull=False).exists()


def test_a_draft_has_no_sheets(director_client, event):
    event.rounds.update(state="draft")
    address = reverse("tournaments:round-sheets", args=[first_round(event).pk])
    assert director_client.get(address).status_code == 404
