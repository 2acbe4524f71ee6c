"""The rows of the standings, each kept as it was drawn: of a hall's hundreds a deal moves a few."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final
from uuid import UUID

from django import template
from django.template.context import Context
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe

from lhombre_club.club_words.speaking import tongue
from tournaments.standings.pages.standings import Place, Section

register = template.Library()
MOST: Final = 2048
"""Rows that are kept, of one or two thousand letters: four hundred players in two languages."""


@dataclass(frozen=True, slots=True)
class _Around:
    """What a row's look hangs on beside what it says itself."""

    event: UUID
    tongue: str
    compared: str
    penalised: bool
    handicapped: bool
    of_players: bool
    draws_ways: bool


@register.simple_tag(takes_context=True)
def standing_rows(context: Context, section: Section) -> SafeString:
    """Draw the rows of a section of the standings."""
    around = _Around(
        event=context["event"].pk,
        tongue=tongue(),
        compared=context["compared"],
        penalised=context["penalised"],
        handicapped=section.handicapped,
        of_players=section.of_players,
        draws_ways=context["draws_ways"],
    )
    return mark_safe("".join(_row(row, around) for row in section.places))  # noqa: S308 -- drawn


@lru_cache(MOST)
def _row(row: Place, around: _Around) -> SafeString:
    return render_to_string("standings/row.html", {"row": row, "around": around})
