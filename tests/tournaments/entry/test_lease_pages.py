"""Who keeps a table: seen on the page and over the API, taken over, shut out."""

import pytest
from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import override

from tests import make
from tests.tournaments.api.conftest import link_client_of
from tournaments.entry.domain import leases
from tournaments.events.pages.log import lines
from tournaments.events.queries.log import journal
from tournaments.models import Table, TableLease

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


def test_a_device_is_shut_out(director_client, tables):
    assert "No device" in send(director_client, "keeper-bar", tables[0].pk)
    phone = link_client_of(tables[0])
    send(phone, "keeper-take", tables[0].pk)
    assert "shut out" in send(director_client, "keeper-bar", tables[0].pk)
    assert phone.get(address("table", tables[0].pk)).status_code == 403
    assert link_client_of(tables[0]).get(address("table", tables[0].pk)).status_code == 200


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
