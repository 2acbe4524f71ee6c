"""Where every point comes from: deals and entries in words, for the account pages."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rules import Outcome
from scoring.sequence import opening
from tournaments.models import Names, TableEntry
from tournaments.sheets.hands import Sitting
from tournaments.sheets.queries import Sheet, SheetLine
from tournaments.sheets.results import unsettled
from tournaments.sheets.why import why
from tournaments.words.deals import record_words
from tournaments.words.figures import short, signed


@dataclass(frozen=True, slots=True)
class Step:
    """One line of an account."""

    number: str
    """Of the deal; empty for what belongs to none."""
    what: str
    why: tuple[str, ...]
    """Who pays whom, and why."""
    moves: tuple[int | None, ...]
    """Points, by seat; None for a deal without a result."""
    stands: tuple[int | None, ...]
    """What each seat has then."""
    pot: str
    says_all: bool = False
    """The sentences say also what was played."""
    concerns: tuple[int, ...] | None = None
    """Seats; None: all of them."""
    is_stake: bool = False
    """What the sheet begins with: nobody has won it."""
    sat_out: tuple[int, ...] = ()
    """Seats that held no cards in the deal."""
    of_deal: bool = False
    """It is how a deal ended, and nothing that was decided beside it."""
    games: Mapping[int, Outcome] = field(default_factory=dict)
    """How each game of the deal ended, by the seat that played it."""
    ante: int = 0
    """What each seat put into the pot before a deal that it could not pay; the moves contain it."""

    @property
    def changes(self) -> tuple[str, ...]:
        """The moves as they are written."""
        return tuple(map(_said, self.moves))

    @property
    def balances(self) -> tuple[str, ...]:
        """What each seat has then, as it is written."""
        return tuple(map(_said, self.stands))

    @property
    def said(self) -> str:
        """What it is, and what it moved for the first whom it concerns."""
        return ", ".join((self.what, *(self.changes[seat] for seat in (self.concerns or ())[:1])))

    def moved(self, seat: int) -> str:
        """Return what it moved for a seat, nothing where the seat sat out and it cost nothing."""
        change = self.changes[seat]
        return "" if seat in self.sat_out and change == signed(0) else change


@dataclass(frozen=True, slots=True)
class OwnStep:
    """One line of one player's account."""

    number: str
    what: str
    why: tuple[str, ...]
    change: str
    """Empty also where he sat out and it cost him nothing."""
    balance: str
    sat_out: bool
    """He held no cards in the deal."""
    of_deal: bool
    points: int
    """What it won or cost him; a stake is neither."""
    stands: int | None
    """What he has then, his stake included; None: it has no result."""
    game: Outcome | None
    """How his own game ended; None: he played none."""
    brought: int
    """Of the points what the deal itself did, without what filled the pot before it."""

    @property
    def is_anted(self) -> bool:
        """Whether something filled the pot before the deal."""
        return self.brought != self.points


def steps(sheet: Sheet) -> list[Step]:
    """Return everything that moved points at a table, in order."""
    return list(_steps(sheet))


def own_steps(sitting: Sitting) -> list[OwnStep]:
    """Return the same, as one seat sees it."""
    seat = sitting.seat
    return [
        OwnStep(
            step.number,
            step.what,
            step.why,
            "" if step.is_stake else step.moved(seat),
            step.balances[seat],
            seat in step.sat_out,
            step.of_deal,
            0 if step.is_stake else step.moves[seat] or 0,
            step.stands[seat],
            step.games.get(seat),
            0 if step.is_stake else (step.moves[seat] or 0) + step.ante,
        )
        for step in steps(sitting.sheet)
        if step.concerns is None or seat in step.concerns
    ]


def opening_words(sheet: Sheet) -> str:
    """Return what it is called that each seat begins with; empty where that is nothing."""
    start = sheet.table.round.event.start
    if opening(sheet.rules) is None:
        return _("Starting stake") if start else ""
    return _("At the start") if start else _("Ante")


def words(line: SheetLine, sheet: Sheet) -> str:
    """Return what was played, such as: Alma: solo spar, won, 5–2–2."""
    if line.settlement is None:
        ruling = unsettled(line)
        return capfirst(f"{ruling}: {line.reason}" if line.reason else ruling)
    ended = line.settlement.declarers[0].outcome if line.settlement.declarers else ""
    names = sheet.names.at(line.deal)
    return record_words(line.record or {"passed": True}, names, ended, ruleset=sheet.ruleset)


def words_and_points(line: SheetLine, sheet: Sheet) -> str:
    """Return the same with its value: what the declarer has of it, or what each paid alike.

    What everybody put into the pot before it could pay is no part of that, and is told after it.
    """
    said = words(line, sheet)
    if line.changes is None or line.settlement is None:
        return said
    passed = line.settlement.passed
    moves = [moved + line.ante for moved in line.changes]
    own = moves[0 if passed else line.settlement.declarers[0].seat]
    if passed and not own:
        return said
    is_alike = own and moves.count(own) > 1 and set(moves) <= {own, 0}
    points = _("%(points)s each") % {"points": signed(own)} if is_alike else signed(own)
    return ", ".join(filter(None, (said, points, _after(line.ante))))


def antes(sheet: Sheet) -> str:
    """Return before which deals everybody put into the pot, and how much; empty for none.

    It stands where a deal has one figure for each seat, which contains it.
    """
    deals: dict[int, list[int]] = {}
    for line in sheet.lines:
        if line.ante:
            deals.setdefault(line.ante, []).append(line.deal)
    return "; ".join(
        ngettext("Deal %(deals)s: %(ante)s", "Deals %(deals)s: %(ante)s", len(some))
        % {"deals": ", ".join(map(str, some)), "ante": _after(ante)}
        for ante, some in deals.items()
    )


def _after(ante: int) -> str:
    return _("after an ante of %(points)s each") % {"points": ante} if ante else ""


def _steps(sheet: Sheet) -> Iterator[Step]:
    start = (sheet.table.round.event.start,) * sheet.players
    if any(start):
        yield Step("", _("Starting stake"), (), start, start, "", is_stake=True)
    if sheet.opening != start:
        antes = tuple(now - before for now, before in zip(sheet.opening, start, strict=True))
        pot = signed(sheet.staked - sum(sheet.opening))
        what = _("Everybody antes into the pot")
        yield Step("", what, (), antes, sheet.opening, pot)
    for line in sheet.lines:
        if line.changes is not None and line.balances is not None:
            yield Step(
                number=str(line.deal),
                what=", ".join(filter(None, (words(line, sheet), _after(line.ante)))),
                why=tuple(why(line, sheet)),
                moves=line.changes,
                stands=line.balances,
                pot=signed(line.pot or 0) if sheet.keeps_pot else "",
                says_all=True,
                sat_out=line.settlement.idle if line.settlement else (),
                of_deal=True,
                games=_games(line),
                ante=line.ante,
            )
        elif line.revision:
            blank = (None,) * sheet.players
            what = words(line, sheet)
            yield Step(str(line.deal), what, (), blank, blank, "", of_deal=True)
    yield from beside(sheet)


def beside(sheet: Sheet) -> Iterator[Step]:
    """Yield what moved points beside the deals: penalties, and what was entered by hand."""
    balances = sheet.totals
    for entry in sheet.entries:
        balances = tuple(has + more for has, more in zip(balances, entry.amounts, strict=True))
        what = f"{entry_head(entry, sheet.names)}: {entry.reason}"
        who = {"name": short(entry.decided_by)}
        said = (_("decided by %(name)s") % who,) if entry.decided_by else ()
        number = str(entry.deal or "")
        amounts = tuple(entry.amounts)
        concerns = tuple(
            seat for seat, points in enumerate(amounts) if points or seat == entry.seat
        )
        yield Step(number, what, said, amounts, balances, "", concerns=concerns)


def entry_head(entry: TableEntry, names: Names) -> str:
    """Return what kind of entry it is, and whom it concerns where that is one player."""
    kind = capfirst(str(TableEntry.Kind(entry.kind).label))
    return kind if entry.seat is None else f"{kind}, {short(names.at(entry.deal or 0)[entry.seat])}"


def _games(line: SheetLine) -> dict[int, Outcome]:
    declarers = line.settlement.declarers if line.settlement else ()
    return {each.seat: each.outcome for each in declarers}


def _said(points: int | None) -> str:
    return "" if points is None else signed(points)
