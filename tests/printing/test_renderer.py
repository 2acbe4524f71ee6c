"""The one renderer: its own files, and no other way out."""

import builtins
import http.server
import io
import threading
from typing import Any
from urllib.request import Request

import pypdf
import pytest
from weasyprint import HTML

from lhombre_club.printing import Paper, renderer

OUTWARD = (
    '<img src="{there}">',
    '<link rel="stylesheet" href="{there}">',
    '<link rel="attachment" href="{there}">',
    '<a rel="attachment" href="{there}">x</a>',
    "<style>@import url('{there}');</style>",
    "<style>p {{ background: url('{there}') }}</style>",
    "<style>@font-face {{ font-family: f; src: url('{there}') }} p {{ font-family: f }}</style>",
    '<object data="{there}"></object>',
    '<embed src="{there}">',
    '<svg><image href="{there}" width="9" height="9" /></svg>',
    '<svg><use href="{there}#a" /></svg>',
    '<p style="list-style: url({there}); display: list-item">x</p>',
)


class Listener(http.server.HTTPServer):
    def __init__(self):
        super().__init__(("127.0.0.1", 0), Handler)
        self.hits = []


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.server.hits.append(self.path)  # type: ignore[attr-defined]
        self.send_response(200)
        self.end_headers()

    def log_message(self, *args):
        """Say nothing."""


@pytest.fixture
def listener():
    server = Listener()
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield server
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.fixture
def secret(tmp_path):
    path = tmp_path / "secret.txt"
    path.write_text("the secret key")
    return path


def attachments(pdf):
    return list(pypdf.PdfReader(io.BytesIO(pdf)).attachments)


def places(listener, secret):
    return (
        f"http://127.0.0.1:{listener.server_port}/hit",
        secret.as_uri(),
        "data:text/plain,secret",
        "print:print/../../settings.py",
        "print:tournaments/club.css",
    )


def document(there):
    return f"<p>x{''.join(outward.format(there=there) for outward in OUTWARD)}</p>"


def test_nothing_leads_out_of_a_document(listener, secret):
    for there in places(listener, secret):
        assert attachments(renderer._pdf(renderer.Part(document(there)))) == []
    assert listener.hits == []


def test_with_the_ordinary_fetcher_all_of_it_leads_out(listener, secret):
    there, file, *_ = places(listener, secret)
    HTML(string=document(there)).write_pdf()
    assert len(listener.hits) > 5
    assert attachments(HTML(string=document(file)).write_pdf())


@pytest.mark.parametrize(
    "url",
    (
        "file:///etc/hostname",
        "http://127.0.0.1/",
        "ftp://127.0.0.1/",
        "data:text/css,p{}",
        "print:",
        "print:print/paper.css?x",
        "print:print/paper.css\n",
        "print:print/no-such-file.css",
        "print:print/../fonts/plex-400.woff2",
        "print:/print/paper.css",
        "PRINT:print/paper.css",
        "print/paper.css",
        "",
    ),
)
def test_only_the_name_of_an_own_file_is_found(url):
    with pytest.raises(renderer.NotOwnFileError):
        renderer.fetcher().fetch(url)


def test_own_files_are_found_by_name():
    assert renderer.fetcher().fetch("print:print/paper.css").content_type == "text/css"
    assert renderer.fetcher().fetch("print:fonts/plex-400.woff2").read().startswith(b"wOF2")


def test_a_redirect_or_a_request_object_is_no_way_around(listener):
    with pytest.raises(renderer.NotOwnFileError):
        renderer.fetcher().open(Request(f"http://127.0.0.1:{listener.server_port}/"))
    assert listener.hits == []


def test_a_computer_without_pango_is_named(monkeypatch):
    load = builtins.__import__

    def without_pango(name, *args, **kwargs):
        if name == "weasyprint":
            raise OSError("cannot load library 'libpango-1.0-0'")
        return load(name, *args, **kwargs)

    monkeypatch.setattr(builtins, "__import__", without_pango)
    with pytest.raises(renderer.NoPangoError, match="libpango"):
        renderer.render(Paper("standings.html", {}, "Standings", "da"))


def test_a_paper_has_its_title_its_language_and_its_own_typeface():
    pdf = renderer.render(Paper("standings.html", {"event": "Ærø 2026"}, "Stilling", "da"))
    reader = pypdf.PdfReader(io.BytesIO(pdf))
    assert reader.metadata is not None
    assert reader.metadata.title == "Stilling"
    assert str(reader.root_object["/Lang"]) == "da"
    resources: Any = reader.pages[0]["/Resources"]
    assert {
        font.get_object()["/BaseFont"].split("+")[1] for font in resources["/Font"].values()
    } == {
        "Plex",
        "Plex-Semi-Bold",
    }


def test_what_follows_stands_in_the_same_file_as_often_as_it_is_wanted():
    def paper(event, **kwargs):
        return Paper("standings.html", {"event": event}, f"About {event}", "da", **kwargs)

    last = paper("Last")
    pdf = renderer.render(paper("First", then=(paper("Middle", copies=2, then=(last,)), last)))
    reader = pypdf.PdfReader(io.BytesIO(pdf))
    texts = [page.extract_text() for page in reader.pages]
    found = [next(e for e in ("First", "Middle", "Last") if e in text) for text in texts]
    assert found == ["First", "Middle", "Middle", "Last", "Last"]
    assert reader.metadata is not None
    assert reader.metadata.title == "About First"


def test_warming_up_fails_loudly_only_without_pango():
    renderer.warm()
