"""Crosstables and the divisions of the next season, as they are shown."""

from collections.abc import Sequence
from dataclasses import dataclass

from django import forms
from django.utils.translation import gettext_lazy

from lhombre_club.members.shown import said
from tournaments.standings.queries.crosstables import Crosstable, Mover, NextDivision
from tournaments.teams.pages.teams import division_title
from tournaments.words.figures import signed


@dataclass(frozen=True, slots=True)
class CrossLine:
    """One line of a crosstable."""

    number: int
    name: str
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CrossSection:
    """The crosstable of one division."""

    title: str
    """Empty where there is only one."""
    numbers: tuple[int, ...]
    lines: tuple[CrossLine, ...]


def cross_sections(tables: Sequence[Crosstable]) -> list[CrossSection]:
    """Return what each team has won from each, division by division."""
    several = len(tables) > 1
    return [
        CrossSection(
            division_title(table.division) if several else "",
            tuple(row.team.number for row in table.rows),
            tuple(
                CrossLine(
                    row.team.number,
                    said(row.team.name),
                    tuple(
                        "·" if place == own else signed(meeting.points) if meeting else ""
                        for place, meeting in enumerate(row.meetings)
                    ),
                )
                for own, row in enumerate(table.rows)
            ),
        )
        for table in tables
    ]


def divisions_of(following: Sequence[NextDivision]) -> list[tuple[str, tuple[Mover, ...]]]:
    """Return the divisions of the next season with their headings."""
    return [(division_title(division.name), division.teams) for division in following]


class ExchangeForm(forms.Form):
    """How many go up and down."""

    moving = forms.IntegerField(
        label=gettext_lazy("So many go up and down"), min_value=0, max_value=30
    )
