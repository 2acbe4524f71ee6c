"""The options of a rule set as a piece of a form."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, cast

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from rules import RuleSet
from tournaments.words import wording
from tournaments.words.options import OPTIONS, differs


@dataclass(frozen=True, slots=True)
class OptionFields:
    """What can be chosen in one rule set, as fields of a form that has more.

    Make one in the form’s ``__init__`` and add its fields; ask for the rule set in ``clean``::

        self.options = OptionFields(RULESETS["familie"])
        self.fields |= self.options.fields()
        ...
        ruleset = self.options.chosen(self)

    ``of(form)`` are the fields for the page; render them with ``includes/fields.html``. A form
    that was sent without them leaves the rule set as it started, so that nothing is switched off
    by a page that did not ask. Several rule sets may stand in one form, each with its ``prefix``.
    """

    start: RuleSet
    """The rule set whose options are offered, set as they are in it."""
    prefix: str = ""
    """Begins the names of the fields; empty: the rule set’s id."""

    def fields(self) -> dict[str, forms.Field]:
        """Return a field for each option, and a hidden one that says that they were asked."""
        asked = {self._name("asked"): forms.CharField(
            required=False, initial="1", widget=forms.HiddenInput
        )}  # fmt: skip
        return (asked if self.start.options else {}) | {
            self._name(option): self._field(option) for option in self.start.options
        }

    def of(self, form: forms.Form) -> list[forms.BoundField]:
        """Return the fields that are seen, in the order of the rule set."""
        return [form[self._name(option)] for option in self.start.options]

    def hidden(self, form: forms.Form) -> list[forms.BoundField]:
        """Return the fields that are not seen; ``includes/form.html`` writes them by itself."""
        return [form[self._name("asked")]] if self.start.options else []

    def wrong(self, form: forms.Form) -> bool:
        """Whether something was refused here."""
        return any(shown.errors for shown in self.of(form))

    def chosen(self, form: forms.Form) -> RuleSet:
        """Return the rule set as it was chosen; what cannot be is said at its field.

        It keeps its id: a club’s own rule set is made from it by ``rules.derive``.
        """
        ruleset = self.start
        if not form.cleaned_data.get(self._name("asked")):
            return ruleset
        for option in self.start.options:
            name = self._name(option)
            if name not in form.cleaned_data:
                continue  # it was refused by its field
            value = form.cleaned_data[name]
            if value in ("", None):
                continue  # a choice that was not sent
            try:
                ruleset = ruleset.changed({option: value})
            except ValueError:
                form.add_error(name, _("The rules do not allow this. Choose something else."))
        self._compare(form, ruleset)
        return ruleset

    def _compare(self, form: forms.Form, ruleset: RuleSet) -> None:
        """Say at its field of each option that says nothing beside the others."""
        for option in self.start.options:
            if not getattr(ruleset, option):
                continue
            needs, void_with = OPTIONS[option].needs, OPTIONS[option].void_with
            if needs and not getattr(ruleset, needs):
                says = _("This goes with “%(other)s” alone. Tick that too, or take this away.")
                form.add_error(self._name(option), says % {"other": OPTIONS[needs].label})
            if void_with and getattr(ruleset, void_with):
                says = _("It never comes to this with “%(other)s”. Take away one of the two.")
                form.add_error(self._name(option), says % {"other": OPTIONS[void_with].label})

    def _name(self, option: str) -> str:
        return f"{self.prefix or self.start.id}-{option}"

    def _field(self, option: str) -> forms.Field:
        words, value = OPTIONS[option], getattr(self.start, option)
        said: dict[str, Any] = {
            "label": words.label,
            "help_text": cast("str", words.help),
            "required": False,
        }
        choices = [(str(key), word) for key, word in words.values.items()]
        if isinstance(value, bool):
            return forms.BooleanField(initial=value, **said)
        if isinstance(value, tuple):
            return forms.MultipleChoiceField(
                initial=list(value), choices=choices, widget=forms.CheckboxSelectMultiple, **said
            )
        return forms.ChoiceField(initial=str(value), choices=choices, **said)


@dataclass(frozen=True, slots=True)
class OptionGroup:
    """The options of one of several rule sets, for ``includes/rule_options.html``."""

    key: str
    """The choice in the form’s field ``ruleset`` to which they belong."""
    title: str
    fields: list[forms.BoundField]
    differs: str
    """In what the rules that it starts from are not as printed; empty where they are."""
    wrong: bool
    """Whether something was refused here."""


@dataclass(frozen=True, slots=True)
class RuleChoice:
    """The options of several rule sets in one form, whose field ``ruleset`` chooses among them.

    All of them stand on the page, so that it needs no script; what is chosen is read of one.
    """

    starts: Mapping[str, RuleSet]
    """By the value of the field ``ruleset``, in the order of the page."""
    titles: Mapping[str, Promise] = field(default_factory=dict)
    """What one is called on the page if not by the rule set’s own title."""

    def fields(self) -> dict[str, forms.Field]:
        """Return the fields of all."""
        return {
            name: asked
            for key, start in self.starts.items()
            for name, asked in OptionFields(start, key).fields().items()
        }

    def chosen(self, form: forms.Form) -> RuleSet | None:
        """Return the rule set as it was chosen, of a form in its ``clean``; None if none was."""
        key = form.cleaned_data.get("ruleset", "")
        return OptionFields(self.starts[key], key).chosen(form) if key in self.starts else None

    def groups(self, form: forms.Form) -> list[OptionGroup]:
        """Return the fields for the page, of those rule sets that have any."""
        return [
            OptionGroup(
                key=key,
                title=str(self.titles.get(key) or wording.title(start)),
                fields=(options := OptionFields(start, key)).of(form),
                differs=differs(start),
                wrong=options.wrong(form),
            )
            for key, start in self.starts.items()
            if start.options
        ]
