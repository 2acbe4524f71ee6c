"""What the papers are tried against."""

import json
import os
import socketserver
import threading
from pathlib import Path

import pytest

SHARED = Path(__file__).resolve().parents[4] / "shared" / "data"


class Hits(list[object]):
    """Every connection that somebody made to the port."""

    port: str


@pytest.fixture
def hits():
    hits = Hits()

    class Handler(socketserver.BaseRequestHandler):
        def handle(self):
            hits.append(self.client_address)

    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler) as server:
        hits.port = str(server.server_address[1])
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield hits
        server.shutdown()
        thread.join()


@pytest.fixture
def shared_evening():
    """The records and the balances of the first sheet of the shared evening."""
    if not SHARED.is_dir():
        reason = f"no shared data at {SHARED}"
        if os.environ.get("CI") == "true":
            pytest.fail(reason)
        pytest.skip(reason)
    sheets, answers = (
        (SHARED / name).read_text(encoding="utf-8").splitlines()
        for name in ("evening-dlu.jsonl", "evening-dlu.answers.jsonl")
    )
    return json.loads(sheets[0])["deals"], json.loads(answers[0])["balances"]
