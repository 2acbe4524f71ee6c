"""Where a worker's child unpacks the fonts: a folder with its number on it.

A child that is killed cannot remove it. Whoever finds the folder can tell by the number that
nobody needs it any more; a living child goes on reading its own.
"""

import os
import shutil
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Final

PREFIX: Final = "lhombre-fonts-"


def claim() -> None:
    """From now on keep this process's temporary files in a folder of its own."""
    tempfile.tempdir = tempfile.mkdtemp(prefix=f"{PREFIX}{os.getpid()}-")


def leave() -> None:
    """Remove the folder of this process, if it has one."""
    own = tempfile.tempdir
    if isinstance(own, str) and Path(own).name.startswith(PREFIX):
        tempfile.tempdir = None
        shutil.rmtree(own, ignore_errors=True)


def remove_dead() -> int:
    """Remove the folders of processes that are no more; return how many."""
    gone = 0
    for folder in Path(tempfile.gettempdir()).glob(f"{PREFIX}*-*"):
        pid = folder.name.removeprefix(PREFIX).partition("-")[0]
        if pid.isdecimal() and not _lives(int(pid)) and _is_ours(folder):
            shutil.rmtree(folder, ignore_errors=True)
            gone += 1
    return gone


def _lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except (OSError, OverflowError):
        return True  # it is somebody else's
    return True


def _is_ours(folder: Path) -> bool:
    with suppress(OSError):
        return folder.is_dir() and not folder.is_symlink() and folder.stat().st_uid == os.getuid()
    return False
