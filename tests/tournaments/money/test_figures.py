"""Amounts of money are written alike, whatever shows them and in whichever language."""

import re
from decimal import Decimal
from pathlib import Path

import pytest
from django.urls import reverse
from django.utils.translation import override

from tests import make
from tests.tournaments.papers.documents import scene
from tournaments.book.changes import Change
from tournaments.corrections.pages.effects import shown
from tournaments.corrections.preview import preview
from tournaments.models import Event, Table
from tournaments.money.domain import agree_on_unit, settle_up
from tournaments.penalties.domain.bonuses import Bonus, give_bonus
from tournaments.penalties.domain.penalties import Movement, enter_by_hand
from tournaments.words.figures import kroner

ROOT = Path(__file__).resolve().parents[3]
ACTOR = "system:test"
POINTS = (4938, -1, 0, -4937)
"""1234.50, −0.25, 0 and −1234.25 kroner, where a point costs 0.25."""
WON = {"declarer": 1, "contract": "spil", "outcome": "won"}
LANGUAGES = ("en", "da")


def in_(language, *figures):
    """Figures, which are given in English, as ``language`` writes them."""
    swapped = str.maketrans(",.", ".,")
    danish = (each.translate(swapped).replace(" kr", " kr.") for each in figures)
    return list(danish if language == "da" else figures)


PAID = ("1,000.25 kr", "1,000.00 kr", "2,234.25 kr")
COLUMN = ("+1,234.50", "−0.25", "0.00", "−1,234.25", "+3,000.00", "−1,000.00", "+4,234.50")
EACH = ("1,000.00 kr",)


@pytest.fixture(params=LANGUAGES)
def language(request):
    return request.param


@pytest.fixture
def event(club, language):
    """Settled to the øre: points by hand, and a side bonus for the first at the table."""
    event = make.make_released_event(club, tables=1, deals=8, language=language)
    agree_on_unit(event=event, unit=Decimal("0.25"), smallest=1, actor=ACTOR)
    table = Table.objects.get(round__event=event)
    make.enter(table, 1, {"passed": True})
    movement = Movement(id=make.new_id(), amounts=POINTS, reason="Carried over")
    enter_by_hand(table=table, movement=movement, actor=ACTOR)
    winner = table.seats.get(seat=0).participant
    bonus = Bonus(id=make.new_id(), winner=winner.pk, each=1000, reason="Matadors", round=1)
    give_bonus(event=event, bonus=bonus, actor=ACTOR)
    settle_up(scope=event, actor=ACTOR)
    return Event.objects.get(pk=event.pk)


@pytest.fixture
def read(director_client, language):
    def read(name, *args):
        address = reverse(f"tournaments:{name}", args=args)
        answer = director_client.get(address, headers={"accept-language": language})
        assert answer.status_code == 200
        return " ".join(answer.content.decode().split())

    return read


def missing(text, figures):
    """The figures that ``text`` has not, each as a word of its own."""
    return [each for each in figures if not re.search(rf"(?<![\d.,+−]){re.escape(each)}", text)]


@pytest.mark.django_db
def test_pages_write_an_amount_alike(event, read, language):
    people = [seat.participant for seat in Table.objects.get().seats.order_by("seat")]
    pages = (
        ("money", ("event", event.pk), (*PAID, *COLUMN, *EACH)),
        ("public-money", (event.pk,), (*PAID, *EACH)),
        ("bonuses", (event.pk,), EACH),
        ("journal", (event.pk,), (*EACH, "0.25 kr")),
        ("public-player", (event.pk, people[0].pk), ("+3,000.00 kr",)),
        ("public-player", (event.pk, people[1].pk), ("−1,000.00 kr",)),
    )
    for name, args, figures in pages:
        assert missing(read(name, *args), in_(language, *figures)) == [], name
    assert f'value="{in_(language, "0.25")[0]}"' in read("money", "event", event.pk)


@pytest.mark.django_db
def test_papers_write_an_amount_as_the_pages_do(event, language):
    for kind, figures in (("settling", (*PAID, *COLUMN, *EACH)), ("receipts", PAID)):
        text = " ".join(scene.text(scene.pdf(kind, event)).split())
        assert missing(text, in_(language, *figures)) == [], kind


@pytest.mark.django_db
def test_what_a_correction_would_change_is_written_alike(event, language):
    table = Table.objects.select_related("round__event").get()
    with override(language):
        before, _after = shown(preview(event, [Change(table, 1, 1, WON)])).payments
    assert missing(" ".join(" ".join(before).split()), in_(language, PAID[0], PAID[2])) == []


@pytest.mark.parametrize(
    ("amount", "figure"),
    (
        ("1234.5", "1,234.50 kr"), ("-0.25", "−0.25 kr"), ("0", "0 kr"), ("-0.00", "0 kr"),
        ("1234567.000000", "1,234,567 kr"), ("0.125", "0.125 kr"), ("1E+1", "10 kr"),
    ),
)  # fmt: skip
def test_an_amount_has_its_sign_its_thousands_and_its_oere(amount, figure):
    for language in LANGUAGES:
        with override(language):
            (written,) = in_(language, figure)
            assert kroner(Decimal(amount)) == written.replace(" ", "\xa0")  # on one line


def test_nothing_but_the_one_function_writes_the_unit():
    """A sentence takes an amount as a whole, and its unit with it."""
    paths = [*(ROOT / "tournaments").rglob("*.py"), *(ROOT / "templates").rglob("*.html")]
    unit = re.compile(r"(\)[sd]|\}\}|\}) ?kr\b")
    found = {path.name for path in paths if unit.search(path.read_text(encoding="utf-8"))}
    assert found == {"figures.py"}


@pytest.mark.django_db
def test_points_beside_a_mean_that_does_not_come_out_are_decimals(club, director_client):
    event = make.make_released_event(
        club, tables=1, players=3, deals=8, unit=Decimal(1), accounting="pot"
    )
    make.enter(Table.objects.get(round__event=event), 1, WON)
    page = reverse("tournaments:money", args=["event", event.pk])
    answer = director_client.get(page, headers={"accept-language": "da"}).content.decode()
    assert re.findall(r"standing__wide\">([+−]\d[^<]*)<", answer) == ["+0,67", "−0,33", "−0,33"]
