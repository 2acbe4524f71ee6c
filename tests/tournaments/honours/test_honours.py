"""The board of honour: typed, pasted, shown to everybody."""

import pytest
from django.urls import reverse
from django.utils import translation

from lhombre_club.refusal import Refusal
from tournaments.honours import domain
from tournaments.honours.domain import Title, put_up
from tournaments.honours.forms import ManyForm
from tournaments.models import Honour

pytestmark = pytest.mark.django_db
PAGE = "tournaments:honours"
PASTED = "1998\tKlubmester\tAgnes Bak\n\n1999; Klubmester;;Ingen kom\n1998; Parmester ; Bo & Else"


def stands(club):
    return list(club.honours.order_by("year", "title").values_list("year", "title", "name"))


def test_a_board_is_pasted_as_it_stands_in_a_spreadsheet(english, club):
    said = english.post(reverse(PAGE), {"lines": PASTED}, follow=True).content.decode()
    assert "3 titles were put up." in said
    assert stands(club) == [
        (1998, "Klubmester", "Agnes Bak"),
        (1998, "Parmester", "Bo & Else"),
        (1999, "Klubmester", ""),
    ]
    assert "not given" in said
    assert "Ingen kom" in said
    again = english.post(reverse(PAGE), {"lines": PASTED}, follow=True).content.decode()
    assert "Nothing was added." in again
    assert club.honours.count() == 3


@pytest.mark.parametrize(
    ("line", "says"),
    (
        ("nineteen; Klubmester; Bo", "Line 1, Year"),
        ("1699; Klubmester", "Line 1, Year"),
        ("2950; Klubmester", "Line 1, Year"),
        ("1998", "Line 1, Title"),
        (f"1998; Klubmester; {'x' * 161}", "Line 1, Who won it"),
        ("9" * 5000, "Line 1, Year"),
    ),
)
def test_a_line_that_cannot_be_read_is_named_and_nothing_is_lost(english, club, line, says):
    sent = {"lines": f"{line}\n1998; Klubmester; Bo"}
    answer = english.post(reverse(PAGE), sent)
    assert answer.status_code == 400
    page = answer.content.decode()
    assert says in page
    assert "1998; Klubmester; Bo</textarea>" in page
    assert not club.honours.exists()


def test_only_some_wrong_lines_are_named():
    with translation.override("en"):
        form = ManyForm(2026, {"lines": "x\n" * 100})
        assert not form.is_valid()
        assert len(form.errors["lines"]) == 10


def test_one_title_is_typed_and_taken_down(english, club):
    sent = {"year": "2026", "title": "Klubmester", "name": "Agnes", "remark": ""}
    said = english.post(reverse(PAGE), sent, follow=True).content.decode()
    assert "1 title was put up." in said
    (honour,) = club.honours.all()
    down = reverse("tournaments:honour-down", args=[honour.pk])
    assert "is taken from the board" in english.post(down, follow=True).content.decode()
    assert not Honour.objects.exists()


def test_the_title_of_a_season_that_led_here_is_filled_in(english):
    page = english.get(reverse("tournaments:honours"), {"title": "Vinter <2026>"}).content.decode()
    assert 'value="Vinter &lt;2026&gt;"' in page


def test_everybody_reads_the_board(client, club):
    years = range(1900, 1950)
    put_up(
        club=club, titles=[Title(year=year, title="Mester", name="Bo") for year in years], actor="x"
    )
    address = reverse("tournaments:public-honours", args=[club.pk])
    before = client.get(reverse("tournaments:public-years", args=[club.pk])).content.decode()
    assert address in before
    page = client.get(address).content.decode()
    assert page.index("1949") < page.index("1900")
    assert "<form" not in page.partition("<main")[2].partition("</main>")[0]


def test_a_shared_title_stands_once_for_each(club):
    both = [Title(year=1998, title="Mester", name=name) for name in ("Bo", "Else", "Bo")]
    assert put_up(club=club, titles=both, actor="x") == 2


def test_the_board_has_room_for_some_centuries(club, monkeypatch):
    monkeypatch.setattr(domain, "MOST", 1)
    with pytest.raises(Refusal):
        put_up(club=club, titles=[Title(year=year, title="x") for year in (1998, 1999)], actor="x")
    assert not club.honours.exists()


def test_a_long_board_is_drawn_once_a_second_for_everybody(client, club, monkeypatch, settings):
    settings.STANDINGS_SECONDS = 60
    put_up(club=club, titles=[Title(year=1998, title="Klubmester", name="Agnes Bak")], actor="x")
    address = reverse("tournaments:public-honours", args=[club.pk])
    assert "Klubmester" in client.get(address).content.decode()
    monkeypatch.setattr("tournaments.honours.views.board", None)
    assert "Klubmester" in client.get(address).content.decode()
