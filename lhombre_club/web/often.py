"""How often one house comes, where each time costs the server more than the house."""

import time
from collections import Counter

from lhombre_club.visitors import house_of, is_trusted


class Often:
    """The comings of the last seconds, by house; a proxy stands for many, and is not counted."""

    def __init__(self) -> None:
        """Begin with nobody."""
        self._came: Counter[str] = Counter()
        self._until = 0.0

    def is_too_often(self, address: str, most: int, seconds: float) -> bool:
        """Count that an address comes; return whether its house has more than ``most`` in them."""
        if is_trusted(address):
            return False
        now = time.monotonic()
        if now >= self._until:
            self._came.clear()
            self._until = now + seconds
        house = house_of(address) or ""
        self._came[house] += 1
        return self._came[house] > most
