"""``python -m tournaments.seating plan --players N --rounds R [--seed S] [--tables-of 3,4]``."""

import argparse
import json
import sys
from collections.abc import Sequence

from tournaments.plans import FieldError, Plan, plan
from tournaments.plans.layout import FOURS_AND_FIVES, THREES_AND_FOURS

SIZES = {
    ",".join(str(size) for size in sizes): sizes for sizes in (THREES_AND_FOURS, FOURS_AND_FIVES)
}


def main(argv: Sequence[str] | None = None) -> int:
    """Print a plan, or how it is made; return 2 with a sentence where there is none."""
    parser = argparse.ArgumentParser(prog="python -m tournaments.seating")
    commands = parser.add_subparsers(required=True, dest="command")
    for name, told in (("plan", "print a seating plan"), ("explain", "say how a plan is made")):
        command = commands.add_parser(name, help=told)
        command.add_argument("--players", type=int, required=True)
        command.add_argument("--rounds", type=int, required=True)
        command.add_argument("--seed", type=int, default=1)
        command.add_argument("--tables-of", choices=SIZES, default=next(iter(SIZES)))
        command.add_argument("--json", action="store_true")
    wanted = parser.parse_args(argv)
    try:
        made = plan(wanted.players, wanted.rounds, wanted.seed, tables_of=SIZES[wanted.tables_of])
    except FieldError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    if wanted.command == "explain":
        text = _explained_json(made) if wanted.json else _explained(made)
    else:
        text = _as_json(made) if wanted.json else _as_text(made)
    sys.stdout.write(text + "\n")
    return 0


def _as_json(made: Plan) -> str:
    said = ("rounds", "repeats", "bound", "proved_best") + (("byes",) if made.byes else ())
    return json.dumps({key: getattr(made, key) for key in said})


def _explained_json(made: Plan) -> str:
    said = ("construction", "repeats", "bound", "proved_best")
    return json.dumps({key: getattr(made, key) for key in said})


def _explained(made: Plan) -> str:
    best = "no plan has fewer" if made.proved_best else f"no plan has fewer than {made.bound}"
    return f"{made.construction}: {made.repeats} repeated meetings, {best}"


def _as_text(made: Plan) -> str:
    lines = [
        f"{made.construction}: {made.repeats} repeated meetings, at least {made.bound} in any plan"
    ]
    for number, tables in enumerate(made.rounds, start=1):
        lines.append(f"Round {number}")
        lines += [
            f"  table {place}: " + " ".join(f"{player:3}" for player in table)
            for place, table in enumerate(tables, start=1)
        ]
        if made.byes:
            lines.append("  bye: " + " ".join(f"{player:3}" for player in made.byes[number - 1]))
    return "\n".join(lines)


if __name__ == "__main__":
    raise SystemExit(main())
