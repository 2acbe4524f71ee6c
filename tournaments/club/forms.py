"""What a director says of his club."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from django import forms
from django.utils.text import capfirst
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _

from lhombre_club.club_words.choices import USUAL, WORDS, Word
from lhombre_club.club_words.speaking import spoken
from lhombre_club.members.models import Club, ShownAs
from lhombre_club.members.shown import Initial
from rules import Contract, ContractTerms, RuleSet, TourneCard
from tournaments.book.begun import Preset
from tournaments.club.domain import with_numbers
from tournaments.events.pages.forms import EventForm
from tournaments.models import ClubPreset
from tournaments.words import wording
from tournaments.words.deals import card_name
from tournaments.words.option_fields import OptionFields
from tournaments.words.options import FIELDS, price_label

LONGEST_PRESET: Final = ClubPreset._meta.get_field("name").max_length  # noqa: SLF001 documented
LONGEST_RULES: Final = 80
SOMEBODY: Final = Initial("Åse", "Bæk")
"""Whose name shows how names look."""
MOST_POINTS: Final = 99
"""What a game is worth at most; a sheet has room for so much."""
AMOUNTS: Final = ("won", "bet", "kodille")
"""What can be changed of a contract."""


class NameForm(forms.Form):
    """What the club is called."""

    name = forms.CharField(
        label=_("Name of the club"),
        max_length=Club._meta.get_field("name").max_length,  # noqa: SLF001 _meta is documented
        help_text=_("It stands at the top of every page and on every paper."),
        error_messages={"required": _("The name of the club is missing.")},
    )


class WordsForm(forms.Form):
    """What the club calls things, each choice with a sentence that has it."""

    def __init__(self, club: Club, data: Any = None) -> None:
        """Let the club's own words be chosen already."""
        super().__init__(
            data, initial={word.key: club.words.get(word.key, USUAL) for word in WORDS}
        )
        for word in WORDS:
            self.fields[word.key] = forms.ChoiceField(
                label=str(word.title),
                choices=[(key, _read(word, key, club)) for key in (USUAL, *word.others)],
                widget=forms.RadioSelect,
                required=False,
            )


class NamesForm(forms.Form):
    """Under what name everybody reads of the members, each way with how it looks."""

    def __init__(self, club: Club, data: Any = None) -> None:
        """Let the club's own way be chosen already."""
        super().__init__(data, initial={"way": club.shown_as})
        looks = {ShownAs.INITIAL: str(SOMEBODY), ShownAs.FULL: f"{SOMEBODY.first} {SOMEBODY.last}"}
        self.fields["way"] = forms.ChoiceField(
            label=_("Everybody reads"),
            choices=[
                (way, f"{way.label}: {looks[way]}" if way in looks else way.label)
                for way in ShownAs
                if way != ShownAs.CLUBS
            ],
            widget=forms.RadioSelect,
        )


def _read(word: Word, choice: str, club: Club) -> str:
    """Return what is chosen and how it reads, beside what the club has chosen of the others."""
    with spoken({**club.words, word.key: choice}):
        sample = str(word.sample)
    said = {"word": word.name(choice, get_language() or ""), "sentence": sample}
    return gettext("%(word)s: “%(sentence)s”") % said


class PresetForm(EventForm):
    """What an event of the club may start from."""

    def __init__(self, data: Any, **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        del self.fields["date"]
        self.fields["name"] = forms.CharField(label=_("Name"), max_length=LONGEST_PRESET)

    def preset(self) -> Preset:
        """Return what was filled in."""
        return replace(super().preset(), title=self.cleaned_data["name"])


@dataclass(frozen=True, slots=True)
class GameRow:
    """The amounts of one contract, for the page."""

    name: str
    cells: tuple[forms.BoundField | None, ...]
    """By ``AMOUNTS``; None where the contract has no such amount."""
    instead: str = "–"
    """What stands where there is none."""


class OwnRulesForm(forms.Form):
    """Rules of the club's own: the name, what the games are worth, and what is played."""

    name = forms.CharField(label=_("Name of the rules"), max_length=LONGEST_RULES)
    version = forms.IntegerField(widget=forms.HiddenInput, required=False)
    tout_value = forms.IntegerField(
        label=_("What a tout is worth"), min_value=0, max_value=MOST_POINTS
    )

    def __init__(self, base: RuleSet, data: Any = None, *, version: int | None = None) -> None:
        """Fill the form in from ``base``; ``version`` None: it becomes a new rule set."""
        name = base.name if version is not None else ""
        start = {"name": name, "version": version, "tout_value": base.tout_value}
        super().__init__(data, initial=start)
        self.base = base
        self.options = OptionFields(base)
        for terms in base.contracts:
            for amount in _amounts(terms):
                self.fields[f"{terms.contract}-{amount}"] = _number(base, terms, amount)
        for card in base.tourne_cards:
            self.fields[f"card-{card.card}"] = _price(card)
        self.fields |= self.options.fields()
        self.rules = base

    def clean(self) -> dict[str, Any]:
        """Take the numbers and the options together."""
        rules = self.options.chosen(self)
        if not self.errors:
            cards = {each.card for each in self.base.tourne_cards}
            prices = {card: self.cleaned_data[f"card-{card}"] for card in cards}
            tout = self.cleaned_data["tout_value"]
            self.rules = with_numbers(rules, self._numbers(), prices, tout)
        return self.cleaned_data

    def _numbers(self) -> Mapping[Contract, Mapping[str, int]]:
        return {
            terms.contract: {
                amount: self.cleaned_data[f"{terms.contract}-{amount}"]
                for amount in _amounts(terms)
            }
            for terms in self.base.contracts
        }

    def parts(self) -> dict[str, Any]:
        """Return the fields for the page: the games as rows, and what is played."""
        return {
            "first": [self["name"]],
            "amounts": [capfirst(str(FIELDS[amount])) for amount in AMOUNTS],
            "games": [_row(self, terms) for terms in self.base.contracts],
            "cards": [
                GameRow(capfirst(card_name(each.card)), (self[f"card-{each.card}"],))
                for each in self.base.tourne_cards
            ],
            "last": [self["tout_value"], *self.options.of(self)],
        }


def _amounts(terms: ContractTerms) -> list[str]:
    """Return which amounts of a contract are its own: the cards may set the price instead."""
    own = AMOUNTS[2:] if terms.by_cards else AMOUNTS
    return [amount for amount in own if getattr(terms, amount) is not None]


def _number(base: RuleSet, terms: ContractTerms, amount: str) -> forms.Field:
    name = capfirst(wording.contract(terms.contract, base))
    return forms.IntegerField(
        label=f"{name}, {FIELDS[amount]}",
        min_value=0,
        max_value=MOST_POINTS,
        initial=getattr(terms, amount),
    )


def _price(card: TourneCard) -> forms.Field:
    return forms.IntegerField(
        label=price_label(card.card),
        min_value=1,
        max_value=MOST_POINTS,
        initial=card.pinde,
    )


def _row(form: OwnRulesForm, terms: ContractTerms) -> GameRow:
    own = _amounts(terms)
    cells = (form[f"{terms.contract}-{each}"] if each in own else None for each in AMOUNTS)
    instead = _("by its cards") if terms.by_cards else "–"
    name = capfirst(wording.contract(terms.contract, form.base))
    return GameRow(name, tuple(cells), str(instead))
