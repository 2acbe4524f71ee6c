"""Deals to be counted, and what they come to by other means than the program's.

The records are read as JSON and the points from the journal's rows: no rule, no account and no
query of the program is asked.
"""

from collections import Counter, defaultdict

from scoring.models import JournalEntry
from tests import make
from tournaments.models import Participant, Seat, Table

CONTRACTS = ("spil", "solo", "ren_nolo", "nolo_ouvert", "tourne")
ENDS = ("won", "bet", "kodille", "won", "won")


def record(dealer, deal, shift=0):
    """A game of somebody who was dealt cards; every sixth deal all pass."""
    if deal % 6 == 0:
        return {"passed": True}
    at = deal + shift
    return {
        "declarer": (dealer + 1 + at % 2 * 2) % 4,
        "contract": CONTRACTS[at % 5],
        "outcome": ENDS[(at // 2) % 5],
    }


def play(event, deals, *, touts=False):
    """Enter so many deals at every table, with touts if they are asked for; return the tables."""
    tables = Table.objects.filter(round__event=event).order_by("round__number", "number")
    for shift, table in enumerate(tables):
        for deal in range(1, deals + 1):
            said = record((deal - 1) % 4, deal, shift)
            make.enter(table, deal, announced(said, deal) if touts else said)
    return tables


def whose(event):
    """The participant at each table and seat."""
    seats = Seat.objects.filter(round__event=event)
    return {(str(seat.table_id), seat.seat): seat.participant_id for seat in seats}


def newest(event):
    """What was entered last for each deal: table, deal, record."""
    found = {}
    for table in Table.objects.filter(round__event=event):
        for each in table.revisions.order_by("number"):
            found[str(table.pk), each.deal] = each.record
    return found


def parts_of(event):
    """What everybody's points are made of, by participant.

    In a pott who sits out a game pays what fills the pot before it, as everybody does.
    """
    fills = event.accounting == "pott"
    records, seats = newest(event), whose(event)
    parts: dict[object, Counter[str]] = defaultdict(Counter)
    for entry in JournalEntry.objects.filter(book__in={book for book, _seat in seats}):
        said = records.get((entry.book, entry.deal)) if entry.kind == "deal" else None
        out = (entry.deal - 1 + 2) % 4  # opposite the dealer
        for seat in range(4):
            if said is None:
                part = "beside"
            elif said.get("passed") or seat == out:
                part = "out"
            else:
                part = "points" if seat == said["declarer"] else "defended"
            is_game = said is not None and not said.get("passed")
            ante = -entry.seats[out] if fills and is_game else 0
            parts[seats[entry.book, seat]][part] += entry.seats[seat] + ante
            parts[seats[entry.book, seat]]["beside"] -= ante
    return parts


def announced(said, deal):
    """The same game with a tout, if it was won: every other one is made."""
    if said.get("contract") in {"spil", "solo"} and said["outcome"] == "won":
        return {**said, "tout": "made" if deal % 2 else "failed"}
    return said


def tables_of(event):
    """The table of each of the deals, in their order."""
    tables = Table.objects.filter(round__event=event).order_by("round__number", "number")
    books = {str(table.pk): table.number for table in tables.select_related("round")}
    played = Counter(at for at, _deal in newest(event))
    return [number for at, number in books.items() for _deal in range(played[at])]


def deals_of(event):
    """Each deal as it was written: round, number, record, who sat where, what it moved."""
    seats, said = whose(event), newest(event)
    persons = dict(Participant.objects.filter(event=event).values_list("pk", "person_id"))
    moved = {
        (entry.book, entry.deal): entry.seats
        for entry in JournalEntry.objects.filter(book__in={book for book, _seat in seats})
        if entry.kind == "deal"
    }
    tables = Table.objects.filter(round__event=event).order_by("round__number", "number")
    for table in tables.select_related("round"):
        book = str(table.pk)
        there = [persons[seats[book, seat]] for seat in range(4)]
        for deal in sorted(deal for at, deal in said if at == book):
            yield table.round.number, deal, said[book, deal], there, moved.get((book, deal))
