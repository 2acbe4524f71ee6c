"""Ids of sheets, and paper sheets that come in."""

import uuid

import pytest

from lhombre_club.refusal import Refusal
from tests import make
from tournaments.book import codes
from tournaments.entry.domain import links
from tournaments.models import Activity, Event, Round, Seat, Table
from tournaments.review.domain import sheet_ids
from tournaments.review.domain.sheet_ids import Kind, SheetId
from tournaments.review.domain.sheets_in import (
    NotThisSheetError,
    find,
    round_of,
    take_in,
    take_out,
)
from tournaments.review.queries.sheets_in import papers_in
from tournaments.review.reasons import ReviewReason
from tournaments.seating.domain.drawing import draw_rest

pytestmark = pytest.mark.django_db
ACTOR = "user:director"


@pytest.fixture
def event(club):
    return make.make_released_event(club, tables=3, rounds=2)


def table(event, number=1, round_number=1):
    tables = Table.objects.select_related("round__event")
    return tables.get(round__event=event, round__number=round_number, number=number)


def id_of(event, number=1, round_number=1):
    return str(SheetId.of(table(event, number, round_number)))


def first_round(event):
    return Round.objects.select_related("event").get(event=event, number=1)


def test_every_sheet_has_an_id_of_its_own(event):
    ids = {id_of(event, number, round_) for number in (1, 2, 3) for round_ in (1, 2)}
    assert len(ids) == 6
    for each in ids:
        assert [len(part) for part in each.split("-")] == [4, 4, 4]
        assert not set(each) & set("01IOU")


def test_an_id_says_round_and_table(event):
    read = SheetId.read(id_of(event, 3, 2))
    assert (read.round, read.table, read.event) == (2, 3, sheet_ids.of_event(event.pk))


@pytest.mark.parametrize(
    ("kind", "plans"),
    (
        (Kind.OLD, sheet_ids.OLD_PLANS),
        (Kind.KEYED, sheet_ids.PLANS),
        (Kind.SEALED, sheet_ids.SEALED_PLANS),
    ),
)
def test_the_letters_spell_the_last_of_all_ids(kind, plans):
    places = (sheet_ids.EVENTS - 1, sheet_ids.ROUNDS - 1, sheet_ids.TABLES - 1)
    last = SheetId(*places, plans - 1, kind)
    assert SheetId.read(str(last)) == last


def test_a_sheet_printed_twice_has_one_id_and_other_seats_another(event):
    before = id_of(event)
    assert id_of(event) == before
    Table.objects.filter(pk=table(event).pk).update(first_dealer=1)
    assert id_of(event) != before


@pytest.mark.parametrize(
    "typed",
    (lambda code: code, str.lower, lambda code: code.replace("-", " "), lambda code: f" {code} "),
)
def test_however_it_is_typed_it_is_found(event, typed):
    assert find(first_round(event), typed(id_of(event, 2))) == table(event, 2)


@pytest.mark.parametrize("layout", (str.maketrans({}), str.maketrans("/:-_?", "-æ+?_")))
def test_a_scanned_address_is_found_even_through_another_keyboard(event, layout):
    wanted = table(event, 2)
    address = f"{links.issue_link(wanted)}{SheetId.of(wanted).typed}/"
    assert find(first_round(event), address.translate(layout)) == wanted


def test_every_slip_of_a_letter_is_noticed(event):
    typed = SheetId.of(table(event)).typed
    for at, letter in enumerate(typed):
        for other in set(codes.ALPHABET) - {letter}:
            with pytest.raises(Refusal) as refused:
                find(first_round(event), typed[:at] + other + typed[at + 1 :])
            assert refused.value.reason is ReviewReason.NO_SHEET_ID


def test_a_sheet_of_another_round_is_told_apart(event):
    with pytest.raises(NotThisSheetError) as refused:
        find(first_round(event), id_of(event, 2, 2))
    assert refused.value.reason is ReviewReason.OTHER_ROUND
    assert refused.value.facts == {"its": 2, "table": 2, "here": 1}
    assert refused.value.elsewhere == table(event, 2, 2).round


def test_a_sheet_of_another_event_is_told_apart(club):
    event = make.make_released_event(club, tables=1)
    other = make.again(event)
    with pytest.raises(NotThisSheetError) as refused:
        find(first_round(event), id_of(other))
    assert refused.value.reason is ReviewReason.OTHER_EVENT
    assert refused.value.facts == {"event": other.name, "round": 1, "table": 1}
    assert refused.value.elsewhere == table(other).round


def test_another_clubs_events_are_not_told(event):
    other = make.make_released_event(make.make_club("Klub Basta"), tables=1)
    with pytest.raises(Refusal) as refused:
        find(first_round(event), id_of(other))
    assert refused.value.reason is ReviewReason.UNKNOWN_EVENT
    assert round_of([event.club], id_of(other)) is None
    assert round_of([event.club], id_of(event)) == first_round(event)
    assert round_of([event.club], "no id") is None


def test_a_sheet_is_found_in_each_of_several_clubs(event, monkeypatch):
    other = make.make_released_event(make.make_club("Klub Basta"), tables=1)
    clubs = [event.club, other.club]
    assert round_of(clubs, id_of(other)) == first_round(other)
    assert round_of(clubs, id_of(event, 1, 2)) == table(event, 1, 2).round
    monkeypatch.setattr(sheet_ids, "EVENTS", 1)  # as if both had the same number
    for each in (event, other):
        assert round_of(clubs, id_of(each)) == first_round(each)


def test_a_sheet_of_a_plan_that_was_withdrawn_says_who_sits_there_now(event):
    old = id_of(event, 2)
    one, other = Seat.objects.filter(table=table(event, 2)).order_by("seat")[:2]
    Seat.objects.filter(pk=one.pk).delete()
    Seat.objects.filter(pk=other.pk).update(participant=one.participant)
    with pytest.raises(NotThisSheetError) as refused:
        find(first_round(event), old)
    assert refused.value.reason is ReviewReason.WITHDRAWN
    assert refused.value.all_the_same == table(event, 2)
    assert (refused.value.facts["round"], refused.value.facts["table"]) == (1, 2)


def test_a_table_that_is_no_more_is_said_to_be_none(event):
    old = id_of(event, 3)
    table(event, 3).delete()
    with pytest.raises(Refusal) as refused:
        find(first_round(event), old)
    assert refused.value.reason is ReviewReason.NO_SUCH_TABLE


def test_a_round_that_is_drawn_anew_has_no_sheets_in_and_its_old_ones_are_withdrawn(event):
    old = id_of(event)
    take_in(table=table(event), actor=ACTOR)
    draw_rest(event=event, actor=ACTOR, seed=5)
    Round.objects.update(state=Round.State.RELEASED)
    assert [each.at for each in papers_in(first_round(event)).sheets] == [None] * 3
    with pytest.raises(NotThisSheetError) as refused:
        find(first_round(event), old)
    assert refused.value.reason is ReviewReason.WITHDRAWN


def test_what_comes_in_is_written_down_once(event, director):
    version = Event.objects.get().version
    assert not take_in(table=table(event), actor=director.actor).again
    held = Table.objects.get(pk=table(event).pk)
    assert take_in(table=table(event), actor=ACTOR).again
    again = Table.objects.get(pk=held.pk)
    assert (again.paper_at, again.paper_by) == (held.paper_at, director.actor)
    assert Event.objects.get().version == version + 1
    noted = Activity.objects.get(verb="paper.in")
    assert (noted.actor, noted.facts) == (director.actor, {"round": 1, "table": 1})
    now = papers_in(first_round(event))
    assert [(each.table.number, each.by) for each in now.come] == [(1, "director")]
    assert [each.table.number for each in now.missing] == [2, 3]


def test_what_was_taken_in_by_mistake_goes_out_again(event):
    assert not take_out(table=table(event), actor=ACTOR)
    take_in(table=table(event), actor=ACTOR)
    assert take_out(table=table(event), actor=ACTOR)
    assert [each.table.number for each in papers_in(first_round(event)).missing] == [1, 2, 3]
    assert list(Activity.objects.values_list("verb", flat=True)) == ["paper.in", "paper.out"]


def test_who_came_last_stands_first(event):
    for number in (2, 1):
        take_in(table=table(event, number), actor="device:x")
    assert [each.table.number for each in papers_in(first_round(event)).come] == [1, 2]


def test_paper_in_hand_is_no_entered_sheet(event):
    take_in(table=table(event), actor=ACTOR)
    (sheet,) = papers_in(first_round(event)).come
    assert (sheet.table.entered, sheet.table.is_complete) == (0, False)


@pytest.mark.parametrize("tables", (1, 3))
def test_the_number_of_queries_does_not_grow(club, tables, django_assert_num_queries):
    event = make.make_released_event(club, tables=tables)
    round_ = first_round(event)
    for each in Table.objects.filter(round=round_).select_related("round__event"):
        take_in(table=each, actor=f"user:{uuid.uuid4()}")
    wanted = id_of(event)
    with django_assert_num_queries(8):  # one asks what a file said of those whom nobody knows here
        papers_in(round_)
    with django_assert_num_queries(3):
        find(round_, wanted)
