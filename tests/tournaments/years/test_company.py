"""With whom everybody has played, and the records, counted again from the raw deals."""

import datetime as dt
from collections import Counter, defaultdict
from itertools import groupby

import pytest
from django.urls import reverse
from django.utils.translation import override

from tests import make
from tests.tournaments.figures.raw import deals_of, parts_of, play
from tournaments.models import Event, Round, Seat, Table
from tournaments.standings.pages.records import news
from tournaments.standings.queries import records as queries
from tournaments.standings.queries.records import Kind, news_of, records
from tournaments.years.company import company_of
from tournaments.years.counting import count_on
from tournaments.years.queries import Span

pytestmark = pytest.mark.django_db
DEALS = 12
ENGLISH = {"accept-language": "en"}


@pytest.fixture
def people(club):
    return make.make_members(club, 8)


@pytest.fixture
def evenings(club, people):
    return [evening(club, people, year) for year in (2026, 2027)]


def evening(club, people, year, **kwargs):
    """Two tables of two rounds, on which everybody meets others."""
    event = make.make_released_event(club, tables=2, rounds=2, deals=DEALS, people=people, **kwargs)
    play(event, DEALS)
    Event.objects.filter(pk=event.pk).update(date=dt.date(year, 3, 1))
    return event


def met(events):
    """What each two did in the deals in which both held cards."""
    found: defaultdict[object, Counter[str]] = defaultdict(Counter)
    for event in events:
        for _round, deal, said, there, moved in deals_of(event):
            out = (deal - 1 + 2) % 4  # opposite the dealer
            for own in range(4):
                for other in range(4):
                    if own != other and out not in {own, other}:
                        tell(found[there[own], there[other]], said, own, other, moved[own])
    return found


def tell(into, said, own, other, points):
    into["deals"] += 1
    into["points"] += points
    into["squares"] += points * points
    if said.get("passed"):
        return
    lost = said["outcome"] != "won"
    if said["declarer"] == own:
        into["declared"] += 1
        into["won"] += not lost
    elif said["declarer"] == other:
        into["defended"] += 1
        into["beaten"] += lost
    else:
        into["allied"] += 1
        into["felled"] += lost


def company(club, person):
    return {each.key: vars(each.met) for each in company_of(Span(club, "dlu"), person)}


def test_company_is_what_the_records_and_journals_say(club, evenings, people):
    count_on(club, seconds=60)
    raw = met(evenings)
    for person in people:
        others = {key[1]: figures for key, figures in raw.items() if key[0] == person.pk}
        assert company(club, person) == {
            key: {figure: figures[figure] for figure in company(club, person)[key]}
            for key, figures in others.items()
        }
        assert sum(each["deals"] for each in company(club, person).values()) == 2 * 2 * 2 * 9


@pytest.mark.strict
def test_what_two_did_with_each_other_agrees(club, evenings, people):
    del evenings
    count_on(club, seconds=60)
    every = {person.pk: company(club, person) for person in people}
    for one, others in every.items():
        for other, figures in others.items():
            back = every[other][one]
            assert (figures["deals"], figures["declared"], figures["allied"]) == (
                back["deals"],
                back["defended"],
                back["allied"],
            )
            assert figures["declared"] - figures["won"] == back["beaten"]


def test_the_page_says_nothing_of_few_and_how_sure_it_is_of_many(client, club, evenings, people):
    del evenings
    count_on(club, seconds=60)
    page = reverse("tournaments:public-years-player", args=[club.pk, people[0].pk])
    text = client.get(page, headers=ENGLISH).content.decode()
    assert "With whom and against whom" in text
    often = max(company_of(Span(club, "dlu"), people[0]), key=lambda each: each.met.deals)
    assert often.name in text
    assert (often.met.deals >= 30) is (f"{often.met.points / often.met.deals:.2f}"[-3:] in text)


def test_api_tells_the_same(director_client, club, evenings, people):
    del evenings
    count_on(club, seconds=60)
    url = f"/api/v1/clubs/{club.pk}/years/"
    assert director_client.get(url).json()["company"] is None
    told = director_client.get(url, {"person": str(people[0].pk)})
    found = {each.pop("person"): each for each in told.json()["company"]}
    assert {key: {"name": figures["name"], **figures} for key, figures in found.items()} == {
        str(each.key): {"name": each.name, **vars(each.met)}
        for each in company_of(Span(club, "dlu"), people[0])
    }
    assert told["ETag"] != director_client.get(url)["ETag"]
    for sent in ("", "x", "²", str(make.new_id())):
        assert director_client.get(url, {"person": sent}).json()["company"] is None


def peaks(event):
    """The most of everything that an evening saw."""
    totals: Counter[object] = Counter()
    for key, parts in parts_of(event).items():
        totals[key] += parts.total()
    rounds: Counter[object] = Counter()
    games: defaultdict[object, list[bool]] = defaultdict(list)
    lost: Counter[object] = Counter()
    best = 0
    for number, _deal, said, there, moved in deals_of(event):
        best = max(best, *moved[:4])
        for seat, who in enumerate(there):
            rounds[who, number] += moved[seat]
        if not said.get("passed"):
            who = there[said["declarer"]]
            games[who].append(said["outcome"] == "won")
            lost[who] += said["outcome"] == "kodille"
    runs = [len(list(run)) for each in games.values() for won, run in groupby(each) if won]
    return {
        Kind.EVENING: max(totals.values()),
        Kind.ROUND: max(rounds.values()),
        Kind.DEAL: best,
        Kind.RUN: max(runs),
        Kind.KODILLE: max(lost.values()),
        Kind.PLAYERS: len(event.participants.playing()),  # a substitute is not one more
    }


def test_records_are_what_the_raw_deals_say(client, club, evenings):
    table = Table.objects.filter(round__event=evenings[1])[0]
    make.enter(table, 1, {"declarer": 1, "contract": "nolo_ouvert", "outcome": "won"}, base=1)
    count_on(club, seconds=60)
    found = {each.kind: each for each in records(Span(club, "dlu").counted)}
    raw = [peaks(event) for event in evenings]
    for kind in Kind:
        most = max(each[kind] for each in raw)
        assert found[kind].figure == most
        first = next(at for at, each in enumerate(raw) if each[kind] == most)
        assert found[kind].evening.event == evenings[first].pk
    address = reverse("tournaments:public-years", args=[club.pk])
    text = client.get(address, headers=ENGLISH).content.decode()
    assert "Most points in an evening" in text
    assert "Most points in the deals of a round" in text
    assert "without antes, penalties and entries by hand" in text
    assert reverse("tournaments:public-standings", args=[evenings[0].pk]) in text


class TestNews:
    @pytest.fixture(autouse=True)
    def _few(self, monkeypatch):
        monkeypatch.setattr(queries, "LEAST", 2)

    @pytest.fixture
    def years(self, club, people):
        """Four evenings alike, a year apart, all of them over."""
        made = [evening(club, people, year) for year in (2019, 2020, 2021, 2022)]
        Round.objects.filter(event__in=made).update(state=Round.State.FINAL)
        return made

    def told(self, club, event):
        count_on(club, seconds=60)
        event = Event.objects.select_related("club").get(pk=event.pk)
        with override("en"):
            return news(news_of(event), lambda one: one.name)

    @pytest.mark.strict
    def test_what_was_as_much_last_time_is_no_news(self, club, years):
        assert self.told(club, years[3]) == []

    def better(self, event):
        table = Table.objects.filter(round__event=event)[0]
        Round.objects.filter(event=event).update(state=Round.State.RELEASED)
        dear = {"declarer": 1, "contract": "nolo_ouvert", "outcome": "won", "tout": None}
        dear.pop("tout")
        for deal in (1, 2, 3):
            make.enter(table, deal, dear, base=1)
        Round.objects.filter(event=event).update(state=Round.State.FINAL)

    def test_more_than_ever_is_told_and_links_nothing_that_is_open(self, client, club, years):
        self.better(years[3])
        told = self.told(club, years[3])
        assert any(each.startswith("Most points in an evening ever: +") for each in told)
        page = reverse("tournaments:public-standings", args=[years[3].pk])
        text = client.get(page, headers=ENGLISH).content.decode()
        assert "Most points in an evening ever" in text

    @pytest.mark.strict
    def test_more_than_for_years_says_since_when(self, club, years):
        self.better(years[0])
        self.better(years[3])
        told = self.told(club, years[3])
        assert any("since March 1, 2019: +" in each for each in told)

    @pytest.mark.strict
    def test_nothing_before_the_evening_is_over_or_counted_anew(self, club, years):
        self.better(years[3])
        event = Event.objects.get(pk=years[3].pk)
        assert news_of(event) == [], "it is not counted as it stands"
        count_on(club, seconds=60)
        assert news_of(event)
        Round.objects.filter(event=event, number=2).update(state=Round.State.RELEASED)
        assert news_of(event) == []

    @pytest.mark.strict
    def test_nothing_of_what_is_kept_back(self, club, years):
        self.better(years[3])
        Event.objects.filter(pk=years[3].pk).update(frozen_after=0, version=10_000)
        assert self.told(club, years[3]) == []

    @pytest.mark.strict
    def test_few_evenings_make_no_news(self, club, years, monkeypatch):
        monkeypatch.setattr(queries, "LEAST", 20)
        self.better(years[3])
        assert self.told(club, years[3]) == []


def test_who_sits_for_another_keeps_his_own_company(club, evenings):
    stranger = make.make_person("Zita", "Zahle")
    seat = Seat.objects.filter(round__event=evenings[0])[0]
    Seat.objects.filter(pk=seat.pk).update(
        substitute=stranger, substitute_name=stranger.name, substitute_from=5
    )
    count_on(club, seconds=60)
    found = company(club, stranger)
    assert sum(each["deals"] for each in found.values()) == 2 * 6
    assert seat.participant.person_id not in found
