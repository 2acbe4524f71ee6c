"""Two addresses for whoever watches the program: does it live, and can it take a result?"""

from threading import Lock
from typing import Final

from django.conf import settings
from django.core.cache import cache
from django.db import Error, transaction
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from lhombre_club import disk
from lhombre_club.copies import fitting

KEPT: Final = "ready"
PATIENCE: Final = 0.5
"""Seconds that somebody waits for another's look."""
_looking = Lock()


@never_cache
@require_safe
def live(_request: HttpRequest) -> JsonResponse:
    """Answer, without asking anybody."""
    return JsonResponse({"live": True})


@never_cache
@require_safe
def ready(_request: HttpRequest) -> JsonResponse:
    """Say whether a result could be stored now, and if not why; 503 then.

    Anybody may ask, and each look takes a turn of those who write: one a second is for all. Who
    asks while somebody looks for longer is told that the database is busy, and holds no thread.
    """
    if not _looking.acquire(timeout=PATIENCE):
        return JsonResponse({"ready": False, "why": ["database: busy"]}, status=503)
    try:
        why: list[str] | None = cache.get(KEPT)
        if why is None:
            why = _what_is_wrong()
            cache.set(KEPT, why, settings.STANDINGS_SECONDS)
    finally:
        _looking.release()
    return JsonResponse({"ready": not why, "why": why}, status=503 if why else 200)


def _what_is_wrong() -> list[str]:
    try:
        with transaction.atomic():  # which on SQLite waits for the right to write
            has_shape = _has_shape()
    except Error as error:
        return [f"database: {disk.fault_of(error).name.lower()}"]
    wrong = [] if has_shape else ["database: not of this program's shape"]
    return wrong + (["disk: nearly full"] if disk.is_low(settings.VAR_DIR) else [])


def _has_shape() -> bool:
    """Whether the database is of this program's age, neither older nor newer."""
    try:
        fitting.look()
    except fitting.MisfitError:
        return False
    return True
