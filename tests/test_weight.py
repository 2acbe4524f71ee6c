"""What a page weighs as it is sent: for a phone at a hall's Wi-Fi or on the road."""

import gzip
import re
from pathlib import Path

import pytest
from django.test import Client
from django.test.utils import override_settings
from django.urls import reverse
from django.utils.crypto import get_random_string

from lhombre_club.web import packed
from tests import make
from tests.strangers import scene
from tests.strangers.addresses import Whose, addresses
from tests.strangers.scene import token_of
from tests.tournaments.played import results
from tests.weight import PACKED, weighed
from tournaments.models import Table
from tournaments.review.domain.sheet_ids import SheetId

pytestmark = pytest.mark.django_db
MOST = 100_000
SCRIPT = 40_000
"""Bytes, both."""
PAGES = 60
"""So many at least answer with a page."""


@pytest.fixture
def there(tmp_path):
    with override_settings(**scene.settings_for(tmp_path)):
        yield scene.made(tmp_path)


@pytest.mark.strict
def test_no_page_is_too_heavy(there):
    whose = {Whose.TABLE: there.device, Whose.EVERYBODY: Client()}
    found = {}
    for address in addresses(there):
        client = whose.get(address.whose, there.director)
        weight = weighed(client, address.path)
        if weight is not None:
            found[address.name] = weight
    heavy = {name: each for name, each in found.items() if each.all > MOST}
    heavy |= {name: each for name, each in found.items() if each.script > SCRIPT}
    assert not heavy
    assert len(found) >= PAGES


@pytest.fixture
def long_evening(club):
    """One table has played three rounds of forty-five deals; forty-eight are there."""
    event = make.make_released_event(club, tables=12, rounds=3, deals=45)
    first = event.participants.get(number=1)
    for number, table in enumerate(Table.objects.filter(seats__participant=first)):
        for deal, told in enumerate(results(number, 45), start=1):
            make.enter(table, deal, told)
    return first


@pytest.mark.strict
def test_a_whole_evening_is_not_too_heavy(long_evening, client):
    """Before: 336 kB, since each deal had a form of its own to protest with."""
    event, own = long_evening.event_id, [long_evening.event_id, long_evening.pk]
    pages = (("public-player", own), ("public-standings", [event]), ("public-figures", [event]))
    for name, keys in pages:
        weight = weighed(client, reverse(f"tournaments:{name}", args=keys))
        assert weight is not None
        assert (weight.all <= MOST, weight.script <= SCRIPT) == (True, True), weight
    plain = client.get(reverse("tournaments:public-player", args=own)).content
    assert plain.count(b"/protest/?round=") == 3 * 46
    assert plain.count(b"<form") == 1  # the choice of the language


def test_a_file_is_sent_packed_to_who_can_unpack_it_and_is_the_same(client):
    plain = client.get("/static/tournaments/club.css")
    sent = client.get("/static/tournaments/club.css", headers=PACKED)
    assert gzip.decompress(sent.content) == b"".join(plain)
    assert 3 * len(sent.content) < int(plain["Content-Length"])
    assert int(sent["Content-Length"]) == len(sent.content)
    for each in (plain, sent):
        assert each["Vary"] == "Accept-Encoding"
    assert (plain.get("Content-Encoding"), sent["Content-Encoding"]) == (None, "gzip")
    same = client.get(
        "/static/tournaments/club.css", headers={**PACKED, "if-none-match": sent["ETag"]}
    )
    assert (same.status_code, b"".join(same)) == (304, b"")
    part = client.get("/static/tournaments/club.css", headers={**PACKED, "range": "bytes=0-9"})
    assert (part.status_code, len(b"".join(part))) == (206, 10)
    letters = client.get("/static/fonts/plex-400.woff2", headers=PACKED)
    assert letters.get("Content-Encoding") is None


SAID = b"""/* Head
   of it. */
const a = "//no"; // stays
  /** What it does. */
  // and why
  f(`/* ${a} */`); /* stays */
/* a */ b(); /* c */
"""


def test_a_script_loses_what_it_explains_and_no_line():
    lines = [b"", b"", b'const a = "//no"; // stays', b"", b""]
    lines += [b"f(`/* ${a} */`); /* stays */", b"/* a */ b(); /* c */", b""]
    assert packed.plain(SAID).split(b"\n") == lines


def across(script):
    """The lines on which a string begins that does not end there."""
    return [line for line in packed.plain(script).split(b"\n") if line.count(b"`") % 2]


def test_no_string_of_our_scripts_goes_over_lines():
    """Else its lines could read like a comment; the twin does."""
    for folder in packed.OURS:
        for path in Path(folder).rglob("static/**/*.js"):
            assert across(path.read_bytes()) == [], path
    assert across(b"x = `a\n// b`;\n")


@pytest.fixture
def entered(club):
    event = make.make_released_event(club, tables=1, deals=12)
    table = Table.objects.get(round__event=event)
    make.enter(table, 1, {"passed": True})
    return table


def test_pages_for_everybody_are_sent_packed_and_no_others(client, director_client, entered):
    """A director's pages hold codes, whose letters could be guessed by their length."""
    event = entered.round.event_id
    path = reverse("tournaments:public-standings", args=[event])
    sent = client.get(path, headers=PACKED)
    assert sent["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in sent["Vary"]
    assert b"</html>" in gzip.decompress(sent.content)
    assert client.get(path).get("Content-Encoding") is None
    for name, keys in (("event", [event]), ("phone-code", [entered.pk]), ("papers", [event])):
        sent = director_client.get(reverse(f"tournaments:{name}", args=keys), headers=PACKED)
        assert (sent.status_code, sent.get("Content-Encoding")) == (200, None)
    sent = director_client.get(reverse("tournaments:table", args=[entered.pk]), headers=PACKED)
    assert sent["Content-Encoding"] == "gzip"
    assert client.post(path, headers=PACKED).get("Content-Encoding") is None


@pytest.mark.parametrize("is_masked", (True, False))
def test_a_packed_page_has_no_secret_that_is_the_same_each_time(
    director_client, entered, monkeypatch, is_masked
):
    """The twin masks the mark of its forms alike each time, as our tests do else."""
    if is_masked:
        drawn = lambda: get_random_string(32)  # noqa: E731 -- as Django's own does
        monkeypatch.setattr("django.middleware.csrf._get_new_csrf_string", drawn)
    path = reverse("tournaments:table", args=[entered.pk])
    pages = [director_client.get(path).content.decode() for _time in range(2)]
    marks = [set(re.findall(r'name="(?:csrfmiddlewaretoken|once)" value="(\w+)"', each))
             for each in pages]  # fmt: skip
    assert all(marks)
    assert marks[0].isdisjoint(marks[1]) is is_masked
    assert str(SheetId.of(entered)) not in pages[0]
    assert token_of(entered) not in pages[0]


def test_a_page_that_is_kept_is_packed_once_and_whoever_has_it_is_told_so(
    client, entered, monkeypatch
):
    path = reverse("tournaments:standings-table", args=[entered.round.event_id])
    sent = client.get(path, headers=PACKED)
    assert sent["Content-Encoding"] == "gzip"
    same = client.get(path, headers={**PACKED, "if-none-match": sent["ETag"]})
    assert (same.status_code, same.content) == (304, b"")
