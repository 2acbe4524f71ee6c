"""Out of one machine and into an empty one: everything is as it was, and proved to be."""

import json
import re
import zipfile

import jsonschema
import pytest
from django.apps import apps
from django.urls import reverse

from lhombre_club.members.models import Club, Membership, Person
from lhombre_club.printing import registry
from lhombre_club.refusal import Refusal
from scoring.domain import carried, stated
from tests import make
from tests.tournaments.carried import everything
from tests.tournaments.papers.documents import scene
from tournaments.book.proving.ledger_check import check_all
from tournaments.book.proving.seals import head
from tournaments.carried.domain.clubs import take_club
from tournaments.carried.domain.events import take_event
from tournaments.carried.queries import kinds, reading, schema, writing, zipped
from tournaments.events.queries.log import journal
from tournaments.models import Activity, EntryLink, Event, SheetPhoto, Table, TableLease
from tournaments.review.domain import photos

pytestmark = pytest.mark.django_db
ELSEWHERE = "system:elsewhere"
ONCE = re.compile(r'name="once" value="\w+"')
"""A mark of a form, drawn anew for each."""
PAGES = ("public-standings", "public-figures", "public-money", "standings-text")
PAPERS = ("standings", "crosstable", "settling", "receipts", "filled-sheet", "round-plan")


@pytest.fixture
def event(club, director):
    return everything.evening(club, director.actor)


def taken(file, club, actor=ELSEWHERE):
    with reading.read(file) as carried_file:
        take = take_event if carried_file.kind == "event" else take_club
        return take(club=club, carried=carried_file, actor=actor)


def same_club(club):
    """A club on an empty machine, of the same key, that shows what the other did."""
    everything.empty_machine()
    return Club.objects.create(
        pk=club.pk, name=club.name, shows_money=club.shows_money, shown_as=club.shown_as
    )


def books(event):
    own = [str(pk) for pk in Table.every.filter(round__event=event).values_list("pk", flat=True)]
    return sorted(carried(own), key=lambda each: (each.book, each.number)), stated(own)


def said(event):
    """What the journal says, but that the event was taken in."""
    log = journal(event)
    deeds = [
        (deed.at, deed.verb, deed.actor, deed.facts, str(deed.about), deed.deals, deed.now)
        for deed in log.deeds
        if deed.verb != "event.carried"
    ]
    return deeds, log.people, log.players, log.seats


def pages(client, event):
    found = {}
    for name in PAGES:
        answer = client.get(reverse(f"tournaments:{name}", args=[event.pk]))
        assert answer.status_code == 200, name
        found[name] = ONCE.sub("", answer.content.decode())
    return found


def papers(event):
    table = everything.tables(event, 1)[0]
    params = {"event": str(event.pk), "round": str(table.round_id), "table": str(table.pk)}
    with scene.standing_still():
        return {kind: str(registry.build(kind, params).context) for kind in PAPERS}


def test_an_event_has_something_in_every_part(event, club):
    """What is not there would not be compared."""
    there = everything.rows(event)
    other = everything.rows(everything.league(club))
    assert [name for name in there if not (there[name] or other[name])] == []


def test_an_event_is_the_same_on_an_empty_machine(event, club, client, director):
    file = writing.event_file(event, photos=True)
    was = everything.rows(event), books(event), said(event), head(event)
    looked, printed = pages(client, event), papers(event)
    picture = photos.file_of(SheetPhoto.objects.get()).read_bytes()
    photos.file_of(SheetPhoto.objects.get()).unlink()
    club = same_club(club)
    make.empty_cache()
    made = taken(file, club)
    assert EntryLink.objects.count() == TableLease.objects.count() == 0
    now = everything.rows(made)
    deeds = now["deeds"]
    now["deeds"] = [row for row in deeds if row["verb"] != "event.carried"]
    assert len(deeds) == len(now["deeds"]) + 1
    for part, rows in now.items():
        assert rows == was[0][part], part
    assert (now, books(made), said(made), head(made)) == was
    assert director.actor in said(made)[1]
    assert papers(made) == printed
    for name, page in pages(client, made).items():
        assert page.splitlines() == looked[name].splitlines(), name
    assert photos.file_of(SheetPhoto.objects.get()).read_bytes() == picture
    assert check_all() == []


@pytest.mark.strict
@pytest.mark.parametrize("part", ("results", "postings", "totals", "seats", "entries"))
def test_a_part_that_is_left_out_is_missed(event, club, monkeypatch, part):
    """The twin: a file without it, whose sums were made again, is not taken in."""
    rows = zipped.Writing.rows
    monkeypatch.setattr(
        zipped.Writing,
        "rows",
        lambda self, name, told: rows(self, name, () if name == part else told),
    )
    file = writing.event_file(event)
    with pytest.raises(Refusal):
        taken(file, same_club(club))
    assert Event.objects.count() == 0


def test_the_same_event_gives_the_same_bytes(event):
    one, other = (parts_of(writing.event_file(event)) for _ in range(2))
    assert {n: d for n, d in one.items() if n not in {"manifest.json", "signature.json"}} == {
        n: d for n, d in other.items() if n not in {"manifest.json", "signature.json"}
    }


@pytest.mark.strict
def test_from_there_it_gives_the_same_file_again(event, club):
    one = parts_of(file := writing.event_file(event))
    made = taken(file, same_club(club))
    other = parts_of(writing.event_file(made))
    changed = {name for name in one if one[name] != other[name]}
    assert changed <= {"manifest.json", "signature.json", "deeds.json", "photos.json"}


def parts_of(file):
    with zipfile.ZipFile(file) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


@pytest.mark.strict
@pytest.mark.parametrize("kind", ("event", "club"))
def test_what_is_written_fits_the_schema_that_lies_in_it(event, club, kind):
    everything.of_club(club)
    file = writing.event_file(event) if kind == "event" else writing.club_file(club)
    there = parts_of(file)
    told = json.loads(there["schema.json"])
    jsonschema.Draft202012Validator.check_schema(told)
    whole = {name: json.loads(there[f"{name}.json"]) for name in schema.rows_of(kind)}
    jsonschema.validate(whole, told)
    whole[kind][0]["name"] = 5
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(whole, told)


def test_every_model_is_in_a_file_or_left_out_with_a_reason():
    """Of the rooms whose rows belong to an event or a club."""
    carried_models = {kind.model for kind in (*kinds.OF_EVENT, *kinds.OF_CLUB, kinds.EVENT)}
    own = set(apps.get_app_config("tournaments").get_models())
    missing = {model.__name__ for model in own - carried_models}
    assert missing == kinds.LEFT_OUT.keys()


@pytest.mark.strict
def test_nothing_secret_is_in_a_file(event, club, director):
    everything.of_club(club)
    director.username, director.first_name = "zqlogin", "Sofie"
    director.save()
    file = writing.club_file(club)
    with zipfile.ZipFile(file) as archive:
        inner = [name for name in archive.namelist() if name.endswith(".zip")]
        held = b"".join(archive.read(name) for name in archive.namelist())
        for name in inner:
            with archive.open(name) as one:
                held += b"".join(parts_of(one).values())
    for secret in (director.password, director.username, "password", "session"):
        assert secret.encode() not in held.replace(b"It holds no passwords", b"")
    assert not [name for name in schema.rows_of("event") if "link" in name]


def test_an_event_file_knows_no_addresses(event):
    Person.objects.update(email="a@club.example", phone="12 34 56 78")
    held = b"".join(parts_of(writing.event_file(event)).values())
    assert b"club.example" not in held
    assert b"12 34 56 78" not in held


def test_a_club_is_the_same_on_an_empty_machine(event, club):
    everything.league(club)
    everything.of_club(club)
    file = writing.club_file(club, photos=True)
    was = {"": everything.rows(club)} | {
        str(one.pk): everything.rows(one) for one in Event.objects.filter(club=club)
    }
    people = list(Person.objects.filter(memberships__club=club).order_by("pk").values())
    members = set(Membership.objects.values_list("person_id", "number", "status"))
    for part, rows in was[""].items():
        assert rows, part
    club = same_club(club)
    taken(file, club)
    now = {"": everything.rows(club)} | {
        str(one.pk): everything.rows(one) for one in Event.objects.filter(club=club)
    }
    for there in now.values():
        if "deeds" in there:
            there["deeds"] = [row for row in there["deeds"] if row["verb"] != "event.carried"]
    assert now == was
    assert list(Person.objects.filter(memberships__club=club).order_by("pk").values()) == people
    assert set(Membership.objects.values_list("person_id", "number", "status")) == members
    assert check_all() == []


@pytest.mark.strict
def test_a_club_taken_in_twice_is_there_once(event, club):
    everything.of_club(club)
    file = writing.club_file(club)
    count = {model: model._base_manager.count() for model in everything.models()}
    taken(file, club)
    assert {model: model._base_manager.count() for model in count} == count
    assert not Activity.objects.filter(verb="event.carried").exists()
