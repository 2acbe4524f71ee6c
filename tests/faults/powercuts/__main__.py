"""Many power cuts: ``python -m tests.faults.powercuts --cuts 100000 --seed 1``.

Needs strace. A quarter of the cuts falls into each scene, half of these on the SQLite library that
the lock holds and half on Python's own, which has another journal.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import secrets
import sys
import tempfile
import time
from functools import partial
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from tests.faults.powercuts.recording import Scene, record

if TYPE_CHECKING:
    from tests.faults.powercuts.cuts import Found

LIBRARIES: tuple[tuple[str, ...], ...] = ((), ("--older-library",))


def main() -> int:
    """Record the scenes, cut them off, print what came of it; return how the program ends."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cuts", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=secrets.randbelow(10**6))
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="powercuts-", dir=_fast()) as folder:
        os.environ["DJANGO_SETTINGS_MODULE"] = "lhombre_club.settings_test"
        wrong = 0
        for words in LIBRARIES:
            place = Path(folder) / f"rec{len(words)}"
            place.mkdir()
            wrong += _all(record(place, *words), words, options)
    return min(wrong, 1)


def _fast() -> str | None:
    return "/dev/shm" if Path("/dev/shm").is_dir() else None  # noqa: S108 -- a new folder in it


def _all(scenes: list[Scene], words: tuple[str, ...], options: argparse.Namespace) -> int:
    """Cut off every scene in so many processes; return how often something was wrong."""
    each = options.cuts // (len(LIBRARIES) * len(scenes) * options.processes)
    seeds = range(options.seed, options.seed + options.processes)
    began, wrong = time.monotonic(), 0
    with multiprocessing.get_context("fork").Pool(options.processes) as pool:
        for scene in scenes:
            results = pool.map(partial(_one, scene, each), seeds)
            cuts = sum(found.cuts.total() for found in results)
            told = [line for found in results for line in found.wrong]
            wrong += len(told)
            sys.stdout.write(
                f"{scene.name} {' '.join(words)}: {len(scene.steps)} steps, {cuts} cuts, "
                f"{len(told)} wrong (seed {options.seed})\n"
                + "".join(f"  {line}\n" for line in told[:9])
            )
            sys.stdout.flush()
    rate = each * len(scenes) * options.processes / (time.monotonic() - began)
    sys.stdout.write(f"{rate:.0f} cuts a second\n")
    return wrong


def _one(scene: Scene, count: int, seed: int) -> Found:
    import django  # noqa: PLC0415

    django.setup()
    from tests.faults.powercuts.cuts import drawn, tried  # noqa: PLC0415 -- needs the settings

    return tried(scene, drawn(scene, count, Random(f"{seed} {scene.name} cuts")), seed)  # noqa: S311


if __name__ == "__main__":
    sys.exit(main())
