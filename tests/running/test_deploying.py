"""What lies in ``docs/deploying/`` is understood by its programs, and they start with it."""

import contextlib
import re
import shutil
import socket
import ssl
import subprocess
import time
import urllib.parse

import pytest
import yaml
from django.db import connection

from lhombre_club import parts
from lhombre_club.serve import THREADS
from tests.running import keep, proxies
from tests.running.proxies import EXAMPLES, PATIENCE, ROOT, Site, Visitor, started, tool
from tests.running.served import Served
from tests.test_project import settings_of_the_environment

UNITS = EXAMPLES / "systemd"
PROGRAM = "/opt/lhombre-club/club"

# --- systemd ------------------------------------------------------------------------------


def complaints(folder, *pairs):
    """What systemd says of the units, with the program where it is and further changes."""
    folder.mkdir()
    for unit in UNITS.iterdir():
        text = unit.read_text().replace(PROGRAM, str(ROOT / "club"))
        for old, new in pairs:
            text = text.replace(old, new)
        (folder / unit.name).write_text(text)
    wanted = re.findall(r"lhombre-club@\w+\.service", (UNITS / "lhombre-club.target").read_text())
    assert len(wanted) == 3
    units = [*wanted, "lhombre-club.target", "lhombre-club-upgrade.service"]
    done = subprocess.run(
        [tool("systemd-analyze"), "verify", "--man=no", *(folder / unit for unit in units)],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    return "".join(line for line in done.stdout.splitlines() if "lhombre" in line)


def test_systemd_understands_every_line_of_the_units(tmp_path):
    assert complaints(tmp_path / "as they are") == ""
    for old, new in (("KillMode", "KilMode"), ("Type=exec", "Type=forever"), ("/club", "/klub")):
        assert complaints(tmp_path / old.replace("/", "-"), (old, new))


def test_both_services_are_shut_in_in_the_same_way():
    one, other = (
        (UNITS / f"lhombre-club{name}.service").read_text().partition("\nUser=")[2]
        for name in ("@", "-upgrade")
    )
    assert one == other != ""


def test_what_the_units_start_is_a_command_and_what_they_set_is_a_setting():
    wanted = (UNITS / "lhombre-club.target").read_text()
    for name in [*re.findall(r"lhombre-club@(\w+)", wanted), "upgrade"]:
        assert parts.read_arguments([name]).part == name
    names = re.findall(r"^(\w+)=", (EXAMPLES / "club.env").read_text(), flags=re.MULTILINE)
    assert set(names) <= settings_of_the_environment()
    assert "LHOMBRE_VAR=/var/lib/lhombre-club\n" in (EXAMPLES / "club.env").read_text()


# --- compose ------------------------------------------------------------------------------
# Without a container engine nothing here says that the images can be had or built.


def services():
    """The services of the compose file."""
    return yaml.safe_load((EXAMPLES / "compose.yml").read_text())


def test_the_services_fit_together():
    read = services()
    for name, service in read["services"].items():
        assert {"image", "command", "build"} & service.keys(), name
        assert set(service.get("depends_on", ())) <= read["services"].keys()
        for volume in service.get("volumes", ()):
            source, _, _target = volume.partition(":")
            assert source in read["volumes"] or (EXAMPLES / source).is_file()
    servers = {"database", "redis", "web"}
    named = re.findall(
        r"@(\w+):5432|redis://(\w+):|WEB: (\w+):", (EXAMPLES / "compose.yml").read_text()
    )
    assert {"".join(each) for each in named} == servers


def test_the_lines_of_every_service_have_an_end():
    """The engine keeps all of them for good where nothing is said, and each request is one."""
    for name, service in services()["services"].items():
        assert {"max-size", "max-file"} <= service["logging"]["options"].keys(), name


def test_each_part_is_started_as_it_can_be_and_with_settings_that_are_read():
    ours = {
        name: service
        for name, service in services()["services"].items()
        if service["image"] == "lhombre-club"
    }
    assert sorted(ours) == ["beat", "upgrade", "web", "worker"]
    for name, service in ours.items():
        assert parts.read_arguments(service["command"]).part == name
        assert service["environment"].keys() <= settings_of_the_environment()
        assert (EXAMPLES / service["build"]["context"]).resolve() == ROOT
        assert (ROOT / service["build"]["dockerfile"]).is_file()


if shutil.which("docker-compose"):

    def test_compose_understands_the_file(monkeypatch):
        monkeypatch.setenv("SITE", "club.example")
        monkeypatch.setenv("POSTGRES_PASSWORD", "secret")
        subprocess.run(
            ["docker-compose", "-f", EXAMPLES / "compose.yml", "config", "-q"], check=True
        )


# --- a proxy before the program -----------------------------------------------------------

if connection.vendor == "sqlite":

    @pytest.fixture(scope="module")
    def site(tmp_path_factory):
        """The program as the image has it beside a kept evening, with its web server running."""
        site = Site(tmp_path_factory.mktemp("site"))
        site.make_certificate()
        program = site.folder / "program"
        program.mkdir()
        lines = re.findall(r"^COPY (.+)", (EXAMPLES / "Containerfile").read_text(), re.MULTILINE)
        for line in lines:
            *sources, target = line.split()
            for name in sources:
                whole = ROOT / name
                copy = shutil.copytree if whole.is_dir() else shutil.copy
                copy(whole, program / target)
        given = {"cwd": program, "env": proxies.web_environment(site)}
        keep.put_down(site.folder / "var")
        with started(proxies.parts("web", "--port", str(site.web)), site.web, **given):
            yield site

    def open_link(site):
        """Make a link and open it; returns who did, and the form that is there."""
        given = {"cwd": ROOT, "env": proxies.web_environment(site)}
        made = subprocess.run(
            [*proxies.parts()[:1], "manage.py", "link"],
            **given,
            check=True,
            capture_output=True,
            text=True,
        )
        assert made.stdout.startswith(f"{site.url}/welcome/")
        visitor = Visitor(site)
        path = urllib.parse.urlsplit(made.stdout.strip()).path
        status, page = visitor.ask("GET", path)
        assert status == 200
        hidden = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', page))
        return visitor, path, hidden

    def comes_in(site):
        """Whoever opens the link becomes the director: a form, its token and the cookies."""
        visitor, path, hidden = open_link(site)
        typed = {"username": "agnes", "name": "Agnes Aa"}
        words = dict.fromkeys(("password", "again"), "spadille og basta")
        form = urllib.parse.urlencode({**hidden, **typed, **words})
        assert visitor.ask("POST", path, form.replace("csrf", "no"))[0] == 403
        assert visitor.ask("POST", path, form)[0] == 302
        assert visitor.ask("GET", "/")[0] == 302  # the office waits for a second step
        assert visitor.ask("GET", "/account/code/")[0] == 200
        assert {"__Host-csrftoken", "__Host-sessionid"} <= visitor.cookies.keys()
        kept = [line for line in visitor.said if "Max-Age=0" not in line]
        assert [line for line in kept if "Secure" not in line] == []

    def is_answered(raw, *, within):
        """Whether a byte of an answer comes within so many seconds."""
        raw.settimeout(within)
        try:
            return bool(raw.recv(1))
        except TimeoutError:
            return False
        finally:
            raw.settimeout(30)

    def others_are_answered(site):
        """A page is answered while eight phones are in the middle of what they send."""
        slow = [proxies.halves(site) for _ in range(THREADS)]
        assert Visitor(site).ask("GET", "/login/")[0] == 200
        for raw, rest in slow:
            assert not is_answered(raw, within=0.01)
            raw.sendall(rest)
            assert raw.recv(12) in {b"HTTP/1.1 403", b"HTTP/1.1 200"}
            raw.close()

    @pytest.mark.strict
    @pytest.mark.parametrize("proxy", (proxies.nginx, proxies.caddy))
    def test_a_page_a_form_and_slow_phones_come_through(site, proxy):
        with started(proxy(site), site.tls):
            comes_in(site)
            others_are_answered(site)

    LONG = 15_900_000
    BUFFERED = ("proxy_request_buffering off;", "client_body_buffer_size 16m;")
    FEW = ("worker_connections 10000;", "worker_connections 512;")
    FOR_LONG = ("client_header_timeout 10s;", "client_header_timeout 60s;")

    def each_and_a_twin(*otherwise):
        """The examples as they are, and nginx's with something changed."""
        both = ((proxies.nginx, ()), (proxies.caddy, ()))
        return pytest.mark.parametrize(("proxy", "otherwise"), (*both, (proxies.nginx, otherwise)))

    def is_refused(site, length, *, within):
        """Whether there is an answer, or an end, before a stranger has sent his last byte."""
        with proxies.connected(site, f"POST /login/ HTTP/1.1\r\n{length}") as raw:
            raw.settimeout(within)
            try:
                for _ in range(LONG // 65_536):
                    raw.sendall(b"fff8\r\n" + b"a" * 65_528 + b"\r\n")
                return bool(raw.recv(1))
            except TimeoutError:
                return False
            except OSError:
                return True

    @pytest.mark.strict
    @each_and_a_twin(BUFFERED)
    def test_no_proxy_keeps_what_a_stranger_sends(site, proxy, otherwise):
        """The program refuses it by its length; the twin takes the whole of it first."""
        within = 2 if otherwise else PATIENCE
        with started(proxy(site, *otherwise), site.tls):
            for length in (f"Content-Length: {LONG}", "Transfer-Encoding: chunked"):
                assert is_refused(site, length, within=within) == (not otherwise)

    ON_THE_DISK = ("proxy_max_temp_file_size 0;", "proxy_max_temp_file_size 64m;")

    @pytest.mark.strict
    @pytest.mark.parametrize("otherwise", ((), (ON_THE_DISK,)))
    def test_no_proxy_keeps_what_a_stranger_does_not_fetch(tmp_path, otherwise):
        """The twin has on the disk what the system does not take."""
        with Served(tmp_path) as served:
            behind = Site(tmp_path, web=served.port)
            behind.make_certificate()
            with started(proxies.nginx(behind, *otherwise), behind.tls) as proxy:
                raw = proxies.connected(behind, "GET /big/ HTTP/1.1", hold=2048)
                until = time.monotonic() + (PATIENCE if otherwise else 2)
                kept = 0
                while not kept and time.monotonic() < until:
                    time.sleep(0.1)
                    kept = proxies.on_the_disk(proxy, tmp_path / "proxy")
                raw.close()
        assert bool(kept) == bool(otherwise)

    TOLD = ("error.log alert;", "error.log error;")

    @pytest.mark.strict
    @pytest.mark.parametrize("otherwise", ((), (TOLD,)))
    def test_nothing_is_written_down_of_who_sends_what_is_refused(site, otherwise):
        """The twin has a line for each, with the address that is a key."""
        with started(proxies.nginx(site, *otherwise), site.tls):
            is_refused(site, f"Content-Length: {2 * LONG}", within=PATIENCE)
        assert bool((site.folder / "error.log").read_text()) == bool(otherwise)

    @pytest.mark.strict
    @pytest.mark.parametrize("otherwise", ((), (("protocols h1", "protocols h1 h2"),)))
    def test_nobody_asks_a_thousand_times_by_one_connection(site, otherwise):
        """The twin speaks HTTP/2 with who wants to, and he takes back what he asks for."""
        wishes = ssl.create_default_context(cafile=site.certificate)
        wishes.set_alpn_protocols(["h2", "http/1.1"])
        with (
            started(proxies.caddy(site, *otherwise), site.tls),
            socket.create_connection(("127.0.0.1", site.tls), timeout=PATIENCE) as raw,
            wishes.wrap_socket(raw, server_hostname="localhost") as safe,
        ):
            assert safe.selected_alpn_protocol() == ("h2" if otherwise else "http/1.1")

    @pytest.mark.strict
    @pytest.mark.parametrize("otherwise", ((), (("exclude http.log.error", ""),)))
    def test_an_address_that_is_a_key_is_not_written_down_where_nobody_answers(site, otherwise):
        """The twin has a line with it."""
        nobody = (f"127.0.0.1:{site.web}", "127.0.0.1:9")
        with started(proxies.caddy(site, *otherwise, nobody), site.tls) as proxy:
            assert Visitor(site).ask("GET", "/e/secretcode/")[0] == 502
            proxy.terminate()
            assert ("secretcode" in str(proxy.stdout.read())) == bool(otherwise)

    @pytest.mark.strict
    @each_and_a_twin(FEW, FOR_LONG)
    def test_who_holds_many_connections_leaves_some_for_others(site, proxy, otherwise):
        """The twin has as many as nginx has where nothing is said of them."""
        with started(proxy(site, *otherwise), site.tls), contextlib.ExitStack() as held:
            for _ in range(600):
                with contextlib.suppress(OSError):
                    held.enter_context(proxies.connected(site, "GET / HTTP/1.1", end=""))
            try:
                status = Visitor(site).ask("GET", "/login/")[0]
            except OSError:
                status = None
            assert status == (None if otherwise else 200)

    @pytest.mark.strict
    @pytest.mark.parametrize("proxy", (proxies.nginx, proxies.caddy))
    def test_without_the_header_every_page_is_sent_to_itself(site, proxy):
        """The twin: the program would not know that the way to it is safe."""
        taken = {
            proxies.nginx: ("X-Forwarded-Proto https", "X-Forwarded-Proto http"),
            proxies.caddy: ("transport http {", "header_up -X-Forwarded-Proto\ntransport http {"),
        }
        with started(proxy(site, taken[proxy]), site.tls):
            assert Visitor(site).ask("GET", "/login/")[0] == 301
