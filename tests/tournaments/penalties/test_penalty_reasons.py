"""The club's list of what is penalised: offered from the start, and the club's to change."""

import uuid

import pytest
from django.utils import translation

from lhombre_club.refusal import Refusal
from tests import make
from tournaments.models import PenaltyReason
from tournaments.penalties.domain.reason_list import (
    FIRST_LIST,
    LONGEST_TEXT,
    MOST_POINTS,
    add_reason,
    change_reason,
    penalty_reasons,
    reorder_reasons,
    retire_reason,
)
from tournaments.penalties.reasons import ListReason

ACTOR = "user:director"


def shown(club):
    return [(line.text, line.points) for line in penalty_reasons(club)]


def add(club, text="Telefonen ringede", points=2):
    return add_reason(club=club, text=text, points=points, actor=ACTOR)


def refusal(deed, **kwargs):
    before = list(PenaltyReason.objects.values())
    with pytest.raises(Refusal) as caught:
        deed(**kwargs, actor=ACTOR)
    assert list(PenaltyReason.objects.values()) == before
    return caught.value.reason


def test_a_club_begins_with_a_list_and_warnings_cost_nothing(club, settings):
    with translation.override(settings.LANGUAGE_CODE):
        assert shown(club) == [(str(text), points) for text, points in FIRST_LIST]
    assert {points for _, points in shown(club)} == {0, 1}


def test_asking_again_makes_no_second_list(club, django_assert_num_queries):
    penalty_reasons(club)
    with django_assert_num_queries(1):
        assert len(penalty_reasons(club)) == len(FIRST_LIST)


def test_the_list_is_in_the_language_of_who_first_asks(club):
    with translation.override("da"):
        first = [str(text) for text, _ in FIRST_LIST]
        assert [text for text, _ in shown(club)] == first
    assert [text for text, _ in shown(club)] == first


def test_another_club_has_its_own(club):
    add(club)
    assert "Telefonen ringede" not in dict(shown(make.make_club("Klub Basta")))


def test_a_line_is_added_at_the_end(club):
    add(club, "  Telefonen ringede ")
    assert shown(club)[-1] == ("Telefonen ringede", 2)
    assert len(shown(club)) == len(FIRST_LIST) + 1


def test_a_line_is_changed_where_it_is(club):
    first = penalty_reasons(club)[0]
    change_reason(reason=first, text="Andet", points=3, actor=ACTOR)
    assert shown(club)[0] == ("Andet", 3)
    change_reason(reason=first, text="Andet", points=0, actor=ACTOR)
    assert shown(club)[0] == ("Andet", 0)


def test_a_retired_line_is_offered_no_longer_and_comes_back(club):
    first = penalty_reasons(club)[0]
    retire_reason(reason=first, actor=ACTOR)
    retire_reason(reason=first, actor=ACTOR)
    assert first.text not in dict(shown(club))
    back = add(club, first.text, 5)
    assert back.pk == first.pk
    assert (first.text, 5) in shown(club)


def test_a_club_may_retire_every_line(club):
    for line in penalty_reasons(club):
        retire_reason(reason=line, actor=ACTOR)
    assert shown(club) == []


def test_the_list_is_brought_into_another_order(club):
    retire_reason(reason=penalty_reasons(club)[2], actor=ACTOR)
    order = [line.pk for line in reversed(penalty_reasons(club))]
    assert [line.pk for line in reorder_reasons(club=club, order=order, actor=ACTOR)] == order
    assert [line.pk for line in penalty_reasons(club)] == order


@pytest.mark.parametrize(
    ("text", "points", "code"),
    (
        ("  ", 1, ListReason.NO_TEXT),
        ("x" * (LONGEST_TEXT + 1), 1, ListReason.TEXT_TOO_LONG),
        ("x", -1, ListReason.POINTS_INVALID),
        ("x", MOST_POINTS + 1, ListReason.POINTS_INVALID),
        ("Telefonen ringede", 1, ListReason.TEXT_TAKEN),
    ),
)
def test_a_line_that_cannot_be_is_refused_by_name(club, text, points, code):
    add(club)
    first = penalty_reasons(club)[0]
    assert refusal(add_reason, club=club, text=text, points=points) == code
    assert refusal(change_reason, reason=first, text=text, points=points) == code


@pytest.mark.parametrize(("text", "points"), (("x" * LONGEST_TEXT, 0), ("x", MOST_POINTS)))
def test_the_last_that_can_be_is_stored(club, text, points):
    add(club, text, points)
    assert (text, points) in shown(club)


def test_an_order_names_every_line_once_and_no_other(club):
    keys = [line.pk for line in penalty_reasons(club)]
    for order in (keys[1:], [*keys[1:], keys[1]], [*keys[1:], uuid.uuid4()], [*keys, keys[0]]):
        assert refusal(reorder_reasons, club=club, order=order) == ListReason.OTHER_LINES


@pytest.mark.parametrize("lines", (1, 3))
def test_the_number_of_queries_does_not_grow(club, django_assert_num_queries, lines):
    for line in penalty_reasons(club)[lines:]:
        retire_reason(reason=line, actor=ACTOR)
    order = [line.pk for line in penalty_reasons(club)]
    with django_assert_num_queries(6):  # with a savepoint that only a test needs
        reorder_reasons(club=club, order=order, actor=ACTOR)
