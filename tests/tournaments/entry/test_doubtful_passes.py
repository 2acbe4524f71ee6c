"""All passed where somebody must bid: it is asked about, and stored when it was so."""

import json
import re
import uuid

import pytest
from django.urls import reverse

from rules import RULESETS
from tests import make
from tournaments.models import Revision, Table

pytestmark = pytest.mark.django_db(transaction=True)
ENGLISH = {"accept-language": "en"}
DEALER = "the dealer must bid after two passes, so not all can have passed"
SPADILLE = "only if it lay in the talon"
RULES = {
    "familie": (RULESETS["familie"], DEALER),
    "no dealer": (RULESETS["familie"].changed({"dealer_must_bid": False}), SPADILLE),
    "dlu": (RULESETS["dlu"].changed({"dealer_must_bid": True}), DEALER),
    "hoem": (RULESETS["hoem"], SPADILLE),
}
FREE = {
    "dlu": RULESETS["dlu"],
    "lomber": RULESETS["lomber"],
    "familie": RULESETS["familie"].changed({"dealer_must_bid": False, "spadille_must_bid": False}),
}


def table_under(club, ruleset):
    return Table.objects.get(round__event=make.make_released_event(club, tables=1, ruleset=ruleset))


def post(client, table, **said):
    body = {"id": str(uuid.uuid4()), "deal": 1, "base": 0, **said}
    url = f"/api/v1/tables/{table.pk}/results/"
    return client.post(url, json.dumps(body), content_type="application/json", headers=ENGLISH)


@pytest.mark.parametrize("said", ({"line": "0"}, {"record": {"passed": True}}), ids=str)
@pytest.mark.parametrize("rules", RULES)
def test_it_is_asked_and_then_stored_under_the_same_id(director_client, club, rules, said):
    ruleset, why = RULES[rules]
    table, asked = table_under(club, ruleset), {**said, "id": str(uuid.uuid4())}
    answered = post(director_client, table, **asked)
    assert answered.status_code == 400
    (complaint,) = answered.json()["complaints"]
    assert (complaint["code"], complaint["field"]) == ("doubtful", "passed")
    assert why in complaint["message"]
    assert "enter it once more" in complaint["message"]
    assert not Revision.objects.exists()
    assert post(director_client, table, **asked, confirmed=True).status_code == 201
    assert post(director_client, table, **asked).status_code == 200  # it is stored: the same again
    assert Revision.objects.count() == 1


@pytest.mark.parametrize("rules", FREE)
def test_where_nobody_must_bid_nothing_is_asked(director_client, club, rules):
    """The twin."""
    table = table_under(club, FREE[rules])
    assert post(director_client, table, line="0").status_code == 201


def test_to_say_yes_helps_nothing_that_is_wrong(director_client, club):
    table = table_under(club, RULESETS["familie"])
    wrong = {"passed": True, "declarer": 1}
    answered = post(director_client, table, record=wrong, confirmed=True)
    assert answered.status_code == 400


@pytest.mark.parametrize(("rules", "asks"), (("familie", True), ("dlu", False)))
def test_an_import_and_a_correction_say_so_before_they_are_confirmed(
    director_client, club, rules, asks
):
    table = table_under(club, RULESETS[rules])
    for name, filled in (
        ("import", {"text": "deal;keys\n1;0"}),
        ("correct", {"deal": "1", "way": "change", "line": "0", "reason": "Misread"}),
    ):
        address = reverse(f"tournaments:{name}", args=[table.pk])
        page = director_client.get(address, headers=ENGLISH).content.decode()
        known = dict(re.findall(r'name="(id|reason)"[^>]*?value="([^"]*)"', page))
        shown = director_client.post(address, {**known, **filled}, headers=ENGLISH)
        page = shown.content.decode()
        assert "This is what would change" in page
        assert (DEALER in page) is asks
