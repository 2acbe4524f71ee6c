"""What may go wrong without anybody's seeing it, and how each of it is now."""

import datetime as dt
import platform
import shutil
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Final

from django.conf import settings
from django.db import connection
from django.db.models import Exists, Max, Min, OuterRef, Q, QuerySet
from django.template.defaultfilters import filesizeformat
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from lhombre_club import disk
from lhombre_club.copies import drill, shelf
from lhombre_club.members.models import Club
from lhombre_club.printing.models import Job
from tournaments.book.proving import proofs
from tournaments.models import Event, Revision, Round
from tournaments.review.queries.board import SILENT, boards
from tournaments.review.queries.rounds import rounds
from tournaments.words import figures

SLOW: Final = dt.timedelta(minutes=2)
"""A paper takes seconds; one that has waited longer waits for a worker that is not there."""
PROVED: Final = dt.timedelta(days=3)


class State(StrEnum):
    """How something is."""

    WELL = "well"
    LOOK = "look"
    BAD = "bad"

    @property
    def label(self) -> str:
        """The word for it."""
        return {State.WELL: _("in order"), State.LOOK: _("look at it"), State.BAD: _("wrong")}[self]


WORSE: Final = (State.WELL, State.LOOK, State.BAD)


@dataclass(frozen=True, slots=True)
class Row:
    """One thing that is looked at."""

    name: str
    state: State
    says: str
    advice: str = ""


def look(club: Club) -> list[Row]:
    """Look at everything; what is wrong comes first.

    The tables are those of ``club``, all else is the installation's.
    """
    found = [
        database(),
        room(),
        *copies(),
        *tried(),
        clock(),
        account(),
        papers(),
        tables(club),
        *set_aside(),
        program(),
    ]
    return sorted(found, key=lambda row: WORSE.index(row.state), reverse=True)


def states() -> dict[str, State]:
    """How each thing is at its worst, in every club, and the worst of all; it names nobody."""
    found = {
        "database": [database()],
        "disk": [room()],
        "copies": list(copies()),
        "drill": list(tried()),
        "clock": [clock()],
        "account": [account()],
        "papers": [papers()],
        "tables": [tables(club) for club in Club.objects.all()],
    }
    worst = {
        name: max((row.state for row in rows), key=WORSE.index, default=State.WELL)
        for name, rows in found.items()
    }
    return {"worst": max(worst.values(), key=WORSE.index), **worst}


def database() -> Row:
    """Where the results are kept."""
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            mode = cursor.execute("PRAGMA journal_mode").fetchone()[0]
        says = _("A file on this computer. Its journal (%(mode)s) outlives a power cut.")
        return Row(_("Database"), State.WELL, says % {"mode": mode.upper()})
    with connection.cursor() as cursor:
        cursor.execute("SHOW server_version")
        version = cursor.fetchone()[0]
    at = connection.settings_dict
    says = _("PostgreSQL %(version)s on %(host)s, database %(name)s.")
    facts = {"version": version, "host": at["HOST"] or "localhost", "name": at["NAME"]}
    return Row(_("Database"), State.WELL, says % facts)


def room() -> Row:
    """How much the disk still takes."""
    free = shutil.disk_usage(settings.VAR_DIR).free
    says = _("%(size)s are free where the club’s data lie.") % {"size": filesizeformat(free)}
    if not disk.is_low(settings.VAR_DIR):
        return Row(_("Disk"), State.WELL, says)
    advice = _("Free some room soon: when the disk is full, nothing more can be saved.")
    return Row(_("Disk"), State.BAD, says, advice)


def copies() -> Iterator[Row]:
    """The newest copy in each place."""
    for place in shelf.everywhere():
        name = _("Copies") if place == shelf.home() else _("Copies in %(place)s") % {"place": place}
        yield _copies_in(place, name)


def _copies_in(place: Path, name: str) -> Row:
    newest = shelf.newest(place)
    if not place.is_dir() and place != shelf.home():
        says = _("The folder is not there.")
        return Row(name, State.LOOK, says, _("Is the stick plugged in?"))
    if newest is None:
        return Row(name, State.LOOK, _("There is none."), _("Make one with ./club backup"))
    says = _("The newest is number %(number)d, made %(when)s.")
    says %= {"number": newest.number, "when": figures.clock(newest.made_at)}
    if timezone.now() - newest.made_at > shelf.OLD:
        return Row(name, State.LOOK, says, _("Make a newer one with ./club backup"))
    return Row(name, State.WELL, says)


def tried() -> Iterator[Row]:
    """Whether a copy could be put back, where there is one."""
    name, advice = _("A copy tried"), _("Try the newest with ./club restore-drill")
    last = drill.last()
    if last is None:
        if shelf.newest(*shelf.everywhere()) is not None:
            yield Row(name, State.LOOK, _("It was never tried to put one back."), advice)
        return
    facts = {"number": last.number, "when": figures.clock(last.done_at)}
    if not last.sound:
        says = _("Number %(number)d could not be put back, %(when)s.") % facts
        yield Row(name, State.BAD, says, _("Make a new copy with ./club backup, and try that."))
    elif drill.is_due():
        says = _("Number %(number)d could be put back, %(when)s; that is long ago.") % facts
        yield Row(name, State.LOOK, says, advice)
    else:
        yield Row(name, State.WELL, _("Number %(number)d could be put back, %(when)s.") % facts)


def clock() -> Row:
    """Whether anything is dated later than now."""
    now = timezone.now()
    newest = shelf.newest(shelf.home())
    latest = Revision.objects.aggregate(latest=Max("created_at"))["latest"]
    says = _("By this computer it is %(now)s.") % {"now": figures.moment(now)}
    ahead = latest is not None and latest > now + shelf.CLOCKS_DIFFER
    if ahead or (newest is not None and newest.is_ahead):
        says += " " + _("A result or a copy is dated later than that.")
        return Row(_("Clock"), State.LOOK, says, _("Set the computer’s date and time right."))
    return Row(_("Clock"), State.WELL, says)


def account() -> Row:
    """Whether results, account and totals agreed when that was last proved."""
    proof = proofs.last()
    if proof is None:
        says = _("It was not proved yet.")
        return Row(_("Account"), State.LOOK, says, _("It is at each start, and each night."))
    facts = {"when": figures.clock(proof.at), "tables": proof.tables}
    if proof.differences:
        count = proof.differences
        says = ngettext(
            "%(count)d difference was found, %(when)s.",
            "%(count)d differences were found, %(when)s.",
            count,
        ) % {**facts, "count": count}
        advice = _("The evening can go on. Keep the data folder as it is, and ask a developer.")
        return Row(_("Account"), State.BAD, says, advice)
    says = ngettext(
        "Results, account and totals agreed at %(tables)d table, %(when)s.",
        "Results, account and totals agreed at all %(tables)d tables, %(when)s.",
        proof.tables,
    )
    if not proof.tables:
        says = _("There was no table to prove, %(when)s.")
    since = _unproved(proof.at).values("table").distinct().count()
    says = " ".join([says % facts, *_entered_since(since)])
    if timezone.now() - proof.at > PROVED:
        return Row(_("Account"), State.LOOK, says, _("Start the program again."))
    if since and not proof.tables:
        return Row(_("Account"), State.LOOK, says, _("It is at each start, and each night."))
    return Row(_("Account"), State.WELL, says)


def _unproved(since: dt.datetime) -> QuerySet[Revision]:
    """Return what was entered since then, and after a round of its event ended: that proves all."""
    event, entered = OuterRef("table__round__event"), OuterRef("created_at")
    ended = Q(provisional_at__gte=entered) | Q(closed_at__gte=entered)
    proved = Round.objects.filter(ended, event=event)
    return Revision.objects.filter(~Exists(proved), created_at__gt=since)


def _entered_since(tables: int) -> Iterator[str]:
    if tables:
        yield ngettext(
            "At %(count)d table deals were entered that are not proved yet.",
            "At %(count)d tables deals were entered that are not proved yet.",
            tables,
        ) % {"count": tables}


def papers() -> Row:
    """Whether somebody makes what is to be printed."""
    waiting = Job.objects.filter(state__in=Job.WAITING).aggregate(first=Min("asked_at"))["first"]
    if waiting is None:
        return Row(_("Papers"), State.WELL, _("None waits to be made."))
    says = _("The oldest that waits was asked for %(when)s.") % {"when": figures.clock(waiting)}
    if timezone.now() - waiting < SLOW:
        return Row(_("Papers"), State.WELL, says)
    advice = _("End the program and start it again: what was asked for is made then.")
    return Row(_("Papers"), State.LOOK, says, advice)


def tables(club: Club) -> Row:
    """Whether a device that keeps a table has fallen silent."""
    released = Round.objects.filter(state=Round.State.RELEASED)
    running = Event.objects.filter(club=club, pk__in=released.values("event")).order_by("date")
    silent = [
        _("%(event)s, round %(round)d, table %(table)d")
        % {"event": event.name, "round": board.round.number, "table": line.table.number}
        for event in running
        for board in boards(event, rounds(event))
        for line in board.lines
        if line.silent_since is not None
    ]
    if not silent:
        return Row(_("Tables"), State.WELL, _("No device that keeps a table has fallen silent."))
    minutes = int(SILENT.total_seconds() // 60)
    says = _("Nothing was heard for %(minutes)d minutes from: %(tables)s.")
    says %= {"minutes": minutes, "tables": "; ".join(silent)}
    return Row(
        _("Tables"),
        State.LOOK,
        says,
        _("If a phone keeps it: has it a network, or is it put away?"),
    )


def set_aside() -> Iterator[Row]:
    """What restores have put aside; it is never removed by itself."""
    folders = [each for each in Path(settings.VAR_DIR).glob("aside-*") if each.is_dir()]
    if not folders:
        return
    size = sum(
        file.stat().st_size for each in folders for file in each.rglob("*") if file.is_file()
    )
    says = ngettext("%(count)d folder, %(size)s.", "%(count)d folders, %(size)s.", len(folders)) % {
        "count": len(folders),
        "size": filesizeformat(size),
    }
    advice = _("Who is sure that nobody needs them may delete the folders “aside-…” in %(place)s.")
    yield Row(_("Put aside by restores"), State.WELL, says, advice % {"place": settings.VAR_DIR})


def program() -> Row:
    """Which program it is, for whoever is asked what to do."""
    project = (Path(settings.BASE_DIR) / "pyproject.toml").read_text(encoding="utf-8")
    says = _("Version %(version)s, on Python %(python)s.")
    version = tomllib.loads(project)["project"]["version"]
    facts = {"version": version, "python": platform.python_version()}
    return Row(_("Program"), State.WELL, says % facts)
