"""What an event of a club may start from: its presets, the event before it, and its rules."""

import datetime as dt
import re
from collections.abc import Mapping
from itertools import count
from typing import Any, Final
from uuid import UUID, uuid5

from lhombre_club.club_words.speaking import as_stored
from lhombre_club.members.models import Club
from rules import RULESETS, RuleSet
from scoring.kind import Value
from scoring.rasle import SITTER_PAYS
from scoring.sequence import SETTINGS
from tournaments.book.accounts import settings_of
from tournaments.book.begun import CLUB_NIGHT, ENDING, Preset
from tournaments.models import ClubPreset, Event, OwnRules

_NUMBER: Final = re.compile(r" \(\d+\)$")
_LONGEST: Final = 120
"""Letters of an event’s name."""
_UNSAVED: Final = "the usual club night"
"""From this and the club’s key comes that of a preset which is not stored yet."""


def own_rules(club: Club | UUID) -> dict[str, OwnRules]:
    """Return the newest version of each rule set that the club has made and offers, by its id."""
    rows = OwnRules.objects.filter(club=club, offered=True).order_by("slug", "version")
    return {row.slug: row for row in rows}


def rulesets_of(club: Club | UUID) -> dict[str, RuleSet]:
    """Return what the club may play by: its own rules and then those that are published, by id."""
    own = {slug: RuleSet.from_json(row.ruleset) for slug, row in own_rules(club).items()}
    return {**own, **RULESETS}


def stored_presets(club: Club) -> list[ClubPreset]:
    """Return the club’s presets in their order; never none.

    A club that has not written one has a club night as everybody's, which is not stored yet.
    """
    rows = ClubPreset.objects.filter(club=club).select_related("season")
    return list(rows) or [_usual(club)]


def _usual(club: Club) -> ClubPreset:
    with as_stored():
        name = str(CLUB_NIGHT.title)
    return ClubPreset(
        pk=uuid5(club.pk, _UNSAVED),
        club=club,
        name=name,
        kind=CLUB_NIGHT.kind,
        rules=CLUB_NIGHT.ruleset,
        accounting=CLUB_NIGHT.accounting,
        deals=CLUB_NIGHT.deals,
        rounds=CLUB_NIGHT.rounds,
        language=CLUB_NIGHT.language,
    )


def preset_of(row: ClubPreset, offered: Mapping[str, RuleSet]) -> Preset:
    """Return a stored preset as an event starts from it, by the rules that the club offers.

    Where its rules are offered no more, it is those that are usual everywhere.
    """
    slug = row.rules if row.rules in offered else CLUB_NIGHT.ruleset
    return Preset(
        title=row.name,
        ruleset=slug,
        rules=_with(offered[slug], row.options if slug == row.rules else {}),
        accounting=row.accounting,
        settings={key: value for key, value in row.settings.items() if key in SETTINGS},
        unit=row.unit,
        smallest=row.smallest,
        start=row.start,
        kind=row.kind,
        deals=row.deals,
        rounds=row.rounds,
        season=row.season,
        language=row.language,
    )


def latest_event(club: Club, until: dt.date) -> Event | None:
    """Return the club’s latest event up to a day; None if it has played nothing yet."""
    rows = Event.objects.filter(club=club, date__lte=until).select_related("season")
    return rows.first()


def free_name(club: Club, title: str, date: dt.date) -> str:
    """Return what an event of that day is called unless something else is written.

    The second of a day with the same title has a number, so that nobody takes it for the first.
    """
    taken = set(Event.objects.filter(club=club, date=date).values_list("name", flat=True))
    if title not in taken:
        return title
    bare = _NUMBER.sub("", title)
    ends = (f" ({number})" for number in count(2))
    return next(name for end in ends if (name := bare[: _LONGEST - len(end)] + end) not in taken)


def _title(event: Event) -> str:
    """Return what an event is called, without the number of a second one of its day."""
    bare = _NUMBER.sub("", event.name)
    days = Event.objects.filter(club=event.club_id, date=event.date, name=bare)
    return bare if bare != event.name and days.exists() else event.name


def as_before(event: Event, offered: Mapping[str, RuleSet]) -> Preset:
    """Return what an event was made from, so that the next is as it was.

    Rules of which the club has a newer version are played by that, with the same options.
    """
    rules = RuleSet.from_json(event.ruleset)
    known = offered.get(rules.id)
    if known is not None and known.version != rules.version:
        rules = _with(known, options_in(rules))
    return Preset(
        title=_title(event),
        ruleset=rules.id,
        rules=rules,
        accounting=event.accounting,
        settings=_said(settings_of(event), rules),
        unit=event.unit,
        smallest=event.smallest,
        start=event.start,
        kind=event.kind,
        deals=event.deals_per_round,
        rounds=event.planned_rounds,
        season=event.season,
        language=event.language,
        ending={name: getattr(event, name) for name in ENDING},
    )


def options_in(rules: RuleSet) -> dict[str, Any]:
    """Return how the options of a rule set are set in it, as JSON keeps them."""
    held = {name: getattr(rules, name) for name in rules.options}
    return {name: [*told] if isinstance(told, tuple) else told for name, told in held.items()}


def _said(settings: Mapping[str, Value], rules: RuleSet) -> dict[str, Value]:
    """Return the settings, without who sits out where that is as the rules say."""
    as_ruled = settings[SITTER_PAYS.key] == rules.sitter_pays
    return {key: value for key, value in settings.items() if key != SITTER_PAYS.key or not as_ruled}


def _with(rules: RuleSet, options: Mapping[str, Any]) -> RuleSet:
    """Return the rules with the options that they have; one that is unknown by now is left out."""
    return rules.changed({name: options[name] for name in rules.options if name in options})


def find_preset(club: Club, pk: UUID) -> ClubPreset | None:
    """Return one of the club’s presets, also the one that is not stored yet."""
    return next((row for row in stored_presets(club) if row.pk == pk), None)
