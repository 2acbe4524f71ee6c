"""Every figure that is said of a plan is that of the plan below, counted again from the chairs."""

import re
from collections import Counter
from itertools import combinations

import pytest
from django.urls import reverse
from django.utils.translation import override
from hypothesis import HealthCheck, Phase, example, given, settings
from hypothesis import strategies as st

from lhombre_club.members.models import Club
from lhombre_club.refusal import Refusal
from tests import make
from tests.sizes import examples
from tests.tournaments.seating.seating import ACTOR, begin, evening, free, player, preset
from tournaments.events.domain.events import make_event
from tournaments.models import Event, Seat
from tournaments.review.queries.rounds import Meetings
from tournaments.seating.domain.drawing import choose, draw_rest, lock_table
from tournaments.seating.domain.players import wish, withdraw
from tournaments.seating.domain.swaps import swap_cost, swap_players
from tournaments.seating.pages import ways
from tournaments.seating.pages.seating import Choice, swap
from tournaments.seating.queries.seating import seating_of

NUMBERED = re.compile(r"\d+")


def recounted(event):
    """Repeated meetings, deals with cards of who plays always, and whether all do, from chairs."""
    met: Counter[frozenset[object]] = Counter()
    cards: Counter[object] = Counter()
    numbers = set()
    for round_ in event.rounds.all():
        for table in round_.tables.all():
            chairs = list(Seat.objects.filter(table=table).order_by("seat"))
            met.update(
                frozenset(two) for two in combinations([c.participant_id for c in chairs], 2)
            )
            size = len(chairs)
            for deal in range(40 if size > 3 else 30):
                dealer = (table.first_dealer + deal) % size
                three = {dealer, (dealer + 1) % size, (dealer - 1) % size}
                cards.update(chairs[seat].participant_id for seat in three)
            numbers.add(round_.number)
    stays = {
        one.pk: [n for n in numbers if one.from_round <= n <= (one.to_round or 99)]
        for one in event.participants.exclude(to_round=0)
    }
    always = {key for key, stay in stays.items() if len(stay) == len(numbers)}
    plays = {key for key, stay in stays.items() if stay}  # not who left before he came
    everybody = always == plays
    if not everybody:  # who sits a round out does not play all rounds
        sits = {
            n: set(event.rounds.get(number=n).seats.values_list("participant_id", flat=True))
            for n in numbers
        }
        always = {key for key in always if all(key in seated for seated in sits.values())}
    return sum(met.values()) - len(met), [cards[key] for key in always], everybody


def check(event):
    """The head and the card of the plan below say what the chairs say."""
    event = Event.objects.get(pk=event.pk)
    repeated, cards, everybody = recounted(event)
    with override("en"):
        now, found = seating_of(event), ways.options_of(event)
        head = ways.plan_says(event, now, found)
        cards_of_ways = ways.ways(event, now, found)
        facts = ways.facts_as_drawn(now)
        below = ways.says(facts)
        title = ways.title(facts) if facts.rounds else ""
    assert head[0].startswith(
        f"{repeated} meeting" if repeated else "No two players meet twice in this event."
    )
    for said in (one.says for one in cards_of_ways if one.chosen):
        assert head[0] in said
    (dealt,) = [line for line in below if "gets cards" in line] or [""]
    if cards:
        assert dealt.startswith("Everybody" if everybody else "Who plays every round")
        least, most = min(cards), max(cards)
        figures = [least, most] if least != most else [most]
        assert [int(found) for found in NUMBERED.findall(dealt)] == figures
    known = [one.meetings.repeated for one in found if ways._is_drawn(event, one)]
    if "Another draw may have fewer" in head[0]:
        assert known[0] < repeated
    assert now.meetings.unavoidable <= min(repeated, *known, repeated)
    _check_sizes(event, title)
    _check_costs(event, head)


COUNTED = {
    "out": r"(\d+) times? somebody sits a round out\.",
    "uneven": r"(\d+) times? somebody sits at a table of three or five\.",
    "back": r"(\d+) times? somebody has the same table number as in an earlier round\.",
}
BROKEN = re.compile(r"The wish is not kept in rounds? ([\d, ]+): .*: (not )?at one table\.")


def _check_costs(event, head):
    """Each other figure of the head, and that one which is nothing is not said."""
    chairs = [
        (seat.round.number, seat.table.number, seat.table_id, seat.participant_id)
        for seat in Seat.objects.filter(round__event=event).select_related("round", "table")
    ]
    numbers = {round_ for round_, *_ in chairs}
    sizes = Counter(table for _, _, table, _ in chairs)
    tables = {(round_, who): table for round_, _, table, who in chairs}
    plays = {
        (number, one.pk)
        for one in event.participants.all()
        for number in numbers
        if one.from_round <= number <= (99 if one.to_round is None else one.to_round)
    }
    wishes = Counter({"apart": 0, "together": 0})
    for wished in event.wishes.all():
        for number in numbers:
            one, other = (tables.get((number, who)) for who in (wished.one_id, wished.other_id))
            met = one is not None and one == other
            both = {(number, wished.one_id), (number, wished.other_id)} <= plays
            wishes[wished.kind] += met if wished.kind == "apart" else both and not met
    found = {
        "out": len(plays - tables.keys()),
        "uneven": sum(size for size in sizes.values() if size != 4),
        "back": len(chairs) - len({(number, who) for _, number, _, who in chairs}),
        **wishes,
    }
    said = {
        name: sum(int(hit[1]) for line in head if (hit := re.fullmatch(shape, line)))
        for name, shape in COUNTED.items()
    }
    said |= {"apart": 0, "together": 0}
    for hit in filter(None, map(BROKEN.fullmatch, head)):
        said["apart" if hit[2] else "together"] += len(hit[1].split(", "))
    assert said == found


def _check_sizes(event, title):
    """The title has as many players at tables as there are chairs, in each round it names."""
    words = {"three": 3, "four": 4, "five": 5}
    open_ = [one for one in seating_of(event).rounds if one.is_open and one.tables]
    said = sum(
        int(count) * words[size] * _times(part)
        for part in title.split(" · ")
        for count, size in re.findall(r"(\d+) tables? of (\w+)", part)
    )
    if " · " not in title:
        said *= len(open_)
    assert said == sum(len(table.players) for one in open_ for table in one.tables)


def _times(part):
    found = re.match(r"Rounds (\d+) to (\d+)", part)
    return int(found[2]) - int(found[1]) + 1 if found else 1


DEEDS = st.lists(st.tuples(st.integers(0, 6), st.integers(0, 40), st.integers(0, 40)), max_size=5)


def do(event, deed, a, b):
    """Swap, draw, lock, leave, wish, choose, or begin the first round."""
    rounds = list(event.rounds.all())
    people = list(event.participants.all())
    one, other = people[a % len(people)], people[b % len(people)]
    if deed in (0, 1):
        _swap(event, rounds[a % len(rounds)], one, other)
    elif deed == 2:
        draw_rest(event=event, actor=ACTOR, seed=a)
    elif deed == 3:
        tables = list(rounds[-1].tables.all())
        lock_table(table=tables[b % len(tables)], locked=True, actor=ACTOR)
    elif deed == 4:
        withdraw(participant=one, after_round=b % 3, actor=ACTOR)
    elif deed == 5:
        wish(event=event, one=one, other=other, kind=("apart", "together")[a % 2], actor=ACTOR)
    else:
        choose(event=event, key=("fours", "threes-and-fours")[b % 2], actor=ACTOR)


def _swap(event, round_, one, other):
    """What was said before it is what came of it."""
    before = recounted(event)[0]
    with override("en"):
        said = swap(Choice(round_, one, other)).sentence
    swap_players(round_=round_, one=one, other=other, actor=ACTOR)
    told = re.search(r"Repeated meetings: (\d+) → (\d+)\.", said)
    figures = (int(told[1]), int(told[2])) if told else (before, before)
    assert figures == (before, recounted(event)[0])


@pytest.mark.django_db
@settings(
    max_examples=examples(12),
    phases=(Phase.explicit, Phase.generate),
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@example(count=4, rounds=2, late=1, deeds=[(4, 4, 34)], begins=True)  # left before he came
@given(
    count=st.integers(4, 17), rounds=st.integers(1, 3), late=st.integers(0, 2), deeds=DEEDS,
    begins=st.booleans(),
)  # fmt: skip
def test_whatever_is_drawn_the_figures_are_those_of_the_chairs(count, rounds, late, deeds, begins):
    club = Club.objects.create(name="K")
    event = evening(club, count, rounds=rounds, late=late if rounds > 1 else 0)
    check(event)
    if begins:
        begin(event)
    for deed in deeds:
        try:
            do(event, *deed)
        except Refusal:
            continue
        check(event)


@pytest.mark.django_db
class TestWhatWasFalse:
    @pytest.fixture(autouse=True)
    def in_english(self, director_client):
        director_client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"

    def page(self, client, event):
        return client.get(reverse("tournaments:seating", args=[event.pk])).content.decode()

    def swapped(self, club):
        """Two rounds of eighteen, drawn without a repeat; a swap makes some."""
        event = evening(club, 18)
        for one in player(event, 1), player(event, 2), player(event, 3):
            for other in event.participants.exclude(pk=one.pk):
                try:
                    cost = swap_cost(round_=event.rounds.get(number=2), one=one, other=other)
                except Refusal:
                    continue
                if cost.after[0].amount > cost.before[0].amount == 0:
                    return event, one, other, cost.after[0].amount
        raise AssertionError

    def test_after_a_swap_head_and_card_say_the_same(self, director_client, club):
        event, one, other, again = self.swapped(club)
        round_ = event.rounds.get(number=2)
        with override("en"):
            said = swap(Choice(round_, one, other)).sentence
        assert f"Repeated meetings: 0 → {again}." in said
        swap_players(round_=round_, one=one, other=other, actor=ACTOR)
        shown = self.page(director_client, event)
        assert "which way?" in shown
        assert shown.count(f"{again} meeting") == 2
        assert "Another draw may have fewer: one with 0 is known." in shown
        with override("en"):
            said = swap(Choice(round_, one, other)).sentence
        assert f"Repeated meetings: {again} → 0." in said

    def test_the_cards_count_everybody_who_comes(self, director_client, club):
        shown = self.page(director_client, evening(club, 12, late=1))
        assert "13 players: which way?" in shown
        assert "Round 1: 3 tables of four · Round 2: 1 table of four, 3 tables of three" in shown
        assert "Round 1: 3 tables of four · Round 2: 3 tables of four" not in shown
        assert "Round 2: 1 player sits out." in shown

    def test_the_deals_are_those_in_which_somebody_gets_cards(self, director_client, club):
        people = make.make_members(club, 11)
        event = make_event(
            club=club,
            name="K",
            date=make.EVENING,
            people=people,
            actor=ACTOR,
            preset=preset(deals=12),
        )
        free(club)
        shown = self.page(director_client, event)
        assert "Everybody gets cards in 18 deals." in shown
        assert "21 to 24" not in shown


MANY = "3 meetings are repeated ones."
PROVED = "No plan for so many tables and rounds has fewer"
KEPT = "No plan that keeps what is played or locked has fewer"
SAID = (
    (0, 0, None, "No two players meet twice in this event."),
    (3, 3, 3, f"{MANY} {PROVED}."),
    (3, 2, 3, f"{MANY} {PROVED} than 2."),
    (3, (3, True), 3, f"{MANY} {KEPT}."),
    (3, (2, True), 3, f"{MANY} {KEPT} than 2."),
    (1, 0, None, "1 meeting is a repeated one."),
    (3, 0, 1, f"{MANY} Another draw may have fewer: one with 1 is known."),
)


@pytest.mark.parametrize(("repeated", "least", "known", "says"), SAID)
def test_another_draw_is_spoken_of_only_where_one_with_fewer_is_known(repeated, least, known, says):
    bound = least if isinstance(least, tuple) else (least,)
    with override("en"):
        assert ways.met_again(Meetings(repeated, *bound), known) == says


@pytest.mark.django_db
def test_that_nothing_can_be_changed_any_more_does_not_prove_a_plan_the_best(club):
    """Fourteen can meet nobody twice: one of each table at each, two of them at threes again."""
    event = evening(club, 14)
    found = seating_of(event)
    assert found.meetings == Meetings(repeated=4, unavoidable=0)
    with override("en"):
        again, why, *_ = ways.plan_says(event, found, ways.options_of(event))
    assert again == "4 meetings are repeated ones."
    assert why.startswith("Nobody is to sit at a table of three too often, else there could be 0 ")
    begin(event)
    assert seating_of(Event.objects.get(pk=event.pk)).meetings == Meetings(4, 0)
    begin(event, 2)
    assert seating_of(Event.objects.get(pk=event.pk)).meetings == Meetings(4, 0)


@pytest.mark.django_db
def test_a_bound_that_comes_of_locked_tables_is_one_of_the_plans_that_keep_them(club):
    event = evening(club, 10, rounds=3)
    assert seating_of(event).meetings == Meetings(repeated=6, unavoidable=2)
    for round_ in event.rounds.all():
        for table in round_.tables.all():
            lock_table(table=table, locked=True, actor=ACTOR)
    assert seating_of(event).meetings == Meetings(6, 6, stands=True)


def test_a_plan_is_said_to_be_released_once_all_of_it_is(director_client, club):
    event = evening(club)
    address = reverse("tournaments:release", args=[event.pk])

    def said(number):
        sent = {"round": str(number)}
        headers = {"accept-language": "en"}
        return director_client.post(address, sent, headers=headers, follow=True).text

    first = said(1)
    assert "Round 1 is released. Its score sheets come here." in first
    assert "The plan is released." not in first
    assert "The plan is released. Its score sheets come here." in said(2)
