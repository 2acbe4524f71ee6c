"""Penalties and entries by hand, as a director makes them."""

import re
import uuid

import pytest
from django.urls import reverse

from lhombre_club.members.domain.clubs import choose_words
from lhombre_club.members.models import ClubRole
from tests import make
from tournaments.models import PenaltyReason, Round, Table, TableEntry
from tournaments.penalties.domain.penalties import Penalty, penalise
from tournaments.penalties.domain.reason_list import add_reason, penalty_reasons
from tournaments.sheets.queries import sheet

pytestmark = pytest.mark.django_db
ENGLISH = {"accept-language": "en"}


@pytest.fixture
def table(club):
    return Table.objects.get(round__event=make.make_released_event(club, tables=1))


@pytest.fixture
def send(director_client, table):
    """Send a form of the page; answer what came back, in English."""

    def send(kind, **filled):
        data = {"id": str(uuid.uuid4()), "reason": "Late", "deal": "", "decided_by": "", **filled}
        address = reverse("tournaments:entry-make", args=[table.pk, kind])
        prefixed = {f"{kind}-{key}": value for key, value in data.items() if key != "show"}
        prefixed |= {key: value for key, value in data.items() if key == "show"}
        return director_client.post(address, prefixed, headers=ENGLISH)

    return send


def test_a_penalty_is_stored_with_its_reason_and_shown(send, director_client, table):
    assert send("penalty", seat="1", points="3", deal="4", decided_by="Bodil").status_code == 302
    assert sheet(table).final == (0, -3, 0, 0)
    page = director_client.get(
        reverse("tournaments:entries", args=[table.pk]), headers=ENGLISH
    ).content.decode()
    for said in ("Penalty, Aksel Nr2: Late", "decided by Bodil", "−3"):
        assert said in page


def test_nine_matadors_cost_everybody_two(send, table):
    send("hand", payer="all", payee="2", points="2", reason="9 matadors")
    assert sheet(table).final == (-2, -2, 6, -2)
    send("hand", payer="0", payee="cash", points="1", reason="Cash")
    send("hand", payer="cash", payee="3", points="5", reason="Stake", stake="on")
    assert sheet(table).final == (-3, -2, 6, 3)
    kinds = list(TableEntry.objects.order_by("created_at").values_list("kind", flat=True))
    assert kinds == ["hand", "hand", "transfer"]


@pytest.mark.parametrize(
    ("kind", "filled", "totals", "says"),
    (
        ("penalty", {"seat": "1", "points": "7"}, ("−7",), "Penalty, Aksel Nr2"),
        ("hand", {"payer": "all", "payee": "2", "points": "11"}, ("−11", "33"), "Entry by hand"),
    ),
)
def test_what_it_would_change_is_shown_first(send, kind, filled, totals, says):
    answer = send(kind, show="1", **filled)
    page = answer.content.decode()
    assert answer.status_code == 200
    assert "Nothing is stored yet" in page
    for total in totals:
        assert total in page
    assert not TableEntry.objects.exists()
    assert f'value="{filled["points"]}"' in page  # the form is still filled in
    (row,) = re.findall(rf"<tr>(?:(?!</tr>).)*{says}: Late.*?</tr>", page, re.DOTALL)
    columns = page.partition("<thead>")[2].partition("</tr>")[0].count("account__seat")
    moved = re.findall(r"<strong>(.*?)</strong>", row)
    assert len(moved) == columns
    assert {total.lstrip("+") for total in moved} == set(totals)


@pytest.mark.parametrize(
    ("kind", "filled"),
    (
        ("penalty", {"seat": "1", "points": "-1"}),
        ("penalty", {"seat": "7", "points": "1"}),
        ("penalty", {"seat": "1", "points": "1", "reason": " "}),
        ("penalty", {"seat": "1", "points": "1", "deal": "41"}),
        ("hand", {"payer": "0", "payee": "0", "points": "1"}),
        ("hand", {"payer": "all", "payee": "nobody", "points": "1"}),
    ),
)
def test_a_bad_entry_is_told_and_stores_nothing(send, kind, filled):
    answer = send(kind, **filled)
    assert answer.status_code == 400
    page = answer.content.decode()
    assert "field__error" in page or 'role="alert"' in page
    assert not TableEntry.objects.exists()


def test_an_unknown_form_does_not_exist(send):
    assert send("present").status_code == 404


def test_an_entry_is_taken_back_with_a_reason(send, director_client, table):
    send("penalty", seat="1", points="3")
    entry = TableEntry.objects.get()
    address = reverse("tournaments:entry-withdraw", args=[entry.pk])
    told = director_client.post(address, {"reason": ""}, follow=True, headers=ENGLISH)
    assert "Say why" in told.content.decode()
    told = director_client.post(address, {"reason": "Not she"}, follow=True, headers=ENGLISH)
    assert "taken back: Not she" in told.content.decode()
    assert sheet(table).final == (0, 0, 0, 0)


def test_another_club_finds_nothing(send, client, table):
    send("penalty", seat="1", points="3")
    client.force_login(make.make_director(make.make_club("Klub Basta"), "other"))
    assert client.get(reverse("tournaments:entries", args=[table.pk])).status_code == 404
    withdraw = reverse("tournaments:entry-withdraw", args=[TableEntry.objects.get().pk])
    assert client.post(withdraw, {"reason": "x"}).status_code == 404


def test_the_first_list_is_shown_in_the_readers_language_and_kept_in_the_clubs(
    director_client, club
):
    every = reverse("tournaments:penalty-reasons")
    kept = [line.text for line in penalty_reasons(club)]
    page = director_client.get(every, headers=ENGLISH).content.decode()
    assert "Came late to the table" in page
    assert kept[-1] not in page
    late = penalty_reasons(club)[-1]
    address = reverse("tournaments:penalty-reason", args=[late.pk])
    sent = {"text": "Came late to the table", "points": "2"}
    director_client.post(address, sent, headers=ENGLISH)
    late.refresh_from_db()
    assert (late.text, late.points) == (kept[-1], 2)


def test_the_list_of_reasons_is_the_clubs_own(director_client, club):
    every = reverse("tournaments:penalty-reasons")
    assert director_client.get(every).status_code == 200
    assert director_client.post(every, {"text": "Slept", "points": "2"}).status_code == 302
    assert director_client.post(every, {"text": "Slept", "points": "1"}).status_code == 400
    slept = PenaltyReason.objects.get(text="Slept")
    own = reverse("tournaments:penalty-reason", args=[slept.pk])
    director_client.post(own, {"up": "1"})
    assert penalty_reasons(club)[-2] == slept
    director_client.post(own, {"text": "Snored", "points": "1"})
    assert director_client.post(own, {"text": "", "points": "1"}).status_code == 400
    taken = penalty_reasons(club)[0].text
    assert director_client.post(own, {"text": taken, "points": "1"}).status_code == 400
    assert PenaltyReason.objects.get(pk=slept.pk).text == "Snored"
    director_client.post(own, {"retire": "1"})
    assert slept not in penalty_reasons(club)


def test_a_director_of_two_clubs_stays_with_the_club_of_the_line(director_client, director):
    other = make.make_club("Klub Manille")  # the younger: not the one he looks at
    ClubRole.objects.create(user=director, club=other, role=ClubRole.Role.OWNER)
    slept = add_reason(club=other, text="Slept", points=2, actor=director.actor)
    own = reverse("tournaments:penalty-reason", args=[slept.pk])
    changed = director_client.post(own, {"text": "Snored", "points": "1"}, follow=True)
    page = changed.content.decode()
    assert 'value="Snored"' in page
    add = re.search(r'action="([^"]*penalties/[?]club=[^"]+)"', page)
    assert add is not None
    added = director_client.post(add[1], {"text": "Sang", "points": "1"}, follow=True)
    assert 'value="Sang"' in added.content.decode()
    assert PenaltyReason.objects.get(text="Sang").club == other
    event = make.make_released_event(other, tables=1)
    table = Table.objects.get(round__event=event)
    entries = director_client.get(reverse("tournaments:entries", args=[table.pk]))
    assert f"?club={other.pk}" in entries.content.decode()


def test_the_list_of_a_club_that_is_not_his_is_not_shown(director_client, club):
    other = make.make_club("Klub Basta")
    add_reason(club=other, text="Slept", points=2, actor="user:x")
    for named in (str(other.pk), "\0", "9" * 500):
        page = director_client.get(reverse("tournaments:penalty-reasons"), {"club": named})
        assert page.status_code == 200
        assert "Slept" not in page.content.decode()


def test_a_warning_names_whom_it_concerns_and_no_other_sees_it(send, director_client, table):
    send("penalty", seat="1", points="0", reason="Spoke of the hand")
    assert TableEntry.objects.get().seat == 1
    pages = []
    for seat in (1, 2):
        participant = table.seats.get(seat=seat).participant
        own = reverse("tournaments:public-player", args=[table.round.event_id, participant.pk])
        pages.append(director_client.get(own, headers=ENGLISH).content.decode())
    assert "Penalty, Aksel Nr2: Spoke of the hand" in pages[0]
    assert "Spoke of the hand" not in pages[1]


def test_the_event_leads_to_the_penalties_of_each_table(director_client, stranger_client, table):
    event = table.round.event
    address = reverse("tournaments:event-penalties", args=[event.pk])
    shown = director_client.get(reverse("tournaments:event", args=[event.pk])).content.decode()
    assert f'href="{address}"' in shown
    leads = director_client.get(address).content.decode()
    for each in Table.objects.filter(round__event=event):
        assert f'href="{reverse("tournaments:entries", args=[each.pk])}"' in leads
    seat = table.seats.get(seat=1)
    assert seat.participant.name in leads
    table.seats.filter(seat=1).update(substitute_name="Zita Ny")
    leads = director_client.get(address).content.decode()
    assert "Zita Ny" in leads
    assert seat.participant.name not in leads
    assert stranger_client.get(address).status_code == 404


def test_the_form_offers_the_list_in_the_clubs_own_words_with_its_points(
    director_client, club, table
):
    choose_words(club=club, words={"talon": "katten"}, actor="user:x")
    add_reason(club=club, text="Røg i salen", points=2, actor="user:x")
    page = director_client.get(
        reverse("tournaments:entries", args=[table.pk]), headers={"accept-language": "da"}
    ).content.decode()
    offered = dict(re.findall(r'<option value="([^"]*)" data-points="(\d+)"', page))
    assert offered["Røg i salen"] == "2"
    assert any("katten" in text for text in offered)
    assert not any("talon" in text for text in offered)


def test_the_form_offers_the_list_in_the_clubs_language_on_an_english_page_too(
    director_client, club, table
):
    page = director_client.get(reverse("tournaments:entries", args=[table.pk]), headers=ENGLISH)
    offered = re.findall(r'<option value="([^"]*)" data-points=', page.content.decode())
    assert offered == [line.text for line in penalty_reasons(club)]
    assert "Came late to the table" not in offered


def test_a_closed_round_says_so_and_offers_no_form(director_client, club):
    event = make.make_released_event(club, tables=1, deals=1, rounds=2)
    closed, still = Table.objects.filter(round__event=event).order_by("round__number")
    fined = Penalty(id=uuid.uuid4(), seat=1, points=2, reason="Late")
    penalise(table=closed, penalty=fined, actor="user:x")
    Round.objects.filter(pk=closed.round_id).update(state=Round.State.FINAL)

    def read(table):
        address = reverse("tournaments:entries", args=[table.pk])
        return " ".join(director_client.get(address, headers=ENGLISH).content.decode().split())

    page = read(closed)
    assert "Round 1 is closed" in page
    assert "Still open: round 2." in page
    assert reverse("tournaments:entry-make", args=[closed.pk, "penalty"]) not in page
    assert reverse("tournaments:entry-withdraw", args=[fined.id]) not in page
    assert "Late" in page
    assert reverse("tournaments:entry-make", args=[still.pk, "penalty"]) in read(still)
    leads = director_client.get(
        reverse("tournaments:event-penalties", args=[event.pk]), headers=ENGLISH
    ).content.decode()
    assert leads.count("closed: no more penalties are given</span>") == 1


def test_nobody_is_chosen_before_somebody_is(send, director_client, table):
    page = director_client.get(reverse("tournaments:entries", args=[table.pk]), headers=ENGLISH)
    for field in ("penalty-seat", "hand-payee"):
        select = page.text.partition(f'<select name="{field}"')[2].partition("</select>")[0]
        options = re.findall(r'<option value="([^"]*)"( selected)?', select)
        assert options[0][0] == ""
        assert {key for key, selected in options if selected} <= {""}
    assert send("penalty", seat="", points="1").status_code == 400
    assert not TableEntry.objects.exists()
