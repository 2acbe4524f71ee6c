"""What the database is asked while a phone saves a deal: everything, from its session on."""

import uuid

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.tournaments.api.conftest import link_client_of
from tournaments.penalties.domain.penalties import Penalty, penalise

pytestmark = pytest.mark.django_db(transaction=True)  # no savepoint that only a test needs
MOST = 10
AROUND = ("BEGIN", "BEGIN IMMEDIATE", "COMMIT")
"""What is not counted; a savepoint would be."""


@pytest.mark.parametrize("event_of", ({}, {"accounting": "pott"}), ids=("rasle", "pott"))
def test_a_deal_is_saved_by_ten_queries(table, results_url, post, event_of):
    phone, other = (link_client_of(table, headers={"User-Agent": "x"}) for _ in range(2))
    for client, deal in ((other, 40), (phone, 1), (phone, 2)):
        post(client, results_url, deal=deal, line="0")
    late = Penalty(id=uuid.uuid4(), reason="Late", seat=1, points=2)
    penalise(table=table, penalty=late, actor="user:director")
    with CaptureQueriesContext(connection) as asked:
        status, answer = post(phone, results_url, deal=30, line="2+")
    assert (status, answer["status"]) == (201, "stored")
    assert len([each for each in asked if each["sql"] not in AROUND]) <= MOST
