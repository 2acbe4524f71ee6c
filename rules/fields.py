"""The keys of a raw record, read one by one; what is wrong with them is gathered, not raised."""

from collections.abc import Collection, Mapping
from enum import StrEnum
from functools import cache
from typing import TypeGuard, TypeVar

from rules.errors import Code, Complaint, RefusedError, quoted

Word = TypeVar("Word", bound=StrEnum)


def is_whole(value: object) -> TypeGuard[int]:
    """A whole number, and not a truth value, which Python also counts among them."""
    return isinstance(value, int) and not isinstance(value, bool)


@cache
def _values(words: type[StrEnum]) -> tuple[str, ...]:
    return tuple([word.value for word in words])


class Fields:
    """A raw record and the complaints about it so far.

    A reader returns None for a key that is left out or was complained of.
    """

    def __init__(self, data: object, name: str) -> None:
        """Raise ``RefusedError`` at once if ``data`` is not an object; ``name`` says what of."""
        if not isinstance(data, dict):
            message = f"A {name} is a JSON object such as {{…}}."
            raise RefusedError((Complaint(Code.MALFORMED, "", message),))
        self.data: Mapping[object, object] = data
        self.complaints: list[Complaint] = []

    def complain(self, code: Code, field: str, message: str) -> None:
        """Note one thing that is wrong."""
        self.complaints.append(Complaint(code, field, message))

    def malformed(self, field: str, message: str) -> None:
        """Note a key that is missing, unknown or of the wrong type."""
        self.complain(Code.MALFORMED, field, message)

    def require(self, *keys: str) -> None:
        """Complain of each of ``keys`` that is left out."""
        for key in keys:
            if key not in self.data:
                self.malformed(key, f"The key {key} is missing.")

    def allow_only(self, keys: Collection[object]) -> None:
        """Complain of every key that is not in ``keys``, best a frozen set."""
        for key in self.data:
            if key not in keys:
                shown = quoted(key)
                self.malformed(shown.strip("“”"), f"There is no key {shown} in this record.")

    def whole(self, key: str) -> int | None:
        """A whole number."""
        value = self.data.get(key)
        if is_whole(value):
            return value
        if key in self.data:
            self.malformed(key, f"The key {key} must be a whole number.")
        return None

    def flag(self, key: str) -> bool:
        """True or false; left out is false."""
        value = self.data.get(key, False)
        if isinstance(value, bool):
            return value
        self.malformed(key, f"The key {key} must be true or false.")
        return False

    def text(self, key: str) -> str | None:
        """A text."""
        value = self.data.get(key)
        if isinstance(value, str):
            return value
        if key in self.data:
            self.malformed(key, f"The key {key} must be a text.")
        return None

    def word(self, key: str, words: type[Word], unknown: Code = Code.MALFORMED) -> Word | None:
        """One of the words of an enum; any other text is refused as ``unknown``."""
        text = self.text(key)
        if text is None:
            return None
        if text in _values(words):
            return words(text)
        choice = ", ".join(_values(words))
        self.complain(unknown, key, f"{quoted(text)} is not known for {key}: use one of {choice}.")
        return None

    def items(self, key: str) -> list[object] | None:
        """A list; left out is empty, and None is no list."""
        value = self.data.get(key, [])
        if isinstance(value, list):
            return value
        self.malformed(key, f"The key {key} must be a list.")
        return None
