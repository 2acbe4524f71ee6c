"""Who keeps a table: seen on the page and over the API, taken over, shut out."""

import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import override

from lhombre_club import lately
from lhombre_club.members import once
from lhombre_club.members.models import Session, User
from tests import make
from tests.tournaments.api.conftest import link_client_of
from tournaments.entry.domain import leases
from tournaments.entry.domain.links import issue_link
from tournaments.entry.pages import leases as leases_pages
from tournaments.entry.views import leases as leases_views
from tournaments.entry.views import tables as tables_views
from tournaments.events.pages.log import lines
from tournaments.events.queries.log import journal
from tournaments.models import Activity, Round, Table, TableLease

pytestmark = pytest.mark.django_db
ENGLISH = {"accept-language": "en"}


@pytest.fixture
def tables(club):
    event = make.make_released_event(club, tables=2, deals=4)
    return list(Table.objects.filter(round__event=event))


def address(name, *args):
    return reverse(f"tournaments:{name}", args=args)


def read(client, name, *args):
    answer = client.get(address(name, *args), headers={**ENGLISH, "hx-request": "true"})
    assert answer.status_code == 200
    return answer.content.decode()


def send(client, name, *args, **data):
    answer = client.post(address(name, *args), data, follow=True, headers=ENGLISH)
    assert answer.status_code == 200
    return answer.content.decode()


def test_a_table_is_kept_taken_over_and_seen(director_client, tables):
    phone = link_client_of(tables[0])
    assert "Nobody keeps this table" in read(phone, "keeper", tables[0].pk)
    send(phone, "keeper-take", tables[0].pk, seat="1")
    assert "This device has kept the table" in read(phone, "keeper", tables[0].pk)
    assert "has kept this table since" in read(director_client, "keeper", tables[0].pk)
    send(director_client, "keeper-take", tables[0].pk)
    assert TableLease.objects.get().seat is None
    assert "has kept this table since" in read(phone, "keeper", tables[0].pk)
    answer = phone.post(address("keeper-take", tables[0].pk), {"seat": "9"})
    assert answer.status_code == 302
    assert TableLease.objects.get().name == "director"
    answer = phone.post(address("keeper-take", tables[0].pk), {"page": "phone"})
    assert answer.url == address("phone", tables[0].pk)


def test_a_phone_that_lies_open_when_the_round_is_closed_is_not_turned_away(tables):
    phone = link_client_of(tables[0])
    send(phone, "keeper-take", tables[0].pk)
    Round.objects.update(state=Round.State.FINAL)
    since = TableLease.objects.get().seen_at
    assert "This device has kept the table" in read(phone, "keeper", tables[0].pk)
    assert TableLease.objects.get().seen_at == since  # nobody keeps a closed table


def test_only_a_phone_of_a_code_is_said_to_be_the_device_that_keeps(director_client, tables):
    """One login may be open in many browsers: who keeps with it is not known by the machine."""
    send(director_client, "keeper-take", tables[0].pk)
    second = Client()
    second.force_login(User.objects.get(username="director"))
    for browser in (director_client, second):
        said = read(browser, "keeper", tables[0].pk)
        assert "This device" not in said
        assert "Kept with your login since" in said


@pytest.mark.parametrize("most", (2, leases_views.MOST_TAKEN))
def test_a_table_changes_hands_so_often_and_the_log_is_not_filled(tables, monkeypatch, most):
    """The twin has the room that a table has."""
    monkeypatch.setattr(leases_views, "MOST_TAKEN", most)
    phone = link_client_of(tables[0])
    pages = [send(phone, "keeper-take", tables[0].pk, seat=seat) for seat in (0, 1, 2)]
    taken = Activity.objects.filter(verb="lease.taken").count()
    assert taken == min(most, len(pages))
    assert ("You can enter all the same" in pages[-1]) is (taken < len(pages))


@pytest.mark.parametrize("most", (2, tables_views.MOST_OPENED))
def test_a_link_is_opened_so_often_and_who_came_by_it_stays(tables, monkeypatch, most):
    """The twin has the room that a table has."""
    monkeypatch.setattr(tables_views, "MOST_OPENED", most)
    link, phones = f"/e/{issue_link(tables[0]).partition('/e/')[2]}", [Client() for _ in range(3)]
    statuses = [phone.get(link, headers=ENGLISH).status_code for phone in phones]
    assert statuses == [302, 302, 429 if most < len(phones) else 302]
    assert Session.objects.count() == min(most, len(phones))
    assert phones[0].get(address("phone", tables[0].pk)).status_code == 200


@pytest.mark.parametrize("again", (tables_views.MOST_AGAIN, 0))
def test_who_came_by_a_link_before_opens_one_whatever_new_devices_at_his_address_have_opened(
    tables, monkeypatch, again
):
    """The phones of an earlier round; the twin asks each what all there have done."""
    assert tables_views.MOST_AGAIN > 0
    phones = [link_client_of(tables[1]) for _ in range(lately.TOGETHER + 1)]
    monkeypatch.setattr(tables_views, "MOST_OPENED", 1)
    monkeypatch.setattr(tables_views, "MOST_AGAIN", again)
    link = f"/e/{issue_link(tables[0]).partition('/e/')[2]}"
    opened = [phone.get(link).status_code for phone in phones]
    assert opened == [302] * lately.TOGETHER + [302 if again else 429]


@pytest.mark.strict
@pytest.mark.parametrize("most", (8, 20))
def test_one_address_takes_a_table_with_few_devices_and_no_other_is_held_up(
    tables, monkeypatch, most
):
    """The twin lets him come with as many as he likes."""
    assert leases_views.MOST_KEEPERS == 8
    monkeypatch.setattr(leases_views, "MOST_KEEPERS", most)
    first = link_client_of(tables[0])
    send(first, "keeper-take", tables[0].pk, seat="1")
    phones = [link_client_of(tables[0]) for _ in range(8)]
    told = [send(each, "keeper-take", tables[0].pk) for each in (*phones, phones[-1])]
    refused = ["Too many devices" in page for page in told]
    assert refused == [False] * 7 + [most == 8] * 2  # the last one asks again
    assert "You keep this table now" in send(first, "keeper-take", tables[0].pk, seat="1")
    other = link_client_of(tables[0])
    other.defaults["REMOTE_ADDR"] = "192.0.2.7"
    assert "You keep this table now" in send(other, "keeper-take", tables[0].pk)


def test_what_one_device_has_used_up_is_still_there_for_another_at_its_address(tables, monkeypatch):
    """Who throws away the cookie by which he is known is one with all who have none."""
    monkeypatch.setattr(tables_views, "MOST_OPENED", 2)
    monkeypatch.setattr(leases_views, "MOST_TAKEN", 2)
    link, table = f"/e/{issue_link(tables[0]).partition('/e/')[2]}", tables[0].pk
    one, two = Client(headers=ENGLISH), Client(headers=ENGLISH)

    def opens(phone):
        return phone.get(link).status_code == 302

    assert [opens(phone) for phone in (one, two, Client())] == [True, True, False]
    assert [opens(one) for _time in range(3)] == [True, True, False]
    assert opens(two)
    pages = [send(phone, "keeper-take", table, seat=1) for phone in (one, one, one, two)]
    assert ["You keep this table now" in page for page in pages] == [True, True, False, True]


@pytest.mark.parametrize("most", (once.MOST_MESSAGES, 1000))
def test_who_never_looks_at_a_page_fills_none_with_what_he_was_told(tables, monkeypatch, most):
    """The twin keeps whatever is added; anybody sends that cookie, from anywhere."""
    monkeypatch.setattr(once, "MOST_MESSAGES", most)
    monkeypatch.setattr(leases_views, "MOST_TAKEN", 0)
    phone, stranger = link_client_of(tables[0]), Client(headers=ENGLISH)
    for _time in range(20):
        phone.post(address("keeper-take", tables[0].pk), {}, headers=ENGLISH)
    stranger.cookies["messages"] = phone.cookies["messages"].value
    page = stranger.get("/").content.decode()
    assert page.count("has changed hands too often") == min(most, 20)


def test_all_devices_of_an_address_come_to_an_end_together_and_no_other_address():
    deed = str(make.new_id())
    tries = [
        lately.too_often(deed, 2, device=f"device:{number // 3}", address="192.0.2.1")
        for number in range(3 * lately.TOGETHER + 1)
    ]
    assert tries == [False, False, True] * lately.TOGETHER + [True]
    assert not lately.too_often(deed, 2, device="", address="192.0.2.2")


@pytest.mark.parametrize(
    ("agent", "name"),
    (
        ("Mozilla/5.0 (iPhone; CPU)", "an iPhone"),
        ("Mozilla/5.0 (Linux; Android 15)", "an Android phone"),
        ("", "a device at the table"),
    ),
)
def test_who_enters_first_keeps_and_the_sheet_says_so(tables, agent, name):
    phone = link_client_of(tables[0])
    url = f"/api/v1/tables/{tables[0].pk}/"
    headers = {**ENGLISH, "user-agent": agent}
    assert phone.get(url).json()["lease"] is None
    body = {"id": str(make.new_id()), "deal": 1, "base": 0, "line": "2+"}
    phone.post(f"{url}results/", body, content_type="application/json", headers=headers)
    lease = phone.get(url, headers=ENGLISH).json()["lease"]
    assert (lease["name"], lease["mine"], lease["seat"]) == (name, True, None)


def test_what_a_device_is_called_is_said_in_the_readers_language(tables):
    phone = link_client_of(tables[0])
    phone.post(address("keeper-take", tables[0].pk), {}, headers={"accept-language": "da"})
    taken = TableLease.objects.get()
    assert taken.name == ":device"
    other = link_client_of(tables[0])
    assert "A device at the table has kept this table" in read(other, "keeper", tables[0].pk)
    danish = {"accept-language": "da", "HX-Request": "true"}
    answer = other.get(address("keeper", tables[0].pk), headers=danish).content.decode()
    assert "En enhed ved bordet" in answer


@pytest.mark.parametrize("kept", (":iphone", "an iPhone", "en iPhone"))
def test_a_device_that_was_kept_by_words_is_said_in_the_readers_language(tables, kept):
    leases.take(table=tables[0], actor="device:one", name=kept)
    phone = link_client_of(tables[0])
    event = tables[0].round.event
    for language, word in (("en", "an iPhone"), ("da", "en iPhone")):
        headers = {"accept-language": language, "HX-Request": "true"}
        there = phone.get(address("keeper", tables[0].pk), headers=headers).content.decode()
        assert f"{capfirst(word)} " in there
        with override(language):
            line = lines(event, journal(event))[-1]
        assert word in line.says
        assert line.who == word


def seen(page):
    """Whom the button of a page that was drawn would shut out."""
    return re.findall(r'form="keeper-bar"\s+name="seen"\s+value="(\w+)"', page)[0]


def shut_out(client, table):
    return send(client, "keeper-bar", table.pk, seen=seen(read(client, "keeper", table.pk)))


def test_a_device_is_shut_out(director_client, tables):
    assert "No device" in send(director_client, "keeper-bar", tables[0].pk)
    phone = link_client_of(tables[0])
    send(phone, "keeper-take", tables[0].pk)
    assert "seen" not in read(phone, "keeper", tables[0].pk)
    assert "device is shut out" in shut_out(director_client, tables[0])
    assert phone.get(address("table", tables[0].pk)).status_code == 403
    assert link_client_of(tables[0]).get(address("table", tables[0].pk)).status_code == 200


@pytest.mark.parametrize("otherwise", (None, lambda _lease: "whoever"))
def test_nobody_is_shut_out_whom_the_director_did_not_see(
    director_client, tables, monkeypatch, otherwise
):
    """Who holds the paper takes the table, and its players take it back. The twin looks at none."""
    for module in (leases_views, leases_pages) if otherwise else ():
        monkeypatch.setattr(module, "mark_of", otherwise)
    there = tables[0].pk
    stranger, players = link_client_of(tables[0]), link_client_of(tables[0])
    send(stranger, "keeper-take", there)
    looked_at = seen(read(director_client, "table", there))
    send(players, "keeper-take", there, seat=1)
    said = ""
    for sent in ({"seen": looked_at}, {}):
        said = send(director_client, "keeper-bar", there, **sent)
        if otherwise:
            break
        assert "by now this table is kept by Aksel Nr2, since" in said
    assert players.get(address("table", there)).status_code == (403 if otherwise else 200)
    if not otherwise:  # asked again, about the one that keeps it now
        send(director_client, "keeper-bar", there, seen=seen(said))
        assert players.get(address("table", there)).status_code == 403


def test_a_device_that_was_shut_out_by_mistake_is_let_in_again(english, tables):
    page = address("table", tables[0].pk)
    phone = link_client_of(tables[0])
    send(phone, "keeper-take", tables[0].pk)
    assert "Let the device in" not in english.get(page).content.decode()
    shut_out(english, tables[0])
    assert "Let the device in" in english.get(page).content.decode()
    assert "let in again" in send(english, "keeper-bar", tables[0].pk, again="")
    assert phone.get(page).status_code == 200
    assert "Let the device in" not in english.get(page).content.decode()
    lines_now = [each.says for each in lines(tables[0].round.event, journal(tables[0].round.event))]
    assert any("let in again" in says for says in lines_now)


def test_the_director_is_not_shut_out(director_client, tables):
    send(director_client, "keeper-take", tables[0].pk)
    assert "No device" in send(director_client, "keeper-bar", tables[0].pk)


def test_by_its_address_the_line_of_who_keeps_a_table_is_the_page_of_the_table(tables):
    phone = link_client_of(tables[0])
    answer = phone.get(address("keeper", tables[0].pk))
    assert (answer.status_code, answer.url) == (302, address("table", tables[0].pk))


def test_a_page_whose_session_is_gone_takes_in_no_page_to_log_in(client, tables):
    there = address("keeper", tables[0].pk)
    assert client.get(there).status_code == 302
    assert client.get(there, headers={"hx-request": "true"}).status_code == 403
