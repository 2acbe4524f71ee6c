"""Pair and team events played through: simulated deals, and a plain account to check ours by.

The plain account knows who sits where and the printed table of values, and nothing else: the
declarer's side gains what two opponents pay, the other side loses it.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from rules import RULESETS, check, score_card, simulate
from tests import make
from tournaments.book.begun import CLUB_NIGHT
from tournaments.models import Event, Seat, Table
from tournaments.teams.domain.teams import SIZES, make_team_event

DLU = RULESETS["dlu"]
VALUES = {line["id"]: line["values"] for line in score_card(DLU)["contracts"]}
ACTOR = "system:test"


def results(seed: int, deals: int) -> Iterator[dict[str, object]]:
    """What simulated deals came to, as somebody types it; dealers take turns from seat 0."""
    for record in simulate(DLU, seed=seed, deals=deals, players=4):
        settled = check(record, DLU).settlement
        if settled.passed:
            yield {"passed": True}
        else:
            (declarer,) = settled.declarers
            contract = record["contract"]
            yield {"declarer": declarer.seat, "contract": contract, "outcome": declarer.outcome}


class Plain:
    """Sums by pair or team, by player and by table, kept beside the program's own account."""

    def __init__(self) -> None:
        self.teams: Counter[str] = Counter()
        self.own: Counter[str] = Counter()
        """By name what everybody won himself, also in the place of another."""
        self.held: Counter[str] = Counter()
        """In how many deals he held cards to the end."""
        self.meetings: Counter[tuple[str, str]] = Counter()
        """What a team won from another."""

    def deal(self, chairs: list[Seat], dealer: int, told: dict[str, object]) -> None:
        names = [chair.substitute_name or chair.participant.name for chair in chairs]
        sides = [str(chair.participant.team) for chair in chairs[:2]]
        if told.get("passed"):
            for seat in range(4):
                self.held[names[seat]] += seat != (dealer + 2) % 4
            return
        declarer = int(str(told["declarer"]))
        value = VALUES[str(told["contract"])][str(told["outcome"])]
        for seat in range(4):
            if (seat - declarer) % 4 != 2:  # his partner is out, whoever was dealt cards
                self.held[names[seat]] += 1
                self.own[names[seat]] += 2 * value if seat == declarer else -value
        one, other = sides[declarer % 2], sides[1 - declarer % 2]
        self.teams[one] += 2 * value
        self.teams[other] -= 2 * value
        self.meetings[one, other] += 2 * value
        self.meetings[other, one] -= 2 * value


def play_table(table: Table, seed: int, deals: int, plain: Plain) -> None:
    """Enter every deal of a table through the domain, and count it plainly."""
    chairs = list(table.seats.select_related("participant__team").order_by("seat"))
    for deal, told in enumerate(results(seed, deals), start=1):
        make.enter(table, deal, told)
        plain.deal(chairs, (deal - 1) % 4, told)


def make_pairs_or_teams(club, kind: str, count: int, *, deals: int, name: str, **kwargs) -> Event:
    """An event of ``count`` pairs or teams, put together in order and not yet drawn."""
    people = make.make_members(club, count * SIZES[kind])
    event = make_team_event(
        club=club,
        name=name,
        date=make.EVENING,
        people=people,
        actor=ACTOR,
        preset=replace(CLUB_NIGHT, kind=kind, deals=deals),
    )
    if kwargs:
        Event.objects.filter(pk=event.pk).update(**kwargs)
    event.refresh_from_db()
    return event
