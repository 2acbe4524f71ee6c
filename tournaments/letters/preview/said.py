"""What a letter says to whom."""

from collections.abc import Mapping
from dataclasses import dataclass
from uuid import UUID


@dataclass(frozen=True, slots=True)
class Said:
    """A subject for all, and a body for each person."""

    subject: str
    bodies: Mapping[UUID, str]
    settled: frozenset[UUID] = frozenset()
    """Who need not be asked, since he has answered."""
