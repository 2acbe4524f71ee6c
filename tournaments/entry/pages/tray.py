"""The tray in words: what each deal says, and the form that brings one into a sheet."""

import json
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, cast
from uuid import UUID

from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from lhombre_club.refusal import Refusal
from rules import RefusedError
from tournaments.book.accounts import Frame, current
from tournaments.book.changes import Change
from tournaments.book.corrections import LONGEST_REASON
from tournaments.entry.domain import tray
from tournaments.models import BarredDevice, Event, Names, Round, Table, TrayItem
from tournaments.typed.grammar import parse
from tournaments.words.deals import record_words
from tournaments.words.figures import short

ON_A_PAGE: Final = 50
"""Each is put into words, which takes some thousandths of a second; a link sends hundreds."""


@dataclass(frozen=True, slots=True)
class ShownItem:
    """One item as the director reads it."""

    item: TrayItem
    says: str
    """The result in words, with the names of the table it came from."""
    keys: str
    """As it was typed; empty where it was not."""
    names: tuple[str, ...]
    by_a_device: bool
    is_barred: bool
    """It came since its device is shut out of the table, and that still is."""
    of_sender: int = 0
    """How many wait of its sender, at all tables of the event; so for its table."""
    of_table: int = 0


def shown(item: TrayItem) -> ShownItem:
    """Return ``item`` in words."""
    return _shown(item, _barred([item]))


def _shown(item: TrayItem, barred: Collection[tuple[UUID, str]]) -> ShownItem:
    names = tray.names_of(item)
    keys = str(item.sent.get("line", ""))
    return ShownItem(
        item,
        _says(item, names),
        keys,
        names,
        by_a_device=item.actor.startswith("device:"),
        is_barred=(item.table, item.actor) in barred,
    )


def _barred(items: Iterable[TrayItem]) -> set[tuple[UUID, str]]:
    """Return the tables, each with who is shut out of it, of what came for that reason."""
    tables = {each.table for each in items if each.why == TrayItem.Why.DEVICE_BARRED}
    of_these = BarredDevice.objects.filter(table__in=tables)
    return set(of_these.values_list("table", "holder")) if tables else set()


def _says(item: TrayItem, names: Sequence[str]) -> str:
    """Return what was sent, in words; as it came where the rules do not know it."""
    if item.sent.get("withdrawn"):
        return gettext("the result is taken back")
    frame = Frame.of(_as_it_was(item), players=len(names))
    try:
        record = _record(item, frame, names)
        frame.read({**(record or {}), "dealer": frame.dealer(item.deal)})
        return record_words(record or {}, names, ruleset=frame.ruleset)
    except (Refusal, RefusedError):
        return str(item.sent.get("line") or json.dumps(item.sent.get("record")))


def _as_it_was(item: TrayItem) -> Table:
    """Return the table that it was sent for; it is not stored."""
    round_ = Round(event=item.event, number=item.round_number)
    return Table(pk=item.table, round=round_, first_dealer=item.first_dealer)


def _record(
    item: TrayItem, frame: Frame, names: Sequence[str], deal: int | None = None
) -> dict[str, Any] | None:
    """Return the result as it is on a sheet of ``frame``; None for one that is taken back."""
    if item.sent.get("withdrawn"):
        return None
    if "record" in item.sent:
        return {key: value for key, value in item.sent["record"].items() if key != "dealer"}
    return parse(
        item.sent["line"],
        dealer=frame.dealer(deal or item.deal),
        names=names,
        ruleset=frame.ruleset,
        pairs=frame.pairs,
    )


class TableField(forms.ModelChoiceField):  # type: ignore[type-arg]  # not at run time
    """A table, chosen by its round and its names."""

    def label_from_instance(self, obj: Any) -> str:
        """Return what the list says of a table."""
        names = ", ".join(short(seat.sits) for seat in obj.seats.all())
        facts = {"round": obj.round.number, "table": obj.number, "names": names}
        return gettext("Round %(round)d, table %(table)d: %(names)s") % facts


class PlaceForm(forms.Form):
    """Into which line of which sheet an item belongs."""

    table = TableField(
        label=_("Table"), queryset=Table.objects.none(), empty_label=_("Choose the table")
    )
    deal = forms.IntegerField(label=_("Deal"), min_value=1, max_value=999)
    reason = forms.CharField(
        label=_("Reason"),
        max_length=LONGEST_REASON,
        help_text=_("It must be given. It stands in the log, and at the table’s account."),
    )

    def __init__(self, item: TrayItem, data: Any = None) -> None:
        self.item = item
        tables = Table.objects.filter(round__event=item.event, round__state__in=Round.SHOWN)
        same = (
            tables.filter(pk=item.table).first()
            or tables.filter(round__number=item.round_number, number=item.table_number).first()
        )
        start = {
            "table": same and same.pk,
            "deal": item.deal,
            "reason": gettext("Entered at the table, and came too late"),
        }
        super().__init__(data, initial=start)
        field = cast("TableField", self.fields["table"])
        field.queryset = tables.select_related("round__event").prefetch_related(
            "seats__participant"
        )

    def clean(self) -> dict[str, Any]:
        """Turn what was chosen into a change of one line."""
        cleaned: dict[str, Any] = super().clean() or {}
        if {"table", "deal"} <= cleaned.keys():
            try:
                cleaned["change"] = self._change(cleaned["table"], cleaned["deal"])
            except Refusal as refusal:
                self.add_error(None, str(refusal))
        return cleaned

    def change(self) -> Change:
        """Return what the line should become."""
        found: Change = self.cleaned_data["change"]
        return found

    def asked(self) -> list[Any]:
        """Return the change as JSON."""
        return self.change().to_json()

    def _change(self, table: Table, deal: int) -> Change:
        names = Names(seat.sitter for seat in table.seats.all()).at(deal)
        frame = Frame.of(table, players=len(names))
        standing = current(table.revisions.all()).get(deal)
        record = _record(self.item, frame, names, deal)
        if standing and _same(standing.record, record, frame.dealer(deal)):
            message = _("The sheet says so already. Put it away in the tray.")
            self.add_error(None, message)
        return Change(table, deal, standing.number if standing else 0, record)


def _same(stored: dict[str, Any] | None, record: dict[str, Any] | None, dealer: int) -> bool:
    if stored is None or record is None:
        return stored is record
    return {**stored, "dealer": dealer} == {**record, "dealer": dealer}


@dataclass(frozen=True, slots=True)
class Shown:
    """Some of what lies in a tray, and how much more there is."""

    items: list[ShownItem]
    more: int
    seen: int = 0
    """How many had ever come into the tray when the page was drawn."""


def waiting_of(event: Event) -> Shown:
    """Return what waits, what came first before, with how many wait together."""
    seen = event.tray.count()  # first: what comes in between is not put away unseen
    found = _first(tray.waiting(event))
    waiting = tray.waiting(event).values_list("actor", "table")
    together = Counter(each for both in waiting for each in both)
    items = [
        replace(each, of_sender=together[each.item.actor], of_table=together[each.item.table])
        for each in found.items
    ]
    return replace(found, items=items, seen=seen)


def decided_of(event: Event) -> Shown:
    """Return what was decided, the newest decision first."""
    return _first(event.tray.exclude(state=TrayItem.State.WAITING).order_by("-decided_at"))


def _first(items: QuerySet[TrayItem]) -> Shown:
    first = list(items.select_related("event")[:ON_A_PAGE])
    barred = _barred(first)
    return Shown([_shown(each, barred) for each in first], items.count() - len(first))
