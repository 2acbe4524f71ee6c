"""What strangers try and what came of it, in numbers: ``python -m tests.strangers``.

``SUITE=strict`` is what CI tries, ``SUITE=nightly`` the whole; the database is thrown away.
"""

import argparse
import logging
import random
import sys
import tempfile
from collections import Counter
from pathlib import Path

from tests.bench.database import scratch_database


def main() -> int:
    """Try all, print the seed and the counts, and return 1 if anything was let in."""
    asked = argparse.ArgumentParser(prog="python -m tests.strangers", description=__doc__)
    asked.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10**6))
    seed = asked.parse_args().seed
    logging.disable(logging.ERROR)
    with scratch_database(), tempfile.TemporaryDirectory() as folder:
        return _tried(seed, Path(folder))


def _tried(seed: int, folder: Path) -> int:
    from django.test import override_settings  # noqa: PLC0415 -- after the setup
    from django.test.utils import setup_test_environment  # noqa: PLC0415

    from tests import sizes  # noqa: PLC0415
    from tests.strangers import forgeries, matrix, scene  # noqa: PLC0415

    setup_test_environment()
    with override_settings(**scene.settings_for(folder)):
        there = scene.made(folder)
        cases = list(matrix.cases(there, sizes.STRANGERS))
        _print(f"seed {seed}, {sizes.RUN.name.lower()}")
        _print(", ".join(f"{count} {name}" for name, count in matrix.counted(cases).items()))
        wrong = matrix.faults(there, cases)
        lot = random.Random(seed)  # noqa: S311 -- a choice that can be repeated, not a secret
        forged = [
            each
            for secret in forgeries.secrets_of(there)
            for each in forgeries.forgeries(secret, sizes.FORGED, lot)
        ]
        for kind, count in Counter(each.secret.kind for each in forged).items():
            _print(f"{count} forgeries of a {kind}")
        _print(f"{len(forged)} forgeries")
        wrong += forgeries.accepted(forged)
    for each in wrong:
        _print(each)
    _print(f"{len(wrong)} faults")
    return bool(wrong)


def _print(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
