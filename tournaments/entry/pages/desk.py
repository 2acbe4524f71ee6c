"""What the entry page knows before anything is typed: keys, names, values and sentences.

All of it is plain JSON. The page lays unsent deals over the sheet with the values given here,
and takes whatever the server answers in their place.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.conf import settings
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from rules import dealt_in, score_card
from scoring.kind import Pays
from scoring.rasle import SITTER_PAYS
from tournaments.book.doubts import QUESTIONS, doubt
from tournaments.corrections.pages import which_line
from tournaments.entry.pages.desk_words import IN_PAIRS, WORDS
from tournaments.models import Table
from tournaments.sheets import keys, spoken
from tournaments.sheets.queries import BLOCK, Sheet, SheetLine
from tournaments.typed import examples, grammar
from tournaments.words import wording

Json = Mapping[str, object]

LABEL = _("Deal %(deal)s. %(dealer)s deals, %(sitter)s sits out.")
LABEL_IN_PAIRS = _("Deal %(deal)s. %(dealer)s deals, %(sitter)s is dealt no cards.")
LABEL_OF_THREE = _("Deal %(deal)s. %(dealer)s deals.")

WAITING = ("back_one", "back_more", "waiting_and_back", "waiting_one", "waiting_more")
"""What ``waiting.js`` says."""
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
class Box:
    """A box for one sum of the paper, as the page of sums reads it."""

    name: str
    label: str
    value: str
    seat: str
    """Whose sum it is, as short as the row has room for."""


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


def rows(sheet: Sheet) -> tuple[Row, ...]:
    """Return a row for each deal: who deals it, who sits out; and the sums known of the paper."""
    known = {each.deal: each.balances for each in sheet.table.stated.all()}
    return tuple(_row(line, sheet, known.get(line.deal, ())) for line in sheet.lines)


def games(sheet: Sheet) -> tuple[Game, ...]:
    """Return the contracts of the rule set, in the order of the table of values."""
    return tuple(
        Game(
            line["id"],
            wording.contract(line["id"], sheet.ruleset),
            line["id"] == grammar.PLAIN_CONTRACT,
        )
        for line in sheet.card["contracts"]
    )


def page_keys(sheet: Sheet) -> tuple[keys.Keys, ...]:
    """Return the keys that say no deal."""
    deal = jump(sheet)
    jumps = keys.Keys((f"{deal}:",), gettext("goes to deal %(deal)d") % {"deal": deal})
    return (jumps, *(keys.Keys(pressed, name) for pressed, name in PAGE_KEYS))


def jump(sheet: Sheet) -> int:
    """Return the deal by which the way to another is explained: one that the sheet has."""
    return min(SOME_DEAL, len(sheet.lines))


def page_data(sheet: Sheet) -> Json:
    """Return what the page's script needs of this table."""
    words = {**WORDS, "deals": IN_PAIRS} if sheet.in_pairs else WORDS
    return {
        "table": str(sheet.table.pk),
        "grammar": spoken.grammar_of(sheet),
        "card": _card(sheet),
        "words": {key: str(text) for key, text in words.items()},
        "samples": {
            "players": sheet.players,
            "ends": examples.ends(score_card(sheet.ruleset)),
            "passes": not _doubts_a_pass(sheet),
        },
    }


def left_data(table: Table | None = None) -> Json:
    """Return what a page needs that only sends what the browser still holds.

    ``table``: the one that the page is of, where it still is there.
    """
    words = {key: str(WORDS[key]) for key in WAITING}
    of = {"table": str(table.pk), "epoch": str(table.round.event.epoch)} if table else {}
    return {"words": words, "csrf_cookie": settings.CSRF_COOKIE_NAME, **of}


def _idle(players: int, dealer: int) -> list[int]:
    """Return the seats that get no cards when ``dealer`` deals: none, one, or two of five."""
    return [seat for seat in range(players) if seat not in dealt_in(players, dealer)]


def _row(line: SheetLine, sheet: Sheet, known: Sequence[int | None]) -> Row:
    marks = dict.fromkeys(_idle(sheet.players, line.dealer), "sitter") | {line.dealer: "dealer"}
    names = sheet.names.at(line.deal)
    facts = {
        "deal": line.deal,
        "dealer": names[line.dealer],
        "sitter": "" if line.sitter is None else names[line.sitter],
    }
    with_sitter = LABEL_IN_PAIRS if sheet.in_pairs else LABEL
    label = LABEL_OF_THREE if line.sitter is None else with_sitter
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
            label=which_line.box_label(deal, sheet.names.at(deal)[seat]),
            value="" if points is None else str(points),
            seat=wording.seat_name(seat),
        )
        for seat, points in enumerate(stated)
    )


def _with_folder(label: str, line: SheetLine) -> str:
    folder = _("Folder %(folder)d.") % {"folder": line.folder}
    return f"{label} {folder}"


def _doubts_a_pass(sheet: Sheet) -> str:
    """Return why not all can have passed; empty where the rules let them."""
    return str(doubt(sheet.ruleset, {"passed": True}) or "")


def _asks_of_a_pass(sheet: Sheet) -> str:
    """Return the same as a short question."""
    asked = (asks for option, asks in QUESTIONS.items() if getattr(sheet.ruleset, option))
    return str(next(asked, ""))


def before_antes(sheet: Sheet) -> str:
    """Return that the antes come with the first deal; empty where a sheet begins otherwise."""
    ante = sheet.rules.kind.ante(sheet.rules)
    if not ante or sheet.table.round.event.start:
        return ""
    return gettext("Ante: %(ante)s each, with the first deal") % {"ante": ante}


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
        "passed_doubt": _doubts_a_pass(sheet),
        "passed_question": _asks_of_a_pass(sheet),
        "zone": timezone.get_current_timezone_name(),
        "names": spoken.names_of(sheet),
    }
