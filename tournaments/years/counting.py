"""Keeps what each event of a club came to, so that a deal costs the counting of its own alone."""

import time
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Final

from django.db import transaction
from django.db.models import F, Q, QuerySet

from lhombre_club.members.models import Club
from rules import Outcome, Tout
from tournaments.figures.counted import Own, Tally, by_sitter, shares
from tournaments.figures.queries import Played, PlayedDeal, Who, played
from tournaments.models import (
    Counted,
    CountedGames,
    CountedMeeting,
    CountedPair,
    CountedPlayer,
    Event,
    Round,
)
from tournaments.years.meetings import meetings, peaks
from tournaments.years.strength import Balance

SECONDS: Final = 1.0
"""So long is counted at a time: papers are made by the same worker."""
PORTION: Final = 500
"""Rows that are written in one go."""


@dataclass(frozen=True, slots=True)
class Kind:
    """Games that are counted together."""

    contract: str
    hand: str
    outcome: str


def count_on(club: Club, *, seconds: float = SECONDS) -> int:
    """Count what changed, the newest first, for so long; return how many events are left."""
    until = time.monotonic() + seconds
    left = list(uncounted(club).select_related("folder_plan").order_by("-date", "pk"))
    while left and time.monotonic() < until:
        count(left.pop(0))
    return len(left)


def uncounted(club: Club) -> QuerySet[Event]:
    """Return the events that everybody sees and that changed since they were counted.

    What has changed is found first: asked of each event, the rounds took a third of the page.
    """
    is_changed = Q(counted=None) | ~Q(counted__version=F("version"))
    changed = Event.objects.filter(is_changed, club=club)
    shown = Round.objects.filter(event__in=changed, state__in=Round.SHOWN).order_by()
    return Event.objects.filter(pk__in=shown.values("event"))


def count(event: Event) -> None:
    """Keep what everybody may see of ``event``, which comes with its folders' plan.

    What is written meanwhile gives it another version, so that it is counted again.
    """
    found = played(event)
    told = Balance.of(map(_with_cards, found.deals))
    kept, _ = Counted.objects.get_or_create(event=event)
    own = {key: _player(kept, key, each) for key, each in by_sitter(found).items()}
    high = peaks(found)
    for key, player in own.items():
        player.gained = told.gained[key]
        player.best_round, player.best_deal, player.run = high[key]
    games, pairs = list(_games(kept, found, own)), list(_pairs(kept, told, own))
    met = list(_meetings(kept, found, own))
    with transaction.atomic():  # whoever enters a deal waits for it: nothing is worked out in it
        kept = Counted.objects.select_for_update().get(event=event)
        kept.version, kept.rules, kept.deals = event.version, found.ruleset.id, len(found.deals)
        kept.spread = told.spread
        kept.save()
        for rows in (kept.meetings, kept.pairs, kept.games, kept.players):
            rows.all().delete()
        CountedPlayer.objects.bulk_create(own.values(), batch_size=PORTION)
        CountedGames.objects.bulk_create(games, batch_size=PORTION)
        CountedPair.objects.bulk_create(pairs, batch_size=PORTION)
        CountedMeeting.objects.bulk_create(met, batch_size=PORTION)


def _with_cards(deal: PlayedDeal) -> list[tuple[Who, int]]:
    """Return who held cards in a deal, each with what it moved for him."""
    seats = enumerate(zip(deal.chairs, deal.moves, strict=True))
    return [(chair.who, moved) for seat, (chair, moved) in seats if seat not in deal.idle]


def _player(kept: Counted, key: Who, own: Own) -> CountedPlayer:
    person, name = key
    ended = {str(outcome): own.outcomes[outcome] for outcome in Outcome}
    figures = ("held", "points", "squares", "defences", "defended", "out", "beside")
    rest = {figure: getattr(own, figure) for figure in figures}
    touts = {f"tout_{tout}": own.touts[tout] for tout in Tout}
    return CountedPlayer(counted=kept, person_id=person, name=name, **ended, **touts, **rest)


def _games(
    kept: Counted, found: Played, own: Mapping[Who, CountedPlayer]
) -> Iterator[CountedGames]:
    tallies: defaultdict[tuple[Who | None, Kind], Tally] = defaultdict(Tally)
    for share in (share for deal in found.deals for share in shares(deal)):
        if share.game:
            kind = Kind(share.game.contract, share.hand, share.game.outcome)
            for whose in (share.chair.who, None):
                tallies[whose, kind].count(share.game, share.points)
    for (whose, kind), tally in tallies.items():
        yield CountedGames(
            counted=kept,
            player=None if whose is None else own[whose],
            games=tally.games,
            points=tally.points,
            tout_made=tally.touts[Tout.MADE],
            tout_failed=tally.touts[Tout.FAILED],
            **asdict(kind),
        )


def _pairs(
    kept: Counted, told: Balance[Who], own: Mapping[Who, CountedPlayer]
) -> Iterator[CountedPair]:
    for pair, weight in told.weights.items():
        one, other = (own[who] for who in pair)
        yield CountedPair(counted=kept, one=one, other=other, weight=weight)


def _meetings(
    kept: Counted, found: Played, own: Mapping[Who, CountedPlayer]
) -> Iterator[CountedMeeting]:
    for (one, other), met in meetings(found).items():
        yield CountedMeeting(counted=kept, own=own[one], other=own[other], **asdict(met))
