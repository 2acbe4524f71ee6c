"""Wherever a director stands, a link leads up and the title says where he is: all are walked."""

import re

import pytest
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from lhombre_club.members.models import ClubRole, Person
from tests import make
from tests.tournaments.played import make_pairs_or_teams
from tournaments.book.changes import Change
from tournaments.book.corrections import correct
from tournaments.entry.domain import links
from tournaments.events.domain.season_draws import draw_season
from tournaments.models import PenaltyReason, Table
from tournaments.standings.domain import SeasonSettings, make_season
from tournaments.teams.domain.leagues import LeagueSettings, draw_matches

pytestmark = pytest.mark.django_db
ACTOR = "system:test"
TOP = {"tournaments:home", "tournaments:club", "members:list", "members:tonight"}
"""What the main menu leads to, which stands on every page."""
OF_CLUB = {
    *("tournaments:seasons", "tournaments:penalty-reasons", "tournaments:cash"),
    "members:account",
}
"""What the club's page, and the foot of every page, lead to."""
NOT_HIS = ("s/", "api/", "e/", "me/", "login/", "logout/", "welcome/", "language/")
"""Pages of everybody, of a phone, and of who is not logged in."""
MOST_OF_THEM = 30
UPPER = ("seating", "papers", "participants")
OF_EVENT = ("events/<", "rounds/", "tables/", "corrections/", "money/")
OF_TEAMS = (
    "teams",
    "match",
    "round-matches",
    "round-substitute",
    "round-himself",
    "round-date",
    "round-release",
)


def patterns(resolver=None, space="", route=""):
    """Every address of the site: its full name and its route."""
    for each in (resolver or get_resolver()).url_patterns:
        here = route + str(each.pattern)
        if isinstance(each, URLResolver):
            yield from patterns(each, f"{each.namespace}:" if each.namespace else space, here)
        elif isinstance(each, URLPattern):
            yield f"{space}{each.name}", here


ROUTES = [
    (name, route) for name, route in patterns() if name not in TOP and not route.startswith(NOT_HIS)
]


@pytest.fixture
def rows(club, director):
    """What the addresses are about, by how they begin and by the name of what they take."""
    event = make.make_released_event(club, tables=2, deals=8, unit="1")
    table = Table.objects.get(round__event=event, number=1)
    make.enter(table, 1, {"declarer": 1, "contract": "solo", "outcome": "won"})
    changes = [Change(table, 1, 1, {"passed": True})]
    season = make_season(club=club, settings=SeasonSettings(name="2026", planned=7), actor=ACTOR)
    people = list(Person.objects.filter(participations__event=event)[:7])
    draw_season(season=season, people=people, seed=1, actor=ACTOR)
    other = make.make_club("Klub Manille")
    ClubRole.objects.create(user=director, club=other, role=ClubRole.Role.OWNER)
    teams = make_pairs_or_teams(other, "pairs", 3, deals=4, name="Makker")
    draw_matches(event=teams, settings=LeagueSettings(), actor=ACTOR)
    links.issue_link(table)
    player = event.participants.all()[0]
    return {
        "events": event.pk,
        "tables": table.pk,
        "rounds": table.round_id,
        "corrections": correct(event=event, changes=changes, reason="No", actor=ACTOR).pk,
        "seasons": season.pk,
        "money": event.pk,
        "event": event.pk,
        "players": player.pk,
        "person": player.person_id,
        "penalties": PenaltyReason.objects.create(club=club, text="Late", points=1).pk,
        "kind": "event",
        "number": 1,
        "teams": teams.pk,
        "matches": teams.rounds.all()[0].pk,
    }


def address(name, route, rows):
    """Return the address with what there is; None where there is nothing of the kind."""
    taken = {}
    for what in re.findall("<[^:>]+:([a-z]+)>", route):
        begins = (
            "players" if what == "pk" and "/players/<uuid:pk>" in route else route.split("/")[0]
        )
        if what == "pk" and name.partition(":")[2].startswith(OF_TEAMS):
            begins = "teams" if begins == "events" else "matches"
        key = rows.get(begins if what == "pk" else what)
        if key is None:
            return None
        taken[what] = key
    return reverse(name, kwargs=taken)


def up_of(page):
    """Return what the page links to, but for its header and its footer."""
    main = page[page.index("<main") : page.index("</main>")]
    return set(re.findall(r'href="([^"#?]+)[^"]*"', main))


def pages(client, rows):
    """Yield each page that there is: its route, its address, and what it says."""
    for name, route in ROUTES:
        asked = address(name, route, rows)
        answer = client.get(asked) if asked else None
        if answer is None or answer.status_code != 200 or answer.streaming:
            continue  # there is nothing of the kind; or a deed, or a file
        page = answer.content.decode()
        if "<main" in page:
            yield route, asked, page


@pytest.mark.strict
def test_a_link_leads_up_from_every_page_and_its_title_says_of_which_event(director_client, rows):
    ups = {reverse(name) for name in (*TOP, *OF_CLUB)}
    ups |= {reverse("tournaments:event", args=[rows[of]]) for of in ("event", "teams")}
    ups |= {reverse(f"tournaments:{of}", args=[rows["event"]]) for of in UPPER}
    ups |= {reverse("tournaments:season", args=[rows["seasons"]])}
    found = list(pages(director_client, rows))
    assert len(found) > MOST_OF_THEM
    lost = [asked for _route, asked, page in found if not (ups - {asked}) & up_of(page)]
    assert not lost, lost
    untold = [
        asked
        for route, asked, page in found
        if route.startswith(OF_EVENT) and not re.search("<title>[^<]*(Klubaften|Makker)", page)
    ]
    assert not untold, untold
