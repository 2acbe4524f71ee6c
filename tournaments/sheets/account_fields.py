"""The settings of an account as fields of a form; a new one shows by itself."""

from collections.abc import Mapping
from typing import Any, Final, cast

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.kind import Choice, Setting, Value, Whole
from scoring.rasle import SITTER_PAYS
from scoring.sequence import SETTINGS
from tournaments.sheets import account_words

SAID: Final[Mapping[Value, str]] = {True: "yes", False: "no"}
MOST: Final = 100_000
"""Points or bits that nobody will want to go beyond."""


def setting_field(setting: Setting[Any]) -> forms.Field:
    """Return the field by which a setting is chosen."""
    words = account_words.SETTINGS[setting.key]
    field: forms.Field = forms.BooleanField(required=False)
    if isinstance(setting, Choice):
        field = forms.ChoiceField(choices=[(word, words.choices[word]) for word in setting.words])
    elif isinstance(setting, Whole):
        highest = MOST if setting.highest is None else setting.highest
        needed = setting.default is not None
        field = forms.IntegerField(required=needed, min_value=setting.lowest, max_value=highest)
    field.label, field.help_text = cast("str", words.label), cast("str", words.help)
    return field


def setting_fields(said: Mapping[str, Value]) -> dict[str, forms.Field]:
    """Return a field for each setting that there is, filled in with what was ``said``.

    Whether who sits out pays is as the rules have it, unless somebody says otherwise.
    """
    found = {key: setting_field(setting) for key, setting in SETTINGS.items()}
    for key, field in found.items():
        field.required = False
        field.initial = said.get(key, SETTINGS[key].default)
    found[SITTER_PAYS.key] = forms.TypedChoiceField(
        label=found[SITTER_PAYS.key].label,
        choices=[("", _("as the rules say")), ("yes", _("yes")), ("no", _("no"))],
        coerce="yes".__eq__,
        empty_value=None,
        required=False,
        initial=SAID.get(said.get(SITTER_PAYS.key), ""),
    )
    return found


def chosen_settings(cleaned: Mapping[str, Any]) -> dict[str, Value]:
    """Return what was chosen in ``setting_fields``, by a form's cleaned data; empty is as usual."""
    told = {key: cleaned[key] for key in SETTINGS}
    as_ruled = told[SITTER_PAYS.key] is None
    return {
        key: SETTINGS[key].default if value in ("", None) else value
        for key, value in told.items()
        if key != SITTER_PAYS.key or not as_ruled
    }
