"""Codes that people read from paper and type: no two letters look alike, one proves the others."""

from typing import Final

ALPHABET: Final = "23456789ABCDEFGHJKLMNPQRSTVWXYZ"
"""Without 0, 1, I, O and U. A prime number of letters, so that the check finds every slip below."""
BASE: Final = len(ALPHABET)
GROUP: Final = 4
"""Letters that are printed together."""


class MistypedError(ValueError):
    """This is no code of that length: a letter is wrong, missing or too many."""


def spelled(number: int, letters: int) -> str:
    """Return ``number`` in so many letters and one to check, in groups of four.

    >>> spelled(2026, 7)
    '2222-45DE'
    """
    digits = [number // BASE**place % BASE for place in reversed(range(letters))]
    text = "".join(ALPHABET[digit] for digit in (*digits, _check(digits)))
    return "-".join(text[at : at + GROUP] for at in range(0, len(text), GROUP))


def read(text: str, letters: int) -> int:
    """Return the number that was spelled in so many letters; small letters and spaces will do.

    One wrong letter, or two that changed places, are always noticed.

    >>> read("2222 45de", 7)
    2026

    Raises MistypedError.
    """
    typed = [letter for letter in text.upper() if letter.isalnum()]
    if len(typed) != letters + 1 or not set(typed) <= set(ALPHABET):
        raise MistypedError(text)
    *digits, check = map(ALPHABET.index, typed)
    if check != _check(digits):
        raise MistypedError(text)
    return sum(digit * BASE**place for place, digit in enumerate(reversed(digits)))


def _check(digits: list[int]) -> int:
    """Return a sum in which every place weighs differently."""
    return sum(place * digit for place, digit in enumerate(digits, start=1)) % BASE
