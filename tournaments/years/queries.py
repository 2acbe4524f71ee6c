"""What the evenings of a club came to: sums of what was kept of each, however many they are."""

import datetime as dt
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, Final, TypeAlias
from uuid import UUID

from django.db.models import (
    Case,
    CharField,
    Count,
    Exists,
    F,
    Max,
    OuterRef,
    Q,
    QuerySet,
    Sum,
    Value,
    When,
)

from lhombre_club.members.models import Club, Membership, Person
from lhombre_club.members.namesakes import told_apart
from lhombre_club.members.shown import by_key
from rules import Outcome, RuleSet, Tout
from tournaments.figures.counted import Own, Tally
from tournaments.models import (
    Counted,
    CountedGames,
    CountedPlayer,
    Event,
    Rating,
    Round,
    Season,
    Seat,
)
from tournaments.words.hands import Hand

Key: TypeAlias = UUID | str
"""A person, or the name of who is no member."""
OWN: Final = ("held", "points", "squares", "defences", "defended", "out", "beside")
TOUTS: Final = tuple(f"tout_{tout}" for tout in Tout)


@dataclass(frozen=True, slots=True)
class Span:
    """Which evenings of a club are counted together: of one rule set, since points differ."""

    club: Club
    rules: str
    """Id of the rule set."""
    season: Season | None = None
    year: int | None = None

    @property
    def key(self) -> str:
        """What tells it from any other of the club."""
        return f"{self.rules}:{self.season and self.season.pk}:{self.year}"

    @property
    def counted(self) -> QuerySet[Counted]:
        """The evenings."""
        return Counted.objects.filter(self.among("")).order_by()

    def among(self, way: str = "counted__") -> Q:
        """Return what chooses them, from a model that reaches them by ``way``."""
        chosen = Q(**{f"{way}event__club": self.club, f"{way}rules": self.rules})
        if self.season:
            chosen &= Q(**{f"{way}event__season": self.season})
        if self.year:
            chosen &= Q(**{f"{way}event__date__year": self.year})
        return chosen & Q(**{f"{way}deals__gt": 0})

    def has(self, played: "Played") -> bool:
        """Whether these evenings are among them."""
        is_season = not self.season or played.season == self.season.pk
        is_year = not self.year or played.year == self.year
        return played.rules == self.rules and is_season and is_year


@dataclass
class Years(Own):
    """What one player did on all those evenings."""

    evenings: int = 0


@dataclass(frozen=True, slots=True)
class Evening:
    """What somebody did on one evening."""

    event: UUID
    name: str
    date: dt.date
    total: int
    games: int
    won: int
    had_help: bool
    """Another played there for him, or he for another."""


@dataclass(frozen=True, slots=True)
class PersonSums:
    """What a span comes to for one person."""

    name: str
    own: Years
    evenings: tuple[Evening, ...]
    """By date."""
    contracts: Mapping[str, Tally]
    hands: Mapping[Hand, Tally]


@dataclass(frozen=True, slots=True)
class Sums:
    """What a span comes to."""

    evenings: int = 0
    deals: int = 0
    contracts: Mapping[str, Tally] = field(default_factory=dict)
    hands: Mapping[Hand, Tally] = field(default_factory=dict)
    players: Mapping[Key, Years] = field(default_factory=dict)
    names: Mapping[Key, str] = field(default_factory=dict)
    had_help: bool = False
    """Somebody has played for another."""


def players_of(club: Club) -> QuerySet[Person]:
    """Return those who have a seat in what everybody sees of the club, or had another's."""
    rounds = Round.objects.filter(event__club=club, state__in=Round.SHOWN).order_by()
    own = rounds.filter(event__participants__person=OuterRef("pk"))
    others = rounds.filter(event__rounds__seats__substitute=OuterRef("pk"))
    return Person.objects.filter(Exists(own) | Exists(others))


@dataclass(frozen=True, slots=True)
class Played:
    """Evenings of a club that are counted, of one rule set, season and year."""

    rules: str
    season: UUID | None
    year: int
    last: dt.date
    evenings: int
    versions: int
    """Of all of them, added up."""
    newest: int
    """Version."""


def choices(club: Club) -> list[Played]:
    """Return what evenings there are, those of the newest first; one query."""
    rows = Counted.objects.filter(event__club=club, deals__gt=0).order_by()
    kinds = rows.values_list("rules", "event__season", "event__date__year")
    figures = (Max("event__date"), Count("pk"), Sum("version"), Max("version"))
    found = [Played(*each) for each in kinds.annotate(*figures)]
    return sorted(found, key=lambda each: (-each.last.toordinal(), each.rules))


def rules_names(club: Club, played: Iterable[Played]) -> dict[str, str]:
    """Return the names of the rule sets of these, in their order, by id; one query for each."""
    found: dict[str, str] = {}
    for each in played:
        if each.rules not in found:
            that_day = _newest(club, each.rules).filter(date=each.last)
            found[each.rules] = that_day.values_list("ruleset__name", flat=True)[0]
    return found


def ruleset_of(span: Span) -> RuleSet:
    """Return the rules of a span, as the club played by them last; two queries."""
    newest = _newest(span.club, span.rules)
    that_day = newest.filter(date=newest.values_list("date", flat=True)[0])
    return RuleSet.from_json(that_day.values_list("ruleset", flat=True)[0])


def _newest(club: Club, rules: str) -> QuerySet[Event]:
    """Return the events by these rules, the newest first.

    Whoever wants what stands in one says its day too: else the rules of all are read, to be sorted.
    """
    played = Counted.objects.filter(Span(club, rules).among(""))
    return Event.objects.filter(counted__in=played).order_by("-date", "-created_at")


def state_of(span: Span, played: Iterable[Played]) -> str:
    """Return what changes whenever one of the evenings does, a strength, or somebody's name.

    ``played``: what there is to choose of the club. Three queries, none of which reads evenings.
    """
    counted = [each for each in played if span.has(each)]
    named = (kind.history.aggregate(Max("history_id")) for kind in (Person, Membership))
    club = {"rating": span.club.shows_rating, "names": span.club.shown_as}
    rated = {**club, **Rating.objects.aggregate(Max("pk"))}
    state = "-".join(str(each) for found in (*named, rated) for each in found.values())
    return f"{sha256(repr(counted).encode()).hexdigest()[:16]}-{state}"


def sums(span: Span) -> Sums:
    """Return what the evenings came to; four queries, however many they are."""
    helped = Count("pk", filter=Exists(_helped("event")))
    figures = {"evenings": Count("pk"), "deals": Sum("deals", default=0), "had_help": helped}
    total = span.counted.aggregate(**figures)
    total["had_help"] = total["had_help"] > 0
    contracts, hands = _tallies(CountedGames.objects.filter(span.among(), player=None))
    players, names = _players(span)
    return Sums(**total, contracts=contracts, hands=hands, players=players, names=names)


def _helped(event: str) -> QuerySet[Seat]:
    """Return the chairs of an event on which another played, for a query that names it so."""
    shown = Seat.objects.filter(round__event=OuterRef(event), round__state__in=Round.SHOWN)
    return shown.exclude(substitute_name="")


def _tallies(games: QuerySet[CountedGames]) -> tuple[dict[str, Tally], dict[Hand, Tally]]:
    """Return games by contract and by hand; one query."""
    contracts: defaultdict[str, Tally] = defaultdict(Tally)
    hands: defaultdict[Hand, Tally] = defaultdict(Tally)
    kinds = games.order_by().values_list("contract", "hand", "outcome")
    figures = map(Sum, ("games", "points", *TOUTS))
    for contract, hand, outcome, many, points, *touts in kinds.annotate(*figures):
        for tally in (contracts[contract], hands[Hand(hand)]):
            tally.outcomes[Outcome(outcome)] += many
            tally.touts.update(dict(zip(Tout, touts, strict=True)))
            tally.points += points
    return dict(contracts), dict(hands)


def sums_of(span: Span, person: Person) -> PersonSums:
    """Return what the evenings came to for one person; four queries."""
    rows = CountedPlayer.objects.filter(span.among(), person=person)
    players, names = _players(span, person)
    contracts, hands = _tallies(CountedGames.objects.filter(player__in=rows))
    by_date = rows.order_by("counted__event__date", "counted__event__created_at", "pk")
    points = (F(name) for name in ("points", "defended", "out", "beside"))
    games = (F(outcome) for outcome in Outcome)
    evenings = by_date.values_list(
        *("counted__event", "counted__event__name", "counted__event__date"),
        *(sum(points, Value(0)), sum(games, Value(0)), "won"),
        Exists(_helped("counted__event").filter(_concerns(person))),
    )
    return PersonSums(
        name=(names or names_of(span.club, [person.pk]))[person.pk],
        own=players.get(person.pk, Years()),
        evenings=tuple(Evening(*each) for each in evenings),
        contracts=contracts,
        hands=hands,
    )


def _concerns(person: Person) -> Q:
    return Q(participant__person=person) | Q(substitute=person)


def everybody(span: Span) -> Years:
    """Return what all together did, whom each can be compared with; one query."""
    figures = {f"sum_{figure}": Sum(figure, default=0) for figure in (*OWN, *Outcome, *TOUTS)}
    rows = CountedPlayer.objects.filter(span.among())
    return _years(rows.aggregate(evenings=Count("counted", distinct=True), **figures))


def _players(span: Span, person: Person | None = None) -> tuple[dict[Key, Years], dict[Key, str]]:
    rows = CountedPlayer.objects.filter(span.among()).order_by()
    rows = rows.filter(person=person) if person else rows
    stranger = Case(When(person=None, then=F("name")), default=Value(""), output_field=CharField())
    grouped = rows.values("person", stranger=stranger).annotate(
        evenings=Count("counted", distinct=True),
        **{f"sum_{figure}": Sum(figure) for figure in (*OWN, *Outcome, *TOUTS)},
    )
    found: dict[Key, Years] = {row["stranger"] or row["person"]: _years(row) for row in grouped}
    return found, names_of(span.club, found)


def names_of(club: Club, keys: Iterable[Key]) -> dict[Key, str]:
    """Return what each is called by who asks, told apart from the others of the club; two queries.

    For everybody one more.
    """
    found = list(keys)
    known = Person.objects.in_bulk([key for key in found if isinstance(key, UUID)])
    names = {str(key): known[key].name if isinstance(key, UUID) else key for key in found}
    apart = by_key(told_apart(club.pk, names))
    return {key: apart[str(key)] for key in found}


def _years(row: Mapping[str, Any]) -> Years:
    outcomes = Counter({each: row[f"sum_{each}"] for each in Outcome if row[f"sum_{each}"]})
    own = {figure: row[f"sum_{figure}"] for figure in OWN}
    touts = Counter({each: row[f"sum_tout_{each}"] for each in Tout if row[f"sum_tout_{each}"]})
    return Years(outcomes=outcomes, touts=touts, evenings=row["evenings"], **own)
