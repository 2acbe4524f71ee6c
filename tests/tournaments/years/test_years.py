"""The years of a club, counted again from the raw deals; and what counting them costs."""

import datetime as dt
from collections import Counter, defaultdict

import pytest
from django.core.cache import cache
from django.db import connection
from django.db.models import F
from django.template.loader import render_to_string
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils.translation import override

from lhombre_club.members.models import ShownAs
from tests import make
from tests.tournaments.conftest import WON
from tests.tournaments.figures.raw import newest, parts_of, play
from tournaments import tasks
from tournaments.models import Counted, Event, Participant, Season, Seat, Table
from tournaments.penalties.domain.penalties import Penalty, penalise
from tournaments.standings.queries.seasons import season_table
from tournaments.words.figures import signed
from tournaments.years import counting, pages
from tournaments.years.counting import count_on
from tournaments.years.pages import of_club
from tournaments.years.queries import Span, ruleset_of, sums, sums_of

pytestmark = pytest.mark.django_db
ENGLISH = {"accept-language": "en"}
DEALS = 12
FIGURES = ("points", "defended", "out", "beside")


@pytest.fixture
def people(club):
    return make.make_members(club, 8)


@pytest.fixture
def evenings(club, people):
    """Two evenings of the same eight, the second a year later and in a season."""
    season = Season.objects.create(club=club, name="2027")
    return [evening(club, people, 2026), evening(club, people, 2027, season=season)]


def evening(club, people, year, **kwargs):
    event = make.make_released_event(club, tables=2, deals=DEALS, people=people, **kwargs)
    tables = play(event, DEALS)
    fine = Penalty(id=make.new_id(), seat=2, points=3, reason="late", deal=0)
    penalise(table=tables[0], penalty=fine, actor="user:director")
    Event.objects.filter(pk=event.pk).update(date=dt.date(year, 3, 1))
    return event


def changed(event, **fields):
    """Let something about an event be otherwise than when it was counted."""
    Event.objects.filter(pk=event.pk).update(version=F("version") + 1, **fields)


def counted(club, **chosen):
    assert count_on(club, seconds=60) == 0
    return sums(Span(club, "dlu", **chosen))


def raw(events):
    """What everybody's points are made of, by person."""
    parts: dict[object, Counter[str]] = defaultdict(Counter)
    for event in events:
        for key, each in parts_of(event).items():
            parts[Participant.objects.get(pk=key).person_id].update(each)
    return parts


def shown(found):
    return {
        key: {figure: getattr(own, figure) for figure in FIGURES}
        for key, own in found.players.items()
    }


def test_everybody_is_what_the_journals_of_all_evenings_say(club, evenings):
    parts = raw(evenings)
    assert shown(counted(club)) == {
        key: {figure: each[figure] for figure in FIGURES} for key, each in parts.items()
    }
    assert len(parts) == 8


def test_games_are_those_of_the_records(club, evenings):
    contracts: Counter[tuple[str, str]] = Counter()
    hands: Counter[str] = Counter()
    for event in evenings:
        for (_table, deal), said in newest(event).items():
            if not said.get("passed"):
                contracts[said["contract"], said["outcome"]] += 1
                after = (said["declarer"] - (deal - 1)) % 4
                hands[{0: "backhand", 1: "forehand", 3: "middlehand"}[after]] += 1
    found = counted(club)
    assert {
        (contract, str(outcome)): many
        for contract, tally in found.contracts.items()
        for outcome, many in tally.outcomes.items()
    } == dict(contracts)
    assert {str(hand): tally.games for hand, tally in found.hands.items()} == dict(hands)
    assert (found.evenings, found.deals) == (2, 4 * DEALS)


def test_of_many_evenings_the_newest_are_shown_with_what_all_came_to(
    client, club, evenings, people, monkeypatch
):
    counted(club)
    address = reverse("tournaments:public-years-player", args=[club.pk, people[0].pk])
    every = client.get(address, headers=ENGLISH).content.decode()
    assert "The newest" not in every
    monkeypatch.setattr(pages, "MOST_EVENINGS", 1)
    cache.clear()
    page = client.get(address, headers=ENGLISH).content.decode()
    assert "The newest 1 of 2. Choose a year above" in page
    first, second = (reverse("tournaments:public-standings", args=[each.pk]) for each in evenings)
    assert (first in every, second in every) == (True, True)
    assert (first in page, second in page) == (False, True)
    total = sums_of(Span(club, "dlu"), people[0]).own.total
    assert f'<td class="num">{signed(total)}</td>' in page
    page = client.get(address, {"year": "2026"}, headers=ENGLISH).content.decode()
    assert first in page
    assert "The newest" not in page


def test_one_player_is_the_same_as_in_the_list_and_his_evenings_add_up(club, evenings, people):
    del evenings
    everybody = counted(club)
    for person in people:
        alone = sums_of(Span(club, "dlu"), person)
        assert alone.own == everybody.players[person.pk]
        assert sum(each.total for each in alone.evenings) == alone.own.total
        assert sum(each.games for each in alone.evenings) == alone.own.games
        assert sum(tally.games for tally in alone.contracts.values()) == alone.own.games
        assert sum(tally.points for tally in alone.hands.values()) == alone.own.points


@pytest.mark.strict
@pytest.mark.parametrize("chosen", ({"year": 2027}, {"season": "2027"}))
def test_a_part_of_the_years_is_what_its_evenings_say(club, evenings, chosen):
    if "season" in chosen:
        chosen = {"season": Season.objects.get(name=chosen["season"])}
    parts = raw(evenings[1:])
    assert shown(counted(club, **chosen)) == {
        key: {figure: each[figure] for figure in FIGURES} for key, each in parts.items()
    }


def test_lines_add_up_on_the_page(club, evenings):
    found = counted(club)
    with override("en"):
        page = of_club(found, ruleset_of(Span(club, "dlu")))
    for line in page["players"]:
        points, *parts = map(number, line.cells[:5])
        assert points == sum(parts)
    for lines in (page["contracts"], page["hands"]):
        *each, every = lines
        for column, total in enumerate(every.cells):
            assert sum(number(line.cells[column]) for line in each) == number(total)
    *each, every = page["sure"]
    assert sum(number(line.games) for line in each) == number(every.games)
    assert all(not line.won and not line.brings for line in each), "nobody has thirty games"
    ended = [said.get("outcome") for event in evenings for said in newest(event).values()]
    won = 100 * ended.count("won") / sum(each is not None for each in ended)
    assert every.won.startswith(f"{won:.0f} % (")


def number(said):
    return int(said.replace("\N{MINUS SIGN}", "-"))


def test_a_deal_costs_the_counting_of_its_own_event_alone(club, evenings, monkeypatch):
    before = counted(club)
    again = []
    true = counting.count

    def seen(event):
        again.append(event)
        true(event)

    monkeypatch.setattr(counting, "count", seen)
    count_on(club)
    assert not again
    table = Table.objects.filter(round__event=evenings[0])[0]
    make.enter(table, 1, {**WON, "contract": "nolo_ouvert", "outcome": "kodille"}, base=1)
    after = counted(club)
    assert again == [evenings[0]]
    assert after != before
    assert {key: own.total for key, own in after.players.items()} == {
        key: each.total() for key, each in raw(evenings).items()
    }


def test_counting_stops_when_its_time_is_up_and_says_what_is_left(club, evenings):
    del evenings
    assert count_on(club, seconds=0) == 2
    assert not Counted.objects.exists()


def test_who_sits_for_another_is_counted_himself(client, club, evenings, people):
    stranger = make.make_person("Zita", "Zahle")
    seat = Seat.objects.filter(round__event=evenings[0]).first()
    assert seat is not None
    Seat.objects.filter(pk=seat.pk).update(
        substitute=stranger, substitute_name=stranger.name, substitute_from=5
    )
    changed(evenings[0])
    own = seat.participant.person_id
    every = raw(evenings)
    found = counted(club)
    both = (found.players[stranger.pk], found.players[own])
    for figure in FIGURES:
        assert sum(getattr(each, figure) for each in both) == every[own][figure]
    assert both[0].held + both[1].held == 2 * 9
    assert found.names[stranger.pk] == stranger.name
    assert len(people) + 1 == len(found.players)
    page = reverse("tournaments:public-years", args=[club.pk])
    said = "A substitute’s deals count here for the substitute"
    telling = ("", f"p/{stranger.pk}/", f"p/{own}/")
    for whose in (*telling, *(f"p/{each.pk}/" for each in people if each.pk != own)):
        assert (said in client.get(page + whose, headers=ENGLISH).text) == (whose in telling)
    assert said not in client.get(page, {"year": "2027"}, headers=ENGLISH).text


@pytest.mark.parametrize("since", (1, 5))
def test_what_is_decided_beside_the_deals_is_whose_the_season_says(club, evenings, since):
    stranger = make.make_person("Zita", "Zahle")
    seat = Seat.objects.filter(round__event=evenings[1], seat=2).order_by("table__number")[0]
    for deal in (3, 7):
        fine = Penalty(id=make.new_id(), seat=2, points=deal, reason="late", deal=deal)
        penalise(table=seat.table, penalty=fine, actor="user:director")
    Seat.objects.filter(pk=seat.pk).update(
        substitute=stranger, substitute_name=stranger.name, substitute_from=since
    )
    changed(evenings[1])
    season = evenings[1].season
    found = counted(club, season=season)
    assert {str(key): own.total for key, own in found.players.items()} == {
        line.player or line.key: line.points for line in season_table(season).own if line.deals
    }
    # Of no deal 3, in the third deal 3, in the seventh 7.
    assert found.players[stranger.pk].beside == (-10 if since > 3 else -13)


@pytest.mark.strict
def test_who_is_no_member_has_a_line_and_no_page(club, evenings):
    guest = evenings[0].participants.first()
    guest.person, guest.name = None, "Gæst"
    guest.save()
    changed(evenings[0])
    found = counted(club)
    assert found.names["Gæst"] == "Gæst"
    line = next(
        line
        for line in of_club(found, ruleset_of(Span(club, "dlu")))["players"]
        if line.name == "Gæst"
    )
    assert line.key == ""


@pytest.mark.strict
def test_what_is_kept_back_and_what_others_played_is_not_counted(club, evenings):
    whole = counted(club)
    play(make.make_released_event(make.make_club("Klub Basta"), tables=1, deals=DEALS), DEALS)
    assert counted(club) == whole
    changed(evenings[1], frozen_after=0)
    assert shown(counted(club)) == {
        key: {figure: each[figure] for figure in FIGURES} for key, each in raw(evenings[:1]).items()
    }


class TestPages:
    def get(self, client, url, **sent):
        return client.get(url, sent, headers={"accept-language": "en"})

    def test_a_club_and_one_who_plays_there(self, client, club, evenings, people):
        del evenings
        address = reverse("tournaments:public-years", args=[club.pk])
        waits = self.get(client, address).content.decode()
        assert "2 events have changed, and are counted anew within some minutes." in waits
        assert "Nothing is entered yet." not in waits
        tasks.count_years()
        text = self.get(client, address).content.decode()
        assert "counted anew" not in text
        assert "2 events" in text
        assert "48 deals" in text
        own = reverse("tournaments:public-years-player", args=[club.pk, people[0].pk])
        assert own in text
        page = self.get(client, own, year="2027")
        assert page.status_code == 200
        assert people[0].name in page.content.decode()

    def test_thousands_of_deals_are_said_apart(self):
        many = {"players": [1], "evenings": 62, "all_deals": 20_400}
        assert "20.400 giv, også" in render_to_string("years/table.html", many)

    def asked(self, client, address):
        """The questions of a page, and those among them that read rules."""
        with CaptureQueriesContext(connection) as seen:
            self.get(client, address)
        sqls = [each["sql"] for each in seen]
        return sqls, [sql for sql in sqls if '"ruleset"' in sql]

    def test_a_page_that_is_kept_reads_each_evening_once_and_no_rules(
        self, client, club, evenings, settings
    ):
        """Rules are long: read of eight hundred evenings, to be sorted, they took half of it."""
        settings.STANDINGS_SECONDS = 0
        count_on(club)
        address = reverse("tournaments:public-years", args=[club.pk])
        page = self.get(client, address).content.decode()
        kept, rules = self.asked(client, address)
        assert [sql for sql in kept if 'MAX("tournaments_counted"' in sql] == kept[1:2]
        assert (len(kept), rules) == (7, [])
        assert '<option value="2027">2027</option>' in page
        chosen = self.get(client, address, year="2027").content.decode()
        assert '<option value="2027" selected>2027</option>' in chosen
        changed(evenings[1])
        count_on(club)
        _anew, rules = self.asked(client, address)
        assert [sql for sql in rules if '"tournaments_event"."date" = ' in sql]

    @pytest.mark.strict
    @pytest.mark.parametrize("sent", ("", "1899", "²", "9" * 5000, "\0", "[" * 300))
    def test_what_is_not_offered_is_not_chosen(self, client, club, evenings, sent):
        del evenings
        count_on(club)
        url = reverse("tournaments:public-years", args=[club.pk])
        page = self.get(client, url, year=sent, season=sent, rules=sent)
        assert "2 events" in page.content.decode()

    @pytest.mark.strict
    def test_nothing_was_played_in_the_year_of_another_season(self, client, club, evenings):
        count_on(club)
        url = reverse("tournaments:public-years", args=[club.pk])
        page = self.get(client, url, year="2026", season=str(evenings[1].season_id))
        assert "Nothing was played then." in page.content.decode()

    @pytest.mark.strict
    def test_of_a_season_the_rules_are_those_it_was_played_by(self, client, club, people, evenings):
        evening(club, people, 2028, ruleset="klub")
        count_on(club)
        url = reverse("tournaments:public-years", args=[club.pk])
        assert '<option value="klub" selected>' in self.get(client, url).content.decode()
        page = self.get(client, url, season=str(evenings[1].season_id)).content.decode()
        assert '<option value="dlu" selected>' in page
        assert "Nothing was played then." not in page

    def test_who_is_called_otherwise_is_at_once(self, client, club, people, evenings, settings):
        settings.STANDINGS_SECONDS = 0
        del evenings
        count_on(club)
        address = reverse("tournaments:public-years", args=[club.pk])
        assert people[0].name in self.get(client, address).content.decode()
        people[0].display_name, people[0].shown_as = "Zenobia", ShownAs.PSEUDONYM
        people[0].save()
        assert "Zenobia" in self.get(client, address).content.decode()

    def test_he_did_not_play_in_that_year(self, client, club, evenings):
        stranger = make.make_person("Zita", "Zahle")
        seat = Seat.objects.filter(round__event=evenings[0])[0]
        seat.substitute, seat.substitute_name = stranger, stranger.name
        seat.save()
        changed(evenings[0])
        count_on(club)
        own = reverse("tournaments:public-years-player", args=[club.pk, stranger.pk])
        assert "Evening by evening" in self.get(client, own, year="2026").content.decode()
        page = self.get(client, own, year="2027")
        assert "Nothing was played then." in page.content.decode()

    def test_a_club_that_has_not_played(self, client, club):
        page = self.get(client, reverse("tournaments:public-years", args=[club.pk]))
        assert "Nothing is entered yet." in page.content.decode()

    def test_who_has_not_played_there_has_no_page(self, client, club, evenings):
        del evenings
        other = make.make_person("Zita", "Zahle")
        url = reverse("tournaments:public-years-player", args=[club.pk, other.pk])
        assert client.get(url).status_code == 404
        assert client.get(url.replace(str(club.pk), str(make.new_id()))).status_code == 404

    @pytest.mark.strict
    def test_queries_are_as_many_for_more_evenings(self, client, club, people):
        url = reverse("tournaments:public-years", args=[club.pk])
        many = []
        for year in (2026, 2027):
            evening(club, people, year)
            count_on(club)
            make.empty_cache()
            with CaptureQueriesContext(connection) as made:
                self.get(client, url)
            many.append(len(made))
        assert many[0] == many[1]
