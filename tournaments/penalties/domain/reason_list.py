"""The club's own list of what is penalised, and how hard: it is offered, and binds nobody.

A decision keeps the words that it was made with; whatever happens to the list changes none.
"""

import logging
from collections.abc import Sequence
from typing import Final
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.utils import translation
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from lhombre_club.club_words.speaking import as_stored
from lhombre_club.members.models import Club
from lhombre_club.refusal import Refusal
from tournaments.models import PenaltyReason
from tournaments.penalties.reasons import ListReason

logger = logging.getLogger(__name__)

MOST_POINTS: Final = 1000
LONGEST_TEXT: Final = 200

FIRST_LIST: Final[tuple[tuple[Promise, int], ...]] = (
    (_("Named the suit before the bidding was won"), 1),
    (_("Bid bedre spil, tourné, købe nolo or solo spar without need"), 1),
    (_("Bid tourné or tourné-respekt without need, with respekt in hand"), 1),
    (_("Bid or played out of turn"), 0),
    (_("Showed a card, or spoke of the hand"), 0),
    (_("Looked at the talon or at another’s cards while sitting out"), 0),
    (_("Came late to the table"), 0),
)
"""What the union's rules of play penalise, at a point each, and what calls for a warning first."""


def penalty_reasons(club: Club) -> list[PenaltyReason]:
    """Return the list that is offered, in its order; a club without any gets the first list."""
    lines = _lines(club)
    if not lines:
        with as_stored():  # whoever asks first
            PenaltyReason.objects.bulk_create(
                (
                    PenaltyReason(club=club, text=str(text), points=points, position=position)
                    for position, (text, points) in enumerate(FIRST_LIST)
                ),
                ignore_conflicts=True,  # another asked at the same moment
            )
        lines = _lines(club)
    return [line for line in lines if not line.retired]


def shown(text: str) -> str:
    """Return a line of the list for its reader: the first list's in the language that is active.

    What a club wrote itself stays as it is; so does what a decision was made with.
    """
    return str(next((own for own, _points in FIRST_LIST if _kept(own) == text), text))


def offered(text: str) -> str:
    """Return a line of the list as a decision is to say it: in the club's language and words.

    The decision is read by everybody, on papers and public pages.
    """
    with translation.override(settings.LANGUAGE_CODE):
        return shown(text)


@transaction.atomic
def add_reason(*, club: Club, text: str, points: int, actor: str) -> PenaltyReason:
    """Put a line at the end of the list; one that was retired comes back to its place.

    Raises Refusal.
    """
    said = _checked(text, points)
    lines = _locked(club)
    line = next((line for line in lines if line.text == said), None)
    if line is None:
        line = PenaltyReason(club=club, text=said, position=_after(lines), retired=True)
    if not line.retired:
        raise Refusal(ListReason.TEXT_TAKEN)
    line.points, line.retired = points, False
    line.save()
    logger.info("%s added the penalty reason %s", actor, line.pk)
    return line


@transaction.atomic
def change_reason(*, reason: PenaltyReason, text: str, points: int, actor: str) -> PenaltyReason:
    """Give a line other words or points. Raises Refusal."""
    said = _checked(text, points)
    lines = {line.pk: line for line in _locked(reason.club)}
    line = lines.pop(reason.pk)
    if any(other.text == said for other in lines.values()):
        raise Refusal(ListReason.TEXT_TAKEN)
    line.text, line.points = said, points
    line.save()
    logger.info("%s changed the penalty reason %s", actor, line.pk)
    return line


@transaction.atomic
def retire_reason(*, reason: PenaltyReason, actor: str) -> None:
    """Offer a line no longer; a second time changes nothing."""
    PenaltyReason.objects.filter(pk=reason.pk).update(retired=True)
    logger.info("%s retired the penalty reason %s", actor, reason.pk)


@transaction.atomic
def reorder_reasons(*, club: Club, order: Sequence[UUID], actor: str) -> list[PenaltyReason]:
    """Bring the lines that are offered into this order. Raises Refusal."""
    lines = {line.pk: line for line in _locked(club) if not line.retired}
    if len(order) != len(lines) or set(order) != set(lines):
        raise Refusal(ListReason.OTHER_LINES)
    for position, key in enumerate(order):
        lines[key].position = position
    PenaltyReason.objects.bulk_update(lines.values(), ["position"])
    logger.info("%s ordered the penalty reasons of %s", actor, club.pk)
    return [lines[key] for key in order]


def _lines(club: Club) -> list[PenaltyReason]:
    return list(PenaltyReason.objects.filter(club=club))


def _locked(club: Club) -> list[PenaltyReason]:
    """Return every line, retired ones too, and let nobody else change the list meanwhile."""
    Club.objects.select_for_update().get(pk=club.pk)
    penalty_reasons(club)
    return _lines(club)


def _after(lines: Sequence[PenaltyReason]) -> int:
    return max(line.position for line in lines) + 1


def _checked(text: str, points: int) -> str:
    said = text.strip()
    if not said:
        raise Refusal(ListReason.NO_TEXT)
    if len(said) > LONGEST_TEXT:
        raise Refusal(ListReason.TEXT_TOO_LONG)
    if not 0 <= points <= MOST_POINTS:
        raise Refusal(ListReason.POINTS_INVALID)
    return next((_kept(own) for own, _points in FIRST_LIST if str(own) == said), said)


def _kept(own: Promise) -> str:
    """Return a line of the first list as it is stored."""
    with as_stored():
        return str(own)
