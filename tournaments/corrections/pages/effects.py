"""What a correction would change, in words: deals, balances, places and payments."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol, TypeAlias

from lhombre_club.web.shown_first import mark
from rules import RuleSet
from scoring.sequence import KINDS
from tournaments.book.doubts import doubt
from tournaments.corrections import preview
from tournaments.corrections.pages.corrected import version_words
from tournaments.corrections.preview import DealEffect, Effect, TableEffect
from tournaments.models import Revision
from tournaments.money.domain import Owed
from tournaments.money.words import party, pays
from tournaments.standings.pages.standings import rank
from tournaments.words.figures import kroner, short, signed

Pairs: TypeAlias = tuple[tuple[str, str], ...]
"""By seat what was before, and after."""


class Asking(Protocol):
    """A form that was filled in."""

    def asked(self) -> object:
        """Return what it asks for, as JSON, and what of the sheet it was asked about."""


@dataclass(frozen=True, slots=True)
class DealChange:
    """One deal before and after, as the sheet shows it."""

    deal: int
    before: str
    after: str
    points: tuple[tuple[str, str], ...]
    """What it moved, and what it would move, by seat: of those who change at the table."""
    pot: tuple[str, str]
    doubt: str
    """What speaks against it under the rules; empty if nothing does."""

    @property
    def moves(self) -> bool:
        """Whether anything but balances and the pot after it becomes another."""
        return self.before != self.after or any(one != other for one, other in self.points)


@dataclass(frozen=True, slots=True)
class TableChange:
    """One table before and after."""

    round: int
    number: int
    seats: tuple[int, ...]
    """Of those who change; who sat out, or gets what he had, has no column."""
    names: tuple[str, ...]
    """Of them."""
    deals: tuple[DealChange, ...]
    """Those that change."""
    unchanged: int
    """How many others have a result."""
    totals: tuple[tuple[str, str], ...]
    keeps_pot: bool


@dataclass(frozen=True, slots=True)
class PlaceChange:
    """One player before and after."""

    name: str
    place: tuple[str, str]
    points: tuple[str, str]

    @property
    def changes(self) -> bool:
        """Whether what is shown becomes another."""
        return self.place[0] != self.place[1] or self.points[0] != self.points[1]


@dataclass(frozen=True, slots=True)
class EffectShown:
    """Everything that a change would do."""

    tables: tuple[TableChange, ...]
    places: tuple[PlaceChange, ...]
    """Of those whose place or points change."""
    places_unchanged: int
    """How many others are in the standings."""
    payments: tuple[tuple[str, ...], tuple[str, ...]]
    """Who would pay whom only before, and only after."""
    payments_unchanged: int
    above: str
    """What all is settled up with; then no payment stands here."""


def preview_of(form: Asking, effect: Effect | None) -> dict[str, Any]:
    """Return the form and what it would change, for ``corrections/shown_first.html``.

    Without an ``effect`` there is only the form yet.
    """
    if effect is None:
        return {"form": form}
    return {"form": form, "effect": shown(effect), "seen": mark(form.asked())}


def shown(effect: Effect) -> EffectShown:
    """Return what a change would do, for the page."""
    moved = (
        PlaceChange(
            short(after.name),
            (rank(before), rank(after)),
            (signed(before.points), signed(after.points)),
        )
        for before, after in effect.moves
    )
    places = tuple(each for each in moved if each.changes)
    owed = ((), ()) if effect.above else (effect.payments_before, effect.after.payments)
    before, after = map(_payments, owed)
    return EffectShown(
        tables=tuple(_table(each) for each in effect.tables),
        places=places,
        places_unchanged=len(effect.after.standings.rows) - len(places),
        payments=(_without(before, after), _without(after, before)),
        payments_unchanged=len(set(before) & set(after)),
        above=effect.above,
    )


def _without(says: Sequence[str], others: Sequence[str]) -> tuple[str, ...]:
    return tuple(each for each in says if each not in others)


def _payments(owed: Sequence[Owed]) -> tuple[str, ...]:
    return tuple(
        pays(
            party(each.payer.key, each.payer.name),
            party(each.payee.key, each.payee.name),
            kroner(each.amount, oere=each.payer.has_oere or each.payee.has_oere),
        )
        for each in owed
    )


def _table(effect: TableEffect) -> TableChange:
    event = effect.table.round.event
    told = [(each, _deal(each, effect)) for each in effect.deals]
    deals = tuple(change for _, change in told if change.moves)
    totals = _pairs(effect.totals_before, effect.totals_after)
    seats = _changing([totals, *(change.points for change in deals)])
    without = sum(not (each.before or each.after) for each, change in told if change.moves)
    return TableChange(
        round=effect.table.round.number,
        number=effect.table.number,
        seats=tuple(seats),
        names=tuple(short(effect.names[seat]) for seat in seats),
        deals=tuple(replace(each, points=_of(seats, each.points)) for each in deals),
        unchanged=effect.results + without - len(deals),
        totals=_of(seats, totals),
        keeps_pot=KINDS[event.accounting].keeps_pot,
    )


def _changing(rows: Sequence[Pairs]) -> list[int]:
    """Return the seats at which anything becomes another."""
    columns = zip(*rows, strict=True)
    return [
        seat for seat, column in enumerate(columns) if any(one != other for one, other in column)
    ]


def _of(seats: Sequence[int], pairs: Pairs) -> Pairs:
    return tuple(pairs[seat] for seat in seats)


def _deal(each: DealEffect, effect: TableEffect) -> DealChange:
    nothing = (0,) * len(effect.names)
    before = each.before.changes if each.before else nothing
    after = each.after.changes if each.after else nothing
    record = each.after.record if each.after else None
    is_new = each.before is None or each.before.record != record
    why = doubt(_rules(effect), record) if is_new else None
    names = effect.names.at(each.deal)
    pots = tuple(signed(one.pot) if one else "–" for one in (each.before, each.after))
    return DealChange(
        each.deal,
        _said(each.before, each.ruled[0], names, effect),
        _said(each.after, each.ruled[1], names, effect),
        _pairs(before, after),
        (pots[0], pots[1]),
        str(why or ""),
    )


def _said(
    deal: preview.DealState | None, ruled: str, names: Sequence[str], effect: TableEffect
) -> str:
    """Return what was played, in short; of a deal without a result what was ruled."""
    record = deal.record if deal else None
    said = version_words(record, ruled, names, ruleset=_rules(effect))
    if deal is None:
        return said
    if deal.ruling == Revision.Ruling.DECIDED:
        return f"{said} ({Revision.Ruling.DECIDED.label})"
    return said


def _rules(effect: TableEffect) -> RuleSet:
    return RuleSet.from_json(effect.table.round.event.ruleset)


def _pairs(before: tuple[int, ...], after: tuple[int, ...]) -> tuple[tuple[str, str], ...]:
    return tuple((signed(one), signed(other)) for one, other in zip(before, after, strict=True))
