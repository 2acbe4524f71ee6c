"""What is sure of the places: nothing that is still played makes it untrue."""

import random
from dataclasses import replace

import pytest
from django.urls import reverse
from django.utils.translation import override

from scoring.bounds import reach
from tests import make
from tournaments.models import Event, Participant, Round, Seat, Table
from tournaments.standings.pages.still import decided, own
from tournaments.standings.queries import still as queries
from tournaments.standings.queries.standings import standings, standings_shown
from tournaments.standings.queries.still import still

pytestmark = pytest.mark.django_db
DEALS = 8
CONTRACTS = ("spil", "solo", "ren_nolo", "nolo_ouvert", "nolo_ouvert")
ENDS = ("won", "kodille", "bet", "won")


def record(rng, dealer, declarer=None):
    """Whatever can be written on a sheet, the dear oftener."""
    three = [(dealer + step) % 4 for step in (-1, 0, 1)]
    return {
        "declarer": rng.choice(three) if declarer not in three else declarer,
        "contract": rng.choice(CONTRACTS),
        "outcome": rng.choice(ENDS),
    }


def play(rng, table, deals, favourite=None):
    """Enter the next deals of a table; who is favoured wins the dearest whenever he can."""
    for deal in deals:
        said = record(rng, (deal - 1) % 4, favourite)
        if favourite is not None and said["declarer"] == favourite:
            said |= {"contract": "nolo_ouvert", "outcome": "won"}
        make.enter(table, deal, said)


def begun(rng, club, tables=2):
    """An evening of two rounds of which the second is half played."""
    event = make.make_released_event(club, tables=tables, rounds=2, deals=DEALS)
    for table in Table.objects.filter(round__event=event):
        far = DEALS if table.round.number == 1 else rng.randrange(DEALS - 3, DEALS)
        play(rng, table, range(1, far + 1), favourite=0 if table.number == 1 else None)
    Round.objects.filter(event=event, number=1).update(state=Round.State.FINAL)
    return Event.objects.get(pk=event.pk)


def told(event):
    """Between which places each can end, by what is said now; and who can catch whom."""
    found = still(event, standings(event))
    assert found is not None
    return {
        key: (found.best(key), found.worst(key), set(found.catchers(key))) for key in found.rows
    }


def finish(rng, event, favourite):
    """Play all that is left, a random seat of each table favoured or nobody."""
    for table in Table.objects.filter(round__event=event, round__state=Round.State.RELEASED):
        known = set(table.revisions.values_list("deal", flat=True))
        left = [deal for deal in range(1, DEALS + 1) if deal not in known]
        play(rng, table, left, rng.choice([favourite, None, 0, 1, 2, 3]))


def untrue(before, event):
    """What was said, and came out otherwise."""
    rows = {row.participant: row for row in standings(event).rows}
    for key, (best, worst, catchers) in before.items():
        place = rows[key].place or 0
        last = place + (sum(row.place == place for row in rows.values()) - 1)
        if not best <= place or last > worst:
            yield key
        for other, row in rows.items():
            if other != key and other not in catchers and (row.place or 0) <= place:
                yield key, other


@pytest.mark.parametrize("seed", range(8))
def test_whatever_is_still_played_keeps_to_what_was_said(club, seed):
    rng = random.Random(seed)  # noqa: S311 - no secret
    event = begun(rng, club)
    before = told(event)
    assert any(worst < len(before) for _best, worst, _who in before.values())
    finish(rng, event, seed % 4)
    assert not list(untrue(before, Event.objects.get(pk=event.pk)))


def test_a_bound_that_is_too_low_is_found_out(monkeypatch):
    def lower(ruleset, rules):
        found = reach(ruleset, rules)
        assert found is not None
        none = tuple(tuple(0 for _ in line) for line in found.apart)
        return replace(
            found, most=tuple(each // 12 for each in found.most), least=found.least, apart=none
        )

    monkeypatch.setattr(queries, "reach", lower)
    wrong = []
    for seed in range(4):
        rng = random.Random(seed)  # noqa: S311 - no secret
        event = begun(rng, make.make_club(f"Klub {seed}"))
        before = told(event)
        finish(rng, event, 2)
        wrong += untrue(before, Event.objects.get(pk=event.pk))
    assert wrong


def by_hand(club):
    """One table of which one deal is left, dealt by the last: seat 1 is dealt no cards in it."""
    event = make.make_released_event(club, tables=1, deals=4)
    table = Table.objects.get(round__event=event)
    for deal in (1, 2, 3):
        make.enter(table, deal, {"declarer": 1, "contract": "nolo_ouvert", "outcome": "won"})
    return Event.objects.get(pk=event.pk)


def test_one_deal_by_hand(client, club):
    """Seat 1 has 3 x 12; the others have lost what they paid, and can gain 12 at most."""
    event = by_hand(club)
    found = still(event, standings(event))
    seats = {seat.seat: seat.participant_id for seat in Seat.objects.filter(round__event=event)}
    assert found is not None
    assert (found.best(seats[1]), found.worst(seats[1])) == (1, 1)
    names = {player.pk: player.name for player in Participant.objects.filter(event=event)}
    with override("en"):
        assert decided(found)[0] == f"{names[seats[1]]} is sure of the first place."
        assert own(found, seats[1]) == "The 1st place is safe, whatever is still played."
        assert own(found, seats[0]).startswith("With 1 round planned, still within reach: from")
    english = {"accept-language": "en"}
    page = client.get(reverse("tournaments:public-standings", args=[event.pk]), headers=english)
    assert "is sure of the first place." in page.content.decode()
    player = reverse("tournaments:public-player", args=[event.pk, seats[1]])
    assert "whatever is still played" in client.get(player, headers=english).content.decode()


def test_nothing_is_said_once_all_is_played(club):
    event = by_hand(club)
    table = Table.objects.get(round__event=event)
    make.enter(table, 4, {"passed": True})
    event = Event.objects.get(pk=event.pk)
    assert still(event, standings(event)) is None
    make.enter(table, 4, None, base=1)
    event = Event.objects.get(pk=event.pk)
    assert still(event, standings(event)) is not None, "what is withdrawn is played again"


@pytest.mark.parametrize(
    "changed",
    (
        {"accounting": "mixed", "pot_cap": None},
        {"comparison": "per_active_deal"},
        {"kind": "pairs"},
        {"abandoned": True},
    ),
)
def test_nothing_is_said_where_nothing_can_be(club, changed):
    event = by_hand(club)
    shown = standings(event)
    Event.objects.filter(pk=event.pk).update(**changed)
    event = Event.objects.get(pk=event.pk)
    if "comparison" in changed:
        shown = standings(event)
    assert still(event, shown) is None


def test_nothing_is_said_to_everybody_of_what_is_kept_back(club):
    event = by_hand(club)
    Event.objects.filter(pk=event.pk).update(frozen_after=0)
    event = Event.objects.get(pk=event.pk)
    assert still(event, standings_shown(event)) is None
    assert still(event, standings(event)) is not None, "a director sees all of it"


def test_a_round_that_is_to_come_leaves_everything_open(club):
    event = by_hand(club)
    Event.objects.filter(pk=event.pk).update(planned_rounds=2, deals_per_round=40, tables_of=[4])
    event = Event.objects.get(pk=event.pk)
    found = still(event, standings(event))
    assert found is not None
    assert all(found.worst(key) == 4 for key in found.rows)
    assert decided(found) == []


def test_who_has_left_can_catch_nobody(club):
    event = by_hand(club)
    seats = {seat.seat: seat.participant_id for seat in Seat.objects.filter(round__event=event)}
    Event.objects.filter(pk=event.pk).update(planned_rounds=2, deals_per_round=4)
    gone = [seats[0], seats[1], seats[2]]
    Participant.objects.filter(pk__in=gone).update(to_round=1)
    event = Event.objects.get(pk=event.pk)
    found = still(event, standings(event))
    assert found is not None
    assert found.catchers(seats[1]) == [seats[3]]
    with override("en"):
        assert decided(found)[0].endswith("leads, and can still be caught by 1 player.")


def test_where_all_are_even_nobody_is_compared_with_everybody(club, monkeypatch):
    """As at the beginning of an evening; in a hall the standings would take twice as long."""
    event = make.make_released_event(club, tables=8, deals=DEALS)
    make.enter(event.rounds.get().tables.get(number=1), 1, {"passed": True})
    found, asked = still(event, standings(event)), []
    assert found is not None
    may_catch = queries.Still._may_catch

    def counted(self, *words):
        asked.append(words)
        return may_catch(self, *words)

    monkeypatch.setattr(queries.Still, "_may_catch", counted)
    assert decided(found) == []
    assert len(asked) <= 3 * len(found.rows)
