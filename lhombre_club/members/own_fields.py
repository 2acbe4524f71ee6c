"""What a club keeps of its members in fields of its own: read, judged and shown in one way.

A value is kept as a text: a day as ISO 8601 has it, a number in digits, a choice as it is written.
"""

import datetime as dt
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, TypeAlias

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from lhombre_club.members.models import Club, OwnField

Kind = OwnField.Kind
Own: TypeAlias = tuple[tuple[str, str], ...]
"""Values by the keys of their fields, in the order of the keys; what is empty is not among them."""
LONGEST: Final = 200
"""Letters of a value."""
MOST_DIGITS: Final = 15
_DAY: Final = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})")
_DANISH: Final = re.compile(r"(\d{1,2})[./-](\d{1,2})[./-](\d{4})")


def fields_of(club: Club) -> list[OwnField]:
    """Return the fields of a club, in the order in which they were made."""
    return list(OwnField.objects.filter(club=club))


def own_of(values: Mapping[str, str]) -> Own:
    """Return values as they are compared."""
    return tuple(sorted((key, text) for key, text in values.items() if text))


def read(field: OwnField, text: str) -> str:
    """Return a value as it is kept, of a tidy text; ValueError says what is wrong with it."""
    if not text:
        return ""
    if len(text) > LONGEST or not text.isprintable():
        raise ValueError(
            _("%(label)s: at most %(most)d letters that can be seen.")
            % {"label": field.label, "most": LONGEST}
        )
    found = _READ[Kind(field.kind)](field, text)
    if found is None:
        said = {"label": field.label, "text": text[:40]}
        raise ValueError(str(_WRONG[Kind(field.kind)]) % said)
    return found


def _text(_field: OwnField, text: str) -> str:
    return text


def day_in(text: str) -> dt.date | None:
    """Return the day that a cell of a list says; None where it says none."""
    if whole := _DAY.fullmatch(text):
        year, month, day = map(int, whole.groups())
    elif whole := _DANISH.fullmatch(text):
        day, month, year = map(int, whole.groups())
    else:
        return None
    try:
        return dt.date(year, month, day)
    except ValueError:
        return None


def _date(_field: OwnField, text: str) -> str | None:
    day = day_in(text)
    return day.isoformat() if day else None


def _number(_field: OwnField, text: str) -> str | None:
    fits = re.fullmatch(rf"[+-]?\d{{1,{MOST_DIGITS}}}", text, re.ASCII)
    return str(int(text)) if fits else None


def _choice(field: OwnField, text: str) -> str | None:
    return next((each for each in field.choices if each.casefold() == text.casefold()), None)


_READ: Final[Mapping[Kind, Callable[[OwnField, str], str | None]]] = {
    Kind.TEXT: _text,
    Kind.DATE: _date,
    Kind.NUMBER: _number,
    Kind.CHOICE: _choice,
}
_WRONG: Final[Mapping[Kind, Promise]] = {
    Kind.DATE: gettext_lazy("%(label)s: “%(text)s” is no day: write it like 2026-10-01."),
    Kind.NUMBER: gettext_lazy("%(label)s: “%(text)s” is no whole number."),
    Kind.CHOICE: gettext_lazy("%(label)s: “%(text)s” is not among what there is to choose from."),
}
"""Of a text nothing else can be wrong than what is seen before."""


# --- in a form ----------------------------------------------------------------------------


def name_of(field: OwnField) -> str:
    """Return what a field is called in a form that is sent."""
    return f"own_{field.pk.hex}"


def input_of(field: OwnField) -> forms.Field:
    """Return the input of a field."""
    if field.kind == Kind.CHOICE:
        choices = [("", "–"), *((each, each) for each in field.choices)]
        return forms.ChoiceField(label=field.label, choices=choices, required=False)
    attrs: dict[str, Any] = {"maxlength": str(LONGEST), "autocomplete": "off"}
    if field.kind == Kind.DATE:
        attrs["type"] = "date"
    if field.kind == Kind.NUMBER:
        attrs["inputmode"] = "numeric"
    return forms.CharField(label=field.label, required=False, widget=forms.TextInput(attrs=attrs))


def initial(fields: Iterable[OwnField], own: Own) -> dict[str, str]:
    """Return what a form begins with."""
    values = dict(own)
    return {name_of(field): values.get(str(field.pk), "") for field in fields}


def changes(fields: Sequence[OwnField], before: Own, after: Own) -> list[tuple[str, str, str]]:
    """Return what differs: the label, what was there, and what will be."""
    was, becomes = dict(before), dict(after)
    told = (
        (each.label, was.get(str(each.pk), ""), becomes.get(str(each.pk), "")) for each in fields
    )
    return [each for each in told if each[1] != each[2]]


def in_words(fields: Iterable[OwnField], values: Mapping[str, str]) -> str:
    """Return values to be read, each with the label of its field."""
    told = ((field.label, values.get(str(field.pk), "")) for field in fields)
    return ", ".join(f"{label}: {text}" for label, text in told if text)
