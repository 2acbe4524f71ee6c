"""What the coverage report must say: everything in the kernels, by night nearly all elsewhere.

Lines and branches count alike. The kernels are where a missed branch is a wrong account.
"""

import json
from collections import defaultdict
from pathlib import Path
from typing import Any

WHOLE = ("rules/", "scoring/", "tournaments/plans/")
ELSEWHERE = 95  # per cent, of each part's lines and branches
NAMED = 12
"""So many places of a file are named; whoever has more to do finds the rest in the report."""


def _share(summaries: list[dict[str, Any]]) -> float:
    """Return the per cent of lines and branches that ran."""
    there = sum(one["num_statements"] + one["num_branches"] for one in summaries)
    ran = sum(one["covered_lines"] + one["covered_branches"] for one in summaries)
    return 100 * ran / there if there else 100.0


def _places(found: dict[str, Any]) -> str:
    lines = [str(line) for line in found["missing_lines"]]
    branches = [f"{start}→{end}" for start, end in found["missing_branches"]]
    places = lines + branches
    more = len(places) - NAMED
    return ", ".join(places[:NAMED]) + (f" and {more} more" if more > 0 else "")


def complaints(path: Path, *, kernels_only: bool = False) -> list[str]:
    """Return a sentence for each place that the tests should have reached and did not.

    ``path`` is coverage's JSON report; a report that is not there is a complaint too.
    """
    if not path.exists():
        return [f"FAILED  coverage: there is no report at {path.name}"]
    files: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))["files"]
    found = []
    parts = defaultdict(list)
    for name, one in sorted(files.items()):
        if name.startswith(WHOLE):
            if one["missing_lines"] or one["missing_branches"]:
                found.append(f"FAILED  coverage: {name} never ran {_places(one)}")
        elif not kernels_only:
            parts[name.split("/")[0]].append((name, one))
    for part, members in sorted(parts.items()):
        share = _share([one["summary"] for _name, one in members])
        if share < ELSEWHERE:
            worst = sorted(members, key=lambda item: _share([item[1]["summary"]]))[:5]
            names = "; ".join(f"{name}: {_places(one)}" for name, one in worst)
            found.append(f"FAILED  coverage: {part} {share:.1f} % < {ELSEWHERE} %. {names}")
    return found
