"""What can still happen to the places: how far the deals that are left can move everybody.

For every deal that is left of the rounds planned, each wins the most that a deal can bring him, or
loses the most that it can cost (``scoring.bounds``). So nothing is said that a deal to come could
make untrue; what is entered may still be corrected, and penalties be given.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, permutations
from uuid import UUID

from rules import RuleSet
from scoring.bounds import Reach, reach
from scoring.kind import AccountRules
from scoring.standings import Comparison
from tournaments.book.accounts import deals_at, rules_of
from tournaments.models import Event, Revision, Round, Seat
from tournaments.standings.queries.standings import Row, Standings


@dataclass(frozen=True, slots=True)
class Still:
    """How the rows of an event can still end."""

    rows: Mapping[UUID, Row]
    most: Mapping[UUID, int]
    """What each can win in all that is left to him; points. Who is missing has nothing left."""
    least: Mapping[UUID, int]
    """What he can lose, signed."""
    shared: Mapping[tuple[UUID, UUID], int]
    """How much less the first can gain on the second, since they sit at one table."""
    rounds: int
    """How many are planned."""

    def catchers(self, one: UUID) -> list[UUID]:
        """Return who is not before somebody for sure, and can end at his place or before it."""
        return list(self._catching(one))

    def _catching(self, one: UUID) -> Iterator[UUID]:
        return (other for other in self.rows if other != one and self._may_catch(other, one))

    def best(self, one: UUID) -> int:
        """Return the highest place that is within his reach."""
        rest = (other for other in self.rows if other != one)
        return 1 + sum(self._is_before(other, one) for other in rest)

    def worst(self, one: UUID) -> int:
        """Return the lowest place to which he can fall."""
        return 1 + len(self.catchers(one))

    def stays(self, one: UUID, among: int) -> bool:
        """Whether somebody is sure of one of so many first places.

        Where all are even, as at the beginning, it is asked of everybody, and found at once.
        """
        return sum(1 for _other in islice(self._catching(one), among)) < among

    def _may_catch(self, other: UUID, one: UUID) -> bool:
        if self._is_open(one) or self._is_open(other):
            return self._ahead(other, one) >= 0
        return self._stands_before(other, one)

    def _is_before(self, other: UUID, one: UUID) -> bool:
        """Whether it is sure that the other ends before; never of who may stay without a place."""
        if self.rows[other].place is None:
            return False
        if self._is_open(one) or self._is_open(other):
            return self._ahead(one, other) < 0
        return self._stands_before(other, one)

    def _is_open(self, one: UUID) -> bool:
        return bool(self.most.get(one) or self.least.get(one))

    def _stands_before(self, other: UUID, one: UUID) -> bool:
        its, own = self.rows[other].place, self.rows[one].place
        return its is not None and (own is None or its < own)

    def _ahead(self, one: UUID, other: UUID) -> int:
        """Return by how much somebody can be before another in the end; points."""
        now = self.rows[one].points - self.rows[other].points
        apart = self.most.get(one, 0) - self.least.get(other, 0)
        return now + apart - self.shared.get((one, other), 0)


@dataclass(frozen=True, slots=True)
class _Open:
    """A table at which deals are left."""

    seats: Sequence[UUID]
    by_dealer: Mapping[int, int]
    """How many are left, by the seat that deals them."""
    is_begun: bool
    rules: AccountRules
    reach: Reach


def still(event: Event, found: Standings) -> Still | None:
    """Return how the rows of ``found``, the standings of ``event``, can still end; four queries.

    None where nothing is left, or nothing can be said: of pairs and teams, where points are not
    compared as they are, where something is kept secret, and of a pot without a limit.
    """
    if event.kind != Event.Kind.INDIVIDUAL or found.comparison is not Comparison.RAW:
        return None
    if event.abandoned or found.frozen is not None or found.left_out or not found.rows:
        return None
    ruleset = RuleSet.from_json(event.ruleset)
    if reach(ruleset, rules_of(event)) is None:
        return None
    most, least, shared = Counter[UUID](), Counter[UUID](), Counter[tuple[UUID, UUID]]()
    for table in _open_tables(event, ruleset):
        _at_table(table, most, least, shared)
    shown = set(found.rounds)
    drawn = max(event.rounds.count(), event.planned_rounds)
    to_come = [number for number in range(1, drawn + 1) if number not in shown]
    most_each, least_each = _a_round(event, ruleset) if to_come else (0, 0)
    for player in event.participants.all():
        plays = sum(map(player.plays_in, to_come))
        most[player.pk] += plays * most_each
        least[player.pk] += plays * least_each
    rows = {row.participant: row for row in found.rows}
    return Still(rows, most, least, shared, drawn) if +most else None


def _open_tables(event: Event, ruleset: RuleSet) -> Iterable[_Open]:
    """Yield the tables that the room has seen and whose round is not closed; two queries."""
    seats: defaultdict[UUID, list[UUID]] = defaultdict(list)
    first_dealer: dict[UUID, int] = {}
    rows = Seat.objects.filter(round__event=event, round__state__in=Round.DECIDABLE)
    columns = ("table", "table__first_dealer", "participant")
    for table, first, player in rows.order_by("table", "seat").values_list(*columns):
        seats[table].append(player)
        first_dealer[table] = first
    entered: defaultdict[UUID, set[int]] = defaultdict(set)
    for table, deal in _entered(event):
        entered[table].add(deal)
    for table, here in seats.items():
        players, rules = len(here), rules_of(event, len(here))
        left = set(range(1, deals_at(event, players) + 1)) - entered[table]
        deals = Counter((first_dealer[table] + deal - 1) % players for deal in left)
        far = reach(ruleset, rules)
        if deals and far:
            yield _Open(here, deals, bool(entered[table]), rules, far)


def _entered(event: Event) -> Iterable[tuple[UUID, int]]:
    """Return table and number of the deals that nobody will play any more, of open rounds."""
    newest = Revision.objects.newest().filter(
        table__round__event=event, table__round__state__in=Round.DECIDABLE
    )
    behind = newest.exclude(record__isnull=True, ruling="").order_by()
    return behind.values_list("table", "deal")


def _at_table(
    at: _Open,
    most: Counter[UUID],
    least: Counter[UUID],
    shared: Counter[tuple[UUID, UUID]],
) -> None:
    """Add what a table can still move."""
    players = len(at.seats)
    ante = 0 if at.is_begun else at.rules.kind.ante(at.rules)
    far, deals = at.reach, at.by_dealer.items()
    for seat, one in enumerate(at.seats):
        turns = [((seat - dealer) % players, many) for dealer, many in deals]
        most[one] += sum(many * far.most[turn] for turn, many in turns)
        least[one] += sum(many * far.least[turn] for turn, many in turns) - ante
    for seat, other in permutations(range(players), 2):
        turns = [((seat - dealer) % players, many) for dealer, many in deals]
        step = other - seat
        shared[at.seats[seat], at.seats[other]] += ante + sum(
            many * (far.most[turn] - far.least[there] - far.apart[turn][there])
            for turn, many in turns
            for there in ((turn + step) % players,)
        )


def _a_round(event: Event, ruleset: RuleSet) -> tuple[int, int]:
    """Return the most that a round to come can bring and cost, at a table of whatever size."""
    most, least = [0], [0]
    for players in event.tables_of:
        rules = rules_of(event, players)
        far = reach(ruleset, rules)
        if far:
            dealers = Counter(deal % players for deal in range(deals_at(event, players)))
            for seat in range(players):
                turns = [((seat - dealer) % players, many) for dealer, many in dealers.items()]
                most.append(sum(many * far.most[turn] for turn, many in turns))
                lost = sum(many * far.least[turn] for turn, many in turns)
                least.append(lost - rules.kind.ante(rules))
    return max(most), min(least)
