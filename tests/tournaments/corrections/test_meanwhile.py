"""Two correct one deal at a time: what each typed counts, and each hears of the other."""

import re

import pytest
from django.urls import reverse

from tests import make
from tests.tournaments.book.correcting import make_correction
from tournaments.book.changes import Change
from tournaments.models import Correction, Table
from tournaments.sheets.queries import sheet

pytestmark = pytest.mark.django_db
ENGLISH = {"accept-language": "en"}
WAS, THEIRS, MINE = "spil, bet", "spil, won", "solo, won"
MEANWHILE = "Deal 3 was changed after you had opened this page"


@pytest.fixture
def table(club):
    event = make.make_released_event(club, tables=1, deals=8)
    found = Table.objects.get(round__event=event)
    make.enter(found, 3, {"declarer": 1, "contract": "spil", "outcome": "bet"})
    return found


class Tab:
    """A window with the correction of deal 3; it keeps its fields as a browser does."""

    def __init__(self, client, table):
        self.client = client
        self.address = reverse("tournaments:correct", args=[table.pk])
        page = client.get(f"{self.address}?deal=3", headers=ENGLISH)
        self.fields = {}
        self.read(page.content.decode())

    def read(self, page):
        self.page = page
        form = page.partition('<form method="post" class=')[2].partition("</form>")[0]
        inputs = [
            dict(re.findall(r'(\w+)="([^"]*)"', each)) for each in re.findall("<input[^>]*>", form)
        ]
        named = [each for each in inputs if each.get("type") != "radio"]
        self.fields = {each["name"]: each.get("value", "") for each in named if "name" in each}
        self.fields.setdefault("way", "change")

    def send(self, **typed):
        answer = self.client.post(self.address, {**self.fields, **typed}, headers=ENGLISH)
        if answer.status_code != 302:
            way = typed.get("way", self.fields["way"])
            self.read(answer.content.decode())
            self.fields["way"] = way
        return answer

    @property
    def effect(self):
        """What the preview says of deal 3, without tags."""
        row = re.search(r"<td class=.num.>3</td>(.*?)</th>", self.page, re.DOTALL)
        return " ".join(re.sub("<[^>]+>", " ", row[1]).split()) if row else ""


@pytest.fixture
def mine(director_client, table):
    return Tab(director_client, table)


@pytest.fixture
def theirs(mine, director_client, table):
    """The other window, which has saved after mine was opened."""
    tab = Tab(director_client, table)
    tab.send(line="2+", reason="Misread")
    assert tab.send().status_code == 302
    return tab


@pytest.mark.usefixtures("theirs")
def test_what_was_typed_before_another_saved_is_what_is_shown_and_made(mine, table):
    mine.send(line="26+", reason="Mine")
    assert WAS not in mine.effect
    assert mine.effect.endswith("solo, won")
    assert MEANWHILE in mine.page
    told = mine.page.partition(MEANWHILE)[2].partition("</p>")[0]
    for says in (WAS, THEIRS, MINE):
        assert says in told
    assert mine.send().status_code == 302
    assert (sheet(table).lines[2].record or {})["contract"] == "solo"
    assert Correction.objects.count() == 2


def test_what_was_shown_before_another_saved_is_shown_anew_with_both(mine, director_client, table):
    mine.send(line="26+", reason="Mine")
    assert MEANWHILE not in mine.page
    other = Tab(director_client, table)
    other.send(line="2+", reason="Misread")
    other.send()
    assert mine.send().status_code == 200
    assert MEANWHILE in mine.page
    assert THEIRS in mine.effect
    assert MINE in mine.effect
    assert mine.send().status_code == 302
    assert (sheet(table).lines[2].record or {})["contract"] == "solo"


@pytest.mark.usefixtures("theirs")
def test_keys_that_nobody_touched_ask_for_nothing(mine, table):
    answer = mine.send(reason="Mine")
    assert answer.status_code == 400
    assert MEANWHILE in mine.page
    assert "nothing to change" in mine.page
    assert mine.fields["line"] == "2+", "the form goes on with what stands now"
    assert (sheet(table).lines[2].record or {})["outcome"] == "won"
    mine.send(line="2-", reason="It was so")
    assert MEANWHILE not in mine.page, "it was told"
    assert mine.send().status_code == 302
    assert (sheet(table).lines[2].record or {})["outcome"] == "bet"


@pytest.mark.usefixtures("theirs")
def test_a_ruling_on_keys_that_nobody_touched_takes_what_stands(mine, table):
    mine.send(way="decided", reason="Mine")
    assert MEANWHILE in mine.page
    assert mine.send().status_code == 302
    line = sheet(table).lines[2]
    assert (line.ruling, (line.record or {})["outcome"]) == ("decided", "won")


def test_a_deal_that_another_annulled_is_decided_as_it_is_typed(mine, table):
    change = Change(table, 3, 1, None, ruling="annulled")
    make_correction(table.round.event, change, reason="a card too many")
    mine.send(way="decided", reason="Mine")
    assert "Now it says: annulled" in mine.page
    assert mine.send().status_code == 302
    line = sheet(table).lines[2]
    assert (line.ruling, (line.record or {})["outcome"]) == ("decided", "bet")


@pytest.mark.usefixtures("theirs")
def test_another_number_in_the_form_is_compared_with_what_stands(mine):
    mine.send(deal="4", line="3+", reason="Mine")
    assert "This is what would change" in mine.page
    assert "Somebody else has changed" not in mine.page


def test_deals_that_were_not_played_are_said_in_one_deed(director_client, table):
    for deal in (1, 2, 6):
        make.enter(table, deal, {"passed": True})
    tab = Tab(director_client, table)
    said = {"deal": "4", "until": "8", "way": "not_played", "line": "", "reason": "No time"}
    tab.send(**said)
    assert "This is what would change" in tab.page
    made = tab.send()
    assert made.status_code == 302
    rulings = [line.ruling for line in sheet(table).lines]
    assert rulings == ["", "", "", "not_played", "not_played", "", "not_played", "not_played"]
    assert sheet(table).lines[5].record, "what has a result was played"
    director_client.post(f"{made.url}undo/")
    assert not any(line.ruling for line in sheet(table).lines)


@pytest.mark.parametrize(
    ("said", "told"),
    (
        ({"until": "3"}, "no such deals"),
        ({"until": "9"}, "no such deals"),
        ({"until": "8", "way": "annulled"}, "Leave this empty"),
    ),
)
def test_a_range_that_cannot_be_is_told(director_client, table, said, told):
    tab = Tab(director_client, table)
    answer = tab.send(**{"deal": "4", "way": "not_played", "line": "", "reason": "No time", **said})
    assert answer.status_code == 400
    assert told in tab.page
    assert not Correction.objects.exists()


def test_the_board_leads_to_all_of_them(director_client, table):
    for deal in (1, 2, 4):
        make.enter(table, deal, {"passed": True})
    event = reverse("tournaments:event", args=[table.round.event_id])
    page = director_client.get(event, headers=ENGLISH).content.decode()
    address = re.search(r'href="([^"]*way=not_played[^"]*)"', page)
    assert address
    form = director_client.get(address[1].replace("&amp;", "&"), headers=ENGLISH).context["form"]
    assert (form["deal"].value(), form["until"].value()) == ("5", "8")
    assert form["way"].value() == "not_played"


def test_who_goes_back_after_his_correction_and_types_anew_is_shown_what_that_does(mine, table):
    first = dict(mine.fields)
    mine.send(line="2+", reason="Misread")
    assert mine.send().status_code == 302
    mine.fields = first
    mine.send(line="26+", reason="Misread again")
    assert "solo, won" in mine.effect
    assert mine.send().status_code == 302
    assert Correction.objects.count() == 2
    assert (sheet(table).lines[2].record or {})["contract"] == "solo"
