"""The rest is drawn anew; what was played, and what is locked, stays."""

import pytest

from tests import make
from tests.refused import refused_for
from tests.tournaments.seating.seating import ACTOR, at_table, begin, evening, player, seats
from tournaments.entry.domain.links import issue_link
from tournaments.events.domain.events import make_event
from tournaments.models import EntryLink, Event, Participant, Round, Seat
from tournaments.plans import Name
from tournaments.seating.domain.drawing import draw_rest, lock_table
from tournaments.seating.domain.players import (
    keep_seat,
    set_strength,
    unwish,
    wish,
)
from tournaments.seating.domain.released import release_rounds
from tournaments.seating.domain.swaps import swap_cost, swap_players
from tournaments.seating.reasons import SeatingReason
from tournaments.standings.queries.standings import standings
from tournaments.teams.domain.substitutes import set_substitute

pytestmark = pytest.mark.django_db


def states(event):
    return list(event.rounds.values_list("state", flat=True))


def meets(event, one, other, number=None):
    tables: dict[tuple[int, int], set[object]] = {}
    for (round_, table, _), who in seats(event, number).items():
        tables.setdefault((round_, table), set()).add(who)
    return sum({one.pk, other.pk} <= players for players in tables.values())


def test_what_was_played_stays_and_the_rest_is_drawn_anew(club):
    event = evening(club, 12, rounds=3)
    begin(event)
    release_rounds(event=event, actor=ACTOR)
    before, seed = seats(event), Event.objects.get().seed
    draw_rest(event=event, actor=ACTOR, seed=5)
    after = seats(event)
    assert {at: who for at, who in after.items() if at[0] == 1} == seats(event, 1)
    assert seats(event, 1) == {at: who for at, who in before.items() if at[0] == 1}
    assert before != after
    assert states(event) == ["released", "draft", "draft"]
    assert Event.objects.get().seed == seed


def test_the_same_seed_draws_the_same_rest(club):
    event = evening(club, 11, rounds=3)
    begin(event)
    drawn = [seats(draw_rest(event=event, actor=ACTOR, seed=seed)) for seed in (3, 4, 3)]
    assert drawn[0] == drawn[2] != drawn[1]


def test_a_closed_round_is_never_drawn_even_if_nothing_was_entered(club):
    event = evening(club, 8)
    event.rounds.filter(number=1).update(state=Round.State.FINAL)
    before = seats(event, 1)
    draw_rest(event=event, actor=ACTOR)
    assert seats(event, 1) == before
    assert states(event) == ["final", "draft"]


def test_nothing_is_left_to_draw_once_all_is_begun(club):
    event = evening(club, 8, rounds=1)
    begin(event)
    with refused_for(SeatingReason.NO_ROUND_LEFT):
        draw_rest(event=event, actor=ACTOR)


def test_a_locked_table_keeps_players_seats_number_and_link(club):
    event = evening(club, 12)
    table = event.rounds.get(number=1).tables.get(number=2)
    url = issue_link(table)
    lock_table(table=table, locked=True, actor=ACTOR)
    before = [one.pk for one in at_table(event, 1, 2)]
    others = {at: who for at, who in seats(event, 1).items() if at[1] != 2}
    for seed in (1, 2):
        draw_rest(event=event, actor=ACTOR, seed=seed)
        assert [one.pk for one in at_table(event, 1, 2)] == before
    assert {at: who for at, who in seats(event, 1).items() if at[1] != 2} != others
    assert EntryLink.objects.get().table == table
    assert url
    lock_table(table=table, locked=False, actor=ACTOR)
    draw_rest(event=event, actor=ACTOR, seed=1)
    assert not EntryLink.objects.exists()


def test_a_table_of_a_begun_round_cannot_be_locked(club):
    event = evening(club, 8)
    round_ = begin(event)
    with refused_for(SeatingReason.BEGUN):
        lock_table(table=round_.tables.first(), locked=True, actor=ACTOR)


def test_two_change_places_and_change_back(club):
    event = release_rounds(event=evening(club, 12), actor=ACTOR)
    before = seats(event)
    round_ = event.rounds.get(number=1)
    one, other = at_table(event, 1, 1)[0], at_table(event, 1, 2)[3]
    cost = swap_cost(round_=round_, one=one, other=other)
    assert seats(event) == before
    assert cost.tables == (1, 2)
    assert len(cost.names) == 8
    assert swap_players(round_=round_, one=one, other=other, actor=ACTOR) == cost
    assert (at_table(event, 1, 1)[0], at_table(event, 1, 2)[3]) == (other, one)
    assert seats(event) == before | {(1, 1, 0): other.pk, (1, 2, 3): one.pk}
    assert states(event) == ["draft", "released"]
    back = swap_players(round_=round_, one=one, other=other, actor=ACTOR)
    assert back.difference == -cost.difference
    assert seats(event) == before


def test_one_at_a_table_changes_places_with_one_who_sits_out(club):
    event = evening(club, 5)
    round_ = event.rounds.get(number=1)
    one = at_table(event, 1, 1)[2]
    (out,) = event.participants.exclude(seats__round=round_)
    cost = swap_cost(round_=round_, one=out, other=one)
    assert cost.tables == (1,)
    assert set(cost.names) == {who.name for who in event.participants.all()}
    swap_players(round_=round_, one=out, other=one, actor=ACTOR)
    assert at_table(event, 1, 1)[2] == out
    assert not Seat.objects.filter(round=round_, participant=one).exists()


def test_a_swap_says_that_somebody_would_sit_out_twice(club):
    event = evening(club, 5)
    first, second = event.rounds.all()
    (out,) = event.participants.exclude(seats__round=first)
    (other,) = event.participants.exclude(seats__round=second)
    cost = swap_cost(round_=second, one=out, other=other)
    again = [
        {c.name: c.amount for c in listed}[Name.BYES_AGAIN] for listed in (cost.before, cost.after)
    ]
    assert again == [0, 1]


def test_a_swap_that_cannot_be_is_refused(club):
    event = evening(club, 8, late=2)
    first, second = event.rounds.all()
    late = player(event, 9)
    one, other = at_table(event, 1, 1)[0], at_table(event, 1, 2)[0]
    with refused_for(SeatingReason.NOT_IN_ROUND):
        swap_cost(round_=first, one=one, other=late)
    with refused_for(SeatingReason.NOT_IN_ROUND):
        swap_cost(round_=first, one=one, other=one)
    with refused_for(SeatingReason.NOT_IN_ROUND):
        swap_cost(round_=first, one=late, other=player(event, 10))
    lock_table(table=first.tables.get(number=2), locked=True, actor=ACTOR)
    with refused_for(SeatingReason.LOCKED) as locked:
        swap_players(round_=first, one=one, other=other, actor=ACTOR)
    assert locked.value.facts["table"] == 2
    begin(event)
    with refused_for(SeatingReason.BEGUN):
        swap_players(round_=first, one=one, other=other, actor=ACTOR)
    assert swap_cost(round_=second, one=one, other=late).tables


def test_a_substitute_goes_where_his_player_goes(club):
    event = evening(club, 8)
    seat = event.rounds.get(number=1).tables.get(number=1).seats.first()
    set_substitute(seat=seat, person=None, name="Guest", actor=ACTOR)
    other = at_table(event, 1, 2)[1]
    swap_players(round_=seat.round, one=seat.participant, other=other, actor=ACTOR)
    assert Seat.objects.get(substitute_name="Guest").participant == seat.participant
    draw_rest(event=event, actor=ACTOR, seed=9)
    assert Seat.objects.get(substitute_name="Guest").participant == seat.participant


def test_wishes_own_seats_and_strength_are_drawn_for(club):
    event = evening(club, 12)
    one, other, friend, old = (player(event, number) for number in (1, 2, 3, 4))
    wish(event=event, one=other, other=one, kind="apart", actor=ACTOR)
    wish(event=event, one=one, other=friend, kind="together", actor=ACTOR)
    keep_seat(participant=old, table=3, seat=2, actor=ACTOR)
    for seed in (1, 2):
        draw_rest(event=event, actor=ACTOR, seed=seed)
        assert (meets(event, one, other), meets(event, one, friend)) == (0, 2)
        assert [at_table(event, number, 3)[2] for number in (1, 2)] == [old, old]
    unwish(event=event, one=one, other=friend, actor=ACTOR)
    draw_rest(event=event, actor=ACTOR, seed=1)
    assert meets(event, one, friend) < 2


def test_the_strong_meet_the_strong(club):
    event = evening(club, 8, rounds=1)
    for number in range(1, 5):
        set_strength(participant=player(event, number), strength=1, actor=ACTOR)
    for number in range(5, 8):
        set_strength(participant=player(event, number), strength=5, actor=ACTOR)
    draw_rest(event=event, actor=ACTOR, seed=1)
    strong = {player(event, number).pk for number in range(1, 5)}
    tables = [{one.pk for one in at_table(event, 1, table)} for table in (1, 2)]
    assert strong in tables


def test_those_who_wished_it_meet_late(club):
    event = evening(club, 8)
    one, other = player(event, 1), player(event, 2)
    wish(event=event, one=one, other=other, kind="first_round", actor=ACTOR)
    for seed in (1, 2, 3):
        draw_rest(event=event, actor=ACTOR, seed=seed)
        assert meets(event, one, other, 1) == 0


def test_the_last_round_is_drawn_by_the_standings(club):
    event = evening(club, 8, rounds=2)
    begin(event)
    first = event.rounds.get(number=1)
    for table in first.tables.all():
        record = {"declarer": 0, "contract": "spil", "trump": "S", "outcome": "won"}
        make.enter(table, 2, record)
    draw_rest(event=event, actor=ACTOR, seed=1, last_round_by_standing=True)
    ranked = [row.participant for row in standings(event).rows]
    tables = [{one.pk for one in at_table(event, 2, table)} for table in (1, 2)]
    assert set(ranked[:4]) in tables


def test_two_make_no_evening_and_nothing_is_stored(club):
    with refused_for(SeatingReason.NOBODY_LEFT):
        evening(club, 2, late=6)
    assert not Event.objects.exists()


def test_who_comes_late_plays_from_the_second_round(club):
    event = evening(club, 8, late=4)
    assert [len(seats(event, number)) for number in (1, 2)] == [8, 12]
    late = event.participants.filter(from_round=2)
    assert [one.number for one in late] == [9, 10, 11, 12]
    release_rounds(event=event, actor=ACTOR)


def test_one_round_is_released_alone(club):
    event = evening(club, 8)
    release_rounds(event=event, actor=ACTOR, only=event.rounds.get(number=1))
    assert states(event) == ["released", "draft"]
    assert event.activities.last().facts == {"round": 1}


def test_nothing_is_released_with_somebody_in_the_wrong_place(club):
    event = evening(club, 8)
    person = make.make_person("New", "Face")
    new = Participant.objects.create(event=event, person=person, number=9, name="New")
    Seat.objects.filter(round__number=2, seat=0).delete()
    release_rounds(event=event, actor=ACTOR, only=event.rounds.get(number=1))
    with refused_for(SeatingReason.UNSEATED) as unseated:
        release_rounds(event=event, actor=ACTOR)
    assert unseated.value.facts["number"] == 2
    assert new.name in str(unseated.value)
    assert states(event) == ["released", "draft"]
    Participant.objects.filter(seats__round__number=2).update(to_round=1)
    with refused_for(SeatingReason.ABSENT):
        release_rounds(event=event, actor=ACTOR)


def test_a_round_without_tables_is_not_released(club):
    event = evening(club, 8)
    event.rounds.get(number=2).tables.all().delete()
    with refused_for(SeatingReason.UNSEATED):
        release_rounds(event=event, actor=ACTOR)


def test_an_event_may_still_be_made_of_persons_alone(club):
    people = make.make_members(club, 4)
    event = make_event(club=club, name="K", date=make.EVENING, people=people, actor=ACTOR)
    assert len(seats(event)) == 8
