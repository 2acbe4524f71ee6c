"""The standings of an event, for its directors."""

import pytest

pytestmark = pytest.mark.django_db


def test_standings(director_client, standings_url, post, event):
    post(line="2+")
    answer = director_client.get(standings_url)
    assert answer.status_code == 200
    assert answer["Cache-Control"] == "private, no-cache"
    standings = answer.json()
    assert standings["rounds"] == [1]
    assert standings["tie_chain"] == ["points", "won", "kodille", "highest"]
    player = event.participants.get(number=2)
    assert standings["rows"][0] == {
        "place": 1,
        "shared": False,
        "participant": str(player.pk),
        "number": 2,
        "name": "Aksel Nr2",
        "points": 2,
        "penalties": 0,
        "won": 1,
        "kodille": 0,
        "highest": 1,
        "deals": 1,
        "rounds": [2],
    }
    assert [row["place"] for row in standings["rows"]] == [1, 2, 3, 3]


def test_unchanged_is_304_before_anything_is_computed(
    director_client, standings_url, post, django_assert_num_queries
):
    tag = director_client.get(standings_url)["ETag"]
    with django_assert_num_queries(4):  # session, user, the event, the role
        assert director_client.get(standings_url, HTTP_IF_NONE_MATCH=tag).status_code == 304
    post(line="2+")
    assert director_client.get(standings_url, HTTP_IF_NONE_MATCH=tag).status_code == 200
