"""``python -m tests.mutation [file …]``: which changes to a module its tests do not notice.

Without a file, all modules that have guards. Ends with 1 if the tests of a module notice fewer
than 95 of a hundred changes, not counting those that leave its answers the same.
"""

import sys
import time

from tests.mutation.equivalents import EQUIVALENT
from tests.mutation.guards import GUARDS
from tests.mutation.running import survivors

ENOUGH = 95
"""Of a hundred."""


def say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def well_guarded(path: str) -> bool:
    """Whether the tests of one module notice enough; what they do not is told."""
    started = time.monotonic()
    harmless = EQUIVALENT.get(path, {})
    number = killed = equal = 0
    for mutant, passed in survivors(path, GUARDS[path]):
        number += 1
        if not passed:
            killed += 1
        elif (mutant.before, mutant.after) in harmless:
            equal += 1
        else:
            say(f"{path}:{mutant}")
    score = 100 * killed / (number - equal)
    taken = time.monotonic() - started
    say(
        f"{path}: {number} mutants, {killed} killed, {number - killed} survived, "
        f"{equal} of them equivalent; {score:.1f} % ({taken:.0f} s)"
    )
    return score >= ENOUGH


def main(paths: list[str]) -> int:
    if unknown := set(paths) - set(GUARDS):
        say(f"no tests are named for {', '.join(sorted(unknown))}: see guards.py")
        return 2
    good = [well_guarded(path) for path in paths or GUARDS]
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
