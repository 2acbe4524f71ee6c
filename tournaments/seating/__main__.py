"""``python -m tournaments.seating plan --players N --rounds R --seed S [--json]``."""

import argparse
import json
import sys
from collections.abc import Sequence

from tournaments.seating import FieldError, Plan, plan


def main(argv: Sequence[str] | None = None) -> int:
    """Print a plan; return 2 with a sentence where there is none."""
    parser = argparse.ArgumentParser(prog="python -m tournaments.seating")
    commands = parser.add_subparsers(required=True)
    command = commands.add_parser("plan", help="print a seating plan")
    command.add_argument("--players", type=int, required=True)
    command.add_argument("--rounds", type=int, required=True)
    command.add_argument("--seed", type=int, default=1)
    command.add_argument("--json", action="store_true")
    wanted = parser.parse_args(argv)
    try:
        made = plan(wanted.players, wanted.rounds, wanted.seed)
    except FieldError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    sys.stdout.write((_as_json(made) if wanted.json else _as_text(made)) + "\n")
    return 0


def _as_json(made: Plan) -> str:
    said = ("rounds", "repeats", "bound", "proved_best")
    return json.dumps({key: getattr(made, key) for key in said})


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
    return "\n".join(lines)


if __name__ == "__main__":
    raise SystemExit(main())
