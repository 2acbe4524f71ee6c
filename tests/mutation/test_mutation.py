"""The mutants are what they say, and enough of them are noticed."""

import subprocess
import sys

import pytest

from tests.mutation.equivalents import EQUIVALENT
from tests.mutation.guards import GUARDS
from tests.mutation.mutants import mutants
from tests.mutation.running import ROOT

SOURCE = '''"""A docstring is left alone."""

def least(one: int, key="a", most=True) -> int | None:
    """This one too."""
    if one < 3 and key:
        raise ValueError("a sentence too")
    one += 2
    return min(one, -one)
'''
EXPECTED = """\
def least(one: int, key='a?', most=True) -> int | None:
def least(one: int, key='a', most=False) -> int | None:
if one < 3 or key:
if not (one < 3 and key):
if one <= 3 and key:
if one >= 3 and key:
if one < 4 and key:
pass
one = 2
one -= 2
one += 3
return None
return max(one, -one)
return min(one, one)
"""


def test_each_mutant_changes_one_thing():
    found = list(mutants(SOURCE, "least.py"))
    assert [mutant.after for mutant in found] == EXPECTED.splitlines()
    assert all(mutant.before in SOURCE.replace('"a"', "'a'") or "raise" in mutant.before
               for mutant in found)  # fmt: skip


def test_the_code_of_a_mutant_is_changed_and_no_other():
    answers = []
    for mutant in mutants("def f(a):\n    return a * 3 - 1\n", "f.py"):
        names: dict[str, object] = {}
        exec(mutant.code, names)  # noqa: S102 - it was made here
        f = names["f"]
        assert callable(f)
        answers.append(f(5))
    assert answers == [None, 16, 7, 19, 13]


def test_every_guard_is_there():
    for path, guards in GUARDS.items():
        assert all((ROOT / name).is_file() for name in (path, *guards))


@pytest.mark.parametrize("path", EQUIVALENT)
def test_what_is_said_to_change_nothing_is_a_mutant(path):
    source = (ROOT / path).read_text(encoding="utf-8")
    known = {(mutant.before, mutant.after) for mutant in mutants(source, path)}
    assert set(EQUIVALENT[path]) <= known


@pytest.mark.nightly
@pytest.mark.parametrize("path", GUARDS)
def test_enough_mutants_are_noticed(path):
    """It needs a process that has not read the module."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.mutation", path],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
