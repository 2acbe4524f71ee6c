"""The deals that a correction changed, in words."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.urls import reverse
from django.utils.translation import gettext as _

from rules import RuleSet
from tournaments.book.accounts import names_at
from tournaments.models import Correction, Names, Revision, Table
from tournaments.words.deals import record_words


@dataclass(frozen=True, slots=True)
class Corrected:
    """One deal of a correction, before and after."""

    where: str
    was: str
    now: str
    address: str


def corrected(correction: Correction) -> list[Corrected]:
    """Return the deals that a correction changed, in words."""
    made = correction.revisions.select_related("table__round").order_by("table", "deal")
    tables = {line.table for line in made}
    stood = {
        (each.table_id, each.deal, each.number): each
        for each in Revision.objects.filter(table__in=tables)
    }
    names = {table.pk: names_at(table) for table in tables}
    ruleset = RuleSet.from_json(correction.event.ruleset)
    return [
        Corrected(
            where=place_of(line.table, line.deal),
            was=_version(stood.get((line.table_id, line.deal, line.number - 1)), names, ruleset),
            now=_version(line, names, ruleset),
            address=_address(correction, line.table),
        )
        for line in made
    ]


def _address(correction: Correction, table: Table) -> str:
    """Return where the table's account stands, or the journal of one that is no more."""
    if table.round.replaced_at:
        return reverse("tournaments:journal", args=[correction.event_id])
    return reverse("tournaments:account", args=[table.pk])


def _version(line: Revision | None, names: Mapping[UUID, Names], ruleset: RuleSet) -> str:
    if line is None:
        return version_words(None, "", (), ruleset=ruleset)
    there = names[line.table_id].at(line.deal)
    return version_words(line.record, line.ruling, there, ruleset=ruleset)


def version_words(
    record: Mapping[str, Any] | None, ruling: str, names: Sequence[str], *, ruleset: RuleSet
) -> str:
    """Return what one version of a deal says; without a result, what was ruled."""
    if record and names:
        return record_words(record, names, ruleset=ruleset)
    return str(Revision.Ruling(ruling).label) if ruling else _("no result")


def place_of(table: Table, deal: int) -> str:
    """Return such as: Round 1, table 3, deal 7."""
    facts = {"round": table.round.number, "table": table.number, "deal": deal}
    return _("Round %(round)d, table %(table)d, deal %(deal)d") % facts
