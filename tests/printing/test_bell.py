"""The bell does not hold up who asks, and what it could not say is said later."""

import socket
import threading
import uuid

import pytest
from celery import Celery
from django.conf import settings

from lhombre_club.printing import bell
from lhombre_club.printing.bell import Bell

SHORT = {"socket_timeout": 2, "socket_connect_timeout": 1}
JOBS = [uuid.UUID(int=number) for number in range(8)]


class BlackHole:
    """Accepts, and never answers until it is closed."""

    def __init__(self):
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.port = self.socket.getsockname()[1]
        self.held = []
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                self.held.append(self.socket.accept()[0])
            except OSError:
                return

    def close(self):
        self.socket.close()
        for connection in self.held:
            connection.close()


@pytest.fixture
def black_hole():
    hole = BlackHole()
    yield hole
    hole.close()


@pytest.fixture
def nobody():
    """A port where nobody listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def use(monkeypatch, port, options):
    monkeypatch.setenv("CELERY_BROKER_URL", f"redis://127.0.0.1:{port}/0")
    app = Celery("bell", set_as_current=False)
    app.conf.update(
        broker_transport_options=options,
        task_publish_retry_policy=settings.CELERY_TASK_PUBLISH_RETRY_POLICY,
    )
    monkeypatch.setattr(bell, "current_app", app)


def test_the_settings_for_redis_have_short_patience():
    from lhombre_club import settings as real  # noqa: PLC0415 -- its own branch is read

    source = (real.BASE_DIR / "lhombre_club" / "settings.py").read_text(encoding="utf-8")
    for key, seconds in SHORT.items():
        assert f'"{key}": {seconds},' in source


def test_a_broker_that_is_down_is_asked_once_for_a_batch(monkeypatch, nobody):
    use(monkeypatch, nobody, SHORT)
    its = Bell()
    assert [its.ring(job) for job in JOBS] == [False] * 8
    assert its.deaf_until > 0


def test_a_broker_that_never_answers_holds_nobody(monkeypatch, black_hole):
    use(monkeypatch, black_hole.port, SHORT)
    its = Bell()
    answers: list[bool] = []
    thread = threading.Thread(target=lambda: answers.extend(map(its.ring, JOBS)), daemon=True)
    thread.start()
    thread.join(60)
    assert answers == [False] * 8  # and the hole is still silent
    assert len(black_hole.held) <= 2


@pytest.mark.nightly
def test_twin_without_short_patience_it_holds_the_one_who_asks(monkeypatch, black_hole):
    use(monkeypatch, black_hole.port, {})
    its = Bell()
    thread = threading.Thread(target=its.ring, args=(JOBS[0],), daemon=True)
    thread.start()
    thread.join(8)
    assert thread.is_alive()
    black_hole.close()
    thread.join(60)


def test_after_a_while_the_broker_is_asked_again(monkeypatch, heard):
    its = Bell()
    its.deaf_until = float("inf")
    assert not its.ring(JOBS[0])
    its.deaf_until = 0
    assert its.ring(JOBS[0])
    assert heard.jobs == [str(JOBS[0])]
