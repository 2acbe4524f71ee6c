"""Folders as a director sets them, as a release refuses them, and as the room compares them."""

import re
from types import SimpleNamespace
from unittest.mock import Mock

import pytest
from django.urls import reverse

from tests import make
from tests.tournaments.conftest import BET, WON
from tournaments.folders import pages
from tournaments.folders.domain import FolderSettings, set_folders, suggested
from tournaments.folders.queries import compared as queries
from tournaments.models import Event, FolderPlan, Round, Seat, Table
from tournaments.papers.score_sheet import drawing, grid
from tournaments.review.domain.rounds import close_round
from tournaments.sheets.queries import sheet

pytestmark = pytest.mark.django_db
ENGLISH = {"accept-language": "en"}
PASSED: dict[str, object] = {"passed": True}


@pytest.fixture
def event(club):
    """Two tables that play four deals in each of two rounds; a draft."""
    made = make.make_released_event(club, tables=2, rounds=2, deals=4)
    Round.objects.update(state=Round.State.DRAFT, released_at=None)
    return made


@pytest.fixture
def fill(director_client, event):
    """Send the form as it stands, with what is filled in."""

    def fill(name="folders", **filled):
        address = reverse("tournaments:folders", args=[event.pk])
        page = director_client.get(address, headers=ENGLISH).content.decode()
        data = dict(re.findall(r'<input [^>]*name="(\w+)" value="([^"]*)"', page))
        asked = {**data, "step": "1", **filled}
        return director_client.post(
            reverse(f"tournaments:{name}", args=[event.pk]), asked, headers=ENGLISH
        )

    return fill


def play(table, deals):
    for deal in deals:
        make.enter(table, deal, WON if deal == 1 else PASSED)


class TestSetting:
    def test_what_is_suggested_is_set_and_given_up_again(self, fill, director_client, event):
        address = reverse("tournaments:folders", args=[event.pk])
        page = director_client.get(address, headers=ENGLISH).content.decode()
        assert "nobody meets the same cards twice" in page
        assert not FolderPlan.objects.exists()
        assert fill().status_code == 302
        assert FolderSettings.of(FolderPlan.objects.get()) == suggested(event)
        page = director_client.get(address, headers=ENGLISH).content.decode()
        assert "is played with folders" in page
        director_client.post(reverse("tournaments:folders-drop", args=[event.pk]))
        assert not FolderPlan.objects.exists()

    def test_looking_stores_nothing(self, fill):
        shown = fill(look="1", folders="4", first="1, 1", reshuffled_after="4").content.decode()
        assert "would have to lie at more tables" in shown
        assert '<th scope="row" class="num">2: 4</th>' in shown
        live = fill("folders-look", folders="4", first="", reshuffled_after="4").content.decode()
        assert "nobody meets the same cards twice" in live
        assert "shuffled again" in live
        assert "<html" not in live
        assert "Fill in the form" in fill("folders-look", folders="").content.decode()
        told = fill("folders-look", folders="8", first="1").content.decode()
        assert "Fill in the form" not in told
        assert "the numbers do not go together" in told
        assert "Write 2 numbers from 1 to 8" in told
        told = fill(look="1", folders="8", first="1").content.decode()
        assert "Fill in the form" not in told
        assert told.count("Write 2 numbers from 1 to 8") == 1
        assert not FolderPlan.objects.exists()

    @pytest.mark.parametrize(
        ("filled", "told"),
        (
            ({"folders": "0"}, "field__error"),
            ({"folders": "8", "together": "3"}, "bundles of that size"),
            ({"folders": "1", "first": ""}, "more tables than bundles"),
            ({"folders": "8", "first": "1"}, "Write 2 numbers from 1 to 8"),
            ({"folders": "8", "first": "1, 9"}, "Write 2 numbers from 1 to 8"),
            ({"folders": "8", "first": "1, ²"}, "Write 2 numbers from 1 to 8"),
            ({"folders": "8", "first": "1, -2"}, "Write 2 numbers from 1 to 8"),
            ({"folders": "8", "first": "1, 05"}, "Write 2 numbers from 1 to 8"),
            ({"step": "0"}, "field__error"),
        ),
    )
    def test_what_cannot_be_is_told(self, fill, filled, told):
        answer = fill(**filled)
        assert answer.status_code == 400
        assert told in answer.content.decode()
        assert not FolderPlan.objects.exists()

    def test_bundles_travel_as_one_line(self, fill):
        shown = fill(look="1", folders="8", together="4", first="", reshuffled_after="0")
        assert '<th scope="row" class="num">1: 1–4</th>' in shown.content.decode()
        assert '<td class="num">5–8</td>' in shown.content.decode()
        back = fill(
            look="1", folders="8", together="2", first="2, 8", reshuffled_after="0", step="-1"
        ).content.decode()
        assert '<td class="num">8</td>' in back, "a bundle that begins in its middle is divided"

    def test_a_table_of_three_is_shown_as_far_as_it_plays(self, fill, director_client, event):
        Seat.objects.filter(table__number=2, round__number=1, seat=3).delete()
        page = fill(look="1", folders="4", first="1, 3", reshuffled_after="4").content.decode()
        assert "leave some folders out" in page
        rows = re.findall(r"<tr>\s*<th[^>]*>([12]: \d)</th>(.*?)</tr>", page, re.DOTALL)
        cells = {deal: re.findall(r">([\d–]+)</td>", row) for deal, row in rows}
        assert [cells[f"1: {deal}"][1] for deal in range(1, 5)] == ["3", "4", "1", "–"]
        assert [cells[f"2: {deal}"][1] for deal in range(1, 5)] == ["3", "4", "1", "2"]

    def test_before_the_draw_and_with_a_gap(self, director_client, event):
        address = reverse("tournaments:folders", args=[event.pk])
        look = reverse("tournaments:folders-look", args=[event.pk])
        Table.objects.filter(number=1, round__number=2).update(number=3)
        for says in ("in round 2 there is no table 1", "not drawn yet"):
            assert says in director_client.get(address, headers=ENGLISH).content.decode()
            assert says in director_client.post(look, headers=ENGLISH).content.decode()
            event.rounds.all().delete()

    def test_a_set_for_other_tables_gives_way_to_what_suits_these(self, director_client, event):
        FolderPlan.objects.create(event=event, folders=8, first=[1, 3, 5])
        page = director_client.get(reverse("tournaments:folders", args=[event.pk]))
        assert 'value="1, 3"' in page.content.decode()

    def test_another_club_finds_nothing(self, stranger_client, event):
        for name in ("folders", "folders-look", "folders-drop"):
            address = reverse(f"tournaments:{name}", args=[event.pk])
            assert stranger_client.post(address).status_code == 404
        assert (
            stranger_client.get(reverse("tournaments:folders", args=[event.pk])).status_code == 404
        )


def test_folders_that_go_wrong_are_asked_about(fill, event):
    wrong = {"folders": "8", "first": "1, 1", "reshuffled_after": "0"}
    asked = fill(**wrong).text
    assert "The folders go wrong, as stands below" in asked
    assert "In deal 1 folder 1 would have to lie" in asked
    assert not FolderPlan.objects.exists()
    assert fill(**wrong, sure="1").status_code == 302
    assert FolderPlan.objects.get().first == [1, 1]


def test_a_release_says_each_flaw(director_client, event):
    wrong = FolderSettings(folders=8, first=(1, 1))
    set_folders(event=event, settings=wrong, actor="user:tester")
    release = reverse("tournaments:release", args=[event.pk])
    answer = director_client.post(release, headers=ENGLISH, follow=True)
    assert answer.redirect_chain[-1][0] == reverse("tournaments:folders", args=[event.pk])
    told = answer.content.decode()
    assert "Nothing is released. The folders are changed on this page." in told
    assert "In deal 1 folder 1 would have to lie" in told
    assert "more of the kind" not in told
    assert not Round.objects.filter(state=Round.State.RELEASED).exists()
    set_folders(event=event, settings=suggested(event), actor="user:tester")
    director_client.post(release)
    assert not Round.objects.filter(state=Round.State.DRAFT).exists()
    refused = director_client.post(
        reverse("tournaments:folders", args=[event.pk]),
        {"folders": "8", "together": "1", "step": "1", "copies": "1", "first": "1 1",
         "reshuffled_after": "0"},
        headers=ENGLISH,
    )  # fmt: skip
    assert refused.status_code == 400
    assert "The folders go wrong" in refused.content.decode()


def anew(_whose, draw, **_named):
    """What is worked out for each who asks."""
    return SimpleNamespace(tag="", table=draw(None)[1])


class TestComparison:
    ANEW = "A folder that is dealt or shuffled again holds other cards, and counts anew here."

    @pytest.fixture
    def tables(self, event):
        """Eight folders; the first table begins with 1, the second with 5."""
        FolderPlan.objects.create(event=event, folders=8, first=[1, 5])
        Round.objects.update(state=Round.State.RELEASED)
        tables = Table.objects.select_related("round__event")
        return {(each.round.number, each.number): each for each in tables}

    def page(self, client, event):
        answer = client.get(reverse("tournaments:public-folders", args=[event.pk]), headers=ENGLISH)
        assert answer.status_code == 200
        return answer.content.decode()

    def test_only_what_every_table_has_played_is_shown(self, client, event, tables):
        play(tables[1, 1], range(1, 5))
        play(tables[1, 2], range(1, 5))
        page = self.page(client, event)
        assert "Folder 1\n" not in page
        assert "8 folders are not shown yet" in page
        make.enter(tables[2, 2], 1, BET)  # folder 1, which the first table had first
        page = self.page(client, event)
        assert page.count("<h2>") == 1
        assert "spil, won" in page
        assert "spil, bet" in page
        assert "Round 2, table 2, deal 1" in page
        assert "(forehand)" in page
        assert "7 more folders are not shown yet" in page
        assert "by anybody" not in page

    def test_folders_that_nobody_has_played_are_told_from_those_that_some_have(
        self, client, event, tables
    ):
        FolderPlan.objects.update(folders=4, first=[1, 3], reshuffled_after=4)
        play(tables[1, 1], range(1, 3))
        page = " ".join(self.page(client, event).split())
        assert "2 folders are not shown yet: some table has still to play them." in page
        assert "6 folders have not been played by anybody yet." in page
        assert self.ANEW in page
        play(tables[1, 1], range(3, 5))
        play(tables[1, 2], range(1, 5))
        page = " ".join(self.page(client, event).split())
        assert page.count("<h2>") == 4  # so that "not played" of the same numbers is explained
        assert f"{self.ANEW} 4 folders have not been played by anybody yet." in page

    def test_average_and_gain_by_role(self, client, event, tables):
        play(tables[1, 1], range(1, 5))
        play(tables[1, 2], range(1, 5))
        make.enter(tables[2, 2], 1, BET)  # won at the first table, with the same cards
        page = re.sub(r"\s+", " ", self.page(client, event))
        rows = re.findall(r'<tr> <th scope="row"[^>]*>(.*?)</tr>', page)
        cells = [re.findall(r'<td class="num[^>]*>(.*?)</td>', row) for row in rows]
        said = [[re.sub(r"<[^>]+>| ", "", cell) for cell in row] for row in cells]
        assert said == [
            ["+2", "−1", "0"], ["−2", "+1", "0"],  # in all folders: what follows is all of them
            ["+1", "+2+2", "−1−1", "00"], ["−1", "−2−2", "+1+1", "00"], ["0", "0", "0"],
        ]  # fmt: skip

    def test_a_gap_hides_what_comes_after_it(self, client, event, tables):
        for table in tables.values():
            play(table, (1, 3, 4))
        page = self.page(client, event)
        assert "2 folders have not been played by anybody yet." in page
        assert "6 folders are not shown yet, though they are played" in page
        for table in tables.values():
            play(table, (2,))
        page = self.page(client, event)
        assert page.count("<h2>") == 8
        assert "not shown yet" not in page

    def test_a_closed_round_has_nothing_left_to_play(self, client, event, tables):
        for table in tables.values():
            play(table, (1, 2))
        for round_ in event.rounds.all():
            close_round(round_=round_, actor="user:tester")
        page = self.page(client, event)
        assert page.count("<h2>") == 8
        assert "no result" in page

    def test_a_round_still_to_be_drawn_may_bring_the_folders_back(self, client, event, tables):
        for place in ((1, 1), (1, 2)):
            play(tables[place], range(1, 5))
        event.rounds.get(number=2).delete()
        assert "<h2" not in self.page(client, event)
        Event.objects.update(planned_rounds=1)
        assert self.page(client, event).count("<h2>") == 8

    @pytest.mark.parametrize("otherwise", (None, anew))
    def test_a_hall_has_several_pages_and_is_compared_once(
        self, client, event, tables, monkeypatch, otherwise
    ):
        """The twin compares everything for each who looks."""
        for table in tables.values():
            play(table, range(1, 5))
        if otherwise:
            monkeypatch.setattr(queries, "drawn", otherwise)
        comparing = Mock(wraps=queries.compared)
        monkeypatch.setattr(queries, "compared", comparing)
        monkeypatch.setattr(pages, "LINES", 6)
        address = reverse("tournaments:public-folders", args=[event.pk])
        shown = [client.get(f"{address}?page={page}", headers=ENGLISH).text for page in (1, 2, 3)]
        folders = [re.findall(r"<h2>\s*Folder (\d+)", page) for page in shown]
        assert folders == [["1", "2", "3"], ["4", "5", "6"], ["7", "8"]]
        assert ["gained" in page for page in shown] == [True, False, False]
        assert client.get(f"{address}?page=4", headers=ENGLISH).status_code == 404
        assert comparing.call_count == (4 if otherwise else 1)

    def test_no_page_without_folders_or_before_the_release(self, client, event):
        address = reverse("tournaments:public-folders", args=[event.pk])
        assert client.get(address).status_code == 404
        set_folders(event=event, settings=suggested(event), actor="user:tester")
        assert client.get(address).status_code == 404

    def test_queries_do_not_grow_with_the_tables(
        self, client, event, tables, django_assert_max_num_queries
    ):
        for table in tables.values():
            play(table, range(1, 5))
        with django_assert_max_num_queries(9):
            self.page(client, event)


def test_a_sheet_names_the_folder_of_each_deal(event):
    table = Table.objects.get(round__event=event, round__number=1, number=2)
    assert not sheet(table).has_folders
    plain = drawing.columns(sheet(table), filled=False)
    FolderPlan.objects.create(event=event, folders=8, first=[1, 5])
    shown = sheet(table)
    assert [line.folder for line in shown.lines] == [5, 6, 7, 8]
    printed = drawing.columns(shown, filled=False)
    assert [column.kind for column in printed][:2] == ["deal", "folder"]
    assert printed[1].text == "5\n6\n7\n8"
    assert len(printed) == len(plain) + 1
    assert sum(grid.WITH_FOLDERS.values()) == sum(grid.PLAIN.values())
    assert drawing.ruling(shown, filled=False).thin.count("V") == len(grid.PLAIN)


def test_folders_for_a_round_that_is_played_without_them_are_asked_about(fill, event):
    assert "released without folders" not in fill(look="1").text
    first = event.rounds.get(number=1)
    Round.objects.filter(pk=first.pk).update(state=Round.State.RELEASED)
    assert "Round 1 is released without folders, and is perhaps played already." in fill().text
    play(first.tables.first(), [1])
    asked = fill()
    says = "Round 1 has begun without folders."
    assert says in asked.text
    assert "perhaps played" not in asked.text
    assert not FolderPlan.objects.exists()
    assert fill(sure="1").status_code == 302
    assert fill().status_code == 302  # it has them now
