"""What the fields are called that a member reads of himself, and what words a text is made of."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.kept.domain.places import Rows

HEADINGS: Final[Mapping[str, Promise]] = {
    "address": _("Postal address"),
    "at": _("Answered"),
    "amount": _("Amount"),
    "answer": _("Answer"),
    "by__date": _("Annulled"),
    "champion_name": _("Champion"),
    "champion_why": _("Why"),
    "created_at": _("Worked out"),
    "date": _("Date"),
    "deal": _("Deal"),
    "display_name": _("Pseudonym"),
    "each": _("Kroner from each"),
    "email": _("E-mail"),
    "event__date": _("Date"),
    "event__name": _("Event"),
    "first_name": _("First name"),
    "half__name": _("Half season"),
    "held": _("Deals with cards"),
    "history_date": _("Said on"),
    "history_type": _("Taken back"),
    "household": _("Household"),
    "is_late": _("After the list was taken"),
    "kind": _("Wish"),
    "last_name": _("Last name"),
    "left_on": _("Last day"),
    "made_at": _("Made"),
    "name": _("Name"),
    "number": _("Number"),
    "one__first_name": _("First name of the one"),
    "one__last_name": _("Last name of the one"),
    "one__name": _("The one"),
    "other__first_name": _("First name of the other"),
    "other__last_name": _("Last name of the other"),
    "other__name": _("The other"),
    "own": _("The club’s own fields"),
    "paid_at": _("Paid"),
    "participant__name": _("Whose seat"),
    "payee_name": _("To"),
    "payer_name": _("From"),
    "phone": _("Phone"),
    "place": _("Place"),
    "points": _("Points"),
    "reached_by": _("The club writes by"),
    "reason": _("Reason"),
    "round__number": _("Round"),
    "said": _("Answer"),
    "season__name": _("Season"),
    "since": _("Since"),
    "state": _("What was said"),
    "status": _("Status"),
    "substitute_from": _("From deal"),
    "subject": _("Subject"),
    "substitute_name": _("Substitute"),
    "table__number": _("Table"),
    "text": _("Note"),
    "until": _("Until"),
    "withdrawn_at": _("Withdrawn"),
    "won": _("Games won"),
    "words": _("Words"),
    "year": _("Year"),
    "tournaments.CountedPlayer.beside": _("Beside the deals"),
    "tournaments.CountedPlayer.defended": _("As defender"),
    "tournaments.CountedPlayer.out": _("Sitting out"),
    "tournaments.CountedPlayer.points": _("Points of own games"),
    "tournaments.EveningPrize.kind": _("In kind"),
    "tournaments.Letter.made_at": _("Written"),
    "tournaments.Letter.text": _("Text"),
    "tournaments.Merge.at": _("Merged"),
    "tournaments.Rating.counted__event__date": _("Worked out after the evening of"),
    "tournaments.Rating.points": _("Playing strength"),
}
"""By the last one or two parts of the way to the field, or by model and way where that is more."""


def heading(rows: Rows, way: str) -> str:
    """Return what a field that somebody reads of himself is called."""
    parts = way.split("__")
    keys = (f"{rows.model}.{way}", "__".join(parts[-2:]), parts[-1])
    return str(next(HEADINGS[key] for key in keys if key in HEADINGS))


def differing(was: Any, now: Any) -> Iterator[str]:
    """Yield the texts of ``was`` that are others in ``now``, which is of the same form."""
    if isinstance(was, Mapping) and isinstance(now, Mapping):
        for key, each in was.items():
            yield from differing(each, now.get(key))
    elif isinstance(was, list) and isinstance(now, list):
        for one, other in zip(was, now, strict=False):
            yield from differing(one, other)
    elif was != now:
        yield str(was)
