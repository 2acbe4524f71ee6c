"""What the entry page knows before anything is typed: keys, names, values and sentences.

All of it is plain JSON. The page lays unsent deals over the sheet with the values given here,
and takes whatever the server answers in their place.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.conf import settings
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from rules import dealt_in, score_card
from scoring.kind import Pays
from scoring.rasle import SITTER_PAYS
from tournaments.corrections.pages import which_line
from tournaments.entry.pages.desk_words import WORDS
from tournaments.models import Table
from tournaments.sheets.queries import BLOCK, Sheet, SheetLine
from tournaments.typed import examples, grammar
from tournaments.typed import extras as grammar_extras
from tournaments.typed.reasons import KeysReason
from tournaments.words import deals, wording

Json = Mapping[str, object]

LABEL = _("Deal %(deal)s. %(dealer)s deals, %(sitter)s sits out.")
SAMPLE = _("column %(column)d: %(contract)s, %(outcome)s")
LABEL_OF_THREE = _("Deal %(deal)s. %(dealer)s deals.")

LONG = 9
"""Letters of a word that stand in a fourth of the smallest screen."""
SOME_DEAL = 17
BESIDE_SEATS = 6
"""Columns before those of the seats: deal, typed, declarer, contract, result, value."""
PAGE_KEYS: tuple[tuple[tuple[Promise | str, ...], Promise], ...] = (
    (("↑", "↓"), _("walk from line to line")),
    (("=",), _("on an empty line: goes to the sums of the paper, Enter to the next, Escape back")),
    (("/",), _("on an empty line: opens the last deal again, to say more of it")),
    ((_("Backspace"),), _("on an empty line: takes the last entry back")),
    (("Enter",), _("on a line that has a result: replaces it, when the page has asked")),
    ((_("Escape"),), _("empties the field and goes to the first open line")),
)
"""What moves and takes back, beside the words of the grammar."""


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
class Box:
    """A box for one sum of the paper, as the page of sums reads it."""

    name: str
    label: str
    value: str


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the sheet as the server draws it, before any result."""

    deal: int
    label: str
    """Names the line’s field to who cannot see it."""
    marks: tuple[str, ...]
    """By seat: ``dealer``, ``sitter`` or nothing."""
    sum_after: bool
    """Whether a subtotal follows."""
    folder: int | None
    """Number of the folder it is played from; None: dealt at the table."""
    paper: tuple[Box, ...]
    """Boxes for what the paper says each seat has, after every tenth, and the last."""


@dataclass(frozen=True, slots=True)
class Game:
    """One contract as a chip on the phone’s page."""

    id: str
    name: str
    plain: bool
    """Chosen before anything is tapped."""

    @property
    def is_long(self) -> bool:
        """Whether a word of its name needs small letters, where four stand beside each other."""
        return any(len(word) > LONG for word in re.split(r"[\s-]", self.name))


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


def rows(sheet: Sheet) -> tuple[Row, ...]:
    """Return a row for each deal: who deals it, who sits out; and the sums known of the paper."""
    known = {each.deal: each.balances for each in sheet.table.stated.all()}
    return tuple(_row(line, sheet, known.get(line.deal, ())) for line in sheet.lines)


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


def games(sheet: Sheet) -> tuple[Game, ...]:
    """Return the contracts of the rule set, in the order of the table of values."""
    return tuple(
        Game(
            line["id"],
            wording.contract(line["id"], sheet.ruleset),
            line["id"] == grammar.PLAIN_CONTRACT,
        )
        for line in score_card(sheet.ruleset)["contracts"]
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
    touts = (Keys([word], wording.TOUTS[state]) for word, state in examples.touts(card))
    return (*ends, *touts)


def page_keys(sheet: Sheet) -> tuple[Keys, ...]:
    """Return the keys that say no deal."""
    deal = jump(sheet)
    jumps = Keys((f"{deal}:",), gettext("goes to deal %(deal)d") % {"deal": deal})
    return (jumps, *(Keys(keys, name) for keys, name in PAGE_KEYS))


def jump(sheet: Sheet) -> int:
    """Return the deal by which the way to another is explained: one that the sheet has."""
    return min(SOME_DEAL, len(sheet.lines))


def extras(sheet: Sheet) -> tuple[Extra, ...]:
    """Return what may stand between contract and outcome, by example."""
    return tuple(
        Extra(keys.upper(), text) for keys, text in examples.extras(score_card(sheet.ruleset))
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


def page_data(sheet: Sheet) -> Json:
    """Return what the page's script needs of this table."""
    return {
        "table": str(sheet.table.pk),
        "grammar": _grammar(sheet),
        "card": _card(sheet),
        "words": {key: str(text) for key, text in WORDS.items()},
        "samples": {"players": sheet.players, "ends": examples.ends(score_card(sheet.ruleset))},
    }


def left_data(table: Table | None = None) -> Json:
    """Return what a page needs that only sends what the browser still holds.

    ``table``: the one that the page is of, where it still is there.
    """
    words = {key: str(WORDS[key]) for key in ("waiting_one", "waiting_more")}
    of = {"table": str(table.pk), "epoch": str(table.round.event.epoch)} if table else {}
    return {"words": words, "csrf_cookie": settings.CSRF_COOKIE_NAME, **of}


def _idle(players: int, dealer: int) -> list[int]:
    """Return the seats that get no cards when ``dealer`` deals: none, one, or two of five."""
    return [seat for seat in range(players) if seat not in dealt_in(players, dealer)]


def _row(line: SheetLine, sheet: Sheet, known: Sequence[int | None]) -> Row:
    marks = dict.fromkeys(_idle(sheet.players, line.dealer), "sitter") | {line.dealer: "dealer"}
    facts = {
        "deal": line.deal,
        "dealer": sheet.names[line.dealer],
        "sitter": "" if line.sitter is None else sheet.names[line.sitter],
    }
    label = LABEL_OF_THREE if line.sitter is None else LABEL
    return Row(
        deal=line.deal,
        label=str(label) % facts if line.folder is None else _with_folder(str(label) % facts, line),
        marks=tuple(marks.get(seat, "") for seat in range(sheet.players)),
        sum_after=line.deal % BLOCK == 0,
        folder=line.folder,
        paper=_boxes(line.deal, sheet, known) if line.deal in which_line.ends(sheet) else (),
    )


def _boxes(deal: int, sheet: Sheet, known: Sequence[int | None]) -> tuple[Box, ...]:
    stated = known or [None] * sheet.players
    return tuple(
        Box(
            name=which_line.box(deal, seat),
            label=which_line.box_label(deal, sheet.names[seat]),
            value="" if points is None else str(points),
        )
        for seat, points in enumerate(stated)
    )


def _with_folder(label: str, line: SheetLine) -> str:
    folder = _("Folder %(folder)d.") % {"folder": line.folder}
    return f"{label} {folder}"


def _grammar(sheet: Sheet) -> Json:
    contracts = grammar.contract_keys(sheet.ruleset)
    plain = grammar.PLAIN_CONTRACT
    return {
        # Python and the browser name groups differently; the rest is the same expression.
        "pattern": grammar.pattern(sheet.players).replace("(?P<", "(?<"),
        "extras": grammar_extras.PATTERN.replace("(?P<", "(?<"),
        "players": sheet.players,
        "seat_keys": grammar.seat_keys(sheet.players),
        "contract_keys": contracts,
        "plain_contract": plain if plain in contracts.values() else None,
        "by_sitter": [
            line["id"] for line in score_card(sheet.ruleset)["contracts"] if line["by_sitter"]
        ],
        "outcomes": grammar.OUTCOMES,
        "touts": grammar.TOUTS,
        "sentences": {each.value: str(each.sentence) for each in KeysReason},
    }


def _card(sheet: Sheet) -> Json:
    card = sheet.card
    games = {line["id"]: line for line in card["contracts"]}
    plain = grammar.PLAIN_CONTRACT
    return {
        "games": games,
        "plain": plain if plain in games else None,
        "idle": [_idle(sheet.players, dealer) for dealer in range(sheet.players)],
        "tout": card["tout"],
        "pot_alone": sheet.rules.kind.pays is Pays.POT,
        "needs_pot": sheet.rules.kind.needs_pot,
        "ante": sheet.rules.kind.ante(sheet.rules),
        "sitter_pays": sheet.rules[SITTER_PAYS],
        "pairs": sheet.in_pairs,
        "names": {
            "passed": str(wording.PASSED),
            "games": {
                line["id"]: wording.contract(line["id"], sheet.ruleset)
                for line in card["contracts"]
            },
            "outcomes": {key: str(word) for key, word in wording.OUTCOMES.items()},
            "touts": {key: str(word) for key, word in wording.TOUTS.items()},
            "suits": deals.SUITS,
            "ranks": {key: str(word) for key, word in deals.RANKS.items()},
            "words": {key: str(word) for key, word in deals.WORDS.items()},
        },
    }
