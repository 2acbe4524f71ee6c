"""Every option has its words, and a form chooses among them."""

from dataclasses import replace
from typing import Any

import pytest
from django import forms
from django.utils import translation
from django.utils.datastructures import MultiValueDict

from rules import RULESETS, Contract, Outcome, Respekt, RuleSet, derive
from tournaments.words.option_fields import OptionFields
from tournaments.words.options import OPTIONS, differing, differs, printed

EVERY = [(slug, option) for slug, ruleset in RULESETS.items() for option in ruleset.options]
OTHERWISE = {"one_four_four": "won", "respekt_on": ["red_aces", "seven_of_diamonds"]}


class Form(forms.Form):
    """A form with the options of one rule set and nothing else."""

    def __init__(self, start: RuleSet, data: Any = None) -> None:
        super().__init__(None if data is None else MultiValueDict(data))
        self.options = OptionFields(start)
        self.fields |= self.options.fields()

    def clean(self) -> None:
        self.ruleset = self.options.chosen(self)


def sent(form: Form, **changes: Any) -> dict[str, list[str]]:
    """Return what a browser sends of the form as it stands, with some of it changed."""
    said: dict[str, Any] = {"asked": "1"}
    said |= {name: getattr(form.options.start, name) for name in form.options.start.options}
    said |= changes
    return {
        f"{form.options.start.id}-{name}": (
            ["on"] if value is True else [str(each) for each in value]
            if isinstance(value, list | tuple) else [str(value)]
        )
        for name, value in said.items()
        if value is not False
    }  # fmt: skip


def voids(slug: str, option: str) -> list[str]:
    """What must be off where this option is to say something."""
    found = {OPTIONS[each].void_with for each in (option, OPTIONS[option].needs) if each}
    return [each for each in found if each in RULESETS[slug].options]


@pytest.mark.parametrize(("slug", "option"), EVERY)
def test_every_option_of_every_rule_set_has_its_words(slug, option):
    words, value = OPTIONS[option], getattr(RULESETS[slug], option)
    assert bool(words.values) == (not isinstance(value, bool))
    assert not words.needs or words.needs in RULESETS[slug].options


def test_every_value_that_the_rules_take_can_be_chosen_and_no_other():
    taken = {each for each in Outcome if _accepts("one_four_four", each.value)}
    assert set(OPTIONS["one_four_four"].values) == taken
    assert set(OPTIONS["respekt_on"].values) == set(Respekt)


@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=str)
def test_a_form_sent_as_it_was_changes_nothing(ruleset):
    form = Form(ruleset, sent(Form(ruleset)))
    assert form.is_valid(), form.errors
    assert form.ruleset == ruleset
    assert differs(form.ruleset) == ""


@pytest.mark.parametrize(("slug", "option"), EVERY)
def test_every_option_is_chosen_and_told(slug, option):
    start = RULESETS[slug]
    value = OTHERWISE.get(option, not getattr(start, option))
    needed = {OPTIONS[option].needs: True} if OPTIONS[option].needs else {}
    needed |= dict.fromkeys(voids(slug, option), False)
    form = Form(start, sent(Form(start), **{option: value}, **needed))
    assert form.is_valid(), form.errors
    assert form.ruleset == start.changed({option: value, **needed})
    told = [point for point in differing(form.ruleset) if str(OPTIONS[option].label) in point]
    assert len(told) == 1
    assert "_" not in told[0]


def test_what_was_not_asked_stays_as_it_was():
    """Without its twin, the hidden field, an old page would switch off all that is on."""
    form = Form(RULESETS["familie"], {})
    assert form.is_valid()
    assert form.ruleset == RULESETS["familie"]
    form = Form(RULESETS["familie"], {"familie-asked": ["1"]})
    assert form.is_valid()
    assert not form.ruleset.dealer_must_bid


@pytest.mark.parametrize(
    ("slug", "option"), [case for case in EVERY if OPTIONS[case[1]].needs], ids=str
)
def test_an_option_that_needs_another_is_refused_without_it(slug, option):
    start = RULESETS[slug]
    form = Form(start, sent(Form(start), **{option: True}))
    assert not form.is_valid()
    assert list(form.errors) == [f"{slug}-{option}"]
    assert form.options.wrong(form)


@pytest.mark.parametrize("option", ("kaske", "mort"))
def test_an_option_that_another_makes_void_is_refused_beside_it_and_says_which(option):
    start = RULESETS["familie"]
    form = Form(start, sent(Form(start), **{option: True}))  # the dealer must bid, as printed
    assert not form.is_valid()
    assert list(form.errors) == [f"familie-{option}"]
    assert str(OPTIONS["dealer_must_bid"].label) in form.errors[f"familie-{option}"][0]
    form = Form(start, sent(Form(start), **{option: True, "dealer_must_bid": False}))
    assert form.is_valid(), form.errors


def test_a_value_that_is_none_is_refused_at_its_field():
    start = RULESETS["familie"]
    form = Form(start, sent(Form(start), one_four_four="remis"))
    assert not form.is_valid()
    assert list(form.errors) == ["familie-one_four_four"]


def test_what_the_rules_refuse_is_said_at_its_field(monkeypatch):
    def refuses(_ruleset, options):
        raise ValueError(str(options))

    monkeypatch.setattr(RuleSet, "changed", refuses)
    form = Form(RULESETS["dlu"], sent(Form(RULESETS["dlu"])))
    assert not form.is_valid()
    assert set(form.errors) == {"dlu-spadille_must_bid", "dlu-dealer_must_bid"}


def test_a_clubs_own_rules_are_told_with_their_numbers():
    parent = RULESETS["dlu"]
    dearer = tuple(
        replace(terms, won=7) if terms.contract is Contract.SOLO else terms
        for terms in parent.contracts
    )
    own = replace(derive(parent, "ours", dealer_must_bid=True, tout_value=2), contracts=dearer)
    assert printed(own) is parent
    with translation.override("en"):
        assert differing(own) == (
            "Solo, won: 7",
            "Tout: 2",
            "The dealer must bid after two passes: yes",
        )
        assert "union" in differs(own)
    fewer = replace(derive(parent, "fewer"), contracts=parent.contracts[1:])
    with translation.override("en"):
        assert differing(fewer) == ("Spil: is not played",)


def test_rules_that_are_published_no_more_are_not_compared():
    old = replace(RULESETS["dlu"], version=1)
    assert printed(old) is None
    assert differs(old.changed({"dealer_must_bid": True})) == ""


def _accepts(option: str, value: str) -> bool:
    try:
        RULESETS["familie"].changed({option: value})
    except ValueError:
        return False
    return True
