"""JSON as the commands read it: strict, so that two readers never see two different records."""

import json
from collections.abc import Callable, Iterable, Iterator
from typing import NoReturn

from rules.errors import Code, Complaint, Json, RefusedError


def parse_line(line: bytes) -> object:
    """Read one line of JSON; raise ``RefusedError`` for anything else, whatever the bytes are.

    Beyond the grammar it refuses what readers disagree about: a key given twice, NaN and
    infinity, half of a surrogate pair.
    """
    try:
        text = line.decode("utf-8-sig")
        data: object = json.loads(text, object_pairs_hook=_once, parse_constant=_not_a_number)
        if "\\u" in text:  # the only way to write half a surrogate pair in UTF-8
            json.dumps(data, ensure_ascii=False).encode()
    except UnicodeError:
        raise _refused("The line is not text in UTF-8.") from None
    except _UnclearError as unclear:
        raise _refused(str(unclear)) from None
    except ValueError:
        raise _refused("The line is not JSON: write one object such as {…} on it.") from None
    except RecursionError:
        raise _refused("The line is nested too deeply to be a record.") from None
    return data


def answers(lines: Iterable[bytes], answer: Callable[[bytes], dict[str, Json]]) -> Iterator[bytes]:
    """One line of JSON for each line that is not blank, in order."""
    for line in lines:
        if line.strip():
            yield json.dumps(answer(line), ensure_ascii=False).encode() + b"\n"


class _UnclearError(ValueError):
    """JSON, but not clear what it says."""


def _refused(message: str) -> RefusedError:
    return RefusedError((Complaint(Code.MALFORMED, "", message),))


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise _UnclearError("A key stands twice in the same object: leave one out.")
    return found


def _not_a_number(_constant: str) -> NoReturn:
    raise _UnclearError("NaN and infinity are not numbers of a record.")
