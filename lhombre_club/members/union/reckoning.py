"""Dues, votes and grants, reckoned from who was a member and who came."""

import datetime as dt
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from lhombre_club.members.came import Evening, in_time
from lhombre_club.members.models import Club, Membership, UnionFigures
from lhombre_club.members.queries import standing_on


def figures_of(club: Club) -> UnionFigures:
    """Return what the club has written down, or what the union's statutes say."""
    return UnionFigures.objects.filter(club=club).first() or UnionFigures(club=club)


def write_down(*, club: Club, actor: str, **figures: Any) -> UnionFigures:
    """Keep the figures as they are from now on."""
    del actor  # they are the union's, and nobody of the club answers for them
    kept, _is_new = UnionFigures.objects.update_or_create(club=club, defaults=figures)
    return kept


def last_count(figures: UnionFigures, today: dt.date) -> dt.date:
    """Return the newest day on which members are counted."""
    return _before(figures.counted_on, today + dt.timedelta(days=1))


def next_payment(figures: UnionFigures, counted: dt.date) -> dt.date:
    """Return the first day of paying that comes after a count."""
    return _on(figures.paid_by, _before(figures.paid_by, counted + dt.timedelta(days=1)).year + 1)


def season_of(date: dt.date) -> tuple[dt.date, dt.date]:
    """Return the first and the last day of the season that a day lies in: July to June."""
    first = _before("07-01", date + dt.timedelta(days=1))
    return first, _on("07-01", first.year + 1) - dt.timedelta(days=1)


def _before(month_and_day: str, date: dt.date) -> dt.date:
    """Return the last such day before ``date``."""
    this_year = _on(month_and_day, date.year)
    return this_year if this_year < date else _on(month_and_day, date.year - 1)


def _on(month_and_day: str, year: int) -> dt.date:
    return dt.date.fromisoformat(f"{year}-{month_and_day}")


@dataclass(frozen=True, slots=True)
class Dues:
    """What a club owes the union for a year."""

    counts: Sequence[tuple[Membership.Status, int]]
    """How many of each status that counts."""
    figures: UnionFigures
    teams: int

    @property
    def members(self) -> int:
        """How many the union counts."""
        return sum(number for _status, number in self.counts)

    @property
    def for_members(self) -> int:
        """In kroner, before it is seen whether that is enough."""
        return self.members * self.figures.a_member

    @property
    def lacking(self) -> int:
        """What is added so that it is the least that a club pays; a club of nobody pays nothing."""
        return max(0, self.figures.least - self.for_members) if self.members else 0

    @property
    def for_teams(self) -> int:
        """In kroner."""
        return self.teams * self.figures.a_team

    @property
    def total(self) -> int:
        """In kroner."""
        return self.for_members + self.lacking + self.for_teams

    @property
    def votes(self) -> int:
        """At the meeting of the union."""
        steps: list[int] = self.figures.votes_above
        return 1 + sum(self.members > step for step in steps)


def dues_on(club: Club, date: dt.date, teams: int = 0) -> Dues:
    """Return what is owed by who was a member on ``date``."""
    figures = figures_of(club)
    count = Counter(each.status for each in standing_on(club, date))
    counts = [(each, count[each]) for each in Membership.Status if each in figures.statuses]
    return Dues(counts, figures, teams)


def not_yet_on(club: Club, date: dt.date, today: dt.date) -> list[Membership]:
    """Return who counts ``today`` and was nobody of the club on ``date``, as its list has it."""
    counted = figures_of(club).statuses
    were = {each.membership.pk for each in standing_on(club, date)}
    return [
        each.membership
        for each in standing_on(club, today)
        if each.status in counted and each.membership.pk not in were
    ]


@dataclass(frozen=True, slots=True)
class Lesson:
    """An evening on which somebody was taught."""

    evening: Evening
    grant: int
    """In kroner; 0 where the season has had as many as are paid for."""


def lessons(figures: UnionFigures, evenings: Iterable[Evening]) -> list[Lesson]:
    """Return the evenings with a beginner and an instructor, and what each is worth."""
    taught = [each for each in evenings if each.beginners and each.instructors]
    return [
        Lesson(
            each, (each.beginners + each.instructors) * figures.a_lesson * (at < figures.lessons)
        )
        for at, each in enumerate(taught)
    ]


def lessons_in(club: Club, first: dt.date, last: dt.date) -> list[Lesson]:
    """Return the evenings of a season on which somebody was taught."""
    return lessons(figures_of(club), in_time(club, first, last).evenings)
