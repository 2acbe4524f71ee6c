"""What is decided already, as sentences below the standings and on a player's own page."""

from collections.abc import Iterator
from typing import Final
from uuid import UUID

from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.standings.queries.standings import Row
from tournaments.standings.queries.still import Still
from tournaments.words.figures import ordinal, short

FIRST: Final = 3
"""Places of which it is said who is sure of one: those that have a prize."""


def decided(found: Still | None) -> list[str]:
    """Return who is sure of what, and by how many the first can still be caught.

    Nothing while everybody can catch the first: so it is until late in an evening.
    """
    return list(_decided(found)) if found else []


def _decided(found: Still) -> Iterator[str]:
    placed = [row for row in found.rows.values() if row.place is not None]
    first = [row for row in placed if row.place == 1]
    sure = [row for row in placed if _is_among_first(row, found)]
    if len(first) == 1:
        chasing = len(found.catchers(first[0].participant))
        facts = {"name": short(first[0].name), "players": chasing}
        if not chasing:
            yield _("%(name)s is sure of the first place.") % facts
            sure.remove(first[0])
        elif chasing < len(found.rows) - 1:
            says = ngettext(
                "%(name)s leads, and can still be caught by %(players)d player.",
                "%(name)s leads, and can still be caught by %(players)d players.",
                chasing,
            )
            yield says % facts
    if sure and len(found.rows) > FIRST:
        names = get_text_list([short(row.name) for row in sure], _("and"))
        yield _("Sure of one of the first three places: %(names)s.") % {"names": names}


def _is_among_first(row: Row, found: Still) -> bool:
    return row.place is not None and row.place <= FIRST and found.stays(row.participant, FIRST)


def own(found: Still | None, player: UUID) -> str:
    """Return between which places somebody can still end; empty where nothing can be said."""
    if found is None or player not in found.rows or found.rows[player].place is None:
        return ""
    best, worst = found.best(player), found.worst(player)
    facts = {"best": ordinal(best), "worst": ordinal(worst), "rounds": found.rounds}
    if best == worst:
        return _("The %(best)s place is safe, whatever is still played.") % facts
    says = ngettext(
        "With %(rounds)d round planned, still within reach: from the %(best)s place to the "
        "%(worst)s.",
        "With %(rounds)d rounds planned, still within reach: from the %(best)s place to the "
        "%(worst)s.",
        found.rounds,
    )
    return says % facts
