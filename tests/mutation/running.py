"""One module's mutants against its tests, each in a process of its own.

The processes are forked from one that has read pytest and Hypothesis, and nothing of the project:
each reads the changed module and all that uses it anew, so that no table remembered from another
mutant answers for it.
"""

import contextlib
import importlib.abc
import importlib.util
import io
import os
import resource
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import CodeType, ModuleType

import hypothesis
import pytest

from tests.mutation.mutants import Mutant, mutants

ROOT = Path(__file__).resolve().parents[2]
PYTEST = (
    "-q", "-x", "--tb=no", "--noconftest", "-c", str(Path(__file__).with_name("pytest.ini")),
    f"--rootdir={ROOT}", "-p", "no:cacheprovider",
)  # fmt: skip
SLOWER = 5
"""So many times what the tests take on the module as it is; beyond, a mutant never ends."""
MEMORY = 2 << 30
"""Bytes that a mutant may fill."""


class Changed(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Gives one module other code than its file."""

    def __init__(self, name: str, code: CodeType) -> None:
        self.name = name
        self.code = code
        self.read = False

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The changed module; of others nothing is known here."""
        if fullname != self.name:
            return None
        return importlib.util.spec_from_loader(fullname, self)

    def exec_module(self, module: ModuleType) -> None:
        """Fill the module."""
        self.read = True
        exec(self.code, module.__dict__)  # noqa: S102 - that is the point


def survivors(path: str, guards: Sequence[str]) -> Iterator[tuple[Mutant, bool]]:
    """Every mutant of the module in the file ``path``, and whether all tests passed with it.

    ``guards`` are files of tests, those that find most first. Raises ``ValueError`` if the tests
    fail without a change, or pass though the module cannot be read.
    """
    loaded = [name for name in sys.modules if name.split(".")[0] in {"rules", "scoring"}]
    if loaded:
        message = f"{loaded[0]} is in memory, and would be in every mutant's"
        raise ValueError(message)
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"  # Django's would take a second each time
    with contextlib.redirect_stdout(io.StringIO()):
        pytest.main([*PYTEST, "--collect-only", __file__])  # what pytest reads, it reads once
    source = (ROOT / path).read_text(encoding="utf-8")
    name = path.removesuffix(".py").replace("/", ".")

    def passes(code: CodeType, seconds: int) -> bool:
        return _in_a_fork(lambda: _tests_pass(Changed(name, code), guards), seconds)

    started = time.monotonic()
    if not passes(compile(source, path, "exec"), 600):
        message = f"the tests of {path} fail without a change"
        raise ValueError(message)
    seconds = int(SLOWER * (time.monotonic() - started)) + 5
    if passes(compile("raise ImportError", path, "exec"), seconds):
        message = f"the tests of {path} do not read it"
        raise ValueError(message)
    for mutant in mutants(source, path):
        yield mutant, passes(mutant.code, seconds)


def _tests_pass(changed: Changed, guards: Sequence[str]) -> bool:
    sys.meta_path.insert(0, changed)
    hypothesis.settings.register_profile(
        "mutation",
        database=None,
        deadline=None,
        derandomize=True,
        phases=(hypothesis.Phase.explicit, hypothesis.Phase.generate),
    )
    hypothesis.settings.load_profile("mutation")
    passed = all(pytest.main([*PYTEST, guard]) == pytest.ExitCode.OK for guard in guards)
    return passed and changed.read


def _in_a_fork(question: Callable[[], bool], seconds: int) -> bool:
    """Ask in a forked process; one that crashes or uses more processor time says no."""
    sys.stdout.flush()
    child = os.fork()
    if child == 0:
        answer = False
        with contextlib.suppress(BaseException):
            _confine(seconds)
            answer = question()
        os._exit(0 if answer else 1)
    _, status = os.waitpid(child, 0)
    return status == 0


def _confine(seconds: int) -> None:
    """Say nothing, and end when the time or the memory is used up."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)
    sys.stdout = sys.stderr = io.TextIOWrapper(io.FileIO(os.devnull, "w"))
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
