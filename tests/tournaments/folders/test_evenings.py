"""Several evenings of one event, each with folders of its own: other tables, a set of another size.

The first has three tables and six folders in rounds 1 to 3, the second five and ten in 4 to 8.
"""

import datetime as dt
import re
from dataclasses import replace
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override

from tests import make
from tests.refused import refused_for
from tests.tournaments.conftest import BET, WON
from tournaments.folders.domain import (
    FolderSettings,
    deals_of,
    demand_sound,
    drop_folders,
    set_folders,
    sets_of,
)
from tournaments.folders.queries.evenings import Starts, starts
from tournaments.folders.queries.secret import secret_of
from tournaments.folders.reasons import FolderReason
from tournaments.models import Activity, Event, FolderPlan, Round, Table
from tournaments.papers.documents.document import About
from tournaments.papers.documents.folders import folder_labels, movement_cards

pytestmark = pytest.mark.django_db
ENGLISH = {"accept-language": "en"}
PASSED: dict[str, object] = {"passed": True}
DIRECTOR = "user:director"
SIX = FolderSettings(folders=6, together=2, first=(1, 3, 5))
TEN = FolderSettings(folders=10, together=2, first=(1, 3, 5, 7, 9))


@pytest.fixture
def event(club):
    """The first evening, released; four of a table stay together, the folders go round."""
    made = make.make_released_event(club, tables=5, rounds=0, deals=2)
    Event.objects.update(planned_rounds=8)
    made.participants.filter(number__gt=12).update(from_round=4)
    made.refresh_from_db()
    draw(made, range(1, 4), 3)
    set_folders(event=made, settings=SIX, actor=DIRECTOR)
    made.rounds.update(state=Round.State.RELEASED, released_at=timezone.now())
    return made


def draw(event, rounds, tables):
    """Draft rounds in which everybody keeps his seat."""
    people = list(event.participants.all())[: 4 * tables]
    for number in rounds:
        made = make.make_round(event, people, 60 * number, tables)
        Round.objects.filter(pk=made.pk).update(
            number=number, state=Round.State.DRAFT, released_at=None
        )


def second_evening(event):
    """The second evening too, with its own folders, released."""
    draw(event, range(4, 9), 5)
    set_folders(event=event, settings=TEN, actor=DIRECTOR, from_round=4)
    event.rounds.update(state=Round.State.RELEASED, released_at=timezone.now())
    return Event.objects.get(pk=event.pk)


def table(event, round_, number):
    found = Table.objects.select_related("round__event__folder_plan")
    return found.get(round__event_id=event.pk, number=number, round__number=round_)


def folders(event, round_, number):
    return [(deal.since, deal.folder) for deal in deals_of(table(event, round_, number), 2)]


def play(event, rounds, tables, record=PASSED):
    for round_ in rounds:
        for number in range(1, tables + 1):
            for deal in (1, 2):
                make.enter(table(event, round_, number), deal, record)


def said(answer):
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.content.decode()))


class TestOnThePage:
    @pytest.fixture
    def page(self, director_client, event):
        address = reverse("tournaments:folders", args=[event.pk])

        def page(**asked):
            return director_client.get(address, asked, headers=ENGLISH)

        return page

    @pytest.fixture
    def fill(self, director_client, event, page):
        """Send the form as it stands, with what is filled in."""

        def fill(start=None, name="folders", **filled):
            shown = page(**({"from": start} if start else {})).content.decode()
            data = dict(re.findall(r'<input [^>]*name="(\w+)" value="([^"]*)"', shown))
            address = reverse(f"tournaments:{name}", args=[event.pk])
            return director_client.post(address, {**data, "step": "1", **filled}, headers=ENGLISH)

        return fill

    def test_the_next_evening_has_other_tables_and_another_set(
        self, director_client, event, page, fill
    ):
        play(event, (1, 2, 3), 3)
        before = [folders(event, round_, number) for round_ in (1, 2, 3) for number in (1, 2, 3)]
        draw(event, range(4, 9), 5)
        release = reverse("tournaments:release", args=[event.pk])
        told = director_client.post(release, follow=True, headers=ENGLISH)
        assert "there are 5, with 2 deals" in said(told)
        shown = said(page())
        assert "These folders are for round 4 and those after it" in shown
        sent = {"folders": "10", "together": "2", "first": "", "reshuffled_after": "0"}
        shown = said(fill(name="folders-look", **sent))
        assert "nobody meets the same cards twice" in shown
        assert "3: 1–2 5–6 1–2 3–4 – – dealt anew 4: 1–2 1–2 3–4 5–6 7–8 9–10" in shown
        assert fill(**sent).status_code == 302
        director_client.post(release)
        assert not event.rounds.filter(state=Round.State.DRAFT).exists()
        assert before == [
            folders(event, round_, number) for round_ in (1, 2, 3) for number in (1, 2, 3)
        ]
        assert folders(event, 4, 5) == [(4, 9), (4, 10)]
        assert folders(event, 5, 5) == [(4, 1), (4, 2)]
        verbs = Activity.objects.filter(event=event).order_by("at").values_list("verb", flat=True)
        assert [verb for verb in verbs if "folders" in verb] == ["folders.set", "folders.set_from"]

    def test_the_director_says_with_which_round_it_begins(self, event, page, fill):
        make.enter(table(event, 1, 1), 1, PASSED)
        other = {"folders": "4", "together": "2", "first": "1, 3, 1", "copies": "2"}
        event.rounds.filter(number__gt=1).update(state=Round.State.DRAFT)
        refused = fill(1, first="3, 5, 1")
        assert refused.status_code == 400
        assert "has played deal 1 from folder 1, and keeps it" in said(refused)
        assert "others from a later round on" in said(refused)
        assert '<option value="2">' in page().content.decode()
        assert fill(2, **other, reshuffled_after="0").status_code == 302
        assert [each.from_round for each in sets_of(FolderPlan.objects.get())] == [1, 2]
        assert folders(event, 1, 3) == [(1, 5), (1, 6)]
        assert folders(event, 2, 2) == [(2, 3), (2, 4)]
        assert "Change the folders" in said(page(**{"from": 2}))
        assert "Change the folders" not in said(page(**{"from": 3}))
        assert "not drawn yet" in said(page(**{"from": 4}))

    def test_on_another_day_the_coming_round_is_asked_about(self, event):
        assert starts(event) == Starts(1, (2, 3))
        make.enter(table(event, 1, 1), 1, PASSED)
        assert starts(event) == Starts(1, (2, 3))
        event.rounds.filter(number=1).update(date=dt.date(2026, 1, 7))
        assert starts(event) == Starts(2, (1, 3))
        make.enter(table(event, 3, 1), 1, PASSED)
        assert starts(event) == Starts(1, ())


class TestSetting:
    def test_what_an_evening_left_unplayed_holds_up_no_later_one(self, event):
        event.rounds.filter(number=3).delete()
        play(event, (1, 2), 3)
        with refused_for(FolderReason.FLAWED):
            demand_sound(event)
        draw(event, range(4, 9), 5)
        set_folders(event=event, settings=TEN, actor=DIRECTOR, from_round=4)
        demand_sound(event)
        event.rounds.filter(number=2).update(state=Round.State.DRAFT)
        with refused_for(FolderReason.FLAWED):
            demand_sound(event)

    def test_setting_an_earlier_round_takes_the_later_sets_away(self, event):
        second_evening(event)
        assert folders(event, 4, 1) == [(4, 1), (4, 2)]
        event.rounds.filter(number__gt=3).delete()
        draw(event, (4, 5, 6), 3)
        again = replace(SIX, reshuffled_after=6)
        set_folders(event=event, settings=again, actor=DIRECTOR)
        assert folders(event, 4, 1) == [(1, 1), (1, 2)]
        assert FolderPlan.objects.get().before == []

    def test_an_event_may_begin_without_folders(self, event):
        drop_folders(event=event, actor=DIRECTOR)
        play(event, (1,), 3, WON)
        event = second_evening(event)
        assert folders(event, 1, 1) == []
        assert folders(event, 4, 1) == [(4, 1), (4, 2)]
        assert not secret_of(event).at(table(event, 1, 1).pk)

    def test_papers_tell_of_both(self, event):
        event = second_evening(event)
        with override("en"):
            printed: Any = movement_cards(About(event))["pages"]
        cards = [card for page in printed for card in page]
        stops = {card.number: card.stops for card in cards}
        assert len(stops) == 5
        assert [stop[:2] for stop in stops[3][2:5]] == [
            ("3: 1–2", "3–4"), ("4: 1–2", "5–6"), ("5: 1–2", "7–8")
        ]  # fmt: skip
        assert stops[3][2][2] == "the box, to be shuffled"
        assert stops[5][0][0] == "4: 1–2"
        printed = folder_labels(About(event))["pages"]
        labels = [label for page in printed for label in page]
        assert [label.number for label in labels] == list(range(1, 11))


class TestWhatIsShown:
    def test_each_evenings_folders_are_compared_by_themselves(self, client, event):
        event = second_evening(event)
        play(event, (1, 2, 3), 3, WON)
        play(event, range(4, 9), 5)
        make.enter(table(event, 8, 5), 1, BET, base=1)
        page = client.get(reverse("tournaments:public-folders", args=[event.pk]), headers=ENGLISH)
        parts = re.split(r"<h2[^>]*>", page.content.decode())[2:]
        told = [re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", part)) for part in parts]
        assert len(told) == 16
        assert [text.count(", deal ") for text in told] == [3] * 6 + [5] * 10
        assert all("from round 4 on" in text for text in told[6:])
        assert not any("from round" in text for text in told[:6])
        bet = [number for number, text in enumerate(told) if "spil, bet" in text]
        assert len(bet) == 1
        assert bet[0] >= 6
        assert not any("spil, won" in text for text in told[6:])

    def test_what_is_secret_of_one_says_nothing_of_the_other(self, event):
        play(event, (1, 2, 3), 3)
        assert len(secret_of(event).at(table(event, 1, 1).pk)) == 2, "it may come back: 4 to 8"
        event = second_evening(event)
        assert not secret_of(event).deals.get(table(event, 1, 1).pk)
        play(event, (4, 5, 6, 7), 5)
        assert secret_of(event).at(table(event, 4, 1).pk) == {1, 2}
        for number in (1, 3, 4, 5):
            make.enter(table(event, 8, number), 1, PASSED)
        assert secret_of(event).at(table(event, 4, 1).pk) == {1, 2}
        make.enter(table(event, 8, 2), 1, PASSED)
        assert secret_of(event).at(table(event, 4, 1).pk) == {2}

    def test_a_deal_left_out_on_one_evening_holds_back_nothing_of_the_next(self, event):
        for round_ in (1, 2, 3):
            for number in (1, 2, 3):
                make.enter(table(event, round_, number), 1, PASSED)
        event = second_evening(event)
        play(event, range(4, 9), 5)
        secret = secret_of(event)
        assert secret.at(table(event, 1, 1).pk)
        assert not any(
            secret.at(table(event, round_, number).pk)
            for round_ in range(4, 9)
            for number in range(1, 6)
        )

    def test_of_a_set_that_is_half_drawn_nothing_is_told_yet(self, event):
        play(event, (1, 2, 3), 3)
        draw(event, (4,), 5)
        four = FolderSettings(folders=2, first=(1, 1, 1, 1, 1), copies=5)
        set_folders(event=event, settings=four, actor=DIRECTOR, from_round=4)
        event.rounds.update(state=Round.State.RELEASED)
        play(event, (4,), 5)
        event = Event.objects.get(pk=event.pk)
        assert secret_of(event).at(table(event, 4, 1).pk) == {1, 2}, "rounds 5 to 8 may be with it"
        assert not secret_of(event).at(table(event, 1, 1).pk)
