"""The director's tray: read, placed with all it changes shown first, put away with a reason."""

import html
import re
import uuid

import pytest
from django.urls import reverse

from lhombre_club.refusal import Refusal
from tests import make
from tournaments.book.changes import Change
from tournaments.book.proving.ledger_check import check_event
from tournaments.book.results import NewResult
from tournaments.entry.domain.leases import bar
from tournaments.entry.domain.links import Origin
from tournaments.entry.domain.tray import Sent, Why, dismiss, place, receive
from tournaments.entry.pages import tray
from tournaments.entry.reasons import EntryReason
from tournaments.models import Activity, Correction, Event, Revision, Round, Table, TrayItem
from tournaments.sheets.queries import sheet

pytestmark = pytest.mark.django_db
ENGLISH = {"accept-language": "en"}


@pytest.fixture
def event(club):
    return make.make_released_event(club, tables=2, deals=12)


@pytest.fixture
def table(event):
    return Table.objects.get(round__event=event, number=1)


@pytest.fixture
def put(table):
    """Put a deal into the tray."""

    def put(actor="device:phone", deal=7, **content):
        entry = NewResult(id=uuid.uuid4(), deal=deal, base=0, record=None)
        sent = Sent(entry, content or {"line": "2+"})
        item = receive(origin=Origin.of(table), sent=sent, why=Why.CLOSED, actor=actor)
        assert item is not None
        return item

    return put


@pytest.fixture
def tray_page(director_client, event):
    """The text of the tray's page."""

    def tray_page(client=director_client):
        answer = client.get(reverse("tournaments:tray", args=[event.pk]), headers=ENGLISH)
        assert answer.status_code == 200
        return words(answer)

    return tray_page


def words(answer):
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", answer.content.decode())).split())


@pytest.fixture
def send(director_client, table):
    """Fill the form for placing an item; with what the preview gave, if there was one."""

    def send(item, preview=None, **filled):
        known = {} if preview is None else seen(preview)
        data = {"table": table.pk, "deal": item.deal, "reason": "Came late", **known, **filled}
        address = reverse("tournaments:tray-place", args=[item.pk])
        return director_client.post(address, data, headers=ENGLISH)

    return send


def seen(answer):
    found = re.search(r'name="seen" value="(\w+)"', answer.content.decode())
    assert found is not None, words(answer)
    return {"seen": found[1]}


def test_it_says_of_a_round_that_was_only_provisional_no_more_than_that(put, tray_page):
    put()
    TrayItem.objects.update(why=Why.PROVISIONAL)
    assert "The round was provisional." in tray_page()


def test_what_a_device_sent_that_was_shut_out_says_so_and_lets_it_in_again(
    director_client, event, table, put, tray_page
):
    put("device:other", deal=8)
    item = put()
    bar(table=table, holder="device:phone", actor="user:x")
    TrayItem.objects.filter(pk=item.pk).update(why=Why.DEVICE_BARRED)
    assert "The device had been shut out of the table." in tray_page()
    assert tray_page().count("Let the device in again") == 1
    again = reverse("tournaments:keeper-bar", args=[table.pk])
    answer = director_client.post(again, {"again": "", "page": "tray"})
    assert answer.url == reverse("tournaments:tray", args=[event.pk])
    assert not table.barred.exists()
    assert "Let the device in again" not in tray_page()


def test_the_board_says_how_many_wait(director_client, event, put):
    def board():
        return words(
            director_client.get(reverse("tournaments:event", args=[event.pk]), headers=ENGLISH)
        )

    assert "tray" not in board()
    put()
    assert "1 deal waits in the tray" in board()
    put(deal=8)
    assert "2 deals wait in the tray" in board()


def test_the_page_says_what_was_entered_where_and_why_it_waits(tray_page, put):
    assert "Nothing waits here." in tray_page()
    put()
    assert "Round 1, table 1, deal 7 · Aksel Nr2: spil, won 2+" in tray_page()
    assert "Agnes Nr1, Aksel Nr2, Birte Nr3, Bent Nr4 The round was closed." in tray_page()


@pytest.mark.parametrize(
    ("content", "says"),
    (
        ({"line": "0"}, "All passed 0"),
        ({"line": "?!"}, "deal 7 · ?! ?!"),
        ({"line": "1+"}, "deal 7 · 1+ 1+"),  # North sits out
        ({"withdrawn": True}, "the result is taken back"),
        ({"record": {"declarer": 1, "contract": "solo", "outcome": "bet"}}, "Aksel Nr2: solo, bet"),
        ({"record": {"<b>": [1]}}, '{"<b>": [1]}'),
    ),
)
def test_whatever_came_can_be_read(tray_page, put, content, says):
    put(**content)
    assert says in tray_page()


def test_among_partners_a_deal_is_read_and_placed_by_who_plays(event, put, send, tray_page):
    """When West declares South, who was to sit out, plays the partner's cards."""
    Event.objects.update(kind=Event.Kind.PAIRS)
    item = put(deal=1, line="2152+")
    assert "Aksel Nr2: spil, won, 5–\N{WORD JOINER}2–\N{WORD JOINER}2" in tray_page()
    assert send(item, send(item)).status_code == 302
    assert (Revision.objects.get().record or {})["tricks"] == [2, 5, 2, None]


def test_a_participant_who_is_gone_has_a_dash(tray_page, put, table):
    item = put()
    TrayItem.objects.filter(pk=item.pk).update(seats=[str(uuid.uuid4())] * 4)
    assert "–: spil, won" in tray_page()


def test_it_is_placed_after_all_it_changes_was_shown(send, put, table, event, director):
    item = put()
    shown = send(item)
    assert "This is what would change." in words(shown)
    assert not Revision.objects.exists()
    made = send(item, shown)
    assert made.status_code == 302
    line = sheet(table).lines[6]
    assert line.record is not None
    assert (line.record["declarer"], line.reason) == (1, "Came late")
    item.refresh_from_db()
    assert (item.state, item.decided_by, item.reason) == ("placed", director.actor, "Came late")
    assert item.correction_id == item.pk
    assert check_event(event) == []
    assert Activity.objects.filter(verb="tray.placed", facts__item=str(item.pk)).count() == 1


def test_it_may_be_placed_at_another_table_and_deal_and_in_a_closed_round(send, put, event):
    item = put()
    Round.objects.update(state=Round.State.FINAL)
    other = Table.objects.get(round__event=event, number=2)
    shown = send(item, table=other.pk, deal=3)
    assert send(item, shown, table=other.pk, deal=3).status_code == 302
    revision = Revision.objects.get()
    assert (revision.table, revision.deal) == (other, 3)


def test_what_was_not_shown_is_shown_first(send, put, table):
    item = put()
    shown = send(item)
    again = send(item, shown, deal=6)
    assert again.status_code == 200
    assert "This is what would change." in words(again)
    make.enter(table, 7, {"passed": True})
    assert send(item, shown).status_code == 200
    assert Revision.objects.count() == 1


def test_a_click_twice_is_once(send, put):
    item = put()
    shown = send(item)
    assert send(item, shown).status_code == send(item, shown).status_code == 302
    assert Correction.objects.count() == 1


@pytest.mark.parametrize(
    ("filled", "says"),
    (
        ({"deal": 13}, "This sheet has the deals 1 to 12."),
        ({"table": ""}, "This field is required."),
        ({"deal": 8}, "sits out this deal"),
        ({"reason": ""}, "This field is required."),
    ),
)
def test_what_cannot_be_placed_is_said_and_keeps_what_was_filled_in(send, put, filled, says):
    answer = send(put(), **filled)
    assert answer.status_code in {400, 409}
    assert says in words(answer)
    assert not Revision.objects.exists()


def test_a_record_that_the_rules_refuse_is_refused_in_words(send, put):
    answer = send(put(record={"declarer": 1, "contract": "spil", "outcome": "kanin"}))
    assert answer.status_code == 409
    assert "There is no such result." in words(answer)


def test_what_the_sheet_says_already_is_to_be_put_away(send, put, table):
    make.enter(table, 7, {"declarer": 1, "contract": "spil", "outcome": "won"})
    answer = send(put())
    assert answer.status_code == 400
    assert "The sheet says so already." in words(answer)


def test_a_withdrawal_is_placed_too(send, put, table):
    item = put(withdrawn=True)
    assert "The sheet says so already." not in words(send(item))
    make.enter(table, 7, {"passed": True})
    assert send(item, send(item)).status_code == 302
    assert sheet(table).lines[6].record is None


def test_it_is_put_away_with_a_reason(director_client, put, tray_page, director):
    item = put()
    address = reverse("tournaments:tray-dismiss", args=[item.pk])
    for reason in ("", "  ", "x" * 201, "a\0b"):
        director_client.post(address, {"reason": reason})
        item.refresh_from_db()
        assert item.state == "waiting"
    director_client.post(address, {"reason": "Only a test"})
    item.refresh_from_db()
    assert (item.state, item.reason) == ("dismissed", "Only a test")
    assert "Put away: Only a test" in tray_page()
    director_client.post(address, {"reason": "Again"})
    item.refresh_from_db()
    assert (item.reason, item.decided_by) == ("Only a test", director.actor)


@pytest.mark.parametrize("whose", ("sender", "table"))
def test_all_of_one_sender_or_table_are_put_away_at_once_and_nobody_elses(
    director_client, put, event, whose
):
    items = [put("device:child", deal) for deal in range(1, 4)]
    beside, there = put("device:phone"), put("device:child", 9)
    if whose == "table":
        other = event.rounds.get().tables.get(number=2)
        TrayItem.objects.filter(pk=there.pk).update(table=other.pk)
    address = reverse("tournaments:tray-dismiss", args=[items[0].pk])
    director_client.post(address, {"reason": "Played with it", "all": whose, "seen": "5"})
    left = [there] if whose == "table" else [beside]
    assert list(TrayItem.objects.filter(state="waiting")) == left


@pytest.mark.parametrize("looks_again", (False, True))
@pytest.mark.parametrize("whose", ("sender", "table"))
def test_what_came_since_the_director_looked_is_not_put_away_with_the_rest_and_is_told(
    director_client, put, whose, looks_again, monkeypatch
):
    """The twin has looked at all that came."""
    monkeypatch.setattr(tray, "ON_A_PAGE", 2)
    decided, *items = [put(deal=deal) for deal in range(1, 5)]
    dismiss(item=decided, reason="Twice", actor="user:other")
    page = director_client.get(
        reverse("tournaments:tray", args=[decided.event_id]), headers=ENGLISH
    )
    assert f"Put all 3 {'of this table' if whose == 'table' else 'from this sender'}" in words(page)
    seen, same = re.findall(r'name="seen" value="(\d+)"', page.content.decode())
    assert seen == same
    come_since = [put(deal=deal) for deal in (5, 6)]
    sent = {"reason": "Played with it", "all": whose, "seen": "6" if looks_again else seen}
    address = reverse("tournaments:tray-dismiss", args=[items[0].pk])
    said = words(director_client.post(address, sent, follow=True, headers=ENGLISH))
    left = [] if looks_again else come_since
    assert list(TrayItem.objects.filter(state="waiting")) == left
    assert f"{5 if looks_again else 3} deals are put away." in said
    assert ("2 more have come since, and wait." in said) == (not looks_again)


def test_a_page_that_does_not_say_what_was_seen_puts_its_own_item_away_alone(director_client, put):
    other, item = put(deal=1), put(deal=2)
    address = reverse("tournaments:tray-dismiss", args=[item.pk])
    director_client.post(address, {"reason": "Played with it", "all": "table", "seen": "all"})
    assert list(TrayItem.objects.filter(state="waiting")) == [other]


def test_of_very_many_the_first_are_shown_and_how_many_more_there_are(
    director_client, put, tray_page, monkeypatch
):
    monkeypatch.setattr(tray, "ON_A_PAGE", 2)
    said, real = [], tray._shown

    def shown(item, barred):
        said.append(item.deal)
        return real(item, barred)

    monkeypatch.setattr(tray, "_shown", shown)
    items = [put(deal=deal) for deal in range(1, 6)]
    page = tray_page()
    assert said == [1, 2]
    assert "3 more deals wait" in page
    assert "Put all 5 of this table away" in page
    for item in items:
        address = reverse("tournaments:tray-dismiss", args=[item.pk])
        director_client.post(address, {"reason": "Played with it"})
    page = tray_page()
    assert said[2:] == [5, 4]
    assert "3 earlier decisions are not shown" in page
    assert "of this table away" not in page


def test_what_was_put_away_meanwhile_is_not_placed(send, put, director, table):
    item = put()
    shown = send(item)
    dismiss(item=item, reason="no", actor=director.actor)
    assert send(item, shown).status_code == 302
    change = Change(table, 7, 0, {"passed": True})
    with pytest.raises(Refusal) as refused:
        place(item=item, change=change, reason="x", actor=director.actor)
    assert refused.value.reason is EntryReason.DECIDED
    assert not Revision.objects.exists()


def test_nothing_moves_to_another_event(put, director):
    other = Table.objects.get(round__event=make.make_released_event(make.make_club("B"), tables=1))
    other.round.event.refresh_from_db()
    with pytest.raises(ValueError, match="another event"):
        place(
            item=put(),
            change=Change(other, 7, 0, None),
            reason="x",
            actor=director.actor,
        )


def test_another_clubs_director_sees_nothing(stranger_client, put, event):
    item = put()
    for name, pk in (("tray", event.pk), ("tray-place", item.pk)):
        assert stranger_client.get(reverse(f"tournaments:{name}", args=[pk])).status_code == 404
    answer = stranger_client.post(
        reverse("tournaments:tray-dismiss", args=[item.pk]), {"reason": "x"}
    )
    assert answer.status_code == 404
