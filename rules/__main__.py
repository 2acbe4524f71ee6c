"""``python -m rules``: results settled, whole deals checked, rule sets shown, deals simulated."""

import argparse
import json
import sys
from collections.abc import Callable, Sequence

from rules.deal.checking import ViolationError, check
from rules.deal.simulate import simulate
from rules.errors import Breach, BreachError, Json, RefusedError
from rules.jsonlines import answers, parse_line
from rules.result.reading import read_result, ruleset_of
from rules.result.settlement import settle
from rules.rulesets import RULESETS
from rules.table import table

USUAL_PLAYERS = 4


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


def main(argv: Sequence[str] | None = None) -> int:
    """Do what the command says; the exit status is 0 when every line was answered."""
    read = _arguments().parse_args(argv)
    command: Callable[[argparse.Namespace], None] = read.run
    command(read)
    return 0


def _arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m rules", description=__doc__)
    commands = parser.add_subparsers(required=True)
    for name, reply, told in (
        ("settle", answer, "settle results, one JSON object a line"),
        ("check", verdict, "check whole deals, one JSON object a line"),
    ):
        command = commands.add_parser(name, help=told)
        command.add_argument("--ruleset", metavar="ID", help="the rule set of lines that name none")
        command.set_defaults(run=_answer_lines, reply=reply)
    shown = commands.add_parser("rulesets", help="show every rule set")
    shown.add_argument("--json", action="store_true", help="one JSON object a line")
    shown.set_defaults(run=_show)
    dealt = commands.add_parser("simulate", help="legal random deals, one JSON object a line")
    dealt.add_argument("--seed", type=int, required=True, help="the same seed, the same deals")
    dealt.add_argument("--deals", type=int, required=True, help="how many")
    dealt.add_argument("--ruleset", choices=RULESETS, default=next(iter(RULESETS)))
    dealt.add_argument("--players", type=int, choices=(3, 4, 5), default=USUAL_PLAYERS)
    dealt.set_defaults(run=_simulate, parser=dealt)
    return parser


def _answer_lines(read: argparse.Namespace) -> None:
    for answered in answers(sys.stdin.buffer, lambda line: read.reply(line, read.ruleset)):
        sys.stdout.buffer.write(answered)
        sys.stdout.buffer.flush()


def _show(read: argparse.Namespace) -> None:
    for ruleset in RULESETS.values():
        if read.json:
            _print(json.dumps(ruleset.to_json(), ensure_ascii=False) + "\n")
        else:
            _print(table(ruleset) + "\n")


def _simulate(read: argparse.Namespace) -> None:
    ruleset = RULESETS[read.ruleset]
    if read.players not in ruleset.players:
        read.parser.error(f"{ruleset.id} is not played by {read.players}")
    for record in simulate(ruleset, seed=read.seed, deals=read.deals, players=read.players):
        _print(json.dumps(record, ensure_ascii=False) + "\n")


def _print(text: str) -> None:
    sys.stdout.buffer.write(text.encode())


if __name__ == "__main__":
    sys.exit(main())
