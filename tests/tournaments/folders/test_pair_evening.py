"""A pair evening of forty deals with folders: six pairs, all meet all, played to its standings."""

from collections import Counter, defaultdict
from dataclasses import replace
from uuid import UUID

import pytest

from tests.refused import refused_for
from tests.tournaments.played import ACTOR, Plain, make_pairs_or_teams, play_table, results
from tournaments.book.proving.ledger_check import check_event
from tournaments.folders.domain import (
    check,
    deals_of,
    set_folders,
    suggested,
)
from tournaments.folders.reasons import FolderReason
from tournaments.models import Round, Seat, Table
from tournaments.sheets.queries import sheet
from tournaments.standings.queries.crosstables import crosstables
from tournaments.standings.queries.standings import standings
from tournaments.teams.domain.leagues import LeagueSettings, draw_matches, release_round
from tournaments.teams.queries import league_rounds

pytestmark = pytest.mark.django_db(transaction=True)
PAIRS, ROUNDS, DEALS = 6, 5, 8
"""Everybody plays forty deals: eight against each of the five other pairs."""


@pytest.fixture
def evening(club):
    event = make_pairs_or_teams(club, "pairs", PAIRS, deals=DEALS, name="Makkerparturnering")
    return draw_matches(event=event, settings=LeagueSettings(), actor=ACTOR, seed=4)


def with_folders(event):
    """Forty folders, eight at a table, in as many equal sets as there are tables."""
    settings = replace(
        suggested(event), folders=40, together=8, first=(1, 1, 1), step=1, copies=3,
        reshuffled_after=0,
    )  # fmt: skip
    return set_folders(event=event, settings=settings, actor=ACTOR)


def test_a_pair_evening_of_forty_deals_with_folders(evening):
    with_folders(evening)
    plain = Plain()
    met: dict[UUID, list[int]] = defaultdict(list)
    for round_ in evening.rounds.all():
        release_round(round_=round_, actor=ACTOR)
        for table in Table.objects.filter(round=round_).select_related("round__event__folder_plan"):
            folders = [deal.folder for deal in deals_of(table, DEALS)]
            # The same folders hold the same cards: everybody plays them alike here.
            play_table(table, folders[0], DEALS, plain)
            for seat in Seat.objects.filter(table=table):
                met[seat.participant_id] += folders
    assert {tuple(sorted(folders)) for folders in met.values()} == {tuple(range(1, 41))}
    found = standings(evening)
    assert {row.name: row.points for row in found.teams} == dict(plain.teams)
    assert {row.name: row.points for row in found.rows} == dict(plain.own)
    assert {row.name: row.deals for row in found.rows} == dict(plain.held)
    assert sum(plain.held.values()) == 3 * 3 * 40  # three play each deal at three tables
    assert [row.points for row in found.teams] == sorted(plain.teams.values(), reverse=True)
    (crosstable,) = crosstables(evening, league_rounds(evening))
    for row in crosstable.rows:
        met_by = [meeting for meeting in row.meetings if meeting]
        assert len(met_by) == PAIRS - 1
        assert sum(meeting.points for meeting in met_by) == plain.teams[row.team.name]
    assert check_event(evening) == []


def test_one_set_at_three_tables_is_refused(evening):
    """The twin: with one set the folders would have to lie at three tables at once."""
    one_set = replace(suggested(evening), folders=40, together=8, first=(1, 1, 1), copies=1)
    assert check(evening, one_set).faults
    set_folders(event=evening, settings=one_set, actor=ACTOR)
    with refused_for(FolderReason.FLAWED):
        release_round(round_=evening.rounds.all()[0], actor=ACTOR)
    assert not Round.objects.exclude(state=Round.State.DRAFT).exists()


def test_every_two_pairs_meet_once_and_partners_sit_opposite(evening):
    met: Counter[frozenset[str]] = Counter()
    for round_ in league_rounds(evening):
        assert not round_.byes
        for match in round_.matches:
            (table,) = match.tables
            assert [one.team for one in table.chairs] == [match.home.pk, match.away.pk] * 2
            met[frozenset((match.home.name, match.away.name))] += 1
    assert len(met) == PAIRS * (PAIRS - 1) // 2
    assert set(met.values()) == {1}


def test_a_sheet_says_whose_cards_were_taken_over(evening):
    """Who was to sit out pays or is paid in the place of the declarer's partner."""
    round_ = evening.rounds.all()[0]
    release_round(round_=round_, actor=ACTOR)
    table = Table.objects.filter(round=round_)[0]
    play_table(table, 7, DEALS, Plain())
    lines = sheet(table).lines
    told = list(results(7, DEALS))
    assert any(result.get("declarer") is not None for result in told)
    taken_over = 0
    for line, result in zip(lines, told, strict=True):
        if line.changes is None or result.get("declarer") is None:
            continue
        declarer = int(str(result["declarer"]))
        partner = (declarer + 2) % 4
        assert {seat for seat in range(4) if line.changes[seat]} == {0, 1, 2, 3} - {partner}
        taken_over += line.sitter != partner
    assert taken_over
