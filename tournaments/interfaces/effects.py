"""What a correction would change, in words: deals, balances, places and payments."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from tournaments.domain import preview
from tournaments.domain.preview import DealEffect, Effect, Owed, TableEffect
from tournaments.interfaces import wording
from tournaments.interfaces.paper_standings import rank
from tournaments.interfaces.paper_words import short, signed
from tournaments.interfaces.settling import party
from tournaments.models import Event, Revision


@dataclass(frozen=True, slots=True)
class DealChange:
    """One deal before and after, as the sheet shows it."""

    deal: int
    before: str
    after: str
    points: tuple[tuple[str, str], ...]
    """By seat: what it moved, and what it would move."""
    pot: tuple[str, str]


@dataclass(frozen=True, slots=True)
class TableChange:
    """One table before and after."""

    round: int
    number: int
    names: tuple[str, ...]
    deals: tuple[DealChange, ...]
    """Those that change."""
    totals: tuple[tuple[str, str], ...]
    keeps_pot: bool


@dataclass(frozen=True, slots=True)
class PlaceChange:
    """One player before and after."""

    name: str
    place: tuple[str, str]
    points: tuple[str, str]


@dataclass(frozen=True, slots=True)
class Shown:
    """Everything that a change would do."""

    tables: tuple[TableChange, ...]
    places: tuple[PlaceChange, ...]
    payments: tuple[tuple[str, ...], tuple[str, ...]]
    """Who would pay whom before, and after; the same where nothing changes."""


def shown(effect: Effect) -> Shown:
    """Return what a change would do, for the page."""
    places = [
        PlaceChange(
            short(after.name),
            (rank(before), rank(after)),
            (signed(before.points), signed(after.points)),
        )
        for before, after in effect.moves
    ]
    payments = (_payments(effect.before.payments), _payments(effect.after.payments))
    return Shown(tuple(_table(each) for each in effect.tables), tuple(places), payments)


def _payments(owed: Sequence[Owed]) -> tuple[str, ...]:
    return tuple(
        _("%(payer)s pays %(payee)s %(amount)d kr")
        % {
            "payer": party(each.payer.key, each.payer.name),
            "payee": party(each.payee.key, each.payee.name),
            "amount": each.amount,
        }
        for each in owed
    )


def _table(effect: TableEffect) -> TableChange:
    event = effect.table.round.event
    return TableChange(
        round=effect.table.round.number,
        number=effect.table.number,
        names=tuple(short(name) for name in effect.names),
        deals=tuple(_deal(each, effect) for each in effect.deals if each.before != each.after),
        totals=_pairs(effect.totals_before, effect.totals_after),
        keeps_pot=event.accounting != Event.Accounting.RASLE,
    )


def _deal(each: DealEffect, effect: TableEffect) -> DealChange:
    nothing = (0,) * len(effect.names)
    before = each.before.changes if each.before else nothing
    after = each.after.changes if each.after else nothing
    pots = tuple(signed(one.pot) if one else "–" for one in (each.before, each.after))
    return DealChange(
        each.deal,
        _said(each.before, effect),
        _said(each.after, effect),
        _pairs(before, after),
        (pots[0], pots[1]),
    )


def _said(deal: preview.Shown | None, effect: TableEffect) -> str:
    """Return what was played, in short."""
    if deal is None:
        return "–"
    said = record_words(deal.record, effect.names)
    if deal.ruling == Revision.Ruling.DECIDED:
        return f"{said} ({Revision.Ruling.DECIDED.label})"
    return said


def record_words(record: Mapping[str, Any], names: Sequence[str]) -> str:
    """Return what a stored record says, such as: Alma: solo, won, 5–2–2."""
    if record.get("passed"):
        return capfirst(str(wording.PASSED))
    seats = [record["declarer"], *(each["seat"] for each in record.get("joined", ()))]
    who = _(" and ").join(short(names[seat]) for seat in seats)
    said = [str(wording.CONTRACTS[record["contract"]])]
    if record.get("abandoned"):
        said.append(_("thrown in"))
    elif isinstance(record.get("outcome"), str):
        said.append(str(wording.OUTCOMES[record["outcome"]]))
    elif record.get("tricks"):
        said.append("–".join(str(n) for n in record["tricks"] if n is not None))
    if record.get("tout"):
        said.append(str(wording.TOUTS[record["tout"]]))
    return f"{who}: {', '.join(said)}"


def _pairs(before: tuple[int, ...], after: tuple[int, ...]) -> tuple[tuple[str, str], ...]:
    return tuple((signed(one), signed(other)) for one, other in zip(before, after, strict=True))
