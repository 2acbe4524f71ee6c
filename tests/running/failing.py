"""A disk that fails, for the tests of copies."""

from collections.abc import Callable
from typing import NoReturn


def refuse(number: int, words: str) -> Callable[..., NoReturn]:
    """Return a function that fails as the disk would."""

    def refuses(*_names: object) -> NoReturn:
        raise OSError(number, words)

    return refuses
