"""No change of what a paper shows goes unnoticed: it is tried with every kind of paper."""

import datetime as dt
import uuid
from decimal import Decimal

import pytest
from django.utils import timezone

from lhombre_club.members.models import Attendance, Club, Membership, Person
from lhombre_club.printing import registry
from tests import make
from tests.sizes import sparse
from tournaments.entry.domain.links import issue_link, revoke_links
from tournaments.folders.domain import FolderSettings, set_folders, suggested
from tournaments.models import (
    EntryLink,
    EveningPrize,
    Event,
    Participant,
    Payment,
    Round,
    Season,
    Seat,
    Table,
    TableEntry,
    Team,
)
from tournaments.money.domain import settle_up, tick
from tournaments.papers import asking, content
from tournaments.papers.documents.catalogue import Shelf
from tournaments.penalties.domain.bonuses import Bonus, give_bonus

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


def first_table(event):
    return Table.objects.get(round__event=event, round__number=1, number=1)


def second_table(event):
    return Table.objects.get(round__event=event, round__number=1, number=2)


def rename_event(event):
    Event.objects.filter(pk=event.pk).update(name="Another")


def rename_club(event):
    Club.objects.update(name="Another")


def rename_player(event):
    player = first_table(event).seats.get(seat=0).participant
    Participant.objects.filter(pk=player.pk).update(name="Ærke Østergård")


def rename_player_elsewhere(event):
    player = second_table(event).seats.get(seat=0).participant
    Participant.objects.filter(pk=player.pk).update(name="Ærke Østergård")


def player_leaves(event):
    Participant.objects.filter(event=event, number=1).update(to_round=0)


def substitute(event):
    Seat.objects.filter(table=first_table(event), seat=0).update(substitute_name="A guest")


def substitute_who_is_known(event):
    person = make.make_person("Known", "Somebody")
    Seat.objects.filter(table=first_table(event), seat=0).update(substitute=person)


def swap_seats(event):
    one, other = Seat.objects.filter(round__number=1, seat=0).order_by("table__number")[:2]
    a, b = one.participant_id, other.participant_id
    spare = Participant.objects.create(event=event, number=99, name="Spare")
    for seat, participant in ((one, spare.pk), (other, a), (one, b)):
        Seat.objects.filter(pk=seat.pk).update(participant=participant)
    spare.delete()


def another_dealer(event):
    Table.objects.filter(pk=first_table(event).pk).update(first_dealer=2)


def another_number(event):
    Table.objects.filter(pk=Table.objects.get(round__number=2, number=2).pk).update(number=40)


def another_date(event):
    Round.objects.filter(event=event, number=1).update(date=dt.date(2027, 1, 2))


def back_to_draft(event):
    Round.objects.filter(event=event, number=2).update(state=Round.State.DRAFT)


def closed(event):
    Round.objects.filter(event=event).update(state=Round.State.FINAL)


def result(event):
    make.enter(first_table(event), 2, {"declarer": 2, "contract": "solo", "outcome": "won"})


def result_elsewhere(event):
    make.enter(second_table(event), 2, {"declarer": 2, "contract": "solo", "outcome": "won"})


def corrected(event):
    make.enter(first_table(event), 1, {"passed": True}, base=1)


def decide(event):
    return TableEntry.objects.create(
        id=uuid.uuid4(),
        table=first_table(event),
        kind=TableEntry.Kind.PENALTY,
        seat=0,
        amounts=[-5, 0, 0, 0],
        reason="late",
        actor="user:1",
    )


def code_revoked(event):
    revoke_links(first_table(event), actor="user:1")


def code_over(event):
    EntryLink.objects.filter(table=first_table(event)).update(expires_at=timezone.now())


def paid(event):
    tick(payment=Payment.objects.order_by("reference")[0], actor="user:1")


def bonus(event):
    winner = event.participants.get(number=1)
    nine = Bonus(id=uuid.uuid4(), winner=winner.pk, each=2, reason="Nine matadors", round=1)
    give_bonus(event=event, bonus=nine, actor="user:1")


def prize_given(event):
    EveningPrize.objects.create(club=event.club, event=event, place=1, name="Bo", kind="wine")


def settled_anew(event):
    result(event)
    event.refresh_from_db()
    settle_up(scope=event, actor="user:1")


def into_season(event):
    season, _ = Season.objects.get_or_create(club=event.club, name="Vinter")
    Event.objects.filter(pk=event.pk).update(season=season)


def season_settled(event):
    into_season(event)
    settle_up(scope=Season.objects.get(), actor="user:1")


def settled_again(event):
    settle_up(scope=event, actor="user:1")


def member_has_a_telephone(event):
    Person.objects.filter(pk=Membership.objects.order_by("number")[0].person_id).update(
        phone="12 34 56 78"
    )


def member_is_renamed(event):
    Person.objects.filter(pk=Membership.objects.order_by("number")[0].person_id).update(
        first_name="Ærke"
    )


def member_is_passive(event):
    Membership.objects.filter(number="101").update(status=Membership.Status.PASSIVE)


def member_is_new(event):
    Membership.objects.create(club=event.club, person=make.make_person("New", "One"), number="900")


def member_has_come(event):
    person = Membership.objects.order_by("number")[0].person
    Attendance.objects.create(club=event.club, person=person, date=event.date)


def in_teams(event):
    team = Team.objects.create(event=event, number=1, name="Spadille", handicap=3)
    Participant.objects.filter(event=event, number__in=(1, 2)).update(team=team)


def folders(event):
    set_folders(event=event, settings=suggested(event), actor="user:1")


def other_rules(event):
    Event.objects.filter(pk=event.pk).update(sitter_pays=True, comparison="per_opponent")


def another_language(event):
    Event.objects.filter(pk=event.pk).update(language="da")


def another_stake(event):
    Event.objects.filter(pk=event.pk).update(start=100)


def another_unit(event):
    Event.objects.filter(pk=event.pk).update(unit=Decimal(2))


def broken_off(event):
    Event.objects.filter(pk=event.pk).update(abandoned=True)


def more_rounds(event):
    Event.objects.filter(pk=event.pk).update(planned_rounds=3)


CHANGES = (
    rename_event, rename_club, rename_player, rename_player_elsewhere, player_leaves, substitute,
    substitute_who_is_known, swap_seats, another_dealer, another_number, another_date,
    back_to_draft, result, result_elsewhere, corrected, decide, code_revoked, code_over, paid,
    bonus, prize_given, settled_anew, settled_again, season_settled, member_has_a_telephone,
    member_is_renamed, member_is_passive, member_is_new, member_has_come, in_teams, folders,
    other_rules, another_language, another_stake, another_unit, more_rounds, closed, broken_off,
)  # fmt: skip


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
UNTOUCHED = {
    "score-sheet": (
        *(result, decide, paid, result_elsewhere, rename_player_elsewhere, member_is_new),
        *(broken_off, *OF_MONEY),
    ),
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
