"""The page of a club's years: ``python -m tests.bench.bench_years [YEARS]``.

An evening of sixteen is played, counted, and kept again for forty evenings a year. Measured are the
page as it is worked out, the same page where it is asked whether anything changed (once a second),
and as it is kept between; all three of one who played on all of them; and the counting of one
evening, which is what a deal costs, beside the time that counting all deals anew would take.
Medians over the rounds, of the time of a processor: SQLite works in the same process.
Then how long it takes to work out how strong everybody was after each evening, and after the last.
"""

import datetime as dt
import math
import statistics
import sys
import time
from collections.abc import Callable
from http import HTTPStatus

from django.db import connection
from django.test import Client
from django.test.utils import override_settings, setup_test_environment
from django.urls import reverse

import tests.bench.database as bench
from lhombre_club.members.domain.clubs import show_rating
from tests import make
from tests.tournaments.figures.raw import play
from tournaments.models import (
    Counted,
    CountedGames,
    CountedMeeting,
    CountedPair,
    CountedPlayer,
    Event,
)
from tournaments.years.counting import count
from tournaments.years.rating import rate_on

ROUNDS = 7
EVENINGS, DEALS = 40, 40


def kept(years: int) -> Event:
    """One evening that was played, and ``years`` of such evenings as they are kept."""
    club = show_rating(club=make.make_club(), shown=True, actor="user:director")
    event = make.make_released_event(club, tables=4, rounds=2, deals=DEALS)
    play(event, DEALS)
    event = Event.objects.get(pk=event.pk)
    count(event)
    for number in range(1, years * EVENINGS):
        copy_of(event, event.date - dt.timedelta(days=9 * number))
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")  # a club's database has had time to know its own tables
    return event


def copy_of(event: Event, date: dt.date) -> None:
    """Keep the same of another evening of the same people."""
    known = Counted.objects.get(event=event)
    other = Event.objects.get(pk=event.pk)
    other.pk, other.date = make.new_id(), date
    other._state.adding = True
    other.save()
    counted = Counted.objects.create(
        event=other, version=other.version, rules="dlu", deals=known.deals, spread=known.spread
    )
    players: dict[int, CountedPlayer] = {}
    for player in known.players.all():
        key, player.pk, player.counted = player.pk, None, counted
        player._state.adding = True
        player.save()
        players[key] = player
    pairs = list(known.pairs.all())
    for pair in pairs:
        pair.pk, pair.counted = None, counted
        pair.one, pair.other = players[pair.one_id], players[pair.other_id]
    CountedPair.objects.bulk_create(pairs)
    meetings = list(known.meetings.all())
    for met in meetings:
        met.pk, met.counted = None, counted
        met.own, met.other = players[met.own_id], players[met.other_id]
    CountedMeeting.objects.bulk_create(meetings)
    games = list(known.games.all())
    for each in games:
        each.pk, each.counted = None, counted
        each.player = players[each.player_id] if each.player_id else None
    CountedGames.objects.bulk_create(games)


def taken(work: Callable[[], object], before: Callable[[], None]) -> float:
    """Return how long it takes; milliseconds of a processor."""
    times = []
    for _ in range(ROUNDS):
        before()
        start = time.process_time()
        work()
        times.append(1000 * (time.process_time() - start))
    return statistics.median(times)


def once(work: Callable[[], object]) -> float:
    """Return how long it takes the first time; milliseconds of a processor."""
    start = time.process_time()
    work()
    return 1000 * (time.process_time() - start)


def main() -> None:
    """Print what each takes."""
    years = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    setup_test_environment()
    with bench.scratch_database():
        event = kept(years)
        address = reverse("tournaments:public-years", args=[event.club_id])
        client = Client()

        def look() -> None:
            assert client.get(address).status_code == HTTPStatus.OK

        who = event.participants.values_list("person", flat=True)[0]
        own_page = reverse("tournaments:public-years-player", args=[event.club_id, who])

        def look_at_one() -> None:
            assert client.get(own_page).status_code == HTTPStatus.OK

        rated = once(lambda: rate_on(event.club, seconds=math.inf))
        Counted.objects.filter(event=event).update(rated="")
        last = once(lambda: rate_on(event.club))
        anew, looked = taken(look, make.empty_cache), taken(look, lambda: None)
        own, own_looked = taken(look_at_one, make.empty_cache), taken(look_at_one, lambda: None)
        with override_settings(STANDINGS_SECONDS=60):
            again, own_again = (taken(work, lambda: None) for work in (look, look_at_one))
        one = taken(lambda: count(event), lambda: None)
        deals = years * EVENINGS * Counted.objects.get(event=event).deals
        every = one * years * EVENINGS
        sys.stdout.write(
            f"{connection.vendor}, {deals} deals of {years * EVENINGS} evenings: the page"
            f" {anew:.0f} ms, once a second {looked:.1f} ms, again {again:.1f} ms"
            f" ({anew / looked:.1f} x and {anew / again:.0f} x less),"
            f" a player's {own:.0f} ms, {own_looked:.1f} ms, {own_again:.1f} ms"
            f" ({own / own_looked:.1f} x and {own / own_again:.0f} x less),"
            f" one evening counted {one:.0f} ms;"
            f" all counted anew would take {every / anew:.0f} x the page;"
            f" strengths after every evening {rated / 1000:.1f} s, after the last {last:.0f} ms\n"
        )


if __name__ == "__main__":
    main()
