"""What a new event starts from: the club's evening before it, or one of the club's presets."""

import datetime as dt
from dataclasses import dataclass, replace
from typing import Final

from django.utils.formats import date_format

from lhombre_club.members.models import Club
from lhombre_club.members.queries import evening
from tournaments.book.begun import Preset
from tournaments.book.presets import (
    as_before,
    latest_event,
    preset_of,
    rulesets_of,
    stored_presets,
)
from tournaments.calendar.queries import next_evening
from tournaments.words import wording
from tournaments.words.dates import renewed
from tournaments.words.options import differs

LATEST: Final = "latest"


@dataclass(frozen=True, slots=True)
class Beginning:
    """One thing to start from."""

    key: str
    """In the address, as ``from``."""
    title: str
    preset: Preset

    @property
    def rules(self) -> str:
        """The rules that it brings, and in what they are not as printed."""
        rules = self.preset.rules
        return f"{wording.title(rules)}. {differs(rules)}".strip() if rules else ""


@dataclass(frozen=True, slots=True)
class Beginnings:
    """Everything to start from, and what was chosen of it."""

    every: tuple[Beginning, ...]
    chosen: Beginning


def beginnings(club: Club, key: str, day: dt.date | None = None) -> Beginnings:
    """Return what an event of the club may start from; chosen is the one of that key.

    Else it is the club's latest event, or the first preset where nothing was played yet. Where
    the name of that event says its date, it is that of ``day`` instead, this evening's where none
    is said; and what the calendar has then gives its name and its season.
    """
    date_of_new = evening() if day is None else day
    offered = rulesets_of(club)
    every = [
        Beginning(str(row.pk), row.name, preset_of(row, offered)) for row in stored_presets(club)
    ]
    latest = latest_event(club, evening())
    if latest is not None:
        date = date_format(latest.date, "DATE_FORMAT")
        before = as_before(latest, offered)
        title = renewed(str(before.title), latest.date, date_of_new)
        every.insert(0, Beginning(LATEST, f"{latest.name}, {date}", replace(before, title=title)))
    chosen = next((each for each in every if each.key == key), every[0])
    return Beginnings(
        tuple(every), replace(chosen, preset=_of_day(club, chosen.preset, date_of_new))
    )


def _of_day(club: Club, preset: Preset, day: dt.date) -> Preset:
    """Return the preset with the name and the season of that day in the calendar."""
    planned = next_evening(club, day)
    if planned is None or planned.date != day:
        return preset
    return replace(preset, title=planned.name, season=planned.season or preset.season)
