"""Fill in a made-up club: ``./club run --demo`` an evening, ``./club demo`` years of them."""

import time
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError, CommandParser
from django.utils import translation
from django.utils.timezone import localdate

from lhombre_club.copies.fitting import FittingCommand
from lhombre_club.printing.models import Job
from lhombre_club.refusal import Refusal
from tournaments.events.domain import demo
from tournaments.events.domain.demo_seasons import fill_seasons, fill_weekend
from tournaments.events.reasons import DemoReason
from tournaments.models import Event, Table
from tournaments.papers.asking import Kind, ask_for_sheets
from tournaments.standings.queries.standings import Standings, standings

PATIENCE = 120  # seconds for one PDF: three attempts of a slow machine
LOOK_AGAIN = 0.2  # seconds


class Command(FittingCommand):
    """Fill in the demonstration; a second time it changes nothing."""

    help = "Fill in a made-up club and one evening of it, and print the standings."

    def add_arguments(self, parser: CommandParser) -> None:
        """The paper needs a worker that is running."""
        parser.add_argument("--paper", action="store_true", help="have the worker make one PDF")
        parser.add_argument("--seasons", type=int, default=0, help="so many seasons that are over")
        parser.add_argument("--weekend", action="store_true", help="a championship of 48")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Fill in, show, print. Exit 1 where a real club is, or the PDF was not made."""
        today = localdate()
        try:
            event = demo.fill_in()
            fill_seasons(options["seasons"], today=today, say=self.stdout.write)
            if options["weekend"]:
                fill_weekend(today=today, say=self.stdout.write)
        except Refusal as refusal:
            own = refusal.reason is DemoReason.OWN_CLUB
            hint = (
                " Give it a folder of its own:  LHOMBRE_VAR=demo ./club run --demo" if own else ""
            )
            with translation.override("en"):
                raise CommandError(f"{refusal}{hint}") from refusal
        self.stdout.write(f"\n{event.name}, {event.date:%d.%m.%Y}\n\n{table(standings(event))}\n")
        if options["paper"]:
            self.stdout.write(paper(event))


def table(now: Standings) -> str:
    """Return the standings as text, a player a line."""
    width = max(len(row.name) for row in now.rows)
    heads = [f"{f'round {number}':>9}" for number in now.rounds]
    lines = [f"{'':4} {'':{width}} {'points':>7}{''.join(heads)}  won  kodille"]
    for row in now.rows:
        place = f"{row.place}{'=' if row.shared else '.'}"
        rounds = "".join(f"{'' if points is None else f'{points:+}':>9}" for points in row.rounds)
        lines.append(
            f"{place:>4} {row.name:{width}} {row.points:>+7}{rounds}{row.won:>5}{row.kodille:>9}"
        )
    return "\n".join(lines)


def paper(event: Event) -> str:
    """Have the worker make the first table's score sheet; return a sentence about it.

    Without Pango the sentence says what to install. Raises CommandError if it was not made.
    """
    first = Table.objects.filter(round__event=event).select_related("round__event").first()
    if first is None:
        raise AssertionError("the demonstration has tables")
    _forget_earlier()
    batch = ask_for_sheets(tables=[first], kind=Kind.SCORE_SHEET, actor=demo.ACTOR)
    job = _wait_for(Job.objects.get(batch=batch))
    with translation.override("en"):
        why = job.get_error_display() or job.get_state_display()
    if job.state == Job.State.DONE:
        file = settings.PAPERS_DIR / job.file_name
        return f"score sheet made by the worker: {file} ({file.stat().st_size} bytes)"
    if job.state == Job.State.UNAVAILABLE:
        return f"no score sheet: {why}"
    raise CommandError(f"The score sheet was not made ({why}). See logs/worker.log")


def _wait_for(job: Job) -> Job:
    deadline = time.monotonic() + PATIENCE
    while job.state in {Job.State.QUEUED, Job.State.RUNNING} and time.monotonic() < deadline:
        time.sleep(LOOK_AGAIN)
        job.refresh_from_db()
    return job


def _forget_earlier() -> None:
    """Let an earlier demonstration's sheet go, so that there is never more than one."""
    for job in Job.objects.filter(actor=demo.ACTOR):
        if job.file_name:
            (settings.PAPERS_DIR / job.file_name).unlink(missing_ok=True)
        job.delete()
