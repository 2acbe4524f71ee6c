"""What a form of the cash book says where it is refused, with all that was typed."""

from collections.abc import Callable, Mapping
from typing import Final, TypeVar

from django import forms
from django.contrib import messages
from django.http import HttpRequest

from lhombre_club.refusal import Reason, Refusal
from tournaments.cash.reasons import CashReason

Made = TypeVar("Made")
AT: Final[Mapping[Reason, str | None]] = {
    **dict.fromkeys(
        (
            CashReason.BEFORE,
            CashReason.BEFORE_BEGUN,
            CashReason.COUNT_CLOSED,
            CashReason.FUTURE,
            CashReason.YEAR_CLOSED,
        ),
        "date",
    ),
    CashReason.NO_PARTS: None,
    CashReason.NO_POOL: None,
}
"""The field that is to be put right; None: several together. Another page tells of the rest."""


def booked(
    request: HttpRequest,
    form: forms.Form,
    deed: Callable[[], Made],
    done: str | Callable[[Made], str],
) -> bool:
    """Do what a form asks for, and tell that it is ``done``, or why it is refused.

    False where the form itself is to be put right; then it says so, and is to be shown again.
    """
    try:
        made = deed()
    except Refusal as refusal:
        if refusal.reason in AT:
            form.add_error(AT[refusal.reason], str(refusal))
            return False
        messages.error(request, str(refusal))
    else:
        messages.success(request, done if isinstance(done, str) else done(made))
    return True
