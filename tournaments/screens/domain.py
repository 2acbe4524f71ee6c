"""What a director says to the room's screen."""

import datetime as dt
from collections.abc import Sequence

from django.db import transaction
from django.utils import timezone

from lhombre_club.refusal import Refusal
from tournaments.book.activity import note, raise_version
from tournaments.models import Event, Screen
from tournaments.screens.reasons import ScreenReason


def screen_of(event: Event) -> Screen:
    """Return the screen of ``event``; one that was never set is not stored."""
    return Screen.objects.filter(event=event).first() or Screen(event=event)


@transaction.atomic
def set_screen(
    *, event: Event, faces: Sequence[Screen.Face], call: str, foot: str, actor: str
) -> None:
    """Let the screen show these faces, a call above and a line below them."""
    Screen.objects.update_or_create(
        event=event, defaults={"faces": list(faces), "call": call, "foot": foot}
    )
    note(event=event, verb="screen.set", actor=actor)
    raise_version(event.pk)


@transaction.atomic
def run_clock(*, event: Event, minutes: int, seen: str, actor: str) -> None:
    """Let so many minutes be played from now on, or more of them while the clock runs.

    Raises Refusal where the clock is not the one that was ``seen``.
    """
    screen = _held(event, seen)
    now = timezone.now()
    screen.ends_at = max(now, screen.ends_at or now) + dt.timedelta(minutes=minutes)
    screen.save(update_fields=["ends_at"])
    note(event=event, verb="clock.run", actor=actor, minutes=minutes)
    raise_version(event.pk)


@transaction.atomic
def stop_clock(*, event: Event, seen: str, actor: str) -> None:
    """Take the clock from the screen; raises Refusal as ``run_clock`` does."""
    screen = _held(event, seen)
    screen.ends_at = None
    screen.save(update_fields=["ends_at"])
    note(event=event, verb="clock.stopped", actor=actor)
    raise_version(event.pk)


def _held(event: Event, seen: str) -> Screen:
    Screen.objects.get_or_create(event=event)
    screen = Screen.objects.select_for_update().get(event=event)
    if screen.clock_seen != seen:
        raise Refusal(ScreenReason.CLOCK_TURNED)
    return screen
