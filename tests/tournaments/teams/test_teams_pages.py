"""The pages of pairs and teams, from the new event to the divisions of the next season."""

import re

import pytest
from django.db.models import F
from django.urls import reverse
from django.utils.html import escape

from lhombre_club.members.models import Attendance
from lhombre_club.members.queries import evening
from lhombre_club.printing import registry
from tests import make
from tests.tournaments.played import ACTOR, make_pairs_or_teams
from tests.tournaments.teams.shown import ENGLISH
from tournaments.events.pages.path import path
from tournaments.models import Event, Participant, Round, Seat, Table, Team
from tournaments.teams.domain.leagues import LeagueSettings, draw_matches, release_round
from tournaments.teams.domain.teams import entries_of, part_into_divisions

pytestmark = pytest.mark.django_db
WON = {"declarer": 1, "contract": "spil", "outcome": "won"}
DRAW = {"times": "1", "first": "2026-09-01", "days": "7"}


@pytest.fixture
def pairs(club):
    return make_pairs_or_teams(club, "pairs", 3, deals=4, name="Makker")


@pytest.fixture
def teams(club):
    return make_pairs_or_teams(club, "teams", 4, deals=4, name="Hold")


@pytest.fixture
def drawn(teams):
    settings = LeagueSettings(byes_on_purpose=True)
    return draw_matches(event=teams, settings=settings, actor=ACTOR, seed=2)


def here(club, count):
    people = make.make_members(club, count)
    Attendance.objects.bulk_create(
        Attendance(club=club, person=person, date=evening()) for person in people
    )


@pytest.fixture(autouse=True)
def in_english(director_client, settings):
    director_client.cookies[settings.LANGUAGE_COOKIE_NAME] = "en"


def at(name, pk):
    return reverse(f"tournaments:{name}", args=[pk])


def filled(event):
    """What the form of the teams sends as it stands."""
    data = {}
    for number, team in enumerate(entries_of(event)):
        data[f"team{number}-name"] = team.name
        data[f"team{number}-division"] = team.division
        data[f"team{number}-handicap"] = str(team.handicap)
        for place, member in enumerate(team.members):
            data[f"team{number}-player{place}"] = str(member)
    return data


def sent(client, name, pk, **data):
    return client.post(at(name, pk), data)


def text(answer):
    return answer.content.decode()


@pytest.mark.parametrize(("kind", "count", "teams"), (("pairs", 5, 2), ("teams", 8, 2)))
def test_an_event_of_pairs_or_teams_is_made_of_who_is_here(
    director_client, club, kind, count, teams
):
    here(club, count)
    data = {
        "name": "Hold", "date": evening().isoformat(), "rounds": "2", "deals": "40", "kind": kind,
        "ruleset": "dlu", "accounting": "rasle",
    }  # fmt: skip
    answer = director_client.post(reverse("tournaments:event-new"), data)
    event = Event.objects.get()
    assert answer.headers["Location"] == at("teams", event.pk)
    assert (event.kind, event.teams.count()) == (kind, teams)
    left = text(director_client.get(at("teams", event.pk)))
    alone = "Nr5 is in none, and plays only for others."
    assert (alone in left) == (kind == "pairs")
    stored = director_client.post(at("teams", event.pk), filled(event))
    assert stored.headers["Location"] == at("matches", event.pk)  # which are to be drawn next
    assert path(event, [])[0].address == at("matches", event.pk)
    assert (alone in text(director_client.get(at("matches", event.pk)))) == (kind == "pairs")
    board = director_client.get(at("event", event.pk))
    assert at("teams", event.pk) in text(board)
    assert "tables__table" not in text(board)


def test_who_is_in_no_pair_is_not_said_to_sit_a_round_out(director_client, client, pairs):
    person = make.make_person("Niende", "Lind")
    ninth = Participant.objects.create(event=pairs, number=7, name="Niende Lind", person=person)
    Event.objects.update(language="en")
    draw_matches(event=pairs, settings=LeagueSettings(), actor=ACTOR, seed=2)
    release_round(round_=pairs.rounds.get(number=1), actor=ACTOR)
    out = text(director_client.get(at("event", pairs.pk), headers=ENGLISH))
    (said,) = re.findall(r"Sits this round out: ([^<]*)", out)
    assert said.count(",") == 1  # a pair
    assert ninth.name not in said
    address = reverse("tournaments:public-player", args=[pairs.pk, ninth.pk])
    own = client.get(address, headers=ENGLISH)
    assert "Sits out round" not in text(own)
    slips = registry.build("seat-slips", {"event": str(pairs.pk)}).context["pages"]
    (its,) = (slip for page in slips for slip in page if slip and slip.name == ninth.name)
    assert {stop[1] for stop in its.stops} == {"plays only for others"}


def test_the_form_says_for_whom_the_rounds_count(director_client, club):
    here(club, 4)
    said = text(director_client.get(reverse("tournaments:event-new")))
    assert "Pairs and teams have as many rounds as it takes that all meet" in said


@pytest.mark.parametrize("kind", ("pairs", "teams"))
def test_only_teams_have_a_captain_who_may_change(director_client, request, kind):
    event = request.getfixturevalue(kind)
    draw_matches(event=event, settings=LeagueSettings(), actor=ACTOR, seed=2)
    first = release_round(round_=event.rounds.get(number=1), actor=ACTOR)
    make.enter(first.tables.all()[0], 1, {"passed": True})
    page = text(director_client.get(at("teams", event.pk)))
    assert "Deals have been entered." in page
    assert ("captain" in page) == (kind == "teams")


def test_too_few_for_teams_are_told_and_nothing_is_lost(director_client, club):
    here(club, 7)
    data = {
        "name": "Holdkamp", "date": evening().isoformat(), "rounds": "2", "deals": "40",
        "kind": "teams", "ruleset": "dlu", "accounting": "rasle",
    }  # fmt: skip
    answer = director_client.post(reverse("tournaments:event-new"), data)
    assert answer.status_code == 400
    says = "at least 8 are needed who are marked as here and play in no other event now; 7 are."
    assert says in text(answer)
    assert "Holdkamp" in text(answer)
    assert not Event.objects.exists()


def test_who_plays_whom_is_another_sign_than_who_plays_together(director_client, pairs):
    draw_matches(event=pairs, settings=LeagueSettings(), actor=ACTOR, seed=2)
    first = pairs.rounds.get(number=1)
    page = text(director_client.get(at("round-matches", first.pk)))
    for match in first.matches.all():
        assert f'"{match.home.name} against {match.away.name}"' in page
        assert f'{match.home.name} <span class="muted">against</span> {match.away.name}' in page


def test_each_pair_of_a_match_of_teams_stands_under_the_name_of_its_team(director_client, teams):
    draw_matches(event=teams, settings=LeagueSettings(), actor=ACTOR, seed=2)
    first = teams.rounds.get(number=1)
    page = text(director_client.get(at("round-matches", first.pk)))
    told = re.findall(r'<small class="muted">([^<]*)</small>', page)
    seats = Seat.objects.filter(round=first, seat__lt=2).order_by("table__number", "seat")
    assert told == list(seats.values_list("participant__team__name", flat=True))
    assert told[:2] == told[3:1:-1], "at the second table the other team sits North and South"


def test_names_handicap_division_and_captain_are_stored(director_client, teams):
    data = filled(teams)
    data |= {
        "team0-name": "Ruder Konge", "team0-handicap": "-20", "team0-division": "A",
        "team0-captain": "3",
    }  # fmt: skip
    answer = director_client.post(at("teams", teams.pk), data)
    assert answer.status_code == 302
    team = Team.objects.get(event=teams, number=1)
    assert (team.name, team.handicap, team.division) == ("Ruder Konge", -20, "A")
    assert team.captain_id == entries_of(teams)[0].members[3]
    shown = text(director_client.get(at("teams", teams.pk)))
    assert 'value="3" selected' in shown


@pytest.mark.parametrize(
    ("changed", "says"),
    (
        ({"team1-player0": ""}, "Team 2: Not everybody of the team is chosen."),
        ({"team0-handicap": "much"}, "Enter a whole number."),
        ({"team0-player0": "nobody"}, "Select a valid choice."),
    ),
)
def test_what_is_wrong_is_said_and_what_was_typed_stays(director_client, teams, changed, says):
    data = {**filled(teams), "team3-name": "De sidste", **changed}
    answer = director_client.post(at("teams", teams.pk), data)
    assert answer.status_code == 400
    assert says in text(answer)
    assert "De sidste" in text(answer)
    assert not Team.objects.filter(name="De sidste").exists()


def test_somebody_chosen_twice_is_said_once_per_team(director_client, pairs):
    data = filled(pairs)
    data["team1-player0"] = data["team0-player0"]
    answer = director_client.post(at("teams", pairs.pk), data)
    assert answer.status_code == 400
    assert "Pair 2: Somebody" in text(answer)
    assert text(answer).count("Choose each player once.") == 2  # above, and at the pair


def test_teams_are_put_together_anew_and_parted(director_client, teams):
    data = filled(teams)
    data["team0-player0"], data["team1-player0"] = data["team1-player0"], data["team0-player0"]
    director_client.post(at("teams", teams.pk), data)
    first = entries_of(teams)[0].members
    director_client.post(at("teams-anew", teams.pk))
    assert entries_of(teams)[0].members != first
    typed = filled(teams) | {"team1-name": "Typed and not stored", "number": "2"}
    answer = director_client.post(at("teams-divisions", teams.pk), typed, follow=True)
    assert "parted into 2 divisions" in text(answer)
    assert teams.teams.filter(name="Typed and not stored").exists()
    for number in ("3", "x"):
        typed |= {"team1-name": "Typed again", "number": number}
        refused = director_client.post(at("teams-divisions", teams.pk), typed)
        assert (refused.status_code, "Typed again" in text(refused)) == (400, True)
    assert 'form="teams"' in text(director_client.get(at("teams", teams.pk)))
    assert set(teams.teams.values_list("division", flat=True)) == {"A", "B"}


def test_once_deals_are_in_who_plays_with_whom_stays(director_client, drawn):
    first = drawn.rounds.all()[0]
    release_round(round_=first, actor=ACTOR)
    make.enter(Table.objects.filter(round=first)[0], 1, WON)
    data = filled(drawn)
    data["team0-player0"], data["team0-player1"] = data["team0-player1"], data["team0-player0"]
    before = entries_of(drawn)
    answer = director_client.post(at("teams", drawn.pk), data)
    assert (answer.status_code, "stays as it is" in text(answer)) == (400, True)
    assert entries_of(drawn) == before
    told = director_client.post(at("teams-divisions", drawn.pk), filled(drawn) | {"number": "2"})
    assert "stays as it is" in text(told)
    redraw = director_client.post(at("matches", drawn.pk), DRAW)
    assert (redraw.status_code, "stays as it is" in text(redraw)) == (400, True)
    assert "Draw again" not in text(director_client.get(at("matches", drawn.pk)))


def test_before_the_matches_are_drawn_no_plan_is_said_to_be_a_draft(director_client, pairs):
    assert "The plan is a draft" not in text(director_client.get(at("event", pairs.pk)))


def test_matches_are_drawn_released_and_their_results_shown(director_client, pairs):
    answer = director_client.post(at("matches", pairs.pk), DRAW, follow=True)
    assert "The matches are drawn." in text(answer)
    first, second, _third = pairs.rounds.all()
    assert "Who is here, and release round 1" in text(answer)
    shown = text(director_client.get(at("round-matches", first.pk)))
    assert "Release this round" in shown
    director_client.post(at("round-release", first.pk))
    first.refresh_from_db()
    assert first.state == Round.State.RELEASED
    table = Table.objects.get(round=first)
    make.enter(table, 1, WON)
    assert table.match is not None
    home, away = table.match.home.name, table.match.away.name
    page = text(director_client.get(at("matches", pairs.pk)))
    assert "−2 : +2" in page
    assert escape(f"{away} by 4") in page
    assert "so far" in page
    standing = text(director_client.get(at("standings", pairs.pk)))
    assert "Who has won how much from whom" in standing
    type(pairs).objects.filter(pk=pairs.pk).update(accounting="pott", version=F("version") + 1)
    standing = text(director_client.get(at("standings", pairs.pk)))
    assert "Who has won how much from whom" not in standing
    assert "What each has won where they met" in standing
    public = text(director_client.get(at("public-standings", pairs.pk)))
    assert escape(home) in public
    assert director_client.get(at("event", pairs.pk)).status_code == 200
    for deal in (2, 3, 4):
        make.enter(table, deal, {"passed": True})
    assert "so far" not in text(director_client.get(at("round-matches", first.pk)))
    assert at("matches", pairs.pk) in text(director_client.get(at("event", pairs.pk)))
    assert "release the next round" in text(director_client.get(at("event", pairs.pk)))
    assert second.state == Round.State.DRAFT


@pytest.mark.parametrize(
    ("changed", "says"),
    (
        ({"byes_on_purpose": "on"}, "where a division has at least four pairs"),
        ({"times": "9"}, "less than or equal to 4"),
        ({"first": "soon"}, "Enter a valid date."),
    ),
)
def test_a_draw_that_cannot_be_is_refused_in_words(director_client, pairs, changed, says):
    answer = director_client.post(at("matches", pairs.pk), {**DRAW, **changed})
    assert answer.status_code == 400
    assert says in text(answer)
    assert not pairs.rounds.exists()


def test_substitutes_are_drawn_chosen_and_taken_back(director_client, drawn):
    first = drawn.rounds.all()[0]
    missing, other = (seat.participant for seat in Seat.objects.filter(round=first)[:2])
    page = at("round-matches", first.pk)
    answer = director_client.post(page, {"players": [missing.pk]}, follow=True)
    seat = Seat.objects.get(round=first, participant=missing)
    assert escape(f"{seat.substitute_name} plays for {missing.name}.") in text(answer)
    director_client.post(at("round-himself", first.pk), {"which": seat.pk})
    seat.refresh_from_db()
    assert (seat.substitute, seat.substitute_name) == (None, "")
    bye = drawn.participants.exclude(seats__round=first).first()
    chair = Seat.objects.get(round=first, participant=other)
    chosen = {"seat": chair.pk, "person": bye.person_id, "name": ""}
    director_client.post(at("round-substitute", first.pk), chosen)
    chair.refresh_from_db()
    assert chair.substitute_name == bye.name


def test_what_is_wrong_with_a_substitute_is_said(director_client, drawn):
    first = drawn.rounds.all()[0]
    nobody = sent(director_client, "round-matches", first.pk)
    assert (nobody.status_code, "Tick who is missing." in text(nobody)) == (400, True)
    odd = sent(director_client, "round-substitute", first.pk, seat="x")
    assert odd.status_code == 400
    date = sent(director_client, "round-date", first.pk, date="soon")
    assert (date.status_code, "Enter a valid date." in text(date)) == (400, True)
    Round.objects.filter(pk=first.pk).update(state=Round.State.FINAL)
    seat = Seat.objects.filter(round=first)[0]
    closed = sent(director_client, "round-matches", first.pk, players=[seat.participant_id])
    assert (closed.status_code, "The round is closed." in text(closed)) == (400, True)
    guest = {"seat": seat.pk, "name": "Gæst"}
    again = director_client.post(at("round-substitute", first.pk), guest)
    assert (again.status_code, "The round is closed." in text(again)) == (400, True)
    back = director_client.post(at("round-himself", first.pk), {"which": seat.pk}, follow=True)
    assert "The round is closed." in text(back)


def test_where_no_pair_sits_out_somebody_of_the_club_or_a_guest_plays(director_client, club):
    event = make_pairs_or_teams(club, "pairs", 2, deals=4, name="Makker")
    draw_matches(event=event, settings=LeagueSettings(times=2), actor=ACTOR)
    first, second = event.rounds.all()
    here, other = (make.make_person(name, "Vikar") for name in ("Vera", "Olga"))
    for person in (here, other):
        club.memberships.create(person=person)
    Attendance.objects.create(club=club, person=here, date=event.date)
    page = text(director_client.get(at("round-matches", first.pk)))
    assert "Nobody sits this round out who could be drawn." in page
    assert "Draw who plays for them" not in page
    assert page.index("Free or late tonight") < page.index("Vera Vikar")
    assert page.index("Vera Vikar") < page.index("Other members") < page.index("Olga Vikar")
    seat = Seat.objects.filter(round=first)[0]
    said = {"seat": seat.pk, "person": here.pk, "name": "", "later": "on"}
    director_client.post(at("round-substitute", first.pk), said)
    chairs = Seat.objects.filter(participant=seat.participant)
    assert [chair.substitute for chair in chairs.order_by("round__number")] == [here, here]
    guest = {"seat": seat.pk, "person": "", "name": "Gerda Gæst"}
    answer = director_client.post(at("round-substitute", first.pk), guest, follow=True)
    assert escape(f"Gerda Gæst for {seat.participant.name}") in " ".join(text(answer).split())
    assert chairs.get(round=second).substitute == here


def test_a_round_is_played_on_another_evening(director_client, drawn):
    first = drawn.rounds.all()[0]
    sent(director_client, "round-date", first.pk, date="2026-12-24")
    first.refresh_from_db()
    assert first.date.isoformat() == "2026-12-24"


def test_the_next_season_is_only_suggested(director_client, teams):
    part_into_divisions(event=teams, number=2, actor=ACTOR)
    page = at("teams-next", teams.pk)
    assert "goes up" in text(director_client.get(page, {"moving": "1"}))
    assert "goes up" not in text(director_client.get(page, {"moving": "0"}))
    for moving in ("9", "x"):
        assert director_client.get(page, {"moving": moving}).status_code == 400
    assert "At most 1 can go up and down" in text(director_client.get(page, {"moving": "2"}))
    usual = director_client.get(page)
    assert (usual.status_code, 'value="1"' in text(usual)) == (200, True)


def test_others_and_events_of_individuals_have_no_such_pages(
    director_client, stranger_client, client, drawn
):
    first = drawn.rounds.all()[0]
    pages = (("teams", drawn.pk), ("matches", drawn.pk), ("round-matches", first.pk))
    for name, pk in (*pages, ("teams-next", drawn.pk)):
        assert director_client.get(at(name, pk)).status_code == 200
        assert stranger_client.get(at(name, pk)).status_code == 404
        assert client.get(at(name, pk)).status_code == 302
    Event.objects.filter(pk=drawn.pk).update(kind=Event.Kind.INDIVIDUAL)
    for name, pk in (*pages, ("teams-next", drawn.pk)):
        assert director_client.get(at(name, pk)).status_code == 404
