"""What a point costs, to be filled in."""

import re
from decimal import Decimal
from typing import Any, ClassVar

from django import forms
from django.core.exceptions import ValidationError
from django.utils.formats import localize
from django.utils.translation import gettext_lazy as _

from tournaments.models import Event

MOST_START = 100_000
AMOUNT = re.compile(r"(?P<number>[0-9]{1,6}([.,][0-9]{1,4})?) *(?P<what>kr\.?|kroner|krone|øre)?")


class KronerField(forms.DecimalField):
    """An amount of kroner as people write it: with a comma or a point, in kroner or in øre."""

    default_error_messages: ClassVar = {
        "invalid": _("Write it in kroner, such as 0.25, or in øre, such as 25 øre.")
    }

    def to_python(self, value: Any) -> Any:
        """Return kroner; raise ValidationError for what is no amount."""
        said = AMOUNT.fullmatch(value.strip().lower()) if isinstance(value, str) else None
        if said is None:
            return super().to_python(value)
        number = Decimal(said["number"].replace(",", "."))
        return number / 100 if said["what"] == "øre" else number

    def run_validators(self, value: Any) -> None:
        """Say a bound with the decimal mark of the language, as all amounts."""
        try:
            super().run_validators(value)
        except ValidationError as refused:
            for error in refused.error_list:
                error.params = {
                    name: localize(each) if isinstance(each, Decimal) else each
                    for name, each in (error.params or {}).items()
                }
            raise


def as_written(unit: Decimal | None) -> Decimal | None:
    """Return a unit for its field: with two decimals or none, as amounts are written.

    >>> str(as_written(Decimal("0.500000"))), str(as_written(Decimal("10.000000")))
    ('0.50', '10')
    """
    if unit is None:
        return None
    if unit == int(unit):
        return unit.quantize(Decimal(1))
    cents = unit.quantize(Decimal("0.01"))
    return cents if cents == unit else unit.normalize()


class UnitForm(forms.Form):
    """What a point costs."""

    unit = KronerField(
        label=_("Kroner a point"),
        required=False,
        min_value=Decimal("0.01"),
        max_digits=8,
        decimal_places=2,
        localize=True,
        help_text=_("Such as 0.25, or 25 øre. Leave it empty if you do not play for money."),
    )
    start = forms.IntegerField(
        label=_("Starting stake"),
        required=False,
        min_value=0,
        max_value=MOST_START,
        help_text=_("Points that each sheet begins with; no standing counts them."),
    )
    smallest = forms.TypedChoiceField(
        label=_("Amounts are rounded to"),
        choices=Event.Smallest,
        coerce=int,
        empty_value=None,
        required=False,
        help_text=_("When the evening is settled up."),
    )
