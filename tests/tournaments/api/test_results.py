"""The sheet of a table, and the one way to write on it."""

import json
import uuid

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.tournaments.api.conftest import LANGUAGE
from tournaments.api import serializers
from tournaments.book.changes import Change
from tournaments.book.corrections import correct
from tournaments.entry.domain.links import revoke_links
from tournaments.models import Event, Revision, Round

pytestmark = pytest.mark.django_db
WON = {"declarer": 1, "contract": "spil", "outcome": "won"}
LINE = {
    "deal": 1,
    "dealer": 0,
    "sitter": 2,
    "revision": 1,
    "line": "2+",
    "record": {"dealer": 0, **WON},
    "ante": 0,
    "changes": [-1, 2, 0, -1],
    "balances": [-1, 2, 0, -1],
    "pot": 0,
    "value": 1,
    "entered_by": "director",
}


def without(line, *keys):
    return {key: value for key, value in line.items() if key not in keys}


def test_an_empty_sheet(director_client, sheet_url, table, event):
    answer = director_client.get(sheet_url)
    assert answer.status_code == 200
    sheet = answer.json()
    lines = sheet.pop("lines")
    assert sheet == {
        "id": str(table.pk),
        "event": str(event.pk),
        "round": 1,
        "table": 1,
        "players": 4,
        "deals": 40,
        "first_dealer": 0,
        "seats": [
            {"seat": seat, "name": name, "player": name, "substitute": "", "substitute_from": 1}
            for seat, name in enumerate(("Agnes Nr1", "Aksel Nr2", "Birte Nr3", "Bent Nr4"))
        ],
        "epoch": str(event.epoch),
        "version": 2,  # its round was released
        "closed": "",
        "staked": 0,
        "opening": [0, 0, 0, 0],
        "totals": [0, 0, 0, 0],
        "subtotals": [{"deal": deal, "balances": [0, 0, 0, 0]} for deal in (10, 20, 30, 40)],
        "lease": None,
    }
    assert len(lines) == 40
    nothing = dict.fromkeys(
        ("id", "line", "record", "changes", "balances", "pot", "value", "entered_by", "at")
    )
    begins = {"deal": 1, "dealer": 0, "sitter": 2, "revision": 0, "ante": 0}
    assert lines[0] == {**begins, **nothing}


def test_a_typed_line_is_stored_and_answered_whole(post, event):
    result_id = str(uuid.uuid4())
    status, answer = post(id=result_id, line="2+")
    assert status == 201
    line = answer.pop("line")
    assert without(line, "at") == {**LINE, "id": result_id}
    assert line["at"].startswith("20")
    assert answer == {
        "status": "stored",
        "also": [],
        "opening": [0, 0, 0, 0],
        "totals": [-1, 2, 0, -1],
        "subtotals": [{"deal": deal, "balances": [-1, 2, 0, -1]} for deal in (10, 20, 30, 40)],
        "balances_from": 1,
        "epoch": str(event.epoch),
        "version": 4,  # its round, the deal, and who keeps the table
    }


def test_the_sheet_then_holds_the_line(post, director_client, sheet_url):
    _, stored = post(line="2+")
    sheet = director_client.get(sheet_url).json()
    assert sheet["lines"][0] == stored["line"]
    assert sheet["version"] == stored["version"]


def test_a_record_says_more_than_a_line(post):
    record = {"declarer": 1, "contract": "solo", "trump": "H", "tricks": [2, 5, None, 2]}
    status, answer = post(record=record)
    assert status == 201
    assert answer["line"]["record"] == {"dealer": 0, **record}
    assert answer["line"]["line"] == "26h52+"
    assert answer["line"]["value"] == 3


def test_a_result_is_withdrawn(post):
    post(line="2+")
    status, answer = post(base=1, withdrawn=True, reason="wrong sheet")
    assert status == 201
    line = answer["line"]
    assert (line["revision"], line["line"], line["changes"]) == (2, None, None)
    assert answer["totals"] == [0, 0, 0, 0]
    assert Revision.objects.get(number=2).reason == "wrong sheet"


def test_sent_twice_is_stored_once(post):
    result_id = str(uuid.uuid4())
    first = post(id=result_id, line="2+", claimed_at="2026-11-21T19:00:00+01:00")
    again = post(id=result_id, line="2+", claimed_at="2026-11-21T20:00:00+01:00")
    assert (first[0], again[0]) == (201, 200)
    assert again[1] == {**first[1], "status": "replayed"}
    assert Revision.objects.count() == 1


def test_the_same_result_typed_and_written_out_is_the_same(post):
    result_id = str(uuid.uuid4())
    post(id=result_id, line="2+")
    status, _ = post(id=result_id, record={"dealer": 0, **WON})
    assert status == 200


def test_a_stale_entry_is_shown_both_versions(post):
    _, stored = post(line="2+")
    status, answer = post(line="2*")
    assert status == 409
    assert answer.pop("message").startswith("Somebody else")
    assert answer == {
        "code": "stale",
        "epoch": stored["epoch"],
        "current": stored["line"],
        "yours": {
            "deal": 1,
            "base": 0,
            "line": "2*",
            "record": {"dealer": 0, **WON, "outcome": "kodille"},
        },
    }
    assert Revision.objects.count() == 1


def test_a_stale_withdrawal(post):
    post(line="2+")
    status, answer = post(withdrawn=True)
    assert status == 409
    assert answer["yours"] == {"deal": 1, "base": 0, "line": None, "record": None}


def test_an_id_with_another_content(post):
    result_id = str(uuid.uuid4())
    post(id=result_id, line="2+")
    status, answer = post(id=result_id, line="2-")
    assert (status, answer["code"]) == (422, "id_reused")
    assert answer["message"]


@pytest.mark.parametrize("body", ({"line": "3+"}, {"record": {**WON, "declarer": 2}}))
def test_the_sitter_out_is_refused_by_name(post, body):
    status, answer = post(**body)
    assert status == 400
    assert answer["code"] == "refused"
    (complaint,) = answer["complaints"]
    assert (complaint["code"], complaint["field"]) == ("declarer_sits_out", "declarer")
    assert "Birte Nr3" in complaint["message"]
    assert "Agnes Nr1" in complaint["message"]
    assert answer["message"] == complaint["message"]
    assert not Revision.objects.exists()


@pytest.mark.parametrize(
    ("body", "codes"),
    (
        ({"line": "2"}, ["outcome_missing"]),
        ({"line": ""}, ["word_empty"]),
        ({"line": "28.+"}, ["tout_not_allowed"]),
        ({"record": {"declarer": 1, "contract": "grand", "outcome": "won"}}, ["contract_unknown"]),
        (
            {"record": {"declarer": 9, "contract": "grand", "outcome": "lost"}},
            ["declarer_invalid", "contract_unknown", "outcome_unknown"],
        ),
        ({"record": {"passed": True, "joker": 1}}, ["malformed"]),
        ({"record": {}}, ["malformed"]),
        ({"record": {**WON, "dealer": 3}}, ["dealer_invalid"]),
        ({"record": {**WON, "pairs": True}}, ["malformed"]),
        ({"line": "2+", "deal": 41}, ["deal_unknown"]),
        ({"line": "2+", "deal": 0}, ["malformed"]),
        ({"line": "2+", "deal": "one"}, ["malformed"]),
        ({"line": "2+", "base": -1}, ["malformed"]),
        ({"line": "2+", "base": 40_000}, ["malformed"]),
        ({"line": "2+", "id": "7"}, ["malformed"]),
        ({"line": "2+", "joker": 1}, ["malformed"]),
        ({"line": "2+" * 40}, ["malformed"]),
        ({"line": "2+", "reason": "r" * 201}, ["malformed"]),
        ({"line": "2+", "reason": "a\x00b"}, ["malformed"]),
        ({"line": "2+", "claimed_at": "yesterday"}, ["malformed"]),
        ({"line": "2+", "withdrawn": True}, ["malformed"]),
        ({"line": "2+", "record": WON}, ["malformed"]),
        ({"withdrawn": False}, ["malformed"]),
        ({}, ["malformed"]),
        ({"record": [1]}, ["malformed"]),
        ({"record": "2+"}, ["malformed"]),
        ({"record": None}, ["malformed"]),
    ),
)
def test_what_is_no_result_is_refused_with_sentences(post, body, codes):
    status, answer = post(**body)
    assert status == 400
    assert answer["code"] == "refused"
    found = [complaint["code"] for complaint in answer["complaints"]]
    assert found
    assert set(found) <= set(codes)
    assert all(complaint["message"] for complaint in answer["complaints"])
    assert not Revision.objects.exists()


@pytest.mark.parametrize(
    "text",
    ("", "[]", "7", "null", "{", '"x"', '{"id": NaN}', "[" * 60_000, '{"id":"' + "x" * 99_999),
    ids=lambda text: text[:9],
)
def test_what_is_no_json_object(director_client, results_url, text):
    answer = director_client.post(results_url, text, content_type="application/json")
    assert answer.status_code == 400
    assert answer.json()["code"] == "refused"


def test_another_media_type_and_method(director_client, results_url):
    answer = director_client.post(results_url, {"line": "2+"})
    assert (answer.status_code, answer.json()["code"]) == (415, "unsupported_media_type")
    answer = director_client.delete(results_url)
    assert (answer.status_code, answer.json()["code"]) == (405, "method_not_allowed")


def test_a_round_that_is_not_released(post):
    Round.objects.update(state=Round.State.DRAFT)
    status, answer = post(line="2+")
    assert (status, answer["code"]) == (403, "not_open")


def test_unchanged_is_304_before_anything_is_computed(
    director_client, sheet_url, post, django_assert_num_queries
):
    tag = director_client.get(sheet_url)["ETag"]
    with django_assert_num_queries(5):  # session, user, the table with its event, role, lease
        answer = director_client.get(sheet_url, HTTP_IF_NONE_MATCH=tag)
    assert answer.status_code == 304
    assert answer["ETag"] == tag
    post(line="2+")
    answer = director_client.get(sheet_url, HTTP_IF_NONE_MATCH=tag)
    assert answer.status_code == 200
    assert answer["ETag"] != tag


def test_a_restored_backup_has_other_tags(director_client, sheet_url):
    tag = director_client.get(sheet_url)["ETag"]
    Event.objects.update(epoch=uuid.uuid4())
    assert director_client.get(sheet_url, HTTP_IF_NONE_MATCH=tag).status_code == 200


def test_the_tag_is_of_one_language(director_client, sheet_url):
    tags = {
        director_client.get(sheet_url, HTTP_ACCEPT_LANGUAGE=language)["ETag"]
        for language in ("da", "en")
    }
    assert len(tags) == 2


@pytest.mark.parametrize("entered", (1, 3))
def test_the_number_of_queries_does_not_grow(
    director_client, sheet_url, post, entered, django_assert_num_queries
):
    for deal in range(1, entered + 1):
        post(deal=deal, line="0")
    with django_assert_num_queries(11):
        director_client.get(sheet_url)


@pytest.mark.parametrize("entered", (1, 20))
def test_a_deal_is_stored_with_one_look_at_the_sheet(post, entered):
    for deal in range(1, entered + 1):
        post(deal=deal, line="0")
    with CaptureQueriesContext(connection) as asked:
        post(deal=40, line="0")
    looks = [each["sql"] for each in asked if 'FROM "tournaments_revision"' in each["sql"]]
    assert len(looks) == 1


def test_what_is_stored_is_answered_as_the_sheet_has_it(director_client, sheet_url, post):
    post(deal=1, line="2+")
    _, stored = post(deal=20, line="1+")
    sheet = director_client.get(sheet_url).json()
    assert sheet["lines"][19] == stored["line"]
    assert {key: sheet[key] for key in ("opening", "totals", "subtotals", "epoch", "version")} == {
        key: stored[key] for key in ("opening", "totals", "subtotals", "epoch", "version")
    }


def test_a_session_that_came_by_the_link_enters_as_a_device(link_client, sheet_url, post):
    status, answer = post(client=link_client, line="2+")
    assert status == 201
    assert answer["line"]["entered_by"] == "a device at the table"
    assert Revision.objects.get().actor.startswith("device:")
    assert link_client.get(sheet_url).status_code == 200


def test_a_revoked_link_says_so_at_the_next_request(link_client, sheet_url, post, table):
    revoke_links(table, actor="user:director")
    assert post(client=link_client, line="2+")[1]["code"] == "in_tray"
    answer = link_client.get(sheet_url, **LANGUAGE)
    assert answer.status_code == 403
    assert answer.json()["message"].startswith("The director has closed this sheet’s code, as is")
    assert not Revision.objects.exists()


def test_the_api_words_errors_in_the_users_language(director_client, results_url):
    said = {
        director_client.post(
            results_url, json.dumps({}), content_type="application/json", HTTP_ACCEPT_LANGUAGE=code
        ).json()["message"]
        for code in ("en", "da")
    }
    assert len(said) == 2


@pytest.mark.parametrize("event_of", ({"ruleset": "lomber", "accounting": "pott"},))
def test_in_a_pott_a_deal_may_change_those_after_it(director_client, sheet_url, post):
    assert director_client.get(sheet_url).json()["opening"] == [0, 0, 0, 0]
    post(deal=1, line="28-")  # solo spar, bet: 3 into the pot of 8
    assert director_client.get(sheet_url).json()["opening"] == [-2, -2, -2, -2]
    _, later = post(deal=2, line="39*")  # ren nolo, kodille: 4 into it
    assert (later["line"]["pot"], later["also"]) == (15, [])
    status, answer = post(deal=1, base=1, line="0")  # all passed: everybody pays 1
    assert status == 201
    assert answer["line"]["changes"] == [-1, -1, -1, -1]
    assert [(line["deal"], line["pot"]) for line in answer["also"]] == [(2, 16)]
    assert answer["totals"] == [-3, -3, -7, -3]


def test_what_a_director_decided_no_table_overwrites(post, event):
    post(line="2+")
    table = event.rounds.get().tables.get()
    ruled = Change(table, 1, 1, None, Revision.Ruling.ANNULLED)
    correct(event=event, changes=[ruled], reason="Misdealt", actor="user:director")
    status, answer = post(base=2, line="2+")
    assert (status, answer["complaints"][0]["code"]) == (400, "ruled")
    assert Revision.objects.count() == 2


def answer_to(client, url, deal, record):
    body = f'{{"id": "{uuid.uuid4()}", "deal": {deal}, "base": 0, "record": {record}}}'
    return body, client.post(url, body, content_type="application/json", **LANGUAGE)


@pytest.mark.parametrize("checked", (True, False))
@pytest.mark.parametrize("value", ("1e999", '"\\ud800"'))
def test_what_no_answer_can_say_again_is_refused(
    director_client, results_url, post, monkeypatch, value, checked
):
    """The deal stands already, so that the answer has both results. The twin does not look."""
    assert post(line="0")[0] == 201
    if not checked:
        monkeypatch.setattr(serializers, "can_be_kept", lambda _record: True)
        with pytest.raises(ValueError, match=r"not JSON compliant|surrogates"):
            answer_to(director_client, results_url, 1, f'{{"declarer": {value}}}')
        return
    _body, answer = answer_to(director_client, results_url, 1, f'{{"declarer": {value}}}')
    assert (answer.status_code, answer.json()["code"]) == (400, "refused")


@pytest.mark.parametrize("checked", (True, False))
def test_a_long_record_gets_no_longer_answer(director_client, results_url, monkeypatch, checked):
    """The twin says twice of each of its players that he is none."""
    if not checked:
        monkeypatch.setattr(serializers, "can_be_kept", lambda _record: True)
    record = json.dumps({**WON, "peeked": [2] * 3000})
    body, answer = answer_to(director_client, results_url, 1, record)
    assert answer.status_code == 400
    assert (len(answer.content) < len(body)) is checked
