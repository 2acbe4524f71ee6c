"""A rule set as a table to read: what each contract is worth, and every choice."""

from dataclasses import fields

from rules.contracts import ContractTerms, Outcome
from rules.plain import to_plain
from rules.ruleset import RuleSet, differences
from rules.rulesets import parent_of
from rules.scorecard import CardLine, score_card

COLUMNS = ("contract", "won", "bet", "kodille", "trump", "buys", "defenders", "thrown in", "tout")
APART = {"id", "version", "name", "source", "contracts", "options", "derived_from"}


def table(ruleset: RuleSet) -> str:
    """The table, ending with a line feed; points are from or to each opponent."""
    head = f"{ruleset.id} {ruleset.version}: {ruleset.name}\n{ruleset.source}\n"
    card = {line["id"]: line for line in score_card(ruleset.changed(_all_on(ruleset)))["contracts"]}
    rows = [COLUMNS, *(_row(terms, card[terms.contract]) for terms in ruleset.contracts)]
    widths = [max(len(row[place]) for row in rows) for place in range(len(COLUMNS))]
    lines = [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]
    choices = [
        f"{field.name} = {to_plain(getattr(ruleset, field.name))}"
        + (" (option)" if field.name in ruleset.options else "")
        for field in fields(ruleset)
        if field.name not in APART and _is_worth_saying(ruleset, field.name)
    ]
    parent = parent_of(ruleset)
    changes = differences(parent, ruleset) if parent else ()
    differs = [f"as {ruleset.derived_from}, but for: {'; '.join(changes)}"] if changes else []
    return "\n".join([head, *lines, "", *choices, *differs]) + "\n"


def _is_worth_saying(ruleset: RuleSet, name: str) -> bool:
    """It is set, or a club may set it; a table of cards would fill the page."""
    value = getattr(ruleset, name)
    return name in ruleset.options or (bool(value) and name != "tourne_cards")


def _all_on(ruleset: RuleSet) -> dict[str, object]:
    """The options that bring contracts into the game."""
    return {terms.option: True for terms in ruleset.contracts if terms.option}


def _row(terms: ContractTerms, line: CardLine) -> tuple[str, ...]:
    values = line["values"]
    kodille = values.get(Outcome.KODILLE.value)
    by_cards = "cards " if terms.by_cards else ""
    return (
        terms.contract + (f" ({terms.option})" if terms.option else ""),
        f"{by_cards}{values['won']:+}",
        f"{by_cards}{values['bet']:+}",
        ("–" if kodille is None else f"{by_cards}{kodille:+}")
        + (" and on" if terms.kodille_per_trick else ""),
        terms.trump.value,
        "–" if terms.declarer_buys is None else f"{terms.declarer_buys} or more",
        "buy" if terms.defenders_buy else "–",
        "yes" if terms.may_abandon else "–",
        "yes" if terms.tout else "–",
    )
