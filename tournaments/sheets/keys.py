"""The keys of a result as who types it is shown them: seats, contracts, ends, and what is more."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from rules import score_card
from tournaments.sheets.account_words import of_declarer
from tournaments.sheets.queries import Sheet
from tournaments.typed import examples, grammar
from tournaments.words import wording

SAMPLE = _("column %(column)d: %(contract)s, %(outcome)s")


@dataclass(frozen=True, slots=True)
class Column:
    """One seat of the sheet."""

    seat: int
    key: str
    letter: str
    """The other key, as the column is headed in the reader's language."""
    initial: str
    name: str


@dataclass(frozen=True, slots=True)
class Ending:
    """One way in which a game ends, as a cell on the phone’s page."""

    id: str
    name: Promise


@dataclass(frozen=True, slots=True)
class Keys:
    """Keys that do the same, or that belong together."""

    keys: Sequence[Promise | str]
    name: Promise | str


@dataclass(frozen=True, slots=True)
class Extra:
    """Keys between contract and outcome, by example, and what they say."""

    keys: str
    name: Promise | str


@dataclass(frozen=True, slots=True)
class CardKey:
    """One line of the card of keys."""

    digit: str
    letter: str
    name: str
    plain: bool
    """Meant when no contract is typed."""
    by_cards: bool
    """Its cards set the price."""
    values: tuple[str, ...]
    """Points as the account pays them, by ``endings``; empty where it cannot end so."""


def card_of(sheet: Sheet) -> Mapping[str, object]:
    """Return what ``sheets/keys.html`` shows: all that the keys of a result can say at a table."""
    return {
        "columns": columns(sheet),
        "card": card_keys(sheet),
        "endings": endings(sheet),
        "extras": extras(sheet),
        "samples": samples(sheet),
        "result_keys": result_keys(sheet),
        "of_declarer": of_declarer(sheet.table.round.event),
    }


def columns(sheet: Sheet) -> tuple[Column, ...]:
    """Return the seats in playing order."""
    return tuple(
        Column(
            seat=seat,
            key=str(seat + 1),
            letter=wording.seat_letter(seat),
            initial=wording.seat_initial(seat),
            name=name,
        )
        for seat, name in enumerate(sheet.names)
    )


def card_keys(sheet: Sheet) -> tuple[CardKey, ...]:
    """Return the contracts with their keys and values, in the order of the table of values."""
    ends = [ending.id for ending in endings(sheet)]
    return tuple(
        CardKey(
            digit=line["digit"],
            letter=line["letter"].upper(),
            name=wording.contract(line["id"], sheet.ruleset),
            plain=line["id"] == grammar.PLAIN_CONTRACT,
            by_cards=line["by_cards"],
            values=tuple(
                f"{line['values'][end]:+d}".replace("-", "−") if end in line["values"] else ""
                for end in ends
            ),
        )
        for line in sheet.card["contracts"]
    )


def endings(sheet: Sheet) -> tuple[Ending, ...]:
    """Return the outcomes that some contract of the rule set can have."""
    lines = score_card(sheet.ruleset)["contracts"]
    return tuple(
        Ending(outcome, word)
        for outcome, word in wording.OUTCOMES.items()
        if any(outcome in line["values"] for line in lines)
    )


def result_keys(sheet: Sheet) -> tuple[Keys, ...]:
    """Return the keys that end a word; and a tout, which stands before them, in a whole word."""
    card = score_card(sheet.ruleset)
    ends = (
        Keys(
            [key.upper() for key, end in grammar.OUTCOMES.items() if end == ending.id], ending.name
        )
        for ending in endings(sheet)
    )
    touts = (
        Keys([word], wording.with_tout(outcome, state))
        for word, outcome, state in examples.touts(card)
    )
    return (*ends, *touts)


def extras(sheet: Sheet) -> tuple[Extra, ...]:
    """Return what may stand between contract and outcome, by example."""
    return tuple(
        Extra(keys.upper(), text) for keys, text in examples.extras(sheet.ruleset, sheet.players)
    )


def samples(sheet: Sheet) -> tuple[Extra, ...]:
    """Return two words of the rule set that is played, and what they say."""
    columns = (2, 3)
    known = grammar.contract_keys(sheet.ruleset)
    ends = examples.ends(score_card(sheet.ruleset))
    return tuple(
        Extra(
            f"{column}{end}",
            SAMPLE
            % {
                "column": column,
                "contract": wording.contract(
                    known.get(end[:-1], grammar.PLAIN_CONTRACT), sheet.ruleset
                ),
                "outcome": wording.OUTCOMES[grammar.OUTCOMES[end[-1]]],
            },
        )
        for column, end in zip(columns, ends, strict=True)
    )
