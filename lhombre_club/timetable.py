"""What the worker's clock asks for by itself, and when, by the club's own time."""

from typing import Any, Final

from celery.schedules import crontab


def _each(seconds: float, task: str) -> dict[str, Any]:
    """Every so often; what waits before a busy worker does not pile up."""
    return {"task": task, "schedule": seconds, "options": {"expires": seconds - 5}}


def _at_night(minute: int, task: str, **kwargs: str) -> dict[str, Any]:
    """Once in the hour after four, if the computer is on."""
    when = crontab(hour=4, minute=minute)
    return {"task": task, "schedule": when, "kwargs": kwargs, "options": {"expires": 3600}}


TIMETABLE: Final = {
    "sweep print jobs": _each(30, "lhombre_club.printing.tasks.sweep"),
    "count the years": _each(30, "tournaments.tasks.count_years"),
    "copy the club": _at_night(0, "tournaments.tasks.copy_club", why="night"),
    # Once a month; and whenever the worker starts.
    "try the newest copy": _at_night(15, "tournaments.tasks.restore_drill"),
    # A computer that is off then checks as it starts.
    "prove the account": _at_night(30, "tournaments.tasks.check_ledger"),
    # And whenever the worker starts.
    "tidy papers": _at_night(45, "lhombre_club.printing.tasks.tidy"),
    "forget old log-ins": _at_night(50, "lhombre_club.members.tasks.tidy"),
}
