"""Seats that were wrong in a round: the form, and in words who should have sat where."""

import uuid
from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.book.corrections import LONGEST_REASON
from tournaments.book.prospects import Moves
from tournaments.models import Correction, Participant, Seat, Table
from tournaments.words.figures import short, sitting
from tournaments.words.wording import seat_name

WAYS: Mapping[str, Promise] = {
    "swap": _("Two sat on each other’s chairs"),
    "on": _("The whole table sat one chair too early: North belongs on West’s chair"),
    "back": _("The whole table sat one chair too late: West belongs on North’s chair"),
    "tables": _("Two whole tables were exchanged"),
}
NEEDED = {"swap": ("one", "other"), "tables": ("table",)}
"""Which fields a way needs besides."""


class WrongSeatsForm(forms.Form):
    """Who should have sat where in a round."""

    id = forms.UUIDField(widget=forms.HiddenInput)
    way = forms.ChoiceField(
        label=_("What was wrong"), choices=list(WAYS.items()), widget=forms.RadioSelect
    )
    one = forms.ChoiceField(label=_("Who sat wrongly here"), required=False)
    other = forms.ChoiceField(label=_("Whose chair it was"), required=False)
    table = forms.ChoiceField(
        label=_("The other table"),
        required=False,
        help_text=_("Only where two whole tables were exchanged."),
    )
    reason = forms.CharField(
        label=_("Reason"),
        max_length=LONGEST_REASON,
        help_text=_("It must be given. It stands in the log, and at the table’s account."),
    )

    def __init__(self, table: Table, seats: Sequence[Seat], data: Any = None) -> None:
        self.own = [seat for seat in seats if seat.table_id == table.pk]
        self.known = {str(seat.pk): seat for seat in seats}
        self.by_table: dict[str, list[Seat]] = {}
        for seat in seats:
            self.by_table.setdefault(str(seat.table_id), []).append(seat)
        super().__init__(data, initial={"id": uuid.uuid4(), "way": "swap"})
        nobody = ("", _("Choose"))
        numbers = {key: there[0].table.number for key, there in self.by_table.items()}
        self.fields["one"] = self._chosen("one", [nobody, *_chairs(self.own)])
        self.fields["other"] = self._chosen("other", [nobody, *_by_table(self.by_table.values())])
        elsewhere = [
            (key, gettext("Table %(number)d") % {"number": number})
            for key, number in numbers.items()
            if key != str(table.pk)
        ]
        self.fields["table"] = self._chosen("table", [nobody, *elsewhere])

    def _chosen(self, name: str, choices: Any) -> forms.ChoiceField:
        plain = self.fields[name]
        return forms.ChoiceField(
            label=plain.label, help_text=plain.help_text, required=False, choices=choices
        )

    def clean(self) -> dict[str, Any]:
        """Ask for what the way needs, and refuse tables that do not go together."""
        cleaned: dict[str, Any] = super().clean() or {}
        way = cleaned.get("way", "")
        for name in NEEDED.get(way, ()):
            if not cleaned.get(name) and name not in self.errors:
                self.add_error(name, _("Choose one."))
        if way == "swap" and cleaned.get("one") and cleaned.get("one") == cleaned.get("other"):
            self.add_error("other", _("That is the same chair. Choose another one."))
        there = self.by_table.get(cleaned.get("table") or "", self.own)
        if way == "tables" and len(there) != len(self.own):
            self.add_error(
                "table", _("That table has not as many players. Exchange them in pairs.")
            )
        return cleaned

    def moves(self) -> Moves:
        """Return the chairs, each with that of whoever should have sat on it."""
        wanted, own = self.cleaned_data, self.own
        if wanted["way"] == "on":
            return list(zip(own, [own[-1], *own[:-1]], strict=True))
        if wanted["way"] == "back":
            return list(zip(own, [*own[1:], own[0]], strict=True))
        if wanted["way"] == "tables":
            there = self.by_table[wanted["table"]]
            return [*zip(own, there, strict=True), *zip(there, own, strict=True)]
        one, other = self.known[wanted["one"]], self.known[wanted["other"]]
        return [(one, other), (other, one)]

    def asked(self) -> list[Any]:
        """Return who would sit where, as JSON."""
        return sorted([str(chair.pk), str(seat.participant_id)] for chair, seat in self.moves())


def moved(moves: Moves) -> list[str]:
    """Return a sentence for everybody who should have sat elsewhere."""
    return [_moved(sitter.participant.name, sitter, chair) for chair, sitter in moves]


def moved_by(correction: Correction) -> list[str]:
    """Return the same of a correction that was made; nothing if it was not about seats."""
    was, made = correction.before.get("was", {}), correction.before.get("is", {})
    if correction.kind != Correction.Kind.SEATS:
        return []
    chairs = Seat.objects.select_related("table").in_bulk([*map(uuid.UUID, made)])
    by_key = {str(key): seat for key, seat in chairs.items()}
    names = {
        str(key): name
        for key, name in Participant.objects.filter(event=correction.event_id).values_list(
            "pk", "name"
        )
    }
    sat = {who: by_key[key] for key, (who, *_rest) in was.items() if key in by_key}
    return [
        _moved(names.get(who, ""), sat[who], by_key[key])
        for key, (who, *_rest) in sorted(made.items(), key=lambda each: _place(by_key.get(each[0])))
        if key in by_key and who in sat
    ]


def _place(seat: Seat | None) -> tuple[int, int]:
    return (seat.table.number, seat.seat) if seat else (0, 0)


def _moved(name: str, sat: Seat, belongs: Seat) -> str:
    return gettext("%(name)s: %(from)s → %(to)s") % {
        "name": short(name),
        "from": _chair(sat),
        "to": _chair(belongs),
    }


def _chair(seat: Seat) -> str:
    return gettext("table %(table)d, %(seat)s") % {
        "table": seat.table.number,
        "seat": seat_name(seat.seat),
    }


def _chairs(seats: Sequence[Seat]) -> list[tuple[str, str]]:
    return [(str(seat.pk), f"{seat_name(seat.seat)}: {sitting(seat.sitter)}") for seat in seats]


def _by_table(tables: Any) -> list[tuple[str, list[tuple[str, str]]]]:
    return [
        (gettext("Table %(number)d") % {"number": seats[0].table.number}, _chairs(seats))
        for seats in tables
    ]
