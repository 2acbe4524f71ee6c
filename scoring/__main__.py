"""``python -m scoring account``: tables in, their accounts out, one line of JSON each."""

import argparse
import sys
from collections.abc import Sequence

from rules.jsonlines import answers
from scoring.account import answer


def main(argv: Sequence[str] | None = None) -> int:
    """Answer standard input; the exit status is 0 when every line was answered."""
    parser = argparse.ArgumentParser(prog="python -m scoring", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("account", help="account tables, one JSON object a line")
    parser.parse_args(argv)
    for answered in answers(sys.stdin.buffer, answer):
        sys.stdout.buffer.write(answered)
        sys.stdout.buffer.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
