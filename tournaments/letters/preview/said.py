"""What a letter says to whom."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from django.utils.translation import gettext as _

ANSWER: Final = "{{answer}}"
"""Stands for the member's own link until the letter goes: what opens something is not kept."""


def masked(text: str) -> str:
    """Return a text without the link that is nobody's but the reader's."""
    return text.replace(ANSWER, _("(the member’s own link)"))


@dataclass(frozen=True, slots=True)
class Said:
    """A subject for all, and a body for each person."""

    subject: str
    bodies: Mapping[UUID, str]
    settled: frozenset[UUID] = frozenset()
    """Who need not be asked, since he has answered."""
