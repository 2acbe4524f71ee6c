"""A deal that no sheet takes is received for the director, from those who could write there."""

import datetime as dt
import uuid

import pytest
from django.test import Client
from django.utils import timezone

from lhombre_club.members.models import ClubRole, Session
from tests import make
from tests.tournaments.api.conftest import link_client_of
from tournaments.book.actors import DEVICE_KEY
from tournaments.book.changes import Change
from tournaments.entry.domain import tray
from tournaments.entry.domain.leases import bar
from tournaments.entry.domain.links import revoke_links
from tournaments.models import Activity, EntryLink, Revision, Round, Table, TrayItem
from tournaments.seating.domain.released import draw_rounds, release_rounds

pytestmark = pytest.mark.django_db
Why = TrayItem.Why


def close(_table):
    Round.objects.update(state=Round.State.FINAL)


def revoke(table):
    revoke_links(table, actor="user:director")


def shut_out(table):
    (device,) = (
        f"device:{session.get_decoded()[DEVICE_KEY]}"
        for session in Session.objects.all()
        if DEVICE_KEY in session.get_decoded()
    )
    bar(table=table, holder=device, actor="user:director")


def expire(_table):
    EntryLink.objects.update(expires_at=timezone.now() - dt.timedelta(hours=1))


def draw_anew(table):
    draw_rounds(event=table.round.event, actor="user:director")
    release_rounds(event=table.round.event, actor="user:director")


def open_for_protests(_table):
    Round.objects.update(state=Round.State.PROVISIONAL, provisional_at=timezone.now())


WAYS = {
    Why.PROVISIONAL: open_for_protests,
    Why.CLOSED: close,
    Why.LINK_REVOKED: revoke,
    Why.DEVICE_BARRED: shut_out,
    Why.LINK_EXPIRED: expire,
    Why.TABLE_GONE: draw_anew,
}


SAYS = {
    Why.PROVISIONAL: "Entry of this round is over.",
    Why.CLOSED: "round is closed",
    Why.LINK_REVOKED: "closed this way",
    Why.DEVICE_BARRED: "ask the director to let this one in again",
    Why.LINK_EXPIRED: "is over",
    Why.TABLE_GONE: "Scan the code on your new sheet",
}


@pytest.mark.parametrize("why", WAYS)
def test_what_no_sheet_takes_is_in_the_tray_and_on_no_sheet(link_client, post, table, why):
    seats = [str(seat.participant_id) for seat in table.seats.order_by("seat")]
    WAYS[why](table)
    sent = {"id": str(uuid.uuid4()), "deal": 7, "line": "2+", "claimed_at": "2026-11-21T20:00:00Z"}
    status, answer = post(client=link_client, **sent)
    assert (status, answer) == (
        202,
        {
            "code": "in_tray",
            "message": answer["message"],
            "epoch": str(table.round.event.epoch),
        },
    )
    assert SAYS[why] in answer["message"]
    assert "The director has what you entered" in answer["message"]
    item = TrayItem.objects.get()
    assert (item.why, item.deal, item.base, item.sent) == (why, 7, 0, {"line": "2+"})
    assert (item.event, item.table, item.seats) == (table.round.event, table.pk, seats)
    assert (item.round_number, item.table_number, item.state) == (1, 1, "waiting")
    assert item.actor.startswith("device:")
    assert item.claimed_at == dt.datetime(2026, 11, 21, 20, tzinfo=dt.UTC)
    assert not Revision.objects.exists()
    assert Activity.objects.filter(verb="tray.received", facts__item=str(item.pk)).count() == 1


@pytest.mark.parametrize("why", WAYS)
def test_who_could_write_there_reads_why_he_may_no_more_and_nobody_else_does(
    link_client, client, sheet_url, table, why
):
    WAYS[why](table)
    answer = link_client.get(sheet_url, headers={"accept-language": "en"})
    says = {Why.PROVISIONAL: "You can protest until", Why.CLOSED: "This round is closed"}
    if why in says:
        assert says[why] in answer.json()["closed"]
    else:
        code = {Why.DEVICE_BARRED: "device_barred"}.get(why, why)
        assert (answer.status_code in {403, 404}, answer.json()["code"]) == (True, code)
    assert client.get(sheet_url).json()["code"] == "not_authenticated"


@pytest.mark.parametrize("why", WAYS)
def test_the_same_twice_is_once_and_another_of_the_same_id_is_refused(
    link_client, post, table, why
):
    WAYS[why](table)
    sent = {"id": str(uuid.uuid4()), "client": link_client, "deal": 3}
    assert [post(**sent, line="2+")[0] for _ in range(3)] == [202] * 3
    assert post(**sent, line="2-")[1]["code"] == "id_reused"
    assert TrayItem.objects.get().sent == {"line": "2+"}


@pytest.mark.parametrize(
    "content", ({"withdrawn": True}, {"record": {"passed": True}}, {"line": "?!"}, {"line": ""})
)
def test_it_is_kept_as_it_came(link_client, post, table, content):
    """Who knows which rules and seats it is of is the director."""
    draw_anew(table)
    assert post(client=link_client, **content)[0] == 202
    assert TrayItem.objects.get().sent == content


@pytest.mark.parametrize("way", (close, revoke, expire))
def test_a_deal_whose_answer_was_lost_is_not_in_the_tray_besides(link_client, post, table, way):
    sent = {"id": str(uuid.uuid4()), "client": link_client, "deal": 1, "line": "2+"}
    assert post(**sent)[0] == 201
    way(table)
    status, answer = post(**sent)
    assert (status, answer["code"]) == (202, "in_sheet")
    assert post(**{**sent, "deal": 2})[1]["code"] == "id_reused"
    assert not TrayItem.objects.exists()


@pytest.mark.parametrize("state", TrayItem.State)
def test_what_the_director_was_sent_comes_into_no_sheet_besides(link_client, post, table, state):
    sent = {"id": str(uuid.uuid4()), "deal": 7, "line": "2+"}
    close(table)
    assert post(client=link_client, **sent)[0] == 202
    item = TrayItem.objects.get()
    if state == TrayItem.State.DISMISSED:
        tray.dismiss(item=item, reason="Misread", actor="user:director")
    elif state == TrayItem.State.PLACED:
        change = Change(table, 7, 0, {"declarer": 1, "contract": "spil", "outcome": "won"})
        tray.place(item=item, change=change, reason="Late", actor="user:director")
    stored = Revision.objects.count()
    Round.objects.update(state=Round.State.RELEASED)
    status, answer = post(client=link_client, **sent)
    assert (status, answer["code"]) == (202, "in_tray")
    assert (Revision.objects.count(), TrayItem.objects.count()) == (stored, 1)


def test_a_draft_is_no_reason_to_give_up(link_client, post):
    """It may be released again, and the phone keeps the deal till then."""
    Round.objects.update(state=Round.State.DRAFT)
    assert post(client=link_client, line="2+")[0] == 403
    assert not TrayItem.objects.exists()


def test_what_is_no_request_is_refused_as_ever(link_client, post, table):
    draw_anew(table)
    assert post(client=link_client, line="2+", withdrawn=True)[0] == 400
    assert not TrayItem.objects.exists()


def strangers(table, director_client):
    """Everybody who never could write at ``table``: by name, his client."""
    other = make.make_released_event(make.make_club("B"), tables=1)
    member = Client()
    member.force_login(make.make_user("member"))
    return {
        "anonymous": Client(),
        "member": member,
        "director who never opened it": director_client,
        "another table's link": link_client_of(Table.objects.get(round__event=other)),
    }


@pytest.mark.parametrize(
    "name", ("anonymous", "member", "director who never opened it", "another table's link")
)
@pytest.mark.parametrize("way", (close, revoke, draw_anew))
def test_a_stranger_fills_nothing(director_client, post, table, name, way):
    client = strangers(table, director_client)[name]
    way(table)
    ClubRole.objects.all().delete()
    assert post(client=client, line="2+")[0] in {403, 404}
    assert not TrayItem.objects.exists()


def test_the_directors_own_page_is_received_too(director_client, post, table, director):
    director_client.get(f"/tables/{table.pk}/")
    draw_anew(table)
    status, answer = post(line="2+")
    assert status == 202
    assert "“Tray” on the event’s page" in answer["message"]  # and not: the director decides
    assert TrayItem.objects.get().actor == director.actor


def test_it_is_limited_by_sender_and_in_all(link_client, post, table, monkeypatch):
    close(table)
    monkeypatch.setattr(tray, "MOST_OF_ONE", 2)
    statuses = [post(client=link_client, deal=deal, line="0")[0] for deal in range(1, 5)]
    assert statuses == [202, 202, 403, 403]
    Round.objects.update(state=Round.State.RELEASED)
    other = link_client_of(table)
    close(table)
    monkeypatch.setattr(tray, "MOST_OF_ALL", 3)
    monkeypatch.setattr(tray, "OF_EACH_TABLE", 0)
    assert [post(client=other, deal=deal, line="0")[0] for deal in range(5, 8)] == [202, 403, 403]


def _scanned(table, times):
    """So many phones that came by the table's code while it was open; it is closed then."""
    Round.objects.update(state=Round.State.RELEASED)
    phones = [link_client_of(table) for _ in range(times)]
    close(table)
    return phones


def test_a_code_that_is_scanned_many_times_takes_one_place_for_each_deal(post, table):
    for phone in _scanned(table, 10):
        assert [post(client=phone, deal=deal, line="0")[0] for deal in (1, 2)] == [202, 202]
    assert TrayItem.objects.count() == 2
    for item in TrayItem.objects.all():
        tray.dismiss(item=item, reason="?", actor="user:director")
    (phone,) = _scanned(table, 1)
    assert post(client=phone, deal=1, line="0")[0] == 202
    assert tray.waiting(table.round.event).count() == 1


def test_a_code_that_is_scanned_many_times_leaves_room_for_other_tables(post, table, monkeypatch):
    monkeypatch.setattr(tray, "MOST_AT_TABLE", 4)
    players = list(table.round.event.participants.all())
    other = make.make_round(table.round.event, players, 1, 1).tables.get()
    there = link_client_of(other)
    phones = _scanned(table, 3)
    sent = [(phone, deal) for phone in phones for deal in (1, 2)]
    statuses = [
        post(client=phone, deal=deal, line="0", reason=f"{number}")[0]
        for number, (phone, deal) in enumerate(sent)
    ]
    assert statuses == [202, 202, 202, 202, 403, 403]
    results = f"/api/v1/tables/{other.pk}/results/"
    assert post(client=there, url=results, deal=1, line="0")[0] == 202


@pytest.mark.parametrize(("places", "status"), ((1, 202), (0, 403)))
def test_a_table_has_places_of_its_own_when_the_event_has_none(
    post, table, monkeypatch, places, status
):
    """Without them, who has one table's code shuts out the others."""
    monkeypatch.setattr(tray, "MOST_OF_ALL", 2)
    monkeypatch.setattr(tray, "OF_EACH_TABLE", places)
    players = list(table.round.event.participants.all())
    other = make.make_round(table.round.event, players, 1, 1).tables.get()
    there = link_client_of(other)
    (phone,) = _scanned(table, 1)
    sent = [post(client=phone, deal=deal, line="0")[0] for deal in (1, 2, 3)]
    assert sent == [202, 202, 403]
    results = f"/api/v1/tables/{other.pk}/results/"
    assert post(client=there, url=results, deal=1, line="0")[0] == status


def test_who_has_entered_at_a_table_has_places_there_whatever_others_send(post, table, monkeypatch):
    monkeypatch.setattr(tray, "MOST_AT_TABLE", 2)
    Round.objects.update(state=Round.State.RELEASED)
    keeper = link_client_of(table)
    assert post(client=keeper, deal=1, line="0")[0] == 201
    (other,) = _scanned(table, 1)
    full = [post(client=other, deal=deal, line="0", reason="x") for deal in (2, 3, 4)]
    assert [status for status, _said in full] == [202, 202, 403]
    assert full[-1][1]["code"] == "tray_full"
    assert post(client=keeper, deal=5, line="0")[0] == 202


@pytest.mark.parametrize("text", ("x" * tray.LONGEST, "\0", "\ud800"))
def test_it_is_limited_to_what_every_database_keeps(link_client, post, table, text):
    close(table)
    assert post(client=link_client, record={"options": text})[0] == 400
    assert not TrayItem.objects.exists()


@pytest.mark.strict
@pytest.mark.parametrize(("deepest", "status"), ((tray.DEEPEST, 400), (1000, 500)))
def test_no_depth_of_a_record_is_a_fault(
    link_client, results_url, table, monkeypatch, deepest, status
):
    """The twin takes any: what can just so be read is too deep where it is stored."""
    close(table)
    monkeypatch.setattr(tray, "DEEPEST", deepest)
    link_client.raise_request_exception = False

    def answered(levels):
        nested = f"{'[' * levels}{']' * levels}"
        record = f'{{"deal": 1, "base": 0, "id": "{uuid.uuid4()}", "record": {{"x": {nested}}}}}'
        return link_client.post(results_url, record, content_type="application/json").status_code

    refused = (answered(levels) for levels in range(1000, 600, -1))
    assert next((each for each in refused if each != 400), 400) == status


@pytest.mark.parametrize("why", (Why.CLOSED, Why.PROVISIONAL))
def test_a_director_is_not_sent_to_the_director(director_client, sheet_url, table, why):
    WAYS[why](table)
    answer = director_client.get(sheet_url, headers={"accept-language": "en"})
    closed = answer.json()["closed"]
    assert "Account and corrections" in closed
    assert "Tell the director" not in closed
