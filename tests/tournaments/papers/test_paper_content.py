"""No change of what a paper shows goes unnoticed: it is tried with every kind of paper."""

import datetime as dt
from decimal import Decimal

import pytest

from lhombre_club.printing import registry
from tests import make
from tests.sizes import sparse
from tests.tournaments.papers.changing import (
    CHANGES,
    another_dealer,
    back_to_draft,
    bonus,
    broken_off,
    code_over,
    decide,
    drawn_again,
    first_table,
    into_season,
    joins_later,
    member_has_a_telephone,
    member_is_new,
    more_rounds,
    other_tables,
    paid,
    rename_player,
    rename_player_elsewhere,
    result,
    result_elsewhere,
    season_settled,
    settled_again,
    substitute,
    swap_seats,
)
from tournaments.entry.domain.links import issue_link, revoke_links
from tournaments.folders.domain import FolderSettings
from tournaments.models import (
    EntryLink,
    Table,
)
from tournaments.money.domain import settle_up
from tournaments.papers import asking, content
from tournaments.papers.documents.catalogue import Shelf

pytestmark = pytest.mark.django_db
STATED = frozenset({"as_of", "created", "seal", "version"})
"""What a paper says of its printing, and not of what it is about."""
TABLES = 3


@pytest.fixture
def event(club):
    how = {"rounds": 2, "deals": 8, "language": "en", "unit": Decimal("0.5")}
    event = make.make_released_event(club, tables=TABLES, **how)
    for table in Table.objects.filter(round__event=event):
        make.enter(table, 1, {"declarer": 1, "contract": "solo", "outcome": "won"})
        issue_link(table)
    settle_up(scope=event, actor="user:1")
    event.refresh_from_db()
    return event


def requests_of(event):
    """A request for each kind of paper, about the first round and the first table."""
    round_ = event.rounds.get(number=1)
    table = round_.tables.get(number=1)
    found = []
    for kind in asking.Kind:
        document = asking.document_of(kind)
        params = {"event": str(event.pk)}
        if document is None:
            params["table"] = str(table.pk)
        elif document.shelf is Shelf.ROUND:
            params["round"] = str(round_.pk)
        found.append((kind, params))
    return found


def shown(kind, params):
    """What is on the paper, but for when and from which version it was printed."""

    def bare(paper):
        said = {name: value for name, value in paper.context.items() if name not in STATED}
        return (paper.template, repr(said), paper.title, paper.copies, [*map(bare, paper.then)])

    return bare(registry.build(kind, params))


@pytest.mark.parametrize("change", sparse(CHANGES, 12, 4), ids=lambda change: change.__name__)
def test_whatever_changes_a_paper_changes_its_content_hash(event, change):
    requests = requests_of(event)
    before = [shown(*request) for request in requests]
    hashes = registry.digests(requests)
    change(event)
    now = registry.digests(requests)
    assert now != hashes  # otherwise it holds nothing
    after = [shown(*request) for request in requests]
    missed = [
        kind
        for (kind, _), was, is_now, old, new in zip(
            requests, before, after, hashes, now, strict=True
        )
        if was != is_now and old == new
    ]
    assert missed == []


def test_to_build_a_paper_changes_none(event):
    requests = requests_of(event)
    assert {kind for kind, _ in requests} == set(asking.Kind)
    hashes = registry.digests(requests)
    before = [shown(*request) for request in requests]
    assert [shown(*request) for request in requests] == before
    assert registry.digests(requests) == hashes


OF_MONEY = (settled_again, into_season, bonus)
OF_DRAW = (drawn_again, other_tables, more_rounds)
UNTOUCHED = {
    "score-sheet": (
        *(result, decide, paid, result_elsewhere, rename_player_elsewhere, member_is_new),
        *(broken_off, joins_later, *OF_MONEY, *OF_DRAW),
    ),
    **dict.fromkeys(
        ("round-plan", "round-wall"),
        (result, member_is_new, joins_later, *OF_MONEY, *OF_DRAW),
    ),
    "table-cards": (result, rename_player, substitute, swap_seats, joins_later, *OF_DRAW),
    "name-cards": (result, swap_seats, another_dealer, back_to_draft, *OF_DRAW),
    "crib": (result, rename_player, joins_later, *OF_MONEY, *OF_DRAW),
    "settling": OF_DRAW,
    "receipts": (result, season_settled, bonus, *OF_DRAW),
    "filled-sheet": (result_elsewhere, rename_player_elsewhere, paid, member_is_new, code_over),
    "standings": (member_has_a_telephone, member_is_new, code_over, *OF_MONEY),
    "crosstable": OF_MONEY,
    "member-list": (result, rename_player, paid),
    "seat-slips": (result, paid, member_is_new),
    "pack": (result, paid, member_is_new),
}


@pytest.mark.parametrize("kind", UNTOUCHED)
def test_what_a_paper_does_not_show_does_not_make_it_out_of_date(event, kind):
    (request,) = [request for request in requests_of(event) if request[0] == kind]
    before = registry.digests([request])
    for change in UNTOUCHED[kind]:
        change(event)
        assert registry.digests([request]) == before, change.__name__


def test_a_filled_sheet_keeps_its_code_however_often_it_is_made(event):
    """Nobody writes on it: that its code has expired makes it neither out of date nor another."""
    (request,) = [request for request in requests_of(event) if request[0] == "filled-sheet"]
    hashes, before = registry.digests([request]), shown(*request)
    code_over(event)
    issue_link(first_table(event))  # for an empty sheet that is printed anew
    assert shown(*request) == before
    revoke_links(first_table(event), actor="user:1")
    assert shown(*request) != before
    assert registry.digests([request]) != hashes


def test_to_fill_in_a_sheet_of_which_none_was_printed_does_not_make_it_out_of_date(event):
    EntryLink.objects.all().delete()
    (request,) = [request for request in requests_of(event) if request[0] == "filled-sheet"]
    hashes, before = registry.digests([request]), shown(*request)
    assert EntryLink.objects.count() == 1
    assert (registry.digests([request]), shown(*request)) == (hashes, before)


def test_where_phones_reach_the_program_is_printed_too(event, settings):
    requests = requests_of(event)
    before = registry.digests(requests)
    settings.PUBLIC_URL = "http://elsewhere.test"
    assert not set(registry.digests(requests)) & set(before)


def test_a_hundred_papers_are_looked_at_in_as_many_queries_as_one(
    event, django_assert_max_num_queries
):
    sheets = [
        ("filled-sheet", {"event": str(event.pk), "table": str(table.pk)})
        for table in Table.objects.filter(round__event=event)
    ]
    registry.digests(sheets[:1])
    with django_assert_max_num_queries(10) as one:
        registry.digests(sheets[:1])
    with django_assert_max_num_queries(len(one)):
        registry.digests(sheets)
    with django_assert_max_num_queries(20):
        registry.digests([*sheets, *requests_of(event)])


def test_papers_of_two_events_are_told_apart(event):
    other = make.make_released_event(make.make_club("Another"), tables=1)
    asked = [("standings", {"event": str(each.pk)}) for each in (event, other, event)]
    first, second, third = registry.digests(asked)
    assert first == third != second


def test_what_is_of_no_event_is_known_by_its_request():
    one, other, third = registry.digests([("crib", {}), ("crib", {"n": 1}), ("crib", {})])
    assert one == third != other


def test_a_paper_states_the_moment_of_its_data_in_its_own_language(event):
    moment = dt.datetime(2026, 11, 21, 18, 30, tzinfo=dt.UTC)
    params = {"event": str(event.pk), "as_of": moment.isoformat()}
    paper = registry.build("pack", params)
    stated = {part.context["as_of"] for part in (paper, *paper.then) if "as_of" in part.context}
    assert stated == {"Nov. 21, 2026 19:30"}
    assert registry.build("pack", params) == paper


def test_every_kind_that_is_named_exists_and_folder_settings_are_all_seen():
    assert set(content.SHOWS) <= set(asking.Kind)
    from tournaments.papers.queries.rows import FOLDERS  # noqa: PLC0415 -- beside its use

    assert set(FOLDERS) >= set(FolderSettings.__dataclass_fields__)
