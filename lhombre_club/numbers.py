"""Whole numbers out of requests, whatever was sent."""

from typing import Final

MOST_DIGITS: Final = 9
"""More do not stand for anything here, and Python refuses to read some thousands of them."""


def read_whole(sent: object, *, least: int = 0, most: int = 10**MOST_DIGITS - 1) -> int | None:
    """Return the number that ``sent`` spells in plain digits, or None where it spells none.

    A minus may stand before them where ``least`` is below zero. None too outside ``least`` to
    ``most``, with leading noughts, and for other scripts' digits, so that one number has one
    spelling.

    >>> read_whole("17"), read_whole("-5", least=-60), read_whole("0")
    (17, -5, 0)
    >>> read_whole("²"), read_whole("0017"), read_whole("9" * 5000), read_whole(None)
    (None, None, None, None)
    """
    text = sent if isinstance(sent, str) else ""
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit()) or len(digits) > MOST_DIGITS:
        return None
    number = int(text)
    return number if str(number) == text and least <= number <= most else None


def number_sent(sent: object) -> int:
    """Return the number that was sent; -1, which nothing has, if it is none.

    >>> number_sent("17"), number_sent("²")
    (17, -1)
    """
    found = read_whole(sent)
    return -1 if found is None else found
