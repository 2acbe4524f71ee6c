"""No request whatever is a fault of the server, and many reach the rules."""

import json
import uuid
from collections import Counter

from django.test import Client
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from scoring.domain import audit
from tests import make
from tests.sizes import examples
from tournaments.book.accounts import stored_account
from tournaments.models import Table

JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner),
    max_leaves=6,
)
GAMES = st.fixed_dictionaries(
    {
        "declarer": st.integers(0, 3),
        "contract": st.sampled_from(["spil", "solo", "ren_nolo", "grand"]),
        "outcome": st.sampled_from(["won", "bet", "kodille", "remis"]),
    },
    optional={"tout": st.sampled_from(["made", "failed"]), "trump": st.sampled_from("SHDC")},
)
RESULTS = st.one_of(
    st.builds(dict, line=st.from_regex(r"\A(0|[1-4][1-9]?\.?[-+*])\Z")),
    st.builds(dict, record=GAMES),
    st.builds(
        lambda game, key, junk: {"record": {**game, key: junk}},
        GAMES,
        st.sampled_from(["declarer", "tricks", "trump", "pairs", "joined", "dealer", "passed"]),
        JUNK,
    ),
    st.just({"withdrawn": True}),
)
BODIES = st.builds(
    lambda frame, result, junk: {**frame, **result, **junk},
    st.fixed_dictionaries({"deal": st.integers(1, 40), "base": st.integers(0, 1)}),
    RESULTS,
    st.just({})
    | st.dictionaries(
        st.sampled_from(["id", "deal", "base", "reason", "claimed_at", "x"]), JUNK, max_size=2
    ),
)


class AnyRequest(TestCase):
    """As the director, who may do all there is."""

    def test_is_answered(self):
        club = make.make_club()
        client = Client()
        client.force_login(make.make_director(club))
        event = make.make_released_event(club, tables=1)
        table = Table.objects.select_related("round__event").get(round__event=event)
        answers: Counter[int] = Counter()

        @settings(max_examples=examples(100), database=None)
        @given(BODIES)
        def ask(body):
            answer = client.post(
                f"/api/v1/tables/{table.pk}/results/",
                json.dumps({"id": str(uuid.uuid4()), **body}),
                content_type="application/json",
            )
            answers[answer.status_code] += 1

        ask()
        assert set(answers) <= {200, 201, 400, 409, 422}
        assert answers[201] + answers[409] >= 0.3 * answers.total()
        assert audit({table.book: stored_account(table)}) == []
