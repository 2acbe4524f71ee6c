"""``club`` sets up what is missing, says what it cannot, and is quick the second time.

It runs here in a folder of its own, with a PATH on which only what a bare Debian has and the
stand-ins below can be found. Nothing is downloaded.
"""

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
BARE = (
    "sh",
    "dirname",
    "mkdir",
    "cat",
    "cksum",
    "rm",
    "sed",
    "tail",
    "cp",
    "chmod",
    "env",
    "touch",
    "ls",
)

# Python, as far as the script uses it. What it is asked for stands in the file "asked"; a file
# "no-…" lets that fail.
PYTHON = """#!/bin/sh
here=$(dirname "$STANDINS/x")
case "$*" in
  "-c import sys"*) [ ! -e "$here/no-new-python" ] ;;
  "-m venv "*)
    [ ! -e "$here/no-venv" ] || exit 1
    mkdir -p "$3/bin" && cp "$0" "$3/bin/python" ;;
  "-m pip"*requirements-uv.txt) echo "pip-uv" >>"$here/asked"; [ ! -e "$here/no-uv" ] ;;
  "-m pip"*) echo "pip $*" >>"$here/asked"; [ ! -e "$here/no-pip" ] ;;
  "-m uv"*) echo "uv $*" >>"$here/asked"; [ ! -e "$here/no-uv" ] ;;
  "-m playwright"*) [ ! -e "$here/no-driver" ] ;;
  "-c import weasyprint"*) echo "pango" >>"$here/asked"; [ ! -e "$here/no-pango" ] ;;
  *) echo "STARTED $*"; echo "CHROMIUM=${CHROMIUM:-}" ;;
esac
"""
APT = """#!/bin/sh
echo "apt $*" >>"$STANDINS/asked"
case "$*" in
  *update*) exit 0 ;;
  *download*) touch "$2_1_all.deb"; exit 0 ;;
esac
[ ! -e "$STANDINS/no-apt" ] || { echo "E: it is broken"; exit 100; }
case "$*" in
  *python3-venv*) cp "$STANDINS/python" "$STANDINS/bin/python3"; rm -f "$STANDINS/no-venv" ;;
esac
case "$*" in
  *pango*) rm -f "$STANDINS/no-pango" ;;
  *libatomic1*) rm -f "$STANDINS/no-driver" ;;
  *chromium*) cp "$STANDINS/python" "$STANDINS/bin/chromium" ;;
esac
exit 0
"""


DPKG = """#!/bin/sh
echo "dpkg $*" >>"$STANDINS/asked"
mkdir -p usr/sbin && touch "usr/sbin/${2%%_*}"
"""


class Machine:
    """A folder with the program, and a PATH of stand-ins."""

    def __init__(self, folder):
        self.program = folder / "program"
        self.standins = folder / "standins"
        self.bin = self.standins / "bin"
        self.bin.mkdir(parents=True)
        self.program.mkdir()
        for name in ("club", "requirements.txt", "requirements-dev.txt", "requirements-uv.txt"):
            shutil.copy(ROOT / name, self.program / name)
        for name in BARE:
            found = shutil.which(name)
            assert found, name
            (self.bin / name).symlink_to(found)
        self.script(self.standins / "python", PYTHON)
        self.root(yes=False)

    def script(self, path, text):
        path.write_text(text)
        path.chmod(0o755)

    def root(self, *, yes):
        self.script(self.bin / "id", f"#!/bin/sh\necho {0 if yes else 1000}\n")

    def with_apt(self):
        self.script(self.bin / "apt-get", APT)
        self.script(self.bin / "dpkg", DPKG)
        return self

    def with_python(self, name="python3"):
        shutil.copy(self.standins / "python", self.bin / name)
        return self

    def without(self, *things):
        for thing in things:
            (self.standins / f"no-{thing}").touch()
        return self

    def run(self, *words, cwd=ROOT, **variables):
        return subprocess.run(
            [self.program / "club", *words],
            cwd=cwd,
            env={"PATH": str(self.bin), "STANDINS": str(self.standins), **variables},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=60,
            check=False,
        )

    def asked(self):
        path = self.standins / "asked"
        lines = path.read_text().splitlines() if path.exists() else []
        path.unlink(missing_ok=True)
        return lines


@pytest.fixture
def machine(tmp_path):
    return Machine(tmp_path)


def test_without_a_command_it_says_what_there_is(machine):
    done = machine.run()
    assert done.returncode == 2
    assert "./club run [--once] [--demo] [--port N] [--lan [--tls]]" in done.stdout
    assert machine.run("help").returncode == 0
    assert machine.run("swim").returncode == 2


def test_without_python_and_root_the_line_for_the_administrator_is_printed(machine):
    done = machine.with_apt().run("run")
    assert done.returncode == 1
    assert "sudo apt-get install python3 python3-venv" in done.stdout
    assert machine.asked() == []


def test_without_apt_it_says_what_is_missing(machine):
    done = machine.run("run")
    assert done.returncode == 1
    assert "Python 3.11 or newer is missing" in done.stdout


def test_as_root_what_is_missing_is_installed_without_a_question(machine):
    machine.with_apt().without("pango").root(yes=True)
    done = machine.run("run", "--once", "--demo")
    assert done.returncode == 0, done.stdout
    assert "STARTED -m lhombre_club.serve --once --demo" in done.stdout
    asked = machine.asked()
    installs = [line for line in asked if "install" in line and line.startswith("apt")]
    assert len(installs) == 2
    assert all(" -y " in line for line in installs)
    assert [line for line in asked if "update" in line] == ["apt update -qq"]


def test_a_python_that_is_too_old_is_not_used(machine):
    done = machine.with_python().without("new-python").run("run")
    assert done.returncode == 1
    assert "Python 3.11 or newer is missing" in done.stdout


def test_a_system_that_has_only_an_old_python_is_told_the_way_out(machine):
    machine.with_apt().without("new-python").root(yes=True)
    done = machine.run("run")
    assert done.returncode == 1
    assert "PYTHON=/path/to/python3 ./club run" in done.stdout


def test_the_named_python_is_used(machine):
    machine.with_python("my-python")
    assert machine.run("run").returncode == 1
    assert machine.run("run", PYTHON="my-python").returncode == 0


def test_a_missing_venv_module_is_installed(machine):
    machine.with_python().with_apt().without("venv").root(yes=True)
    assert machine.run("run").returncode == 0
    assert any("python3-venv" in line for line in machine.asked())


def test_the_second_time_nothing_is_installed_or_asked(machine):
    machine.with_python()
    assert machine.run("run").returncode == 0
    first = machine.asked()
    assert [line.split()[0] for line in first] == ["pip-uv", "uv", "pango"]
    assert "--require-hashes" in first[1]
    assert machine.run("run").returncode == 0
    assert machine.asked() == []


@pytest.mark.parametrize("name", ("requirements.txt", "requirements-uv.txt"))
def test_a_changed_lock_is_installed(machine, name):
    machine.with_python().run("run")
    machine.asked()
    with (machine.program / name).open("a") as lock:
        lock.write("# changed\n")
    machine.run("run")
    assert [line.split()[0] for line in machine.asked()] == ["pip-uv", "uv"]


def test_pip_does_it_where_uv_does_not(machine):
    done = machine.with_python().without("uv").run("run")
    assert done.returncode == 0
    assert "pip does the same" in done.stdout
    assert any(line.startswith("pip ") and "--require-hashes" in line for line in machine.asked())


def test_what_could_not_be_installed_is_tried_again_the_next_time(machine):
    done = machine.with_python().without("uv", "pip").run("run")
    assert done.returncode == 1
    assert "on the network, and this folder yours" in done.stdout
    (machine.standins / "no-pip").unlink()
    assert machine.run("run").returncode == 0


def test_whoever_may_not_set_it_up_anew_is_told_in_a_sentence(machine):
    """A service that finds its Python gone in a folder of root's; ``rm`` names every file."""
    (machine.program / ".venv").mkdir()
    machine.with_python()
    (machine.bin / "rm").unlink()
    machine.script(machine.bin / "rm", "#!/bin/sh\necho 'rm: cannot remove it' >&2\nexit 1\n")
    done = machine.run("run")
    assert done.returncode == 1
    assert "is this folder yours?" in done.stdout
    assert "rm: " not in done.stdout
    assert machine.asked() == []


def test_without_pango_it_goes_on_and_says_the_line(machine):
    done = machine.with_python().with_apt().without("pango").run("run")
    assert done.returncode == 0
    assert "sudo apt-get install libpango-1.0-0 libpangoft2-1.0-0" in done.stdout
    assert "going on without PDF" in done.stdout
    assert "STARTED -m lhombre_club.serve" in done.stdout
    machine.asked()
    machine.run("run")
    assert "pango" in machine.asked(), "once installed, it is found at the next start"


def test_an_apt_that_fails_has_its_last_words_shown(machine):
    machine.with_python().with_apt().without("pango", "apt").root(yes=True)
    done = machine.run("run")
    assert done.returncode == 0
    assert "E: it is broken" in done.stdout
    assert "going on without PDF" in done.stdout


def test_the_tests_get_a_browser_or_say_that_they_skip(machine):
    machine.with_python().with_apt()
    done = machine.run("test", "--strict")
    assert "the browser tests will be SKIPPED" in done.stdout
    assert "STARTED -m tests --strict" in done.stdout
    machine.root(yes=True)
    done = machine.run("test")
    assert "SKIPPED" not in done.stdout
    assert f"CHROMIUM={machine.bin / 'chromium'}" in done.stdout


def test_the_tests_get_proxies_that_do_not_start_by_themselves(machine):
    machine.with_python().with_python("chromium").with_apt().run("test")
    asked = machine.asked()
    for name in ("nginx", "caddy"):
        assert {f"apt download {name}", f"dpkg -x {name}_1_all.deb ."} <= set(asked)
        assert not any("install" in line and name in line for line in asked)
    machine.run("test")
    assert machine.asked() == []


def test_a_proxy_that_cannot_be_had_is_said(machine):
    done = machine.with_python().with_python("chromium").run("test")
    assert "no caddy (var/logs/apt.log): its tests will be SKIPPED" in done.stdout


def test_what_drives_the_browser_gets_its_library(machine):
    machine.with_python().with_python("chromium").with_apt().without("driver").root(yes=True)
    machine.run("test")
    assert any("libatomic1" in line for line in machine.asked())
    machine.run("test")
    assert not any("libatomic1" in line for line in machine.asked())


def test_a_broken_environment_is_made_anew(machine):
    machine.with_python().run("run")
    (machine.program / ".venv" / "bin" / "python").unlink()
    assert machine.run("run").returncode == 0


@pytest.mark.parametrize(
    ("words", "started"),
    (
        (("link",), "STARTED manage.py link"),
        (("backup",), "STARTED manage.py backup"),
        (("restore", "a file"), "STARTED manage.py restore a file"),
        (("web", "--port", "1"), "STARTED -m lhombre_club.parts web --port 1"),
        (("worker",), "STARTED -m lhombre_club.parts worker"),
        (("beat",), "STARTED -m lhombre_club.parts beat"),
        (("upgrade",), "STARTED -m lhombre_club.parts upgrade"),
        (("restore-drill", "a file"), "STARTED manage.py restore_drill a file"),
        (("passphrase", "--none"), "STARTED manage.py passphrase --none"),
        (("check",), "STARTED -m tests --checks-only"),
    ),
)
def test_the_small_commands(machine, words, started):
    assert started in machine.with_python().run(*words).stdout


def test_it_can_be_called_from_anywhere(machine, tmp_path):
    machine.with_python()
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    done = machine.run("run", cwd=elsewhere)
    assert done.returncode == 0
    assert list(elsewhere.iterdir()) == []
    assert (machine.program / "var" / "logs").is_dir()


def test_a_folder_that_cannot_be_written_is_a_sentence(machine):
    machine.with_python()
    done = machine.run("run", LHOMBRE_VAR="/dev/null/var")
    assert done.returncode == 1
    assert "cannot write to /dev/null/var" in done.stdout
