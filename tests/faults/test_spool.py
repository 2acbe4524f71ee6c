"""The queue in a folder: no message is lost, none is met half-written."""

import json
import os
import subprocess
import sys
import uuid
from queue import Empty

import pytest
from kombu import Connection
from kombu.transport import filesystem

from lhombre_club import spool
from tests.faults.harness import PATIENCE, ROOT

pytestmark = pytest.mark.fault

MESSAGES, PRODUCERS, READERS = 600, 3, 2
PRODUCER = """
import sys
from kombu import Connection
from tests.faults.test_spool import options
from lhombre_club import spool
spool.register()
folder, first, count = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
with Connection("spool://", transport_options=options(folder)) as connection:
    queue = connection.SimpleQueue("work")
    for number in range(first, first + count):
        queue.put({"number": number, "ballast": "x" * 20_000})
"""
READER = """
import sys, time
from queue import Empty
from kombu import Connection
from tests.faults.test_spool import options
from lhombre_club import spool
spool.register()
folder = sys.argv[1]
with Connection("spool://", transport_options=options(folder)) as connection:
    queue = connection.SimpleQueue("work")
    while True:
        try:
            message = queue.get(timeout=0.1)
        except Empty:
            continue
        message.ack()
        if message.payload is None:
            break
        print(message.payload["number"], flush=True)
"""


def options(folder):
    return {
        "data_folder_in": f"{folder}/queue",
        "data_folder_out": f"{folder}/queue",
        "control_folder": f"{folder}/control",
        "polling_interval": 0.02,
    }


@pytest.fixture
def folder(tmp_path):
    for name in ("queue", "control"):
        (tmp_path / name).mkdir()
    return tmp_path


def start(code, *args):
    return subprocess.Popen(
        [sys.executable, "-c", code, *map(str, args)],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@pytest.mark.strict
def test_of_six_hundred_messages_each_comes_once(folder):
    each = MESSAGES // PRODUCERS
    readers = [start(READER, folder) for _ in range(READERS)]
    producers = [start(PRODUCER, folder, n * each, each) for n in range(PRODUCERS)]
    for producer in producers:
        assert producer.wait(PATIENCE) == 0, producer.communicate()[1]
    spool.register()
    with Connection("spool://", transport_options=options(folder)) as connection:
        for _ in readers:
            connection.SimpleQueue("work").put(None)  # the end
    outputs = [reader.communicate(timeout=PATIENCE) for reader in readers]
    assert [reader.returncode for reader in readers] == [0] * READERS, outputs
    numbers = sorted(int(number) for output, _ in outputs for number in output.split())
    assert numbers == list(range(MESSAGES))
    left = [path.name for path in (folder / "queue").iterdir()]
    assert left == []


def a_message(number):
    return {"body": str(number), "properties": {"delivery_tag": str(number)}}


def channel_of(transport, folder):
    connection = Connection(transport=transport, transport_options=options(folder))
    return connection.channel()


@pytest.fixture
def half_way(monkeypatch):
    """Run something when the bytes of a message have been written in part."""

    def install(module, look):
        whole = module.dumps

        def in_two(payload):
            look()
            return whole(payload)

        monkeypatch.setattr(module, "dumps", in_two)

    return install


@pytest.mark.parametrize(
    ("transport", "met"), ((spool.Transport, Empty), (filesystem.Transport, json.JSONDecodeError))
)
def test_who_reads_during_a_write_meets_nothing_and_with_the_stock_transport_half(
    folder, half_way, transport, met
):
    """The file is opened before its content is made: between the two, a reader comes by."""
    writer, reader = channel_of(transport, folder), channel_of(transport, folder)
    seen = []

    def look():
        try:
            reader._get("work")
        except Exception as error:  # noqa: BLE001 -- what it is, is the question
            seen.append(type(error))

    half_way(spool if transport is spool.Transport else filesystem, look)
    writer._put("work", {"number": 1})
    assert seen == [met]


@pytest.mark.parametrize(
    ("transport", "met"), ((spool.Transport, None), (filesystem.Transport, json.JSONDecodeError))
)
def test_who_asks_for_the_queues_during_a_write_gets_an_answer(folder, half_way, transport, met):
    writer, reader = channel_of(transport, folder), channel_of(transport, folder)
    seen: list[type[ValueError] | None] = []

    def look():
        try:
            reader.get_table("celery")
        except ValueError as error:
            seen.append(type(error))
        else:
            seen.append(None)

    half_way(spool if transport is spool.Transport else filesystem, look)
    if transport is spool.Transport:
        writer._queue_bind("celery", "celery", None, "celery")
    else:
        # The stock transport holds a lock here, which a look from the same process would wait for.
        (folder / "control" / "celery.exchange").touch()
        look()
    assert seen == [met]


RUBBISH = {
    "torn": b'{"half": ',
    "letters": b"\xff\xfe\x00",
    "empty": b"",
    "a number": b"5",
    "no message": b'{"number": 2}',
    "no properties": b'{"body": "", "properties": []}',
    "deep": b"[" * 100_000,
}


@pytest.mark.parametrize("name", RUBBISH)
def test_rubbish_among_the_messages_is_passed_over(folder, name):
    channel = channel_of(spool.Transport, folder)
    (folder / "queue" / "0000_rubbish.work.msg").write_bytes(RUBBISH[name])
    (folder / "queue" / "0001_folder.work.msg").mkdir()
    (folder / "queue" / "0002_link.work.msg").symlink_to("nowhere")
    channel._put("work", a_message(2))
    assert channel._get("work") == a_message(2)
    with pytest.raises(Empty):
        channel._get("work")


@pytest.mark.parametrize("name", ("torn", "letters", "a number"))
def test_the_stock_transport_ends_at_rubbish(folder, name):
    """The twin: what ends a reader ends the worker."""
    channel = channel_of(filesystem.Transport, folder)
    (folder / "queue" / "0000_rubbish.work.msg").write_bytes(RUBBISH[name])
    with pytest.raises((ValueError, TypeError, KeyError)):
        channel.message_to_python(channel._get("work"))


@pytest.mark.parametrize("name", ("torn", "letters", "empty", "a number", "no message"))
def test_where_the_table_of_queues_is_rubbish_the_messages_still_arrive(folder, name):
    channel = channel_of(spool.Transport, folder)
    table = folder / "control" / "celery.exchange"
    table.write_bytes(RUBBISH[name])
    assert [entry.queue for entry in channel.get_table("celery")] == ["celery"]
    with pytest.raises((ValueError, TypeError)):
        channel_of(filesystem.Transport, folder).get_table("celery")


def test_queues_come_and_go(folder):
    channel = channel_of(spool.Transport, folder)
    names = [f"queue-{uuid.uuid4().hex}" for _ in range(3)]
    for name in names:
        channel._queue_bind("celery", name, None, name)
        channel._queue_bind("celery", name, None, name)
    assert [entry.queue for entry in channel.get_table("celery")] == names[::-1]
    channel._put(names[0], a_message(0))
    channel._delete(names[0], "celery", names[0], "")
    assert [entry.queue for entry in channel.get_table("celery")] == [names[2], names[1]]
    with pytest.raises(Empty):
        channel._get(names[0])
