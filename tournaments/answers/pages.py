"""What a member's own page says of the evenings to come."""

import datetime as dt
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from lhombre_club.members.models import Answer
from tournaments.answers.queries import Evening
from tournaments.calendar.pages import when
from tournaments.words import figures

Said = Answer.Said
BUTTONS: Final[Mapping[str, Promise]] = {
    Said.COMES: _("I come"),
    Said.AWAY: _("I don’t come"),
    Said.SUBSTITUTE: _("I can substitute"),
}
SOON: Final = 6
"""So many evenings stand open; the later ones behind a fold."""


@dataclass(frozen=True, slots=True)
class Line:
    """An evening, and what was said of it."""

    evening: Evening
    when: str
    name: str
    place: str
    answer: Answer | None
    is_taken: bool

    @property
    def said(self) -> str:
        """What he has said, in his own words."""
        return str(BUTTONS[self.answer.said]) if self.answer else ""

    @property
    def may_answer(self) -> bool:
        """Whether there is something that he can still say."""
        return not self.evening.called_off and not (self.is_taken and self.answer)

    @property
    def buttons(self) -> list[tuple[str, Promise, bool]]:
        """What he can say, and whether he has."""
        own = self.answer.said if self.answer else ""
        return [(said, words, said == own) for said, words in BUTTONS.items()]


def lines(
    evenings: Iterable[Evening], answers: Mapping[dt.date, Answer], taken: set[dt.date]
) -> list[Line]:
    """Return the evenings as lines."""
    return [_line(each, answers.get(each.date), each.date in taken) for each in evenings]


def _line(evening: Evening, answer: Answer | None, is_taken: bool) -> Line:  # noqa: FBT001
    stays = [each for each in evening.planned if not each.called_off] or evening.planned
    return Line(
        evening=evening,
        when=when(stays[0]) if stays else day(evening.date),
        name=", ".join(dict.fromkeys([*(each.name for each in stays), *evening.names])),
        place=", ".join(dict.fromkeys(each.place for each in stays if each.place)),
        answer=answer,
        is_taken=is_taken,
    )


def day(date: dt.date) -> str:
    """Say which day it is."""
    return capfirst(figures.day(date))
