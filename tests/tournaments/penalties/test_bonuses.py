"""Side bonuses: everybody in the room pays kroner, once, and no place depends on it."""

from dataclasses import replace
from decimal import Decimal
from uuid import uuid4

import pytest
from django.urls import reverse
from django.utils import translation

from lhombre_club.refusal import Refusal
from tests import make
from tournaments.book.stakes import bonus_stakes
from tournaments.events.pages.log import lines
from tournaments.events.queries.log import journal
from tournaments.models import Event, Participant, Round, Season, SideBonus, Table
from tournaments.money.domain import settle_up, shares
from tournaments.money.queries import money
from tournaments.money.words import shares_of
from tournaments.penalties.domain.bonuses import Bonus, give_bonus, present, withdraw_bonus
from tournaments.penalties.reasons import BonusReason, DecisionReason
from tournaments.standings.queries.standings import standings
from tournaments.words.bonuses import bonus_line

pytestmark = pytest.mark.django_db
SOLO = {"declarer": 1, "contract": "solo", "outcome": "won"}
ACTOR = "system:test"
ENGLISH = {"accept-language": "en"}


@pytest.fixture
def event(club):
    """Two tables, each with a deal that does not come to whole kroner."""
    event = make.make_released_event(club, tables=2, deals=8, unit=Decimal("0.25"))
    for table in Table.objects.filter(round__event=event):
        make.enter(table, 1, SOLO)
    return event


@pytest.fixture
def winner(event):
    return event.participants.get(number=6)


@pytest.fixture
def nine(winner):
    return Bonus(id=uuid4(), winner=winner.pk, each=2, reason="Nine matadors", round=1, deal=5)


def give(event, bonus):
    return give_bonus(event=event, bonus=bonus, actor=ACTOR)


def owed(scope):
    return {share.name: share.money for share in shares(scope)}


def read(client, name, *args):
    answer = client.get(reverse(f"tournaments:{name}", args=args), headers=ENGLISH)
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


def test_everybody_else_pays_once_and_it_sums_to_nothing(event, winner, nine):
    before = owed(event)
    given = give(event, nine)
    assert (given.table, given.deal, given.payers.count()) == (2, 5, 7)
    after = owed(event)
    gained = {name: after[name] - before[name] for name in before}
    assert gained.pop(winner.name) == 14
    assert set(gained.values()) == {-2}
    assert sum(after.values()) == 0
    settling = settle_up(scope=event, actor=ACTOR)
    for payment in settling.payments.all():
        after[payment.payer_name] += payment.amount
        after[payment.payee_name] -= payment.amount
    assert not any(after.values())


def test_no_point_is_moved_and_no_place(event, nine):
    before = standings(event)
    give(event, nine)
    assert replace(standings(event), tag="") == replace(before, tag="")
    assert all(stake.points == 0 for stake in bonus_stakes(SideBonus.objects.all()))


def test_who_was_not_there_does_not_pay_and_who_sat_out_does(event, nine):
    left, late = Participant.objects.filter(event=event, number__lte=2)
    Participant.objects.filter(pk=left.pk).update(to_round=0)
    Participant.objects.filter(pk=late.pk).update(from_round=2)
    out = Participant.objects.create(event=event, number=9, name="Sits out")
    assert {left, late}.isdisjoint(present(event, 1))
    payers = set(give(event, nine).payers.all())
    assert out in payers
    assert payers.isdisjoint({left, late})
    assert sum(owed(event).values()) == 0


def test_who_comes_afterwards_does_not_change_what_was_given(event, nine):
    give(event, nine)
    before = owed(event)
    Participant.objects.create(event=event, number=9, name="Late")
    assert owed(event) == before


def test_sent_twice_it_is_stored_once(event, nine):
    assert give(event, nine) == give(event, nine)
    assert SideBonus.objects.count() == 1
    with pytest.raises(Refusal) as refused:
        give(event, replace(nine, each=3))
    assert refused.value.reason is DecisionReason.ID_REUSED


@pytest.mark.parametrize(
    ("other", "reason"),
    (
        ({"each": 0}, BonusReason.KRONER_INVALID),
        ({"each": 100_000}, BonusReason.KRONER_INVALID),
        ({"reason": " "}, DecisionReason.NO_REASON),
        ({"reason": "x" * 201}, DecisionReason.TEXT_TOO_LONG),
        ({"round": 2}, BonusReason.NOT_OPEN),
        ({"deal": 9}, DecisionReason.NO_SUCH_DEAL),
        ({"winner": uuid4()}, BonusReason.NOT_THERE),
    ),
)
def test_what_cannot_be_meant_is_refused(event, nine, other, reason):
    with pytest.raises(Refusal) as refused:
        give(event, replace(nine, **other))
    assert refused.value.reason is reason
    assert not SideBonus.objects.exists()


@pytest.mark.parametrize("state", (Round.State.DRAFT, Round.State.FINAL))
def test_in_a_draft_or_closed_and_settled_round_nothing_is_given_or_taken_away(event, nine, state):
    given = give(event, nine)
    Round.objects.filter(event=event).update(state=state)
    settle_up(scope=event, actor=ACTOR)
    for deed in (
        lambda: give(event, replace(nine, id=uuid4())),
        lambda: withdraw_bonus(bonus=given, actor=ACTOR),
    ):
        with pytest.raises(Refusal) as refused:
            deed()
        assert refused.value.reason is BonusReason.NOT_OPEN


def test_in_a_closed_round_it_is_given_and_taken_away_until_the_evening_is_settled(
    director_client, event, winner, nine
):
    Round.objects.filter(event=event).update(state=Round.State.FINAL)
    before = owed(event)
    assert "Let everybody pay" in read(director_client, "bonuses", event.pk)
    given = give(event, nine)
    assert owed(event)[winner.name] - before[winner.name] == 14
    withdraw_bonus(bonus=given, actor=ACTOR)
    assert owed(event) == before
    settle_up(scope=event, actor=ACTOR)
    assert "Let everybody pay" not in read(director_client, "bonuses", event.pk)


def test_only_who_was_there_in_the_round_is_offered(director_client, event, winner):
    Round.objects.create(event=event, number=2, state=Round.State.RELEASED)
    Participant.objects.filter(pk=winner.pk).update(to_round=1)
    offered = f'<option value="{winner.pk}">'
    played = read(director_client, "bonuses", event.pk)
    assert "A new one in round 1" in played
    assert offered in played
    assert 'href="?round=2"' in played
    address = reverse("tournaments:bonuses", args=[event.pk])
    assert offered not in director_client.get(address, {"round": "2"}).content.decode()
    asked = {"id": uuid4(), "winner": winner.pk, "each": "2", "reason": "Nine", "round": "2"}
    assert director_client.post(address, asked).status_code == 400
    assert director_client.post(address, {**asked, "round": "1"}).url == f"{address}?round=1"


def test_the_forms_own_reason_is_read_in_every_language_and_a_clubs_own_as_it_is(event, nine):
    line = SideBonus(event=event, winner=event.participants.first(), each=2, round=1)
    for stored in ("Nine matadors", "Ni matadorer"):
        line.reason = stored
        with translation.override("da"):
            assert bonus_line(line, oere=False).reason == "Ni matadorer"
        with translation.override("en"):
            assert bonus_line(line, oere=False).reason == "Nine matadors"
    line.reason = "Nine Matadors, at last"
    assert bonus_line(line, oere=False).reason == line.reason


def test_where_nobody_plays_for_money_it_is_refused(event, nine, director_client):
    Event.objects.filter(pk=event.pk).update(unit=None)
    with pytest.raises(Refusal) as refused:
        give(event, nine)
    assert refused.value.reason is BonusReason.NOT_FOR_MONEY
    page = read(director_client, "bonuses", event.pk)
    assert "not played for money, so nobody can pay" in page
    assert "Let everybody pay" not in page


def test_it_is_taken_away_and_both_stand_in_the_log(event, winner, nine):
    before, version = owed(event), Event.objects.get().version
    given = give(event, nine)
    for _ in range(2):
        withdraw_bonus(bonus=given, actor=ACTOR)
    assert owed(event) == before
    assert Event.objects.get().version == version + 2
    with translation.override("en"):
        taken, put = (line for line in lines(event, journal(event)) if "bonus" in line.says)
    assert (
        put.says == f"A side bonus was given to {winner.name}: 2\xa0kr from everybody in the room."
    )
    assert taken.says == f"The side bonus of {winner.name} was taken away."
    assert put.why == taken.why == "Nine matadors"


def test_a_season_has_it_and_a_table_alone_has_not(club, event, winner, nine):
    season = Season.objects.create(club=club, name="2026")
    Event.objects.filter(pk=event.pk).update(season=season)
    table = Table.objects.get(round__event=event, number=2)
    alone = owed(table)
    give(event, nine)
    assert owed(table) == alone
    assert owed(season) == owed(event)
    assert owed(season)[winner.name] > 12


def test_everybody_reads_it_with_its_reason(client, director_client, event, winner, nine):
    give(event, nine)
    payer = event.participants.get(number=1)
    says = "gets 2 kr from each of 7 players"
    for page in (
        read(director_client, "money", "event", event.pk),
        read(director_client, "bonuses", event.pk),
        read(client, "public-money", event.pk),
    ):
        assert "Nine matadors" in page
        assert f"{winner.name} {says}" in page
        assert "Round 1, table 2, deal 5" in page
    assert "+14 kr" in read(client, "public-player", event.pk, winner.pk)
    his = read(client, "public-player", event.pk, payer.pk)
    assert "−2 kr" in his
    assert f"Nine matadors, to {winner.name}" in his
    assert "Nine matadors" not in read(client, "public-standings", event.pk)


def test_what_is_taken_away_is_shown_to_nobody_but_the_director(
    client, director_client, event, winner, nine
):
    given = give(event, nine)
    director_client.post(reverse("tournaments:bonus-withdraw", args=[given.pk]))
    assert "taken away" in read(director_client, "bonuses", event.pk)
    for page in (
        read(client, "public-money", event.pk),
        read(client, "public-player", event.pk, winner.pk),
    ):
        assert "Nine matadors" not in page


def test_a_director_gives_one_from_the_page_of_the_money(director_client, event, winner):
    address = reverse("tournaments:bonuses", args=[event.pk])
    assert address in read(director_client, "money", "event", event.pk)
    wrong = {"id": uuid4(), "winner": "", "each": "0", "reason": "", "round": "1"}
    assert director_client.post(address, wrong).status_code == 400
    asked = {"id": uuid4(), "winner": winner.pk, "each": "2", "reason": "Nine", "round": "1"}
    for _ in range(2):  # back, and sent again
        assert director_client.post(address, asked).status_code == 302
    assert [bonus.winner for bonus in SideBonus.objects.all()] == [winner]


def test_what_is_asked_grows_with_nothing(event, nine, django_assert_max_num_queries):
    give(event, nine)
    give(event, replace(nine, id=uuid4()))
    with django_assert_max_num_queries(7):
        found = money(event)
        assert len(shares_of(found)) == 8


def test_once_it_is_settled_a_bonus_says_that_it_is_to_be_settled_again(
    director_client, event, winner
):
    address = reverse("tournaments:bonuses", args=[event.pk])

    def told(address, **data):
        return director_client.post(address, data, follow=True, headers=ENGLISH).text

    asked = {"winner": winner.pk, "each": "2", "reason": "Nine", "round": "1"}
    assert "counts when the evening is settled up" in told(address, id=uuid4(), **asked)
    settle_up(scope=event, actor=ACTOR)
    assert "It is stored. The evening is settled up already: settle it up again." in told(
        address, id=uuid4(), **asked
    )
    assert money(event).outdated
    settle_up(scope=event, actor=ACTOR)
    gone = reverse("tournaments:bonus-withdraw", args=[SideBonus.objects.latest("pk").pk])
    assert "It is taken away. The evening is settled up already" in told(gone)
    assert money(event).outdated
