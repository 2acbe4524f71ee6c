"""Hold a preview to what then stands."""

from dataclasses import replace
from decimal import Decimal

from tournaments.corrections.preview import Effect, Outcome
from tournaments.models import Event
from tournaments.money.domain import settle_up, shares
from tournaments.sheets.queries import SheetLine, sheet
from tournaments.standings.queries.standings import Standings, standings


def agrees(effect: Effect, event: Event, *, after: bool) -> None:
    """Fail unless the event stands as ``effect`` says, after the change or before it."""
    outcome = effect.after if after else effect.before
    assert untagged(outcome.standings) == untagged(standings(event))
    assert outcome.shares == shares(event)
    for each in effect.tables:
        stands = sheet(each.table)
        if stands.entered:  # before that a sheet shows antes that are posted with the first deal
            assert stands.final == (each.totals_after if after else each.totals_before)
        told = {deal.deal: deal.after if after else deal.before for deal in each.deals}
        entered = {line.deal: line for line in stands.lines if line.record is not None}
        first = min(told, default=len(stands.lines) + 1)
        assert {deal for deal in told if told[deal]} == {deal for deal in entered if deal >= first}
        for deal, shown in told.items():
            if shown is not None:
                assert shown_as(entered[deal]) == (
                    shown.record, shown.ruling, shown.changes, shown.balances, shown.pot
                )  # fmt: skip


def shown_as(line: SheetLine) -> tuple[object, ...]:
    return (line.record, line.ruling, line.changes, line.balances, line.pot)


def untagged(table: Standings) -> Standings:
    """The standings without the version that they are of."""
    return replace(table, tag="")


def payments_now(event: Event) -> list[tuple[str, str, Decimal]]:
    """What a settling would ask for."""
    settling = settle_up(scope=event, actor="system:test")
    return [
        (each.payer, each.payee, each.amount) for each in settling.payments.order_by("reference")
    ]


def payments_of(outcome: Outcome) -> list[tuple[str, str, Decimal]]:
    return [(each.payer.key, each.payee.key, each.amount) for each in outcome.payments]
