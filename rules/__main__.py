"""``python -m rules``: results settled, whole deals checked, rule sets shown, deals simulated."""

import argparse
import sys
from collections.abc import Sequence

from rules.checking import ViolationError, check
from rules.errors import Breach, BreachError, Json, RefusedError
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


def verdict(line: bytes, default: str | None) -> dict[str, Json]:
    """What a whole deal comes to, or the first thing in it that is against the rules."""
    try:
        data = parse_line(line)
        return check(data, ruleset_of(data, default)).to_json()
    except RefusedError as refused:
        wrong = ViolationError("deal", BreachError(Breach.MALFORMED, str(refused)))
        return {"ok": False, "violation": wrong.to_json()}
    except ViolationError as violation:
        return {"ok": False, "violation": violation.to_json()}


ANSWERS = {"settle": answer, "check": verdict}


def main(argv: Sequence[str] | None = None) -> int:
    """Answer standard input; the exit status is 0 when every line was answered."""
    parser = argparse.ArgumentParser(prog="python -m rules", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    for name, told in (
        ("settle", "settle results, one JSON object a line"),
        ("check", "check whole deals, one JSON object a line"),
    ):
        command = commands.add_parser(name, help=told)
        command.add_argument("--ruleset", metavar="ID", help="the rule set of lines that name none")
    read = parser.parse_args(argv)
    default: str | None = read.ruleset
    reply = ANSWERS[read.command]
    for answered in answers(sys.stdin.buffer, lambda line: reply(line, default)):
        sys.stdout.buffer.write(answered)
        sys.stdout.buffer.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
