"""The sheet does not add up: the boxes for the paper's sums, and what may be wrong, in words."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import chain
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.whichline import (
    Answer,
    Blind,
    Checked,
    Kind,
    Mistake,
    Slip,
    Stated,
    Suspect,
    Unseen,
    Verdict,
)
from scoring.whichline import Sheet as Lines
from tournaments.book.accounts import Frame
from tournaments.sheets.queries import BLOCK, Sheet
from tournaments.typed.grammar import print_keys
from tournaments.words import wording
from tournaments.words.deals import record_words
from tournaments.words.figures import in_runs, short, signed

MOST_SHOWN = 10
MOST_PAIRS = 5
MOST_POINTS = 100_000
LIKELY = Fraction(1, 2)
POSSIBLE = Fraction(1, 10)

VERDICTS: Mapping[Verdict, Promise] = {
    Verdict.AGREES: _("Everything that stands on the paper is what was entered."),
    Verdict.LINE: _("One line explains the difference."),
    Verdict.TWO_LINES: _("No single line explains the difference, but two together do."),
    Verdict.PAPER: _("The paper’s own addition is wrong; what was entered may well be right."),
    Verdict.PAPER_AND_LINE: _("The paper’s addition is wrong, and a line besides."),
    Verdict.UNEXPLAINED: _(
        "Neither one line nor two together explain the difference: more is wrong, or the paper was "
        "added up wrong. Compare the sheet line by line, block by block, and add the paper up "
        "again."
    ),
}
IN_PART = _("Sums typed: %(typed)s of %(all)s. So far the paper agrees with what was entered.")
KINDS: Mapping[Kind, Promise] = {
    Kind.OUTCOME: _("another result"),
    Kind.SEAT: _("another declarer"),
    Kind.CONTRACT: _("another contract"),
    Kind.TOUT: _("the tout"),
    Kind.CARDS: _("the cards of the tourné"),
    Kind.EXTRA: _("what stands beside: an extra card, who joined or looked"),
    Kind.PASSED: _("passed instead of played, or the other way"),
    Kind.LINE: _("the whole line"),
    Kind.DEALER: _("from here on the dealers are off by one"),
    Kind.SKIPPED: _("a line was skipped here"),
    Kind.DOUBLED: _("a line was entered twice"),
    Kind.SWAPPED: _("two lines changed places"),
}
BLINDS: Mapping[Blind, Promise] = {
    Blind.EQUAL: _("Another entry comes to the same points"),
    Blind.TRUMP: _("The trump suit has no price"),
    Blind.AFTER: _("No sum was given after this line"),
    Blind.CANCEL: _("Two errors may cancel out"),
}
WAYS = {Kind.SKIPPED: "skipped", Kind.DOUBLED: "doubled", Kind.SWAPPED: "swap"}


def box(deal: int, seat: int) -> str:
    """Return the name of the box for what a seat has after a deal."""
    return f"d{deal}s{seat}"


def box_label(deal: int, name: str) -> str:
    """Return what that box is called."""
    return gettext("%(name)s after deal %(deal)d") % {"name": name, "deal": deal}


class SumsForm(forms.Form):
    """The paper's subtotals: a box for each seat after every tenth deal, and at the end."""

    def __init__(
        self,
        sheet: Sheet,
        data: Any = None,
        *,
        known: Mapping[int, Sequence[int | None]] | None = None,
    ) -> None:
        start = {
            box(deal, seat): points
            for deal, balances in (known or {}).items()
            for seat, points in enumerate(balances)
        }
        super().__init__(data, initial=start)
        self.seats = range(sheet.players)
        self.ends = ends(sheet)
        for deal in self.ends:
            for seat in self.seats:
                self.fields[box(deal, seat)] = forms.IntegerField(
                    required=False,
                    min_value=-MOST_POINTS,
                    max_value=MOST_POINTS,
                    label=box_label(deal, sheet.names.at(deal)[seat]),
                    widget=forms.TextInput(
                        attrs={"inputmode": "text", "size": 5, "autocomplete": "off"}
                    ),
                )

    def rows(self) -> list[tuple[int, list[forms.BoundField]]]:
        """Return the boxes, deal by deal; the cursor is in the first that asks for something."""
        rows = [(deal, [self[box(deal, seat)] for seat in self.seats]) for deal in self.ends]
        boxes = [each for _deal, row in rows for each in row]
        wrong = (each for each in boxes if each.errors)
        empty = (each for each in boxes if each.value() in {None, ""})
        first = next(chain(wrong, empty, boxes))
        first.field.widget.attrs["autofocus"] = True
        return rows

    def stated(self) -> list[Stated]:
        """Return the subtotals in which anything was filled in."""
        found = []
        for deal in self.ends:
            balances = tuple(self.cleaned_data[box(deal, seat)] for seat in self.seats)
            if any(points is not None for points in balances):
                found.append(Stated(deal, balances))
        return found


def ends(sheet: Sheet) -> list[int]:
    """Return after which deals the paper has sums: every tenth, and the last."""
    last = len(sheet.lines)
    return [*range(BLOCK, last, BLOCK), last]


def lines_of(sheet: Sheet) -> Lines:
    """Return the sheet as the search takes it."""
    frame = Frame.of(sheet.table, players=sheet.players)
    return Lines(
        ruleset=frame.ruleset,
        rules=frame.rules,
        first_dealer=frame.first_dealer,
        deals=frame.deals,
        records={
            line.deal: frame.whole(line.record) for line in sheet.lines if line.record is not None
        },
        start=sheet.table.round.event.start,
    )


@dataclass(frozen=True, slots=True)
class Told:
    """One suspect, in words."""

    likelihood: str
    """How likely it is among those that explain the difference; never more than likely."""
    mistakes: tuple[tuple[str, str], ...]
    """What it says, and where it is corrected (an address' query)."""
    slips: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Findings:
    """The answer, in words."""

    verdict: str
    agrees: bool
    """Every sum of the paper was typed, and none differs."""
    blocks: tuple[tuple[int, bool, tuple[str, ...]], ...]
    """After which deal, whether all of it agrees, and the differences by seat."""
    suspects: tuple[Told, ...]
    slips: tuple[str, ...]
    unseen: tuple[str, ...]
    left_out: int
    pairs: tuple[Told, ...]
    """The likeliest pairs of lines that explain as much as a single one."""


def findings(answer: Answer, sheet: Sheet) -> Findings:
    """Return the answer in words."""
    shown = answer.suspects[:MOST_SHOWN]
    boxes = len(ends(sheet)) * sheet.players
    typed = _typed(answer)
    return Findings(
        verdict=_verdict(answer, typed, boxes),
        agrees=answer.verdict is Verdict.AGREES and typed == boxes,
        blocks=tuple(_block(each) for each in answer.checked),
        suspects=tuple(_suspect(each, sheet) for each in shown),
        slips=tuple(_slip(each, sheet) for each in answer.slips),
        unseen=tuple(_unseen(each, sheet) for each in _told_once(answer.unseen)),
        left_out=answer.left_out + len(answer.suspects) - len(shown),
        pairs=tuple(_suspect(each, sheet) for each in _pairs(answer)),
    )


def _typed(answer: Answer) -> int:
    """Return how many sums were typed."""
    return sum(points is not None for each in answer.checked for points in each.stated.balances)


def _verdict(answer: Answer, typed: int, boxes: int) -> str:
    """Return what the sums say; where several lines could be it, that they are sorted."""
    if answer.verdict is Verdict.AGREES and typed < boxes:
        return str(IN_PART) % {"typed": typed, "all": boxes}
    says = str(VERDICTS[answer.verdict])
    if answer.verdict is Verdict.LINE and len(answer.suspects) > 1:
        says = gettext("One line explains the difference. The likeliest is first.")
    if answer.verdict is not Verdict.AGREES and typed < boxes:
        says += " " + gettext(
            "It may be another one: type the paper’s other sums too, if it has any."
        )
    return says


def _pairs(answer: Answer) -> list[Suspect]:
    """Return for any two lines the likeliest that may be wrong in them."""
    found: dict[tuple[int, ...], Suspect] = {}
    for each in answer.pairs:
        found.setdefault(each.deals, each)
    return list(found.values())[:MOST_PAIRS]


def _block(checked: Checked) -> tuple[int, bool, tuple[str, ...]]:
    differences = tuple("" if off is None else signed(off) for off in checked.differences)
    return checked.stated.deal, checked.agrees and "" not in differences, differences


def _suspect(suspect: Suspect, sheet: Sheet) -> Told:
    return Told(
        likelihood=_likelihood(suspect.weight),
        mistakes=tuple((_mistake(each, sheet), _query(each, sheet)) for each in suspect.mistakes),
        slips=tuple(_slip(each, sheet) for each in suspect.slips),
    )


def _likelihood(weight: Fraction) -> str:
    """Return how likely something is: the figures behind it are assumptions, and say no more."""
    if weight >= LIKELY:
        return gettext("likely")
    return gettext("possible") if weight >= POSSIBLE else gettext("less likely")


def _mistake(mistake: Mistake, sheet: Sheet) -> str:
    """Return what may be wrong: the line, what stands there, and what should."""
    facts = {"deal": mistake.deal, "kind": str(KINDS[mistake.kind])}
    change = mistake.changes[0]
    if mistake.kind is Kind.SKIPPED:
        facts["is"] = _words(change.after, mistake.deal, sheet)
        return gettext("Deal %(deal)d: %(kind)s (%(is)s)") % facts
    if mistake.kind in WAYS or mistake.kind is Kind.DEALER:
        return gettext("Deal %(deal)d: %(kind)s") % facts
    facts |= {
        "was": _words(change.before, mistake.deal, sheet),
        "is": _words(change.after, mistake.deal, sheet),
    }
    return gettext("Deal %(deal)d: %(is)s, not %(was)s") % facts


def _words(record: Mapping[str, Any] | None, deal: int, sheet: Sheet) -> str:
    if record is None:
        return gettext("no result")
    if record.get("passed"):
        return str(wording.PASSED)  # in the middle of a sentence
    return record_words(record, sheet.names.at(deal), ruleset=sheet.ruleset)


def _query(mistake: Mistake, sheet: Sheet) -> str:
    """Return how the correction page is opened with this filled in; empty where it cannot be."""
    if mistake.kind is Kind.DEALER:
        return ""
    wanted: dict[str, Any] = {"deal": mistake.deal, "way": WAYS.get(mistake.kind, "change")}
    if mistake.kind is Kind.SWAPPED:
        wanted["other"] = mistake.deal + 1
    record = mistake.changes[0].after
    if record is not None and mistake.kind not in {Kind.SWAPPED, Kind.DOUBLED}:
        wanted["line"] = print_keys(
            record, ruleset=sheet.ruleset, players=sheet.players, pairs=sheet.in_pairs
        )
    return urlencode(wanted)


def _slip(slip: Slip, sheet: Sheet) -> str:
    facts = {
        "deal": slip.deal,
        "name": "" if slip.seat is None else short(sheet.names.at(slip.deal)[slip.seat]),
        "amount": signed(slip.amount),
    }
    if slip.seat is None:
        return gettext("The sums after deal %(deal)d are off by %(amount)s together.") % facts
    if slip.carried:
        return (
            gettext("%(name)s after deal %(deal)d and in all later sums: off by %(amount)s.")
            % facts
        )
    return gettext("%(name)s after deal %(deal)d: off by %(amount)s.") % facts


def _told_once(every: Sequence[Unseen]) -> list[Unseen]:
    """Return what sums cannot see, together where it is said in the same words."""
    found: dict[tuple[object, ...], Unseen] = {}
    for each in every:
        known = found.setdefault((each.blind, each.contracts), each)
        deals = tuple(sorted({*known.deals, *each.deals}))
        found[each.blind, each.contracts] = replace(known, deals=deals)
    return list(found.values())


def _unseen(unseen: Unseen, sheet: Sheet) -> str:
    said = str(BLINDS[unseen.blind])
    if unseen.contracts:
        games = ", ".join(wording.contract(each, sheet.ruleset) for each in unseen.contracts)
        said = f"{said} ({games})"
    return f"{said}: {in_runs(unseen.deals)}" if unseen.deals else said
