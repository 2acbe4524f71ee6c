"""The file of a club is a stranger's too: its own rows, and the files that lie in it."""

import io
import json

import pytest

from lhombre_club.members.models import Club, Membership, Person
from lhombre_club.refusal import Refusal
from tests.tournaments.carried import everything, hostile
from tests.tournaments.carried.hostile import bare, row
from tests.tournaments.carried.test_round_trip import taken
from tournaments.carried.domain import clubs as domain
from tournaments.carried.queries import writing
from tournaments.carried.reasons import CarriedReason
from tournaments.models import Event, OwnRules, Season

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def kept():
    return {}


@pytest.fixture
def parts(club, kept):
    if not kept:
        everything.evening(club)
        everything.of_club(club)
        kept.update(hostile.parts_of(writing.club_file(club)))
    everything.empty_machine()
    return dict(kept)


def inner(parts: hostile.Parts) -> str:
    return next(name for name in parts if name.startswith("events/"))


def changed_event(change: hostile.Change) -> hostile.Change:
    """Let the file of an event that lies in it say something else."""

    def changed(parts: hostile.Parts) -> None:
        name = inner(parts)
        event = hostile.parts_of(io.BytesIO(parts[name]))
        change(event)
        parts[name] = hostile.zipped(hostile.sealed(event)).getvalue()

    return changed


def another_name(parts: hostile.Parts) -> None:
    parts[f"events/{hostile.STRANGE}.zip"] = parts.pop(inner(parts))


def club_in_club(parts: hostile.Parts) -> None:
    parts[inner(parts)] = hostile.zipped(hostile.sealed(parts)).getvalue()


CHANGES: dict[str, hostile.Change] = {
    "rules that are none": row("own_rules", ruleset={}),
    "rules of another name": row("own_rules", slug="dlu"),
    "a preset of no account": row("presets", accounting="roulette"),
    "a draw of tables of two": row("season_draws", evenings=[[[0, 1]]]),
    "a place of nobody": row("season_places", person=hostile.STRANGE),
    "a champion of nobody": row("seasons", champion=hostile.STRANGE),
    "an evening of no event": row("drawn_evenings", event=hostile.STRANGE),
    "a settling of no season": row("settlings", season=None),
    "a status that there is not": row("people", status="owner"),
    "a role": row("people", role="director"),
    "words that are none": row("club", words={"tout": 1}),
    "somebody twice": hostile.twice("people"),
    "an event of another name": another_name,
    "a club in a club": club_in_club,
    "an event that is none": lambda parts: parts.update({inner(parts): b"PK"}),
    "an event that was changed": changed_event(row("totals", points=99)),
    "an event without a seal": changed_event(hostile.fewer("seals")),
    "a way out": bare("events/../../x.zip", b"x"),
}


@pytest.mark.parametrize("name", CHANGES)
def test_a_club_is_taken_in_whole_or_not_at_all(parts, name):
    CHANGES[name](parts)
    club = Club.objects.create(name="Et andet sted")
    with pytest.raises(Refusal) as refused:
        taken(hostile.zipped(hostile.sealed(parts)), club)
    assert isinstance(refused.value.reason, CarriedReason)
    for model in (Event, Person, Membership, Season, OwnRules):
        assert model._base_manager.count() == 0


def test_unchanged_it_is_taken(parts):
    """The twin."""
    club = Club.objects.create(name="Et andet sted")
    assert taken(hostile.zipped(hostile.sealed(parts)), club)
    assert Membership.objects.filter(club=club).exists()


def test_without_the_rules_own_judgement_nonsense_is_taken(parts, monkeypatch):
    """The twin: rules that no page could show."""
    CHANGES["rules that are none"](parts)
    monkeypatch.setattr(domain, "_expect_sense", lambda _carried: None)
    assert taken(hostile.zipped(hostile.sealed(parts)), Club.objects.create(name="X"))
    assert OwnRules.objects.get().ruleset == {}


def test_what_the_club_has_already_stays_as_it_is(parts):
    club = Club.objects.create(name="Et andet sted")
    own = Season.objects.create(club=club, name="Vinter", planned=99)
    told = json.loads(parts["people.json"])
    known = next(each for each in told if each["number"])
    person = Person.objects.create(
        first_name=known["first_name"], last_name=known["last_name"], email="her@club.example"
    )
    Membership.objects.create(club=club, person=person, number=known["number"])
    taken(hostile.zipped(parts), club)
    assert Season.objects.get(pk=own.pk).planned == 99
    assert Season.objects.filter(club=club, name="Vinter").count() == 1
    person.refresh_from_db()
    assert person.email == "her@club.example"
    club.refresh_from_db()
    assert club.shown_as == "initial"  # it was not empty


def test_seasons_of_another_club_are_not_touched(parts):
    """A key that is another club's is given anew; nothing of that club leads here."""
    other, club = Club.objects.create(name="A"), Club.objects.create(name="B")
    (season, *_) = json.loads(parts["seasons.json"])
    theirs = Season.objects.create(pk=season["id"], club=other, name="Deres")
    taken(hostile.zipped(parts), club)
    theirs.refresh_from_db()
    assert (theirs.club, theirs.name, theirs.events.count()) == (other, "Deres", 0)
    assert Season.objects.filter(club=club).count() == 2
