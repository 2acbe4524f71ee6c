"""Amounts of kroner as people and banks write them, in øre."""

import re
from typing import Final

MOST: Final = 10**10
"""Øre: a hundred million kroner are nobody's amount."""
_THOUSANDS: Final = r"\d{1,3}(?:[. ]\d{3})+"
_AMOUNT: Final = re.compile(
    rf"(?P<minus>[-−+]?) ?(?:kr\.? ?|dkk ?)?"
    rf"(?P<whole>{_THOUSANDS}|\d{{1,10}})(?:[,](?P<comma>\d{{1,2}})|\.(?P<point>\d{{1,2}}))?"
    r"(?P<after>-?)(?:,-)? ?(?:kr\.?|kroner|krone|dkk)?",
    re.ASCII | re.IGNORECASE,
)


def oere(text: str) -> int:
    """Return an amount in øre; a point before three digits stands between thousands.

    Raises ValueError for what is no amount.

    >>> [oere(each) for each in ("1.234,50", "200", "-0,5", "12.25 kr.", "1.000", "75,-")]
    [123450, 20000, -50, 1225, 100000, 7500]
    """
    found = _AMOUNT.fullmatch(text.replace("\N{NO-BREAK SPACE}", " ").strip())
    if found is None or (found["minus"] and found["after"]):
        raise ValueError(f"{text[:40]!r} is no amount")
    whole = int(re.sub(r"[. ]", "", found["whole"]))
    part = (found["comma"] or found["point"] or "").ljust(2, "0")
    amount = whole * 100 + int(part)
    if amount > MOST:
        raise ValueError(f"{text[:40]!r} is too large an amount")
    return -amount if found["minus"] in {"-", "−"} or found["after"] else amount


def shares(pool: int, parts: list[int], smallest: int = 100) -> list[int]:
    """Return ``pool`` divided by ``parts``, all of it: no øre is left, and none is added.

    Each is rounded down to ``smallest``; what then is left goes in such steps to the first, one
    each, and what is less than a step to the very first. Raises ValueError where nobody has a part.

    >>> shares(1000_00, [50, 30, 20])
    [50000, 30000, 20000]
    >>> shares(100_00, [1, 1, 1]), shares(101_50, [2, 1])
    ([3400, 3300, 3300], [6850, 3300])
    """
    whole = sum(parts)
    if whole <= 0 or min(parts) < 0:
        raise ValueError("nobody has a part")
    found = [pool * part // whole // smallest * smallest for part in parts]
    steps, rest = divmod(pool - sum(found), smallest)
    takers = [place for place, part in enumerate(parts) if part]
    for step in range(steps):
        found[takers[step % len(takers)]] += smallest
    found[takers[0]] += rest
    return found
