"""A sheet from a file or a spreadsheet: read, shown, imported once, all of it or nothing."""

import html
import json
import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from tests import make
from tests.members.test_spreadsheets import xlsx
from tournaments.book.changes import Change
from tournaments.book.corrections import correct
from tournaments.book.proving.ledger_check import check_event
from tournaments.models import Correction, Event, Revision, Table
from tournaments.sheets.queries import sheet

pytestmark = pytest.mark.django_db
ENGLISH = {"accept-language": "en"}
ENTERED: dict[int, dict[str, object]] = {
    1: {"dealer": 0, "declarer": 1, "contract": "spil", "outcome": "won"},
    2: {"dealer": 1, "declarer": 2, "contract": "solo", "outcome": "bet"},
    3: {"dealer": 2, "passed": True},
    4: {"dealer": 3, "declarer": 0, "contract": "ren_nolo", "outcome": "kodille"},
}
"""What every form of the sheet below says."""
SHEETS = {
    "english": "deal,declarer,contract,outcome\n"
    "1,West,spil,won\n2,S,solo,bet\n3,,pass,\n4,1,ren nolo,kodille\n",
    "danish": "Giv;Melder;Melding;Resultat\n"
    "1;Vest;spil;vundet\n2;syd;solo;bet\n3;;pas;\n4;n;ren nolo;kodille\n",
    "a club's words": "Giv;Hombre;Melding;Resultat;Tótus\n"
    "1;Vest;spil;vundet;\n2;syd;solo;bet;\n3;;pas;;\n4;n;ren nolo;Kodille;\n",
    "names": "nr\tspiller\tkontrakt\tudfald\n"
    "1,0\tAksel\tspil\t+\n2,0\tbirte nr3\tsolo\t-\n3,0\t\tpas\t\n"
    "4,0\tAgnes Nr1\tren_nolo\t*\n",
    "keys": "giv;taster\n1;2+\n2;36-\n3;0\n4;18*\n",
    "without head": "1;vest;spil;vundet\n2;syd;6;-\n3;;pas;\n4;nord;8;*\n",
    "no numbers": "melder;melding;resultat\n2;spil;+\n3;solo;-\n;pas;\n1;ren nolo;*\n",
    "records": "\n".join(json.dumps(record) for record in ENTERED.values()),
    "whole records": "\n\n".join(
        json.dumps({"ruleset": "dlu", "players": 4, "deal": deal, "round": 1, **record})
        for deal, record in reversed(ENTERED.items())
    ),
}


@pytest.fixture
def event(club):
    return make.make_released_event(club, tables=1, deals=12)


@pytest.fixture
def table(event):
    return Table.objects.get(round__event=event)


@pytest.fixture
def send(director_client, table):
    """Send the form as the page would; after a preview with all that it holds."""

    def send(text="", page=None, file=None, client=director_client, **filled):
        address = reverse("tournaments:import", args=[table.pk])
        source = (
            client.get(address, headers=ENGLISH).content.decode() if page is None else shown(page)
        )
        known = dict(re.findall(r'name="(\w+)"[^>]*?value="([^"]*)"', source))
        data: dict[str, object] = {
            key: html.unescape(known.get(key, "")) for key in ("id", "seen", "reason", "text")
        }
        if text:
            data["text"] = text
        if file is not None:
            data["file"] = SimpleUploadedFile("sheet.csv", file)
        return client.post(address, {**data, **filled}, headers=ENGLISH)

    return send


def shown(answer):
    return answer.content.decode()


def words(answer):
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", shown(answer))).split())


def entered(table):
    return {line.deal: line.record for line in sheet(table).lines if line.record}


@pytest.mark.parametrize("name", SHEETS)
def test_a_sheet_is_shown_then_imported(send, table, event, name):
    preview = send(SHEETS[name])
    assert preview.status_code == 200, words(preview)
    assert "This is what would change." in words(preview)
    assert not Revision.objects.exists()
    made = send(page=preview)
    assert made.status_code == 302
    assert entered(table) == ENTERED
    assert check_event(event) == []
    assert Correction.objects.get().reason == "Imported"


def test_a_sheet_comes_as_a_spreadsheet_too(send, table):
    rows = [line.split(";") for line in SHEETS["danish"].splitlines()]
    preview = send(file=xlsx(rows))
    assert "This is what would change." in words(preview)
    assert send(page=preview).status_code == 302
    assert entered(table) == ENTERED


def test_among_partners_keys_are_read_by_who_plays(send, table, event):
    """When West declares South, who was to sit out, plays the partner's cards."""
    Event.objects.update(kind=Event.Kind.PAIRS)
    assert send(page=send("giv;taster\n1;2152+\n")).status_code == 302
    assert entered(table)[1]["tricks"] == [2, 5, 2, None]


@pytest.mark.parametrize("encoding", ("utf-8", "utf-8-sig", "cp1252"))
def test_a_file_travels_in_the_page(send, table, encoding):
    data = "giv;melder;melding;resultat\n4;øst;tourné;vundet\n".encode(encoding)
    preview = send(file=data)
    assert preview.status_code == 200, words(preview)
    assert send(page=preview).status_code == 302
    assert entered(table)[4]["contract"] == "tourne"


def test_twice_is_once_by_the_same_click_and_by_the_same_file(send, table):
    preview = send(SHEETS["danish"])
    assert [send(page=preview).status_code for _ in range(2)] == [302, 302]
    again = send(SHEETS["records"])
    assert again.status_code == 400
    assert "The sheet says so already" in words(again)
    assert Correction.objects.count() == 1
    assert Revision.objects.count() == 4


def test_what_is_entered_already_is_corrected_and_the_rest_left_alone(send, table):
    make.enter(table, 1, {"passed": True})
    make.enter(table, 9, {"passed": True})
    assert send(page=send(SHEETS["keys"])).status_code == 302
    assert entered(table) == {**ENTERED, 9: {"dealer": 0, "passed": True}}
    assert Revision.objects.get(deal=1, number=2).reason == "Imported"


EXTRAS = "giv;melder;melding;resultat;tout;trumf;stik\n"


@pytest.mark.parametrize(
    ("line", "adds"),
    (
        ("1;2;solo;vundet;ja;;", {"tout": "made"}),
        ("1;2;solo;vundet;tabt;;", {"tout": "failed"}),
        ("1;2;solo;vundet;;hjerter;", {"trump": "H"}),
        ("1;2;solo;;;;3 5 - 1", {"tricks": [3, 5, None, 1]}),
        ("1;2;solo;;;;3/5/–/1", {"tricks": [3, 5, None, 1]}),
    ),
)
def test_what_else_a_line_says(send, table, line, adds):
    preview = send(EXTRAS + line)
    assert preview.status_code == 200, words(preview)
    assert send(page=preview).status_code == 302
    assert adds.items() <= entered(table)[1].items()


@pytest.mark.parametrize(
    ("line", "says"),
    (
        ("1;Karl;spil;vundet", "Nobody at this table is called “Karl”"),
        ("1;A;spil;vundet", "Nobody at this table is called “A”"),  # Agnes, or Aksel
        ("1;;spil;vundet", "Nobody at this table is called “”"),
        ("1;2;whist;vundet", "There is no contract “whist” under these rules."),
        ("1;2;spil;næsten", "“næsten” is no result."),
        ("1;2;spil;", "“” is no result."),
        ("1;3;spil;vundet", "as in deal 1, no cards"),
        ("13;2;spil;vundet", "This sheet has the deals 1 to 12."),
        ("x;2;spil;vundet", "“x” is not the number of a deal."),
        ("0;2;spil;vundet", "“0” is not the number of a deal."),
        ("2;2;spil;vundet", "This deal stands on an earlier line already."),
        ('1;"2;spil;vundet', "quotation mark"),
        ("1;2;solo;vundet;måske;;", "“måske” is not understood here."),
        ("1;2;solo;;;;3 x", "“3 x” is not understood here."),
        ("1;2;ren nolo;vundet;;ruder;", "This contract has no trump."),
    ),
)
def test_each_line_that_is_wrong_is_named_and_the_others_are_imported(send, table, line, says):
    preview = send(f"{EXTRAS}2;3;solo;-;;;\n{line}\n")
    assert preview.status_code == 200
    assert f"3 {says}" in words(preview) or says in words(preview)
    assert send(page=preview).status_code == 302
    assert list(entered(table)) == [2]


@pytest.mark.parametrize(
    ("line", "says"),
    (
        ("[1]", "This is no record"),
        ("{", "This is no record"),
        ('{"ruleset": "klub", "passed": true}', "This record is of other rules"),
        ('{"players": 3, "passed": true}', "This record is of other rules"),
        ('{"passed": true, "deal": null}', "is not the number of a deal"),
        ('{"passed": true, "kanin": 1}', "“kanin” does not belong"),
        ('{"dealer": 3, "passed": true}', "deals deal 2"),
        ('{"declarer": {"a": [1]}, "contract": 7}', "does not belong"),
    ),
)
def test_a_record_that_is_wrong_is_named(send, table, line, says):
    preview = send('{"passed": true}\n' + line)
    assert preview.status_code == 200
    assert says in words(preview)
    assert send(page=preview).status_code == 302
    assert list(entered(table)) == [1]


@pytest.mark.parametrize(
    ("text", "file", "says"),
    (
        ("", None, "Choose a file, or paste the lines of the sheet."),
        ("", b"  ", "Choose a file, or paste the lines of the sheet."),
        ("hello", None, "The first line must name the columns"),
        ("who;what\n1;2", None, "The first line must name the columns"),
        ("x" * 200_001, None, "too large"),
        ("", b"x" * 200_001, "too large"),
        ("", b"PK\x03\x04 a spreadsheet", "This is a spreadsheet that cannot be read here."),
        ("giv;melder\n", None, "No line can be imported."),
        ("giv;taster\n1;9+\n", None, "No line can be imported."),
    ),
)
def test_what_cannot_be_read_at_all(send, text, file, says):
    answer = send(text, file=file)
    assert answer.status_code == 400
    assert says in words(answer)
    assert not Revision.objects.exists()


def test_nothing_is_imported_that_was_not_shown(send, table):
    preview = send(SHEETS["danish"])
    make.enter(table, 1, {"passed": True})
    again = send(page=preview)
    assert again.status_code == 200
    assert "This is what would change." in words(again)
    assert Revision.objects.count() == 1
    back = send(page=preview, back="1")
    assert "Vest;spil" in shown(back)


def test_a_deal_that_a_director_decided_stays(send, table, director):
    change = Change(table, 1, 0, None, Revision.Ruling.ANNULLED)
    correct(event=table.round.event, changes=[change], reason="misdealt", actor=director.actor)
    preview = send(SHEETS["danish"])
    assert "The director has decided this deal." in words(preview)
    send(page=preview)
    assert sorted(entered(table)) == [2, 3, 4]


def test_a_round_that_is_a_draft_takes_nothing(send, table):
    type(table.round).objects.update(state="draft")
    answer = send(SHEETS["danish"])
    assert answer.status_code == 409
    assert "its round is not released" in words(answer)


def test_the_same_id_for_another_sheet_is_refused(send, table):
    preview = send(SHEETS["danish"])
    send(page=preview)
    other = send("giv;taster\n7;0", page=preview, seen="")
    answer = send("giv;taster\n7;0", page=other)
    assert answer.status_code == 302 or "sent before" in words(answer)
    assert 7 not in entered(table)


def test_another_clubs_director_has_no_such_table(stranger_client, table):
    address = reverse("tournaments:import", args=[table.pk])
    assert stranger_client.get(address).status_code == 404
    assert stranger_client.post(address, {}).status_code == 404
