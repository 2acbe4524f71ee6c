"""``python -m rules settle``: results in, what they are worth out, one line of JSON each."""

import argparse
import sys
from collections.abc import Sequence

from rules.errors import Json, RefusedError
from rules.jsonlines import answers, parse_line
from rules.reading import read_result, ruleset_of
from rules.settlement import settle


def answer(line: bytes, default: str | None) -> dict[str, Json]:
    """The settlement of one line, or every complaint about it."""
    try:
        data = parse_line(line)
        ruleset = ruleset_of(data, default)
        return settle(read_result(data, ruleset), ruleset).to_json()
    except RefusedError as refused:
        errors: list[Json] = [complaint.to_json() for complaint in refused.complaints]
        return {"ok": False, "errors": errors}


def main(argv: Sequence[str] | None = None) -> int:
    """Answer standard input; the exit status is 0 when every line was answered."""
    parser = argparse.ArgumentParser(prog="python -m rules", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    command = commands.add_parser("settle", help="settle results, one JSON object a line")
    command.add_argument("--ruleset", metavar="ID", help="the rule set of lines that name none")
    default: str | None = parser.parse_args(argv).ruleset
    for answered in answers(sys.stdin.buffer, lambda line: answer(line, default)):
        sys.stdout.buffer.write(answered)
        sys.stdout.buffer.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
