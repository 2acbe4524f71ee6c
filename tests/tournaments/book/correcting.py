"""Corrections as a director makes them."""

from tournaments.book.corrections import correct

DIRECTOR = "user:director"


def make_correction(event, *changes, reason="misread", **kwargs):
    return correct(event=event, changes=changes, reason=reason, actor=DIRECTOR, **kwargs)


def refusals(caught):
    """Deal and reason of each line of a caught ``LinesRefusedError``."""
    return [(each.deal, each.error.reason) for each in caught.value.lines]
