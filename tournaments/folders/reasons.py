"""Why folders cannot travel through an event like that."""

from collections.abc import Mapping, Sequence
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from lhombre_club.refusal import Reason, Refusal
from tournaments.plans.folders import Fault, Flaw
from tournaments.words.figures import short

MOST_SENTENCES: Final = 8
FLAWS: Final[Mapping[Flaw, Promise]] = {
    Flaw.MISSED: _("Table %(table)s does not play folder %(folder)d, which others play."),
    Flaw.PLAYED_TWICE: _("Table %(table)s plays folder %(folder)d twice."),
    Flaw.MET_TWICE: _("%(name)s meets folder %(folder)d a second time, at table %(table)s."),
    Flaw.TWO_PLACES: _(
        "In deal %(deal)s folder %(folder)d would have to lie at more tables than there are sets."
    ),
}


class FolderReason(Reason):
    """The folders cannot travel so."""

    NOT_DRAWN = "folders_not_drawn", _("The rounds are not drawn yet. Draw them first.")
    """There are no tables that folders could travel between."""
    GAP = (
        "folders_gap",
        _(
            "Folders travel from table to table in the order of their numbers, but in round "
            "%(round)d there is no table %(table)d. Draw it anew, or play without folders."
        ),
    )
    """A number between the tables' has no table; the first is named."""
    OTHER_TABLES = (
        "folders_other_tables",
        _(
            "The folders were set for other tables than are drawn now: there are %(tables)d, "
            "with %(deals)d deals in a round. Set the folders anew."
        ),
    )
    """There are more or fewer tables than first folders, or a round has other deals."""
    PLAYED = (
        "folders_played",
        _(
            "Round %(round)d, table %(table)d has played deal %(deal)d from folder %(folder)d, and "
            "keeps it. Leave the folders of that round as they were, or set others from a later "
            "round on."
        ),
    )
    """A deal that is in would have been played from another folder; the first is named."""
    FLAWED = "folders_flawed", _("The folders go wrong.")


class FlawedMovementError(Refusal):
    """The folders would not reach every table once, or meet somebody twice."""

    def __init__(self, faults: Sequence[Fault], names: Sequence[str]) -> None:
        super().__init__(FolderReason.FLAWED)
        self.faults = tuple(faults)
        self.names = tuple(names)
        """Of the players that the faults count."""

    @property
    def sentences(self) -> tuple[str, ...]:
        """Say each flaw too."""
        return (*super().sentences, *flaws(self.faults, self.names))


def flaws(faults: Sequence[Fault], names: Sequence[str]) -> list[str]:
    """Return a sentence for each flaw, the first few of very many."""
    told = list(dict.fromkeys(_flaw(fault, names) for fault in faults))
    rest = len(told) - MOST_SENTENCES
    if rest <= 0:
        return told
    more = ngettext("And %(count)d more of the kind.", "And %(count)d more of the kind.", rest)
    return [*told[:MOST_SENTENCES], more % {"count": rest}]


def _flaw(fault: Fault, names: Sequence[str]) -> str:
    facts = {
        "folder": fault.folder,
        "table": "" if fault.table is None else fault.table + 1,
        "name": "" if fault.player is None else short(names[fault.player]),
        "deal": fault.sequence or "",
    }
    return str(FLAWS[fault.flaw]) % facts
