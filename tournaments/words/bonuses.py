"""Side bonuses in words, for everybody and for whom they concern."""

from dataclasses import dataclass
from functools import cache
from typing import Final
from uuid import UUID

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, override

from tournaments.models import Participant, SideBonus
from tournaments.words.figures import kroner, short

NINE_MATADORS: Final = gettext_lazy("Nine matadors")
"""The reason that the form begins with."""


def bonus_reason(text: str) -> str:
    """Return a reason for its reader: that of the form in the language that is active.

    Whatever else was written stays as it is.
    """
    return str(NINE_MATADORS) if text in _said() else text


@cache
def _said() -> frozenset[str]:
    """Return the form's own reason in every language in which it may have been sent."""
    said = set()
    for code, _name in settings.LANGUAGES:
        with override(code):
            said.add(str(NINE_MATADORS))
    return frozenset(said)


@dataclass(frozen=True, slots=True)
class BonusLine:
    """One side bonus."""

    id: UUID
    says: str
    """Who gets how much from how many."""
    reason: str
    where: str
    """Such as: Round 1, table 2, deal 5."""


@dataclass(frozen=True, slots=True)
class OwnBonus:
    """What one side bonus is to one player."""

    kroner: str
    says: str
    where: str


def bonus_line(bonus: SideBonus, *, oere: bool) -> BonusLine:
    """Return what everybody reads of a side bonus; its winner and payers are read already.

    ``oere``: amounts have øre where it is read.
    """
    payers = len(bonus.payers.all())
    says = ngettext(
        "%(name)s gets %(each)s from %(payers)d player",
        "%(name)s gets %(each)s from each of %(payers)d players",
        payers,
    ) % {
        "name": short(bonus.winner.name),
        "each": kroner(bonus.each, oere=oere),
        "payers": payers,
    }
    return BonusLine(bonus.pk, says, bonus_reason(bonus.reason), _where(bonus))


def own_bonus(bonus: SideBonus, player: Participant) -> OwnBonus | None:
    """Return what a side bonus is to a player; None where it is nothing to him."""
    payers = bonus.payers.all()
    if bonus.winner_id == player.pk:
        gets = _kroner(bonus.each * len(payers), player)
        return OwnBonus(gets, bonus_reason(bonus.reason), _where(bonus))
    if player not in payers:
        return None
    says = _("%(reason)s, to %(name)s") % {
        "reason": bonus_reason(bonus.reason),
        "name": short(bonus.winner.name),
    }
    return OwnBonus(_kroner(-bonus.each, player), says, _where(bonus))


def _kroner(amount: int, player: Participant) -> str:
    return kroner(amount, oere=player.event.has_oere, sign=True)


def _where(bonus: SideBonus) -> str:
    facts = {"round": bonus.round, "table": bonus.table, "deal": bonus.deal}
    if bonus.deal:
        return _("Round %(round)d, table %(table)d, deal %(deal)d") % facts
    if bonus.table:
        return _("Round %(round)d, table %(table)d") % facts
    return _("Round %(number)s") % {"number": bonus.round}
