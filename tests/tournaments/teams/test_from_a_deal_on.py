"""Aksel goes home after deal 4 of 8 and Svend plays on: each deal says who played it."""

import pytest
from django.urls import reverse
from hypothesis import given, settings
from hypothesis import strategies as st

from tests import make
from tests.refused import refused_for
from tests.sizes import examples
from tests.tournaments.played import ACTOR
from tests.tournaments.teams.shown import ENGLISH, page, paper
from tournaments.book.accounts import names_at, next_deals
from tournaments.entry.domain.leases import take
from tournaments.models import Names, Seat, Sitter, Table
from tournaments.standings.domain import SeasonSettings, make_season
from tournaments.standings.queries.seasons import season_table
from tournaments.standings.queries.standings import standings
from tournaments.teams.domain.substitutes import set_substitute
from tournaments.teams.reasons import SubstituteReason

GONE_AFTER, DEALS = 4, 8
SEAT = 1
SVEND = "Svend Lauridsen"
SOLO = {"declarer": SEAT, "contract": "solo", "outcome": "won"}
BEFORE, AFTER = 2, 6
"""Deals that the chair deals, and in which it wins a solo."""
WORDS = st.text(st.characters(categories=["Lu", "Ll"]), min_size=1, max_size=9)


@pytest.fixture
def event(club):
    settings = SeasonSettings(name="2026–27", planned=5, best=3, counts_abandoned=False)
    season = make_season(club=club, settings=settings, actor=ACTOR)
    return make.make_released_event(club, tables=1, deals=DEALS, season=season, language="en")


@pytest.fixture
def table(event):
    """Aksel's table, of which the first four deals are entered."""
    table = Table.objects.get(round__event=event)
    for deal in range(1, GONE_AFTER + 1):
        make.enter(table, deal, SOLO if deal == BEFORE else {"passed": True})
    return table


@pytest.fixture
def chair(table):
    return Seat.objects.select_related("participant").get(table=table, seat=SEAT)


@pytest.fixture
def played(table, chair):
    """All eight deals, the last four of them with Svend."""
    svend = make.make_person("Svend", "Lauridsen")
    set_substitute(seat=chair, person=svend, since=GONE_AFTER + 1, actor=ACTOR)
    for deal in range(GONE_AFTER + 1, DEALS + 1):
        make.enter(table, deal, SOLO if deal == AFTER else {"passed": True})
    return table


@settings(max_examples=examples(100))
@given(WORDS, WORDS, st.integers(1, 40), st.integers(1, 40))
def test_a_deal_has_one_name_and_the_round_those_of_all_who_played(player, other, since, deal):
    sitter = Sitter(player, other, since)
    names = Names([sitter, Sitter(player)])
    assert names.at(deal) == (player if deal < since else other, player)
    assert names.at(0) == (str(sitter), player) == tuple(names)
    who = {names.at(each)[0] for each in (1, since)}
    assert all(name in names[0] for name in who)
    assert (names[0] == other) == (since == 1)
    assert Sitter(player, "", since).at(deal) == str(Sitter(player, "", since)) == player


@pytest.mark.django_db
def test_each_deal_on_the_pages_has_who_played_it(director_client, client, event, played, chair):
    aksel = chair.participant.name
    whole = f"{aksel}, from deal 5 {SVEND}"
    account = page(director_client, "account", played.pk)
    assert f"by {aksel}, won" in account
    assert f"by {SVEND}, won" in account
    assert whole in account
    sheet = page(director_client, "table", played.pk)
    assert f"Deal {BEFORE}. {aksel} deals" in sheet
    assert f"Deal {AFTER}. {SVEND} deals" in sheet
    assert whole in sheet
    recap = page(director_client, "recap", played.pk)
    own = page(client, "public-player", event.pk, chair.participant.pk)
    for text in (recap, own.partition("<table")[2]):
        assert [text.count(f"{name}: solo") for name in (aksel, SVEND)] == [1, 1]
        assert text.index(f"{aksel}: solo") < text.index(f"{SVEND}: solo")
    assert f"{SVEND} plays in this place from deal 5 on." in own
    assert whole in page(director_client, "correct", played.pk)


@pytest.mark.django_db
def test_the_api_says_from_which_deal(director_client, played, chair):
    seats = director_client.get(f"/api/v1/tables/{played.pk}/", headers=ENGLISH).json()["seats"]
    aksel = chair.participant.name
    assert seats[SEAT] == {
        "seat": SEAT,
        "name": f"{aksel}, from deal 5 {SVEND}",
        "player": aksel,
        "substitute": SVEND,
        "substitute_from": GONE_AFTER + 1,
    }
    assert {each["substitute"] for each in seats} == {"", SVEND}


@pytest.mark.django_db
def test_new_papers_name_both(event, played, chair):
    aksel = chair.participant.name
    for text in (
        paper("round-plan", event=event, round=event.rounds.get()),
        paper("score-sheet", table=played),
        paper("filled-sheet", table=played),
    ):
        assert f"{aksel}, from deal 5 {SVEND}" in text
    assert f"{SVEND}, from deal 5" in paper("round-plan", event=event, round=event.rounds.get())


@pytest.mark.django_db
def test_the_points_stay_and_what_each_did_is_his_own(director_client, event, played, chair):
    aksel = chair.participant
    (own,) = (row for row in standings(event).rows if row.participant == aksel.pk)
    table = season_table(event.season)
    did = {table.names[line.key]: line for line in table.own}
    assert own.points == did[aksel.name].points + did[SVEND].points
    assert (did[aksel.name].won, did[SVEND].won, own.won) == (1, 1, 2)
    assert sum(line.points for line in table.own) == 0
    assert did[aksel.name].deals + did[SVEND].deals == own.deals
    assert season_table(event.season, shown_only=True).own == table.own
    says = f"{SVEND} for {aksel.name}, round 1 (from deal 5)"
    assert says in page(director_client, "standings", event.pk)
    assert says in paper("standings", event=event)


@pytest.mark.django_db
def test_the_form_begins_with_the_deal_that_comes_next(director_client, event, table, chair):
    args = (event.pk, chair.participant.pk)
    shown = page(director_client, "participant", *args)
    first = shown.index("Round 1, from deal 5 on")
    assert first < shown.index("Round 1, from the first deal")
    said = {"do": "substitute", "seat": f"{chair.pk}:5", "person": "", "name": SVEND, "deal": ""}
    make.enter(table, GONE_AFTER + 1, {"passed": True})  # meanwhile; the form said deal 5
    answer = director_client.post(reverse("tournaments:participant", args=args), said)
    assert answer.status_code == 302
    assert names_at(table).sitters[SEAT] == Sitter(chair.participant.name, SVEND, 5)
    for name, more in (("participant", args), ("participants", args[:1])):
        assert f"Round 1: {SVEND} plays from deal 5 on" in page(director_client, name, *more)
    said |= {"seat": str(chair.pk), "deal": "3"}
    director_client.post(reverse("tournaments:participant", args=args), said)
    assert names_at(table).sitters[SEAT].since == 3


@pytest.mark.django_db
def test_a_deal_that_is_not_there_and_a_third_are_refused(table, chair):
    for since in (0, DEALS + 1):
        with refused_for(SubstituteReason.NO_DEAL):
            set_substitute(seat=chair, person=None, name=SVEND, since=since, actor=ACTOR)
    set_substitute(seat=chair, person=None, name=SVEND, since=3, actor=ACTOR)
    with refused_for(SubstituteReason.THIRD):
        set_substitute(seat=chair, person=None, name="Eva Skov", since=5, actor=ACTOR)
    set_substitute(seat=chair, person=None, name="Eva Skov", since=3, actor=ACTOR)
    assert names_at(table).at(3)[SEAT] == "Eva Skov"


@pytest.mark.django_db
def test_who_keeps_the_sheet_is_who_sits_there_now(played, chair, table):
    assert next_deals([table.pk]) == {}  # full
    make.enter(table, AFTER, None, base=1)
    assert next_deals([table.pk]) == {table.pk: AFTER}
    assert take(table=table, actor="device:a", name="", seat=SEAT).name == SVEND
    make.enter(table, BEFORE, None, base=1)
    assert take(table=table, actor="device:a", name="", seat=SEAT).name == chair.participant.name


@pytest.mark.django_db
def test_who_goes_home_within_a_round_is_told_of_the_chair(director_client, event):
    chair = Seat.objects.get(round__event=event, seat=SEAT)
    args = (event.pk, chair.participant.pk)
    address = reverse("tournaments:participant", args=args)
    assert 'href="#chair"' not in page(director_client, "participant", *args)
    make.enter(chair.table, 1, {"passed": True})
    assert 'href="#chair"' in page(director_client, "participant", *args)
    told = {}
    for rounds in (1, 2):
        type(event).objects.filter(pk=event.pk).update(planned_rounds=rounds)
        answer = director_client.post(address, {"do": "leave", "after_round": "0"}, headers=ENGLISH)
        assert answer.status_code == 400
        told[rounds] = answer.content.decode()
    assert all("let somebody else play on the chair" in text for text in told.values())
    assert "leaves after round 1," not in told[1]
    assert "leaves after round 1," in " ".join(told[2].split())
    assert not any("later round" in text for text in told.values())
