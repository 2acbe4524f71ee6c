"""The log of an older program: its subjects become facts, and its journal says what it said."""

from types import SimpleNamespace

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.models import Model
from django.utils.translation import override

from tests import make
from tournaments.book.verbs import VERBS
from tournaments.events.pages.log import lines
from tournaments.events.queries.log import journal
from tournaments.models import (
    Activity,
    Correction,
    Event,
    Flag,
    Protest,
    SheetPhoto,
    Table,
    TableEntry,
    TrayItem,
)

pytestmark = pytest.mark.django_db(transaction=True)
BEFORE = [("tournaments", "0012_account_settings")]
NEWER = {
    *(
        "event.carried",
        "member.forgotten",
        "substitute.forgotten",
        "draw.undone",
        "season.put",
        "season.champion",
        "member.merged",
        "member.parted",
        "event.archived",
        "event.unarchived",
    ),
    *("bonus.given", "bonus.withdrawn", "protest.withdrawn", "folders.set_from"),
    *("protest.added", "deals.ticked", "participant.in_place"),
    *("device.let_in", "screen.set", "clock.run", "clock.stopped", "season.champion"),
}
"""Verbs that no older program wrote."""
OLD: tuple[tuple[str, str, str], ...] = (
    ("event.made", "", "The event was made."),
    ("event.restored", "", "An older copy of everything was put back."),
    ("rounds.drawn", "seed 4711", "The seats were drawn."),
    ("seating.chosen", "4-4:0", "A way of seating was chosen."),
    ("rounds.planned", "3", "So many rounds are planned: 3."),
    ("players.swapped", "1: 2, 7", "Aksel Nr2 and Gerda Nr7 changed seats before play."),
    ("table.locked", "1/2", "Round 1, table 2: The table stays when the rest is drawn anew."),
    ("table.unlocked", "1/2", "Round 1, table 2: The table may be drawn anew."),
    ("participant.joined", "8", "Hans Nr8 joined."),
    ("participant.back", "8", "Hans Nr8 came back."),
    ("participant.withdrawn", "7 after 1", "Gerda Nr7 left after round 1."),
    ("wish.made", "1, 2: apart", "A wish was noted: Agnes Nr1 and Aksel Nr2."),
    ("wish.withdrawn", "1, 2", "A wish was taken back: Agnes Nr1 and Aksel Nr2."),
    ("seat.kept", "2: 1, None", "Where Aksel Nr2 always sits was set."),
    ("seat.kept", "2: None, None", "Where Aksel Nr2 always sits was set."),
    ("strength.set", "2: 3", "The strength of Aksel Nr2 was set."),
    ("strength.set", "2: None", "The strength of Aksel Nr2 was set."),
    ("substitute.set", "1: 1", "Who plays for whom in round 1 was changed."),
    ("substitutes.drawn", "1: 2", "Who plays for whom in round 1 was drawn."),
    ("teams.set", "4", "Pairs and teams were put together: 4."),
    ("matches.drawn", "seed 4711", "The matches were drawn."),
    ("round.dated", "1", "Round 1 was given another date."),
    ("evening.drawn", "2", "The event was made from the draw of the season."),
    ("season.changed", "{gone}", "The season was changed."),
    ("season.changed", "Spring", "The season was changed."),
    ("standings.set", "", "How places are decided was changed."),
    ("folders.set", "12", "Folders were planned: 12."),
    ("folders.dropped", "", "The folders were dropped."),
    ("rounds.released", "", "The seats were released, and the sheets opened."),
    ("rounds.released", "1", "The seats were released, and the sheets opened."),
    ("round.released", "1", "Round 1 was released."),
    ("rounds.set", "stated, 15 min", "How rounds end was changed."),
    ("round.provisional", "1", "Round 1 is provisional: all may look at it."),
    ("round.closed", "1", "The account was proved: round 1 is closed."),
    (
        "round.closed_early",
        "1",
        "The account was proved: round 1 is closed, before the time was up.",
    ),
    ("round.reopened", "1: look: 2", "Round 1 was opened again. “look: 2”"),
    (
        "time.given",
        "1/1: +5, 10 min",
        "Round 1, table 1: The table’s time was changed: +5, 10 min.",
    ),
    ("time.given", "1/1: -5, 0 min", "Round 1, table 1: The table’s time was changed: -5, 0 min."),
    ("time.given", "7/7: +5, 5 min", "The table’s time was changed: 7/7: +5, 5 min."),
    (
        "lease.taken",
        "1/1: Hans: the son",
        "Round 1, table 1: The sheet is kept by Hans: the son from now on. (Hans: the son)",
    ),
    ("lease.taken", "1/1: ", "Round 1, table 1: The sheet is kept by  from now on."),
    ("lease.taken", "7/7: Hans", "The sheet is kept by 7/7: Hans from now on. (Hans)"),
    ("device.barred", "1/1", "Round 1, table 1: A device was shut out of the table."),
    ("link.issued", "{table}", "Round 1, table 1: The table’s code for phones was made."),
    ("link.issued", "{gone}", "The table’s code for phones was made."),
    ("link.revoked", "{table}", "Round 1, table 1: The table’s code for phones was closed."),
    (
        "sums.stated",
        "1/1 10, 20",
        "Round 1, table 1: The paper’s sums were typed: after deal 10, 20.",
    ),
    ("sums.stated", "7/7 10", "The paper’s sums were typed: after deal 7/7 10."),
    ("sheet.read_again", "1/1", "Round 1, table 1: The sheet was read a second time."),
    ("sheet.read_again", "1/1 stops at 5", "Round 1, table 1: The sheet was read a second time."),
    (
        "deals.confirmed",
        "1/1 10 seat 1",  # it named the seat for the deal
        "Round 1, table 1: Aksel Nr2 confirmed deals 1–10.",
    ),
    (
        "flag.raised",
        "1/1/2 sums",
        "Round 1, table 1, deal 2: A doubt: the sums on the paper differ. “ink”",
    ),
    ("flag.raised", "1/1/3 sums", "Round 1, table 1, deal 3: A doubt: sums."),
    ("flag.raised", "7/7/2 sums", "A doubt: 7/7/2 sums."),
    (
        "flag.taken",
        "1/1/2 sums",
        (
            "Round 1, table 1, deal 2: "
            "Somebody looks into a doubt: the sums on the paper differ. “ink”"
        ),
    ),
    (
        "flag.cleared",
        "1/1/2 sums",
        "Round 1, table 1, deal 2: A doubt is cleared (“the sums on the paper differ”). “read it”",
    ),
    ("flag.raised", "1/1/0 sums", "Round 1, table 1: A doubt: sums."),
    (
        "protest.made",
        "1/1/5",
        "Round 1, table 1, deal 5: A protest was made. (Birte Nr3) “no pass”",
    ),
    ("protest.made", "1/1/0", "Round 1, table 1: A protest was made."),
    ("protest.answered", "1/1/5", "Round 1, table 1, deal 5: The protest was answered. “it was”"),
    ("deals.corrected", "{correction}", "Deals were corrected. “misread”"),
    ("seats.corrected", "{correction}", "Wrong seats were put right. “misread”"),
    ("rules.corrected", "{correction}", "All was settled by other rules. “misread”"),
    ("final.corrected", "{correction}", "Something in a closed round was corrected. “misread”"),
    ("deals.undone", "{correction}", "A correction of deals was taken back. “misread”"),
    ("seats.undone", "{correction}", "A correction of seats was taken back. “misread”"),
    ("rules.undone", "{correction}", "A change of the rules was taken back. “misread”"),
    ("final.undone", "{correction}", "A correction in a closed round was taken back. “misread”"),
    (
        "tray.received",
        "{item}",
        "Round 1, table 1, deal 4: A deal came that no sheet took; it went to the tray.",
    ),
    (
        "tray.placed",
        "{item}",
        "Round 1, table 1, deal 4: A deal from the tray was brought into a sheet. “twice”",
    ),
    (
        "tray.dismissed",
        "{item}",
        "Round 1, table 1, deal 4: A deal in the tray was put away. “twice”",
    ),
    ("entry.penalty", "{entry}", "Round 1, table 1: A penalty was given. “late”"),
    ("entry.hand", "{entry}", "Round 1, table 1: Points were entered by hand. “late”"),
    ("entry.transfer", "{entry}", "Round 1, table 1: A stake was transferred. “late”"),
    (
        "entry.withdrawn",
        "{entry}",
        "Round 1, table 1: An entry by hand or a penalty was withdrawn. “was not”",
    ),
    ("photo.attached", "{photo}", "Round 1, table 1: A photo of the sheet was attached."),
    ("photo.removed", "{gone}", "A photo of the sheet was removed."),
    ("paper.in", "1/1", "Round 1, table 1: The paper sheet came in."),
    (
        "paper.out",
        "1/1",
        "Round 1, table 1: The paper sheet is out again: it was taken in by mistake.",
    ),
    ("unit.agreed", "0.05", "The stake was agreed on: 0.05\xa0kr a point."),
    ("unit.agreed", "", "The stake was agreed on: not played for money."),
    ("money.settled", "{gone}", "It was worked out who pays whom."),
    ("payment.paid", "0711-1", "A payment was made: 0711-1."),
    ("payment.unpaid", "0711-1", "A payment was not made after all: 0711-1."),
    ("moon.rose", "over 3", "Something else was done: moon.rose."),
)
"""Verb, subject and line as they were before there were facts; in braces: the id of a row."""


@pytest.fixture
def event():
    return make.make_released_event(make.make_club(), tables=2)


@pytest.fixture
def ids(event):
    table = Table.objects.get(round__event=event, number=1)
    at_table = {"table": table, "actor": "user:x", "reason": "late"}
    place = {"event": event, "round_number": 1, "table_number": 1}
    Flag.objects.create(table=table, deal=2, kind="sums", words="ink", reason="read it")
    third = event.participants.get(number=3)
    Protest.objects.create(table=table, deal=5, participant=third, words="no pass", answer="it was")
    rows: dict[str, Model] = {
        "table": table,
        "correction": Correction.objects.create(event=event, reason="misread"),
        "entry": TableEntry.objects.create(
            **at_table, id=make.new_id(), kind="hand", amounts=[], withdrawn_reason="was not"
        ),
        "photo": SheetPhoto.objects.create(**place, table=table, width=1, height=1, size=1),
        "item": TrayItem.objects.create(
            **place,
            id=make.new_id(),
            table=table.pk,
            seats=[],
            first_dealer=0,
            deal=4,
            base=0,
            sent={},
            reason="twice",
        ),
    }
    return {name: row.pk for name, row in rows.items()} | {"gone": make.new_id()}


@pytest.fixture
def migrate():
    """Put the tables of tournaments as they were after a migration, and hand out its models."""

    def to(targets):
        executor = MigrationExecutor(connection)
        return executor.migrate(targets).apps

    latest = MigrationExecutor(connection).loader.graph.leaf_nodes("tournaments")
    yield SimpleNamespace(back=lambda: to(BEFORE), forth=lambda: to(latest))
    to(latest)


def told(event):
    """The journal as it was told, the oldest first."""
    with override("en"):
        read = lines(event, journal(event))
    return [
        (f"{line.where}: " if line.where else "")
        + line.says
        + (f" ({line.who})" if line.who != "at the table" else "")
        + (f" “{line.why}”" if line.why else "")
        for line in reversed(read)
    ]


def stored(event, apps):
    old = apps.get_model("tournaments", "Activity")
    return list(old.objects.filter(event=event.pk).order_by("actor").values_list("verb", "subject"))


@pytest.mark.nightly
def test_every_line_of_an_older_log_says_what_it_said(event, ids, migrate):
    old = [(verb, subject.format(**ids)) for verb, subject, _said in OLD]
    apps = migrate.back()
    rows = apps.get_model("tournaments", "Activity").objects
    for number, (verb, subject) in enumerate(old):
        rows.create(event_id=event.pk, verb=verb, subject=subject, actor=f"device:{number:03}")
    assert stored(event, apps) == old
    migrate.forth()
    assert told(Event.objects.get(pk=event.pk)) == [said for _verb, _subject, said in OLD]
    for line in Activity.objects.exclude(verb="moon.rose"):
        assert line.facts.keys() == set(VERBS[line.verb].facts)
    assert stored(event, migrate.back()) == old


def test_every_verb_is_among_the_older_ones():
    assert {verb for verb, _subject, _said in OLD} | NEWER == set(VERBS) | {"moon.rose"}


@pytest.mark.nightly
def test_a_subject_that_was_never_written_so_is_kept(event, migrate):
    odd = [("moon.rose", "over 3"), ("rounds.planned", "a few"), ("lease.taken", "1/1")]
    rows = migrate.back().get_model("tournaments", "Activity").objects
    for number, (verb, subject) in enumerate(odd):
        rows.create(event_id=event.pk, verb=verb, subject=subject, actor=f"device:{number}")
    migrate.forth()
    kept = Activity.objects.order_by("actor").values_list("facts__said", flat=True)
    assert list(kept) == ["over 3", "a few", "1/1"]
    assert told(Event.objects.get(pk=event.pk)) == [
        "Something else was done: moon.rose.",
        "So many rounds are planned: .",
        "The sheet is kept by  from now on.",
    ]
    assert stored(event, migrate.back()) == odd


@pytest.mark.nightly
def test_what_is_longer_than_a_subject_was_is_cut_on_the_way_back(event, migrate):
    facts = {"round": 1, "reason": "x" * 100}
    Activity.objects.create(event=event, verb="round.reopened", actor="user:x", facts=facts)
    assert stored(event, migrate.back()) == [("round.reopened", "1: " + "x" * 77)]
