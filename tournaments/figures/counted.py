"""What the deals of an event come to: by contract, by player, and who stands out. No queries."""

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import groupby
from typing import TypeVar
from uuid import UUID

from rules import Outcome, Tout
from tournaments.figures.queries import Chair, Game, Played, PlayedDeal, Who
from tournaments.folders.queries.gains import Role
from tournaments.plans.folders import Cards
from tournaments.words.hands import Hand, hand_of

Key = TypeVar("Key", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Share:
    """What one deal was for one seat."""

    chair: Chair
    role: Role | None
    """None: all passed."""
    hand: Hand
    held: bool
    """Whether he held cards."""
    points: int
    game: Game | None
    """His own; None: he was no declarer."""


@dataclass
class Tally:
    """Games that were played as declarer, and how they ended."""

    outcomes: Counter[Outcome] = field(default_factory=Counter)
    points: int = 0
    """What they won or cost their declarers."""
    touts: Counter[Tout] = field(default_factory=Counter)
    """Those that were announced in them, by how they went."""

    @property
    def games(self) -> int:
        """How many there were."""
        return self.outcomes.total()

    def count(self, game: Game, points: int) -> None:
        """Count a game, and what it moved for its declarer."""
        self.outcomes[game.outcome] += 1
        self.points += points
        if game.tout:
            self.touts[game.tout] += 1


@dataclass
class Own(Tally):
    """What one player did in an event. His points add up to those of the standings."""

    held: int = 0
    """Deals in which he held cards."""
    squares: int = 0
    """The sum of the squares of what each of his own games moved: for how sure their average is."""
    defences: int = 0
    """Games of others in which he held cards."""
    defended: int = 0
    """What the games of others moved for him while he held cards."""
    out: int = 0
    """What it moved for him while he sat out, or all passed."""
    beside: int = 0
    """Antes, penalties and entries by hand."""

    def add(self, share: Share) -> None:
        """Count a deal."""
        self.held += share.held
        if share.game:
            self.count(share.game, share.points)
            self.squares += share.points**2
        elif share.role is Role.DEFENDER:
            self.defences += 1
            self.defended += share.points
        else:
            self.out += share.points

    def plus(self, other: "Own") -> None:
        """Count what was done in another event."""
        self.outcomes += other.outcomes
        self.touts += other.touts
        for figure in ("points", "held", "squares", "defences", "defended", "out", "beside"):
            setattr(self, figure, getattr(self, figure) + getattr(other, figure))

    @property
    def total(self) -> int:
        """All of it."""
        return self.points + self.defended + self.out + self.beside


@dataclass(frozen=True, slots=True)
class Best:
    """Who stands out in one way, and by how much; several where they are equal."""

    figure: Fraction
    who: tuple[Who, ...]
    """Who sat there, in the place of another too."""
    games: tuple[tuple[PlayedDeal, Game], ...] = ()
    """By which games, one for each, where it was one."""
    rounds: tuple[int, ...] = ()
    """In which rounds, one for each, where it was one."""


def by_contract(played: Played) -> Mapping[str, Tally]:
    """Return how the games of each contract went."""
    return _tallies(played, lambda _deal, game: game.contract)


def by_table(played: Played) -> Mapping[tuple[int, int], Tally]:
    """Return how the games of each table of each round went, in their order."""
    return _tallies(played, lambda deal, _game: (deal.round, deal.table))


def _tallies(played: Played, key: Callable[[PlayedDeal, Game], Key]) -> Mapping[Key, Tally]:
    tallies: defaultdict[Key, Tally] = defaultdict(Tally)
    for deal, game in games_of(played.deals):
        tallies[key(deal, game)].count(game, deal.moves[game.seat])
    return tallies


def by_player(played: Played) -> Mapping[UUID, Own]:
    """Return what each player did, and who sat there in his place."""
    return _by(played, lambda chair: chair.participant)


def by_team(played: Played, team_of: Mapping[UUID, UUID]) -> Mapping[UUID, Own]:
    """Return what the two of each pair, or those of each team, did together."""
    found: defaultdict[UUID, Own] = defaultdict(Own)
    for player, own in by_player(played).items():
        if player in team_of:
            found[team_of[player]].plus(own)
    return found


def by_sitter(played: Played) -> Mapping[Who, Own]:
    """Return what everybody did himself, also in the place of another."""
    return _by(played, lambda chair: chair.who)


def _by(played: Played, key: Callable[[Chair], Key]) -> Mapping[Key, Own]:
    found: defaultdict[Key, Own] = defaultdict(Own)
    for share in (share for deal in played.deals for share in shares(deal)):
        found[key(share.chair)].add(share)
    for each in played.beside:
        if key(each.chair) in found or each.points:
            found[key(each.chair)].beside += each.points
    return found


def shares(deal: PlayedDeal) -> Iterator[Share]:
    """Yield what a deal was for each seat."""
    games = {game.seat: game for game in deal.games}
    for seat, (chair, points) in enumerate(zip(deal.chairs, deal.moves, strict=True)):
        hand = hand_of(seat, deal.dealer, len(deal.chairs))
        held, game = seat not in deal.idle, games.get(seat)
        role = (Role.DEFENDER if held else Role.SITTER) if games else None
        yield Share(chair, Role.DECLARER if game else role, hand, held, points, game)


def games_of(deals: Iterable[PlayedDeal]) -> Iterator[tuple[PlayedDeal, Game]]:
    """Yield every game that was played."""
    for deal in deals:
        for game in deal.games:
            yield deal, game


def boldest(played: Played) -> Best | None:
    """Return who won the game that is worth most."""
    won = [each for each in games_of(played.deals) if each[1].outcome is Outcome.WON]
    return _of_deals(won, lambda _deal, game: game.worth)


def dearest(played: Played) -> Best | None:
    """Return to whom one game brought most as declarer."""
    return _of_deals(games_of(played.deals), lambda deal, game: deal.moves[game.seat])


def unluckiest(played: Played) -> Best | None:
    """Return who lost most games with kodille."""
    lost = Counter(
        _who(deal, game) for deal, game in games_of(played.deals) if game.outcome is Outcome.KODILLE
    )
    return _of_counts(lost)


def longest_run(played: Played) -> Best | None:
    """Return who won most games in a row as declarer, from one round to the next."""
    own: defaultdict[Who, list[bool]] = defaultdict(list)
    for deal, game in games_of(played.deals):
        own[_who(deal, game)].append(game.outcome is Outcome.WON)
    runs = {
        who: max((len(list(run)) for won, run in groupby(games) if won), default=0)
        for who, games in own.items()
    }
    return _of_counts(runs)


def best_round(played: Played) -> Best | None:
    """Return who won most in one round, penalties and entries by hand aside."""
    points: Counter[tuple[Who, int]] = Counter()
    for deal in played.deals:
        for chair, moved in zip(deal.chairs, deal.moves, strict=True):
            points[chair.who, deal.round] += moved
    most = max(points.values(), default=0)
    if most <= 0:
        return None
    best = [who for who, moved in points.items() if moved == most]
    return Best(
        Fraction(most),
        tuple(who for who, _number in best),
        rounds=tuple(number for _sitter, number in best),
    )


def best_defender(played: Played) -> Best | None:
    """Return to whom a game of another brought most, or cost least, taken over all of them.

    Who has defended less than half as often as whoever did most has too little to show.
    """
    points: Counter[Who] = Counter()
    games: Counter[Who] = Counter()
    for share in (share for deal in played.deals for share in shares(deal)):
        if share.role is Role.DEFENDER:
            points[share.chair.who] += share.points
            games[share.chair.who] += 1
    often = max(games.values(), default=0)
    means = {who: Fraction(points[who], many) for who, many in games.items() if 2 * many >= often}
    if not means:
        return None
    most = max(means.values())
    return Best(most, tuple(who for who, mean in means.items() if mean == most))


def best_newcomer(played: Played) -> Best | None:
    """Return who did best of those whose first evening in the club it was."""
    points: Counter[Who] = Counter()
    for deal in played.deals:
        for chair, moved in zip(deal.chairs, deal.moves, strict=True):
            if chair.person in played.newcomers:
                points[chair.who] += moved
    if not points:
        return None
    most = max(points.values())
    return Best(Fraction(most), tuple(who for who, moved in points.items() if moved == most))


def best_folder(played: Played) -> Best | None:
    """Return to whom a game brought most beyond what the same cards brought at other tables."""
    there: defaultdict[Cards, list[tuple[PlayedDeal, Game]]] = defaultdict(list)
    for deal in played.deals:
        if deal.folder and deal.games:
            there[deal.folder].append((deal, deal.games[0]))
    gains = [
        (_beyond_others([deal.moves[game.seat] for deal, game in each], at), each[at])
        for each in there.values()
        for at in range(len(each))
        if len(each) > 1
    ]
    most = max((gain for gain, _game in gains), default=Fraction())
    best = tuple(each for gain, each in gains if gain == most)
    return Best(most, tuple(_who(*each) for each in best), best) if most > 0 else None


def _beyond_others(points: Sequence[int], at: int) -> Fraction:
    return points[at] - Fraction(sum(points) - points[at], len(points) - 1)


def _who(deal: PlayedDeal, game: Game) -> Who:
    return deal.chairs[game.seat].who


def _of_deals(
    found: Iterable[tuple[PlayedDeal, Game]], figure: Callable[[PlayedDeal, Game], int]
) -> Best | None:
    figures = [(figure(deal, game), deal, game) for deal, game in found]
    most = max((each[0] for each in figures), default=0)
    best = [(deal, game) for each, deal, game in figures if each == most]
    if most <= 0:
        return None
    return Best(Fraction(most), tuple(_who(*each) for each in best), tuple(best))


def _of_counts(counts: Mapping[Who, int]) -> Best | None:
    most = max(counts.values(), default=0)
    if most <= 0:
        return None
    return Best(Fraction(most), tuple(who for who, count in counts.items() if count == most))
