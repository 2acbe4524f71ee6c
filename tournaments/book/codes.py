"""Codes that people read from paper and type: no two letters look alike, one proves the others."""

from typing import Final

ALPHABET: Final = "23456789ABCDEFGHJKLMNPQRSTVWXYZ"
"""Without 0, 1, I, O and U. A prime number of letters, so that the check finds every slip below."""
BASE: Final = len(ALPHABET)
GROUP: Final = 4
"""Letters that are printed together."""


def spelled(number: int, letters: int) -> str:
    """Return ``number`` in so many letters and one to check, in groups of four.

    >>> spelled(2026, 7)
    '2222-45DE'
    """
    digits = [number // BASE**place % BASE for place in reversed(range(letters))]
    text = "".join(ALPHABET[digit] for digit in (*digits, _check(digits)))
    return "-".join(text[at : at + GROUP] for at in range(0, len(text), GROUP))


def read(text: str, letters: int) -> int | None:
    """Return the number that was spelled in so many letters; small letters and spaces will do.

    None where it is no such code: a letter is wrong, missing or too many. One wrong letter, or two
    that changed places, are always noticed.

    >>> read("2222 45de", 7)
    2026
    >>> read("2222 45ed", 7) is None
    True
    """
    typed = [letter for letter in text.upper() if letter.isalnum()]
    if len(typed) != letters + 1 or not set(typed) <= set(ALPHABET):
        return None
    *digits, check = (ALPHABET.index(letter) for letter in typed)
    if check != _check(digits):
        return None
    number: int = sum(digit * BASE**place for place, digit in enumerate(reversed(digits)))
    return number


def _check(digits: list[int]) -> int:
    """Return a sum in which every place weighs differently."""
    return sum(place * digit for place, digit in enumerate(digits, start=1)) % BASE
