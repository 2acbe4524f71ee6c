"""A whole evening, deal by deal, against the answers computed elsewhere."""

import json
import os
import uuid
from pathlib import Path

import pytest
from django.core.management import call_command

from scoring.domain import totals
from tests import make
from tournaments.book.results import NewResult, enter_result
from tournaments.models import Table
from tournaments.sheets.queries import sheet
from tournaments.standings.queries.standings import standings

DATA = Path(__file__).resolve().parents[4] / "shared" / "data"


def lines_of(name):
    path = DATA / name
    if not path.exists():
        missing = pytest.fail if os.environ.get("CI") == "true" else pytest.skip
        missing(f"{name} is not beside the repository")
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line]


@pytest.mark.django_db
def test_every_table_of_the_evening_is_right_to_the_point(club, capsys):
    played, answers = lines_of("evening-dlu.jsonl"), lines_of("evening-dlu.answers.jsonl")
    event = make.make_released_event(club, tables=4, rounds=2)
    expected: dict[uuid.UUID, list[int]] = {}
    for line, answer in zip(played, answers, strict=True):
        table = Table.objects.get(
            round__event=event, round__number=line["round"], number=line["table"]
        )
        for deal, record in enumerate(line["deals"], start=1):
            entry = NewResult(id=uuid.uuid4(), deal=deal, base=0, record=record)
            enter_result(table=table, entry=entry, actor="user:tester")
        shown = sheet(table)
        assert [each.changes for each in shown.lines] == [
            tuple(deal["changes"]) for deal in answer["deals"]
        ]
        assert list(shown.totals) == answer["balances"]
        stored = totals([table.book])[table.book]
        assert [total.points for total in stored] == answer["balances"]
        for seat in table.seats.all():
            expected.setdefault(seat.participant_id, []).append(answer["balances"][seat.seat])
    rows = standings(event).rows
    assert {row.participant: list(row.rounds) for row in rows} == expected
    assert [row.points for row in rows] == sorted(map(sum, expected.values()), reverse=True)
    assert {row.deals for row in rows} == {60}
    call_command("check_ledger")
    assert "8 tables, no differences" in capsys.readouterr().out
