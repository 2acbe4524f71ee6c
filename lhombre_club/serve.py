"""``./club run``: the web server and the worker, as children of one process.

It brings the data up to date first (a copy, the migrations, the check of the account), then
serves until it is told to end. Only what stands before Django's settings can set their
environment, which is why this is a program and not a management command.
"""

import argparse
import http.client
import os
import signal
import socket
import ssl
import sys
from dataclasses import dataclass, replace
from http import HTTPStatus
from io import StringIO
from pathlib import Path

import django
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.management import CommandError, call_command
from django.db import OperationalError, connection
from django.db.migrations.executor import MigrationExecutor

from lhombre_club import disk
from lhombre_club.alone import FolderError, RunningError, alone
from lhombre_club.celery import worker_command
from lhombre_club.copies import fitting, looking, places
from lhombre_club.copies.engine import CopyError, NoDumpProgramError, NotSoundError
from lhombre_club.copies.making import BesideError, back_up, is_due
from lhombre_club.copies.shelf import Why
from lhombre_club.supervisor import Supervisor
from lhombre_club.web import authority
from lhombre_club.web.asking_running import ask_running
from lhombre_club.web.probe import Probe

PORT = 8000
LOCAL = "127.0.0.1"
EVERYWHERE = "0.0.0.0"  # noqa: S104 -- what --lan asks for; ALLOWED_HOSTS keeps to its own names
THREADS = 8
KEEP_ALIVE = 5  # seconds; pages that ask every two seconds would else greet anew each time
WORKER = "lhombre_club.web.worker.Worker"
UP_WITHIN = 60  # seconds for the web server's first answer, on a slow old laptop
INTERRUPTED = 130  # exit status, as a shell would have it
ROOT = Path(__file__).resolve().parent.parent
DEMO = [sys.executable, "manage.py", "seed_demo", "--paper"]


class CannotStartError(Exception):
    """The program cannot start; the message is a sentence that says what to do."""


@dataclass(frozen=True)
class Options:
    """What stands after ``./club run``, or after ``./club web``."""

    port: int
    public_port: int = PORT
    """The port that links name: a single look listens on another, which nobody knows."""
    once: bool = False
    demo: bool = False
    lan: bool = False
    bind: str = LOCAL
    processes: int = 1
    tls: bool = False
    cert: str = ""
    """The file with the certificate, and with the key if that has no file; empty, it is made."""
    key: str = ""

    @property
    def host(self) -> str:
        """The address that the web server listens on."""
        return EVERYWHERE if self.lan else self.bind

    @property
    def scheme(self) -> str:
        """How links begin."""
        return "https" if self.tls else "http"


def say(text: str) -> None:
    """Tell the person at the terminal."""
    sys.stdout.write(f"club: {text}\n")
    sys.stdout.flush()


def port(text: str) -> int:
    """Read a port for argparse."""
    if text.isdecimal() and 1 <= int(text) <= 65535:  # noqa: PLR2004 -- what a port can be
        return int(text)
    raise argparse.ArgumentTypeError(f"{text!r} is no port: give a number from 1 to 65535")


def free_port() -> int:
    """Return a port that nobody listens on now."""
    with socket.socket() as probe:
        probe.bind((LOCAL, 0))
        return int(probe.getsockname()[1])


def read_arguments(words: list[str] | None = None) -> Options:
    """Read the command line; a script without a terminal and with CI=true gets ``--once``."""
    parser = argparse.ArgumentParser(prog="./club run", description="Serve the club.")
    parser.add_argument("--once", action="store_true", help="start, look that all answers, end")
    parser.add_argument("--demo", action="store_true", help="fill in a club and an evening")
    parser.add_argument("--port", type=port, help=f"port to listen on (default {PORT})")
    parser.add_argument("--lan", action="store_true", help="also for phones on this network")
    parser.add_argument("--tls", action="store_true", help="with --lan: encrypted")
    parser.add_argument("--cert", default="", metavar="FILE", help="certificate for --tls")
    parser.add_argument("--key", default="", metavar="FILE", help="its key")
    read = parser.parse_args(words)
    if bool(read.cert) != bool(read.key) or (read.cert and not read.tls):
        parser.error("--cert and --key go together, with --tls")
    if read.tls and not read.lan:
        parser.error("--tls goes with --lan: on this computer alone nobody can read along")
    once = read.once or (os.environ.get("CI") == "true" and not sys.stdin.isatty())
    # A single look needs no address that people know, and must not meet a club that is running.
    public = read.port or PORT
    listen = free_port() if once and not read.port else public
    return Options(
        port=listen,
        public_port=public,
        once=once,
        **{name: getattr(read, name) for name in ("demo", "lan", "tls", "cert", "key")},
    )


# --- before the settings ------------------------------------------------------------------


def lan_address() -> str:
    """Return this machine's address on the local network.

    Connecting a datagram socket sends nothing: it asks the kernel which way it would go.
    Raises CannotStartError where there is no network.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address for documentation, RFC 5737
            return str(probe.getsockname()[0])
        except OSError as error:
            raise CannotStartError(
                "--lan finds no network on this machine. Join the club's Wi-Fi and try again, "
                "or leave --lan out."
            ) from error


def own_environment(options: Options) -> dict[str, str]:
    """Return the settings that follow from the command line."""
    logs = {"LOG_TO": "file"}
    if not options.lan:
        return {**logs, "PUBLIC_URL": f"http://{LOCAL}:{options.public_port}"}
    address, name = lan_address(), socket.gethostname()
    hosts = (LOCAL, "localhost", address, name, f"{name}.local")
    # The same laptop may serve plainly tomorrow, and no phone may refuse it then.
    secure = {"SITE_TLS": "on", "HSTS_SECONDS": "0", "SECOND_FACTOR": "off"} if options.tls else {}
    return {
        **logs,
        **secure,
        "PUBLIC_URL": f"{options.scheme}://{address}:{options.public_port}",
        "ALLOWED_HOSTS": ",".join(dict.fromkeys(hosts)),
    }


def certified(options: Options) -> Options:
    """Return the options with the certificate that is shown. Raises CannotStartError."""
    if options.cert:
        try:
            ssl.create_default_context(ssl.Purpose.CLIENT_AUTH).load_cert_chain(
                options.cert, options.key
            )
        except OSError as error:
            raise CannotStartError(f"--cert and --key cannot be used: {error}") from error
    if not options.tls or options.cert:
        return options
    names = [f"{socket.gethostname()}.local", "localhost"]
    try:
        made = authority.certificate(settings.AUTHORITY_DIR, [lan_address(), LOCAL], names)
    except authority.NoCertificateError as error:
        raise CannotStartError(str(error)) from error
    return replace(options, cert=str(made))


def look_at_port(options: Options) -> None:
    """Raise CannotStartError if the port cannot be listened on."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((options.host, options.port))
        except PermissionError as error:
            raise CannotStartError(
                f"Only root may listen on port {options.port}. "
                f"Choose one above 1023: ./club run --port {PORT}"
            ) from error
        except OSError as error:
            raise CannotStartError(
                f"Port {options.port} is in use by another program. "
                f"Choose another: ./club run --port {options.port % 65535 + 1}"
            ) from error


# --- the data -----------------------------------------------------------------------------


def bring_up_to_date() -> None:
    """Look at the database, copy it if it is to change or the last copy is old, then migrate."""
    try:
        for sentence in looking.before_start():
            say(sentence)
        executor = MigrationExecutor(connection)
        todo = executor.migration_plan(executor.loader.graph.leaf_nodes())
    except looking.LostError as error:
        raise CannotStartError(str(error)) from error
    except OperationalError as error:
        raise CannotStartError(f"The database does not answer: {disk.told(error)}") from error
    applied = executor.loader.applied_migrations
    if told := fitting.newer([" ".join(each) for each in sorted(applied)]):
        raise CannotStartError(told)
    if applied and (todo or is_due()):
        copy_database(Why.UPGRADE if todo else Why.START)
    if todo:
        upgrade_database()
    disk.keep_room(settings.VAR_DIR)


def upgrade_database() -> None:
    """Migrate, and pass on what is said of it. Raises CannotStartError."""
    told = StringIO()
    try:
        call_command("upgrade", stdout=told)
    except CommandError as error:
        raise CannotStartError(str(error)) from error
    for sentence in told.getvalue().splitlines():
        say(sentence)
    say("the database is ready")


def copy_database(why: Why) -> None:
    """Make a checked copy.

    Without one nothing is upgraded, and a SQLite file that is not sound stops every start. A
    missing pg_dump does not: that server may keep copies of its own. Nor does a full disk when
    nothing is to change, nor photos or a second place that a copy does not reach.
    """
    try:
        made = back_up(why)
    except (NoDumpProgramError, BesideError) as error:
        say(str(error))
    except CopyError as error:
        if why == Why.UPGRADE or isinstance(error, NotSoundError):
            raise CannotStartError(str(error)) from error
        say(str(error))
    else:
        for line in (f"a checked copy of the database is {made.path}", *places.told(made)):
            say(line)


def account_agrees() -> bool:
    """Check the account; say what does not agree. The evening goes on either way."""
    found = StringIO()
    try:
        call_command("check_ledger", stdout=found, stderr=found)
    except (CommandError, SystemExit) as error:
        if isinstance(error, SystemExit) and not error.code:
            return True
        say(f"{found.getvalue()}{error}\nclub: the account does not agree; see docs/operations.md")
        return False
    return True


# --- serving ------------------------------------------------------------------------------


def web_command(options: Options) -> list[str]:
    """Return the command of the web server: a process, whose threads share its memory.

    It takes no header for where the program begins: a proxy may hand on what a visitor wrote.
    """
    return [
        *(sys.executable, "-m", "gunicorn", "lhombre_club.wsgi"),
        *("--worker-class", WORKER, "--threads", str(THREADS)),
        *("--workers", str(options.processes)),
        *("--bind", f"{options.host}:{options.port}", "--graceful-timeout", "10"),
        *("--keep-alive", str(KEEP_ALIVE)),
        *("--no-control-socket", "--no-sendfile", "--log-level", "error"),
        *("--forwarder-headers", ""),
        *(("--certfile", options.cert) if options.cert else ()),
        *(("--keyfile", options.key) if options.key else ()),
    ]


def answer(options: Options) -> int | None:
    """Return the HTTP status with which the first page is answered; None: it is not yet."""
    there = http.client.HTTPConnection(LOCAL, options.port, timeout=10)
    try:
        there.request("GET", "/")
        return there.getresponse().status
    except (OSError, http.client.HTTPException):
        return None
    finally:
        there.close()


def start_children(supervisor: Supervisor, options: Options) -> None:
    """Start the web server and the worker, and wait until the first page is answered."""
    logs = settings.VAR_DIR / "logs"
    probe = Probe(options.port)
    supervisor.add("web server", web_command(options), logs / "web.log", probe)
    supervisor.add("worker", worker_command(), logs / "worker.log")
    supervisor.wait_until(lambda: answer(options) is not None, UP_WITHIN)
    status = answer(options)
    if supervisor.stopping or (status and status < HTTPStatus.INTERNAL_SERVER_ERROR):
        return
    what = f"answered with error {status}" if status else f"did not answer in {UP_WITHIN} s"
    raise CannotStartError(f"The web server {what}. Its last words are in {logs / 'web.log'}")


def where_to_look(options: Options) -> None:
    """Say where the program is to be found, as the last thing before it only serves."""
    say(f"data in {settings.VAR_DIR}, logs in {settings.VAR_DIR / 'logs'}")
    link = StringIO()
    call_command("link", unless_director=True, address=settings.PUBLIC_URL, stdout=link)
    if link.getvalue():
        say("nobody can log in yet. Whoever opens this link first becomes the director:")
        say(f"  {link.getvalue().strip()}")
    if options.once:
        say("serve the club with  ./club run")
        return
    settings.SERVED_AT.write_text(settings.PUBLIC_URL, encoding="utf-8")
    if options.lan:
        say(f"on phones and other machines:  {settings.PUBLIC_URL}")
        say_who_reads_along(options)
    say(f"open  {options.scheme}://{LOCAL}:{options.port}  in a browser; Ctrl-C ends the program")


def say_who_reads_along(options: Options) -> None:
    """Say what plain http means, or how a phone comes to trust the club's own certificate."""
    if not options.tls:
        say("whoever is in the same Wi-Fi can read along, passwords too: this is plain http")
    elif not options.key:
        plain = settings.PUBLIC_URL.replace("https:", "http:")
        say(f"phones warn of the certificate until they trust it:  {plain}/trust/  shows how;")
        say(f"  its fingerprint is {authority.fingerprint(settings.AUTHORITY_DIR)}")


def serve(options: Options, held: int) -> int:
    """Bring the data up to date and serve it; return the exit status.

    The children hold the open file ``held`` with the lock of the data folder.
    """
    bring_up_to_date()
    good = account_agrees()
    supervisor = Supervisor(say, held=(held,))
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, supervisor.stop)
    try:
        start_children(supervisor, options)
        if options.demo:
            good = supervisor.run(DEMO) == 0 and account_agrees() and good
        if not supervisor.stopping:
            where_to_look(options)
        if not options.once:
            supervisor.keep_running()
            say("ending; what is being written is finished first")
    finally:
        supervisor.end()
    if not options.once:
        copy_database(Why.STOP)
    if options.once and supervisor.stopping:
        return INTERRUPTED
    return 0 if good or not options.once else 1


def main(words: list[str] | None = None) -> int:
    """Run the club; return the exit status."""
    options = read_arguments(words)
    os.chdir(ROOT)
    os.umask(0o077)  # what is written here is about people
    say("starting …")  # the next line may take a while
    try:
        for name, value in own_environment(options).items():
            os.environ.setdefault(name, value)
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "lhombre_club.settings")
        django.setup()
        with alone(settings.VAR_DIR) as held:
            look_at_port(options)
            return serve(certified(options), held)
    except RunningError as error:
        if options.once and not options.demo and not isinstance(error, FolderError):
            return ask_running(error, say)
        say(str(error))
    except (CannotStartError, ImproperlyConfigured) as error:
        say(str(error))
    return 1


if __name__ == "__main__":
    sys.exit(main())
