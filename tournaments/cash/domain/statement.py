"""A bank's statement, pasted: read, matched with who owes what, and taken into the book."""

import csv
import datetime as dt
import hashlib
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias
from uuid import UUID

from django.db import transaction

from lhombre_club.members.alphabet import danish_key, name_key
from lhombre_club.members.models import Club, Membership, Person
from lhombre_club.refusal import Refusal
from scoring.ledger import Moved
from tournaments.cash.domain.amounts import oere
from tournaments.cash.domain.book import NewVoucher, hold, post
from tournaments.cash.domain.dues import Paid, book_dues
from tournaments.cash.domain.owing import Owing, owing
from tournaments.cash.queries.by_hand import ByHand, by_hand
from tournaments.cash.reasons import CashReason
from tournaments.models import CashAccount, HalfSeason, StatementLine, Voucher

Dues: TypeAlias = tuple[HalfSeason, Person, *tuple[Person, ...]]
"""Of which half, and whose."""
Known: TypeAlias = Dues | CashAccount | Voucher
"""What a line is: dues, a move from or to an account, or what was booked by hand already."""
MOST_LINES: Final = 500
NEAR: Final = dt.timedelta(days=7)
"""So far from its line something may have been booked by hand: over Easter no bank books."""
COLUMNS: Final = {
    "date": ("dato", "bogført", "bogføringsdato", "bogfoert", "date"),
    "text": ("tekst", "beskrivelse", "navn", "text", "description", "posteringstekst"),
    "amount": ("beløb", "beloeb", "amount", "beløb (dkk)", "beløb i dkk"),
}
"""What banks call the columns that are read; without a head they are date, text, amount."""
_DAY: Final = re.compile(r"(\d{1,2})[-./ ]+(\d{1,2})[-./ ]+(\d{4}|\d{2})|(\d{4})-(\d{2})-(\d{2})")
_WORDS: Final = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a statement."""

    date: dt.date
    text: str
    amount: int
    """Øre; less than nothing where the bank has paid."""
    digest: str
    """The same for the same line of another paste."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """Whose dues of which half a line may be."""

    half: HalfSeason
    name: str
    parts: Mapping[UUID, int]
    """What is owed by whom: him, and those of his household whose dues are in it too."""
    is_sure: bool
    """A name or number of these stands in the line, and nobody else's."""

    @property
    def owed(self) -> int:
        """What they owe together."""
        return sum(self.parts.values())


@dataclass(frozen=True, slots=True)
class Match:
    """What was booked by hand of the same amount, about the day of a line."""

    booked: ByHand
    is_sure: bool
    """Who has paid it by the book stands in the line."""


class UnreadableError(ValueError):
    """Lines that cannot be read: their numbers, from 1."""

    def __init__(self, numbers: Sequence[int]) -> None:
        """Name the lines."""
        super().__init__(numbers)
        self.numbers = numbers


class LinesRefusal(Refusal):
    """Lines that cannot be booked, by digest, each with why; so none of the statement is."""

    def __init__(self, lines: Mapping[str, Refusal]) -> None:
        """Refuse for what the first is refused for."""
        first = next(iter(lines.values()))
        super().__init__(first.reason, **first.facts)
        self.lines = lines


def read(text: str) -> list[Line]:
    """Return the lines of a statement. Raises UnreadableError for lines that cannot be read.

    Between the columns stand semicolons, tabs or, where neither is there, commas.
    """
    rows = [
        (number, [cell.strip() for cell in cells])
        for number, cells in enumerate(csv.reader(text.splitlines(), delimiter=_mark(text)), 1)
        if any(cell.strip() for cell in cells)
    ]
    head = _head(rows[0][1]) if rows else None
    found, wrong, seen = [], [], Counter[tuple[dt.date, str, int]]()
    for number, cells in rows[1:] if head else rows:
        try:
            said = _said(cells, head)
        except (ValueError, IndexError):
            wrong.append(number)
            continue
        seen[said] += 1
        found.append(Line(*said, digest=_digest(said, seen[said])))
    if wrong or len(found) > MOST_LINES:
        raise UnreadableError(wrong or [MOST_LINES + 1])
    return found


def taken(club: Club, lines: Sequence[Line]) -> dict[str, StatementLine]:
    """Return what of a statement is in the book already, by digest; what is void is not."""
    kept = _kept(club, lines)
    ways = ((line.digest, _kept_as(line.digest, kept)) for line in lines)
    return {digest: kept[way] for digest, way in ways if way in kept}


def _kept(club: Club, lines: Iterable[Line]) -> dict[str, StatementLine]:
    """Return what was ever taken of these days, by the digest under which it is kept."""
    rows = StatementLine.objects.filter(club=club, date__in={each.date for each in lines})
    return {each.digest: each for each in rows.select_related("voucher__voided")}


def _kept_as(digest: str, kept: Mapping[str, StatementLine]) -> str:
    """Return under what a line is kept: where a voucher of it is void, it is free once more."""
    while digest in kept and hasattr(kept[digest].voucher, "voided"):
        digest = hashlib.sha256(digest.encode()).hexdigest()
    return digest


def candidates(club: Club, lines: Sequence[Line]) -> dict[str, list[Candidate]]:
    """Return whose dues each line of money that came in may be, the likeliest first, by digest."""
    halves = HalfSeason.objects.filter(club=club, is_free=False).order_by("begins", "pk")
    open_ = [(half, each) for half in halves for each in owing(half).values() if each.owed > 0]
    people = {
        row.person_id: row
        for row in Membership.objects.filter(club=club).select_related("person")
        if row.person_id in {each.person for _half, each in open_}
    }
    alphabet = sorted(people, key=lambda key: danish_key(people[key].person.full_name))
    order = {key: place for place, key in enumerate(alphabet)}
    open_.sort(key=lambda one: (one[0].begins, order.get(one[1].person, -1)))
    found = {}
    for line in lines:
        if line.amount <= 0:
            continue
        named = {key for key, row in people.items() if _is_named(row, line.text)}
        ranked = [
            (each.person not in named, each.owed != line.amount, order[each.person], half, each)
            for half, each in open_
            if each.person in people and (each.person in named or each.owed == line.amount)
        ]
        found[line.digest] = [
            *_together(line, open_, people, named),
            *(
                Candidate(
                    half,
                    people[each.person].person.full_name,
                    {each.person: each.owed},
                    is_sure=named == {each.person},
                )
                for _other, _amount, _order, half, each in sorted(ranked, key=lambda one: one[:3])
            ),
        ]
    return found


def matches(club: Club, lines: Sequence[Line]) -> dict[str, list[Match]]:
    """Return what was booked by hand that each line may be, the likeliest first, by digest.

    Of a line in which somebody of these stands, that is theirs alone.
    """
    if not lines:
        return {}
    days = [line.date for line in lines]
    rows = by_hand(club, min(days) - NEAR, max(days) + NEAR)
    members = Membership.objects.filter(club=club).select_related("person")
    people = {row.person_id: row for row in members}
    found = {}
    for line in lines:
        near = [
            Match(each, _has_paid(each, line, people))
            for each in rows
            if each.amount == line.amount and abs(each.voucher.date - line.date) <= NEAR
        ]
        theirs = [each for each in near if each.is_sure] or near
        theirs.sort(key=lambda each: abs(each.booked.voucher.date - line.date))
        found[line.digest] = theirs
    return found


def _has_paid(each: ByHand, line: Line, people: Mapping[UUID, Membership]) -> bool:
    """Whether one of those who have paid stands in a line."""
    rows = ((name, people.get(key) if key else None) for name, key in each.payers.items())
    return any(
        _is_named(row, line.text) if row else _words(name) <= _words(line.text)
        for name, row in rows
    )


def _together(
    line: Line,
    open_: Sequence[tuple[HalfSeason, Owing]],
    people: Mapping[UUID, Membership],
    named: set[UUID],
) -> list[Candidate]:
    """Return the households that together owe just what came in, for one half."""
    homes: dict[tuple[HalfSeason, str], list[Owing]] = defaultdict(list)
    for half, each in open_:
        row = people.get(each.person)
        if row is not None and row.household:
            homes[half, row.household.casefold()].append(each)
    return [
        Candidate(
            half=half,
            name=", ".join(people[each.person].person.full_name for each in some),
            parts=(parts := {each.person: each.owed for each in some}),
            is_sure=bool(named) and named <= parts.keys(),
        )
        for (half, _home), some in homes.items()
        if len(some) > 1 and sum(each.owed for each in some) == line.amount
    ]


@transaction.atomic
def take(
    *,
    bank: CashAccount,
    lines: Mapping[Line, Known],
    actor: str,
) -> tuple[int, int]:
    """Book lines of a statement: as dues of one or several, or against another account.

    Of several the first has paid what is left when what the others owe is taken off. A line that
    was booked by hand is kept with its voucher: it books nothing, now or when it is pasted again.

    Return how many are booked, and how many were in the book already. Raises LinesRefusal where
    one of them cannot be booked, and names all that cannot.
    """
    club = bank.club
    hold(club)
    there, kept = taken(club, list(lines)), _kept(club, lines)
    new = {line: what for line, what in lines.items() if line.digest not in there}
    refused: dict[str, Refusal] = {}
    for line, what in new.items():
        try:
            voucher = _booked(bank, line, what, actor)
        except Refusal as refusal:
            refused[line.digest] = refusal
            continue
        StatementLine.objects.create(
            club=club,
            digest=_kept_as(line.digest, kept),
            date=line.date,
            text=line.text,
            amount=line.amount,
            voucher=voucher,
        )
    if refused:
        raise LinesRefusal(refused)
    again = sum(isinstance(what, Voucher) for what in new.values())
    return len(new) - again, len(there) + again


def _booked(bank: CashAccount, line: Line, what: Known, actor: str) -> Voucher:
    if isinstance(what, Voucher):
        return _still_by_hand(bank.club, line, what)
    if not isinstance(what, CashAccount):
        return book_dues(half=what[0], paid=_paid(line, what, bank), actor=actor)
    move = Moved(str(what.pk), str(bank.pk), abs(line.amount))
    moves = [move if line.amount > 0 else -move]
    said = NewVoucher(date=line.date, text=line.text, moves=moves)
    return post(club=bank.club, voucher=said, actor=actor)


def _still_by_hand(club: Club, line: Line, voucher: Voucher) -> Voucher:
    """Return what a line was booked by. Raises Refusal where it is void by now, or of another."""
    if all(each.booked.voucher != voucher for each in matches(club, [line])[line.digest]):
        raise Refusal(CashReason.MATCHED)
    return voucher


def _paid(line: Line, what: Dues, bank: CashAccount) -> Paid:
    """Return for whom a line has paid what. Raises Refusal where it is too little for all."""
    half, first, *others = what
    owed = owing(half, [each.pk for each in others])
    shares = {each: owed[each.pk].owed for each in others}
    rest = line.amount - sum(shares.values())
    if rest < 1 or min(shares.values(), default=1) < 1:
        raise Refusal(CashReason.PAID)
    return Paid(person=first, amount=rest, date=line.date, into=bank, others=shares)


def _mark(text: str) -> str:
    return ";" if ";" in text else "\t" if "\t" in text else ","


def _head(cells: Sequence[str]) -> dict[str, int] | None:
    named = [cell.casefold() for cell in cells]
    found = {
        column: next((named.index(each) for each in names if each in named), -1)
        for column, names in COLUMNS.items()
    }
    return found if min(found.values()) >= 0 else None


def _said(cells: Sequence[str], head: Mapping[str, int] | None) -> tuple[dt.date, str, int]:
    date, text, amount = (
        cells[head[name]] if head else cells[at] for at, name in enumerate(COLUMNS)
    )
    what = oere(amount)
    if not what:
        raise ValueError("nothing was moved")
    return _day(date), " ".join(text.split())[:200] or "–", what


def _day(text: str) -> dt.date:
    found = _DAY.fullmatch(text.strip())
    if found is None:
        raise ValueError(text)
    if found[4]:
        return dt.date(int(found[4]), int(found[5]), int(found[6]))
    year = int(found[3])
    return dt.date(year if year > 99 else 2000 + year, int(found[2]), int(found[1]))  # noqa: PLR2004 -- two digits


def _digest(said: tuple[dt.date, str, int], time: int) -> str:
    date, text, amount = said
    return hashlib.sha256(f"{date}|{text}|{amount}|{time}".encode()).hexdigest()


def _is_named(row: Membership, text: str) -> bool:
    """Whether all of somebody's name stands in a text, in any order, or his number."""
    words = _words(text)
    name = _words(row.person.full_name)
    return name <= words or bool(row.number and name_key(row.number) in words)


def _words(text: str) -> set[str]:
    return set(map(name_key, _WORDS.findall(text)))
