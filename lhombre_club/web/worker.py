"""The worker of gunicorn that serves the club.

Gunicorn's own ``gthread`` gives a connection to a thread as soon as a byte of it has come, and the
thread waits for the rest: with eight threads, eight clients that send half a request stop the
club. Here the main thread waits, for all of them at once; the threads get whole requests, and leave
an answer that nobody fetches to the main thread. All parts of a connection have their time, and
half of the threads are always for others than who asks most.
"""

import errno
import resource
import selectors
import ssl
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable
from concurrent.futures import Future
from functools import partial
from operator import attrgetter
from typing import Any, Final

from gunicorn import sock
from gunicorn.workers.gthread import ThreadWorker

from lhombre_club.bodies import ANYBODYS
from lhombre_club.visitors import is_trusted
from lhombre_club.web.front import Front
from lhombre_club.web.greetings import CURVE, Greetings
from lhombre_club.web.held import Held, Stage
from lhombre_club.web.often import Often
from lhombre_club.web.turns import Turns

OF_ONE_ADDRESS: Final = 64
"""Connections that one address may have at a time, unless it is a proxy's."""
MOST_NEW: Final = 1024
"""New connections of one house in ``NEW_SECONDS`` that are read; the rest are closed unread. Sixty
phones behind one address that open a page together, each by the six connections that a browser has
at a time, are 360, and as many again where each page is asked for twice."""
NEW_SECONDS: Final = 2.0
MOST_HELD: Final = 128_000_000
"""Bytes of long requests and answers that are held at a time."""
ACCEPTED_AT_ONCE: Final = 32
"""New connections that are taken before what the others sent is looked at."""
FILES: Final = 4096
"""Open files that the process may have, if the system lets it."""
SWITCH_SECONDS: Final = 0.001
"""After so long a thread that works lets another go on that waits. Python's own five times as long
let the main thread, which reads for all, wait 30 ms beside four that work, and this 10 to 16."""
LOOK: Final = 1.0
"""Seconds between two looks at whose time is over."""


def _less(counter: Counter[str], key: str) -> None:
    """Count one less, and forget who has none."""
    counter[key] -= 1
    if not counter[key]:
        del counter[key]


class Worker(ThreadWorker):
    """Reads and writes in the main thread; the threads do the work of the program."""

    def __init__(self, *args: Any, **named: Any) -> None:
        """Begin with no connection."""
        super().__init__(*args, **named)
        self.waiting: set[Held] = set()
        """Connections that no thread has."""
        self.ready: dict[str, dict[Held, None]] = {}
        """Those of them that wait for a thread, by who asks."""
        self.turns = Turns()
        """Of who asks."""
        self.turns_of_devices = Turns()
        """Behind one address, where a whole room may be: of its devices."""
        self.at_work: Counter[str] = Counter()
        """Requests that threads have, by who asks; nobody who has none."""
        self.everybodys_at_work: Counter[str] = Counter()
        """Of these, for pages that are drawn for everybody."""
        self.of_address: Counter[str] = Counter()
        self.new = Often()
        """Connections, by whose address they come from."""
        self.front = Front()
        self.for_all: Held | None = None
        """The request by which something is made anew for all who read it, while it goes before."""
        self.tls: Greetings | None = None
        self.next_look = 0.0

    def init_process(self) -> None:
        """Get ready in the new process, and serve."""
        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = FILES if most == resource.RLIM_INFINITY else min(FILES, most)
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))
        sys.setswitchinterval(SWITCH_SECONDS)
        if self.cfg.is_ssl:
            context = sock.ssl_context(self.cfg)
            context.options |= ssl.OP_NO_RENEGOTIATION
            context.set_ecdh_curve(CURVE)
            self.tls = Greetings(context)
        super().init_process()

    def load_wsgi(self) -> None:
        """Load the program, and look at its answers for what may be given to others too."""
        super().load_wsgi()
        self.wsgi: Any = self.front.noting(self.wsgi)

    # --- connections come -----------------------------------------------------------------

    def accept(self, listener: Any) -> None:
        """Take the new connections; where they come fast, more of them stand in line."""
        for _ in range(ACCEPTED_AT_ONCE):
            try:
                real, client = listener.accept()
                if self.new.is_too_often(str(client[0]), MOST_NEW, NEW_SECONDS):
                    real.close()
                    continue
                conn = Held(self.cfg, real, client, self.tls)
            except OSError as error:
                if error.errno in {errno.EMFILE, errno.ENFILE}:
                    self._give_up_one(self.waiting)
                return  # nobody stands there, another process was first, or the network is away
            self._take(conn)

    def _take(self, conn: Held) -> None:
        """Begin to read a connection, and give up an older one where there are too many."""
        if self.nr_conns + 1 >= self.worker_connections:
            self._give_up_one(self.waiting)
        if self.of_address[conn.house] >= OF_ONE_ADDRESS and not is_trusted(conn.address):
            self._give_up_one(each for each in self.waiting if each.house == conn.house)
        self.nr_conns += 1
        self.of_address[conn.house] += 1
        self.waiting.add(conn)
        self._read(conn)

    def _give_up_one(
        self, among: Iterable[Held], weight: Callable[[Held], int] = lambda _conn: 1
    ) -> None:
        """Close the oldest of who has the most, be it through a proxy; there, of which device.

        Of those that have as much it is one that is not whole, and of a device that had a turn
        just now: who asks now and then would be closed by who asks all the time.
        """
        candidates = list(among)
        for name in (attrgetter("asks"), self._device):
            share: Counter[str] = Counter()
            for each in candidates:
                share[name(each)] += weight(each)
            most = max(share.values(), default=0)
            candidates = [each for each in candidates if share[name(each)] == most]
        if candidates:
            self._close(min(candidates, key=self._keeps_place))

    def _device(self, conn: Held) -> str:
        """Return of which device it is; of one house, all that could be invented are one.

        No session is asked for here: one that had a turn, or in which somebody has logged in, is
        none that is made up for each connection.
        """
        return conn.device if conn.is_known or self.turns_of_devices.had(conn.device) else conn.asks

    def _keeps_place(self, conn: Held) -> tuple[bool, bool, int, float]:
        """Return what is the least for who is the first to go."""
        turn = self.turns_of_devices.rank(conn.device, is_for_new=False)
        return conn.is_whole, conn.is_known, -turn, conn.since

    # --- they are read and written --------------------------------------------------------

    def _went_on(self, conn: Held, _number: int) -> None:
        """Do what can be done on a connection now."""
        if conn.stage is Stage.LEAVING:
            self._write(conn)
        elif conn.stage is Stage.LINGERING:
            self._try(conn, conn.discard)
        else:
            self._read(conn)

    def _try(self, conn: Held, deed: Callable[[], bool | None]) -> bool | None:
        """Return what the deed returns; None for a connection that is gone with it."""
        try:
            return deed()
        except OSError:
            self._close(conn)
            return None

    def _read(self, conn: Held) -> None:
        whole = self._try(conn, conn.receive)
        if whole and self._is_answered(conn):
            # Not written here, where a next request may wait, and one after that.
            self._await(conn, selectors.EVENT_WRITE)
        elif whole:
            self._await(conn, 0)
            self.ready.setdefault(conn.asks, {})[conn] = None
            self._hold_few(conn)
            self._hand_out()
        elif whole is False:
            # No event tells that TLS holds something.
            held = selectors.EVENT_WRITE if conn.wants_turn else 0
            self._await(conn, selectors.EVENT_READ | held)

    def _is_answered(self, conn: Held) -> bool:
        """Whether what is asked was answered lately, so that it needs no thread."""
        asked = conn.asked if self.alive else None
        kept = self.front.answer(asked, is_plain=conn.is_plain) if asked else None
        if asked is None or kept is None:
            self._let_before(conn, is_for_all=asked is not None and self.front.lets_in)
            return False
        conn.answer(kept, keeps=asked.keeps)
        return True

    def _let_before(self, conn: Held, *, is_for_all: bool) -> None:
        """Let one request at a time, if it is for all, have a thread that those who read leave.

        Behind others whose pages take seconds, everybody would wait for it.
        """
        if is_for_all and self.for_all is None:
            self.for_all, conn.is_everybodys = conn, False

    def _go_on(self, conn: Held) -> None:
        """Let the next go before, where this was the one."""
        if self.for_all is conn:
            self.for_all = None

    def _write(self, conn: Held) -> None:
        gone = self._try(conn, conn.flush)
        if gone is False:
            self._await(conn, selectors.EVENT_WRITE)
        elif gone and conn.keeps:
            conn.rest(self.cfg.keepalive)
            self._read(conn)
        elif gone:
            self._await(conn, selectors.EVENT_READ)
            self._try(conn, conn.linger)

    def _await(self, conn: Held, events: int) -> None:
        """Wait for these events of a connection, and for no others."""
        if conn.events and conn.events != events:
            self.poller.unregister(conn.number)
        if events and conn.events != events:
            self.poller.register(conn.number, events, partial(self._went_on, conn))
        conn.events = events
        if events:
            self._hold_few(conn)

    def _hold_few(self, grown: Held) -> None:
        """Give up what is long where too much is held, whole requests that wait among it."""
        while grown.size > ANYBODYS:
            long = [each for each in self.waiting if each.size > ANYBODYS]
            if sum(each.size for each in long) <= MOST_HELD:
                return
            self._give_up_one(long, lambda each: each.size)

    # --- the threads ----------------------------------------------------------------------

    def _hand_out(self) -> None:
        """Give free threads what is ready."""
        while self.at_work.total() < self.cfg.threads:
            asks = self._whose_turn()
            if asks is None:
                return
            own = self.ready[asks]
            conn = self._first_of(asks)
            if conn.has_gone():
                self._close(conn)
                continue
            del own[conn]
            if not own:
                del self.ready[asks]
            self.turns.note(asks)
            self.turns_of_devices.note(conn.device)
            self.waiting.discard(conn)
            self.at_work[asks] += 1
            if conn.is_everybodys:
                self.everybodys_at_work[asks] += 1
            self.enqueue_req(conn)

    def _whose_turn(self) -> str | None:
        """Return who asks next; None where nobody may.

        Of who has least at work it is who has had no turn for the longest.
        """
        is_for_new = self.turns.is_for_new

        def rank(asks: str) -> tuple[int, int]:
            return self.at_work[asks], self.turns.rank(asks, is_for_new=is_for_new)

        asks = min(filter(self._may_go, self.ready), key=rank, default=None)
        return None if asks is None or self.at_work[asks] >= self._half else asks

    @property
    def _half(self) -> int:
        return max(1, int(self.cfg.threads) // 2)

    def _may_go(self, asks: str) -> list[Held]:
        """Return which requests of an address may have a thread now.

        A quarter of the threads is for who enters deals and who directs, however many addresses
        ask for what everybody sees: some of that takes seconds. One address has one of these at a
        time: of threads that draw, Python lets one go on, so that two bring hardly more than one
        does, and whoever asks beside them has a third of it instead of half.
        """
        most = max(self._half + 1, self.cfg.threads * 3 // 4)
        has_one = bool(self.everybodys_at_work[asks])
        is_full = has_one or self.everybodys_at_work.total() >= most
        return [conn for conn in self.ready[asks] if not (is_full and conn.is_everybodys)]

    def _first_of(self, asks: str) -> Held:
        """Return which of the requests of an address is next: its devices have turns as well.

        Which of them are new is asked in every second turn of the address itself: the turns of all
        go in step where others ask as much.
        """
        is_for_new = self.turns.had(asks) % 2 == 1
        devices = self.turns_of_devices
        return min(
            self._may_go(asks), key=lambda conn: devices.rank(conn.device, is_for_new=is_for_new)
        )

    def handle_request(self, req: Any, conn: Held) -> bool:
        """Answer a request; it came in plain where only the others are greeted by TLS."""
        if conn.is_plain and self.tls is not None:
            req.scheme = "http"
        return bool(super().handle_request(req, conn))

    def finish_request(self, conn: Held, fs: "Future[object]") -> None:
        """Take a connection back from its thread, with the answer."""
        self.waiting.add(conn)
        self._go_on(conn)
        _less(self.at_work, conn.asks)
        if conn.is_everybodys:
            _less(self.everybodys_at_work, conn.asks)
        conn.leave(keeps=not fs.cancelled() and fs.exception() is None and bool(fs.result()))
        self._write(conn)
        self._hand_out()

    # --- connections go -------------------------------------------------------------------

    def _close(self, conn: Held) -> None:
        """Close a connection that no thread has; nothing happens if it was given up before."""
        if conn not in self.waiting:
            return
        self.waiting.discard(conn)
        self._go_on(conn)
        own = self.ready.get(conn.asks, {})
        own.pop(conn, None)
        if not own:
            self.ready.pop(conn.asks, None)
        self._await(conn, 0)
        conn.end()
        self.nr_conns -= 1
        _less(self.of_address, conn.house)

    def murder_pending(self) -> None:
        """Close those whose time is over."""
        now = time.monotonic()
        if now < self.next_look:
            return
        self.next_look = now + LOOK
        for conn in [each for each in self.waiting if each.until <= now]:
            self._close(conn)

    def murder_keepalived(self, force: bool = False) -> None:  # noqa: FBT001, FBT002 -- its name
        """Close all that no thread has, if it must be."""
        for conn in list(self.waiting) if force else ():
            self._close(conn)

    def _cap_keepalive(self, deadline: float) -> None:
        """At the end, let those who have not yet asked go by ``deadline``."""
        for conn in self.waiting:
            if not conn.has_asked:
                conn.until = min(conn.until, deadline)
