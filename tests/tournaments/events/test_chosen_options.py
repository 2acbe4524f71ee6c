"""What the rules can do, a director can choose: on a new event, and afterwards."""

import re
from typing import Any

import pytest
from django.urls import reverse
from django.utils.html import escape
from django.utils.translation import override

from lhombre_club.members.queries import evening
from rules import RULESETS, RuleSet
from tests import make
from tests.tournaments.events.test_events_pages import FORM, NEW, here
from tests.tournaments.papers.documents import scene
from tournaments.events.domain.events import make_event
from tournaments.models import Correction, Event
from tournaments.words.options import OPTIONS

pytestmark = pytest.mark.django_db
ENGLISH = {"accept-language": "en"}
OPEN = {
    "dealer_must_bid": False,
    "kaske": True,
    "mort": True,
    "mort_nolo": True,
    "one_four_four": "bet",
    "respekt_on": ["three_aces", "seven_of_diamonds"],
}


def options_of(ruleset: RuleSet, key: str = "") -> dict[str, Any]:
    """Return what a browser sends of the options of a rule set, set as they are in it."""
    said = {name: getattr(ruleset, name) for name in ruleset.options}
    plain = {
        name: list(value) if isinstance(value, tuple) else value for name, value in said.items()
    }
    sent = {name: "on" if value is True else value for name, value in plain.items() if value}
    return {f"{key or ruleset.id}-{name}": value for name, value in {"asked": "1", **sent}.items()}


def test_every_option_of_every_rule_set_is_on_both_forms(director_client, club):
    people = here(club, 4)
    asked = director_client.get(NEW, headers=ENGLISH).content.decode()
    event = make_event(
        club=club, name="Klubaften", date=evening(), people=people, actor="system:test"
    )
    address = reverse("tournaments:rules", args=[event.pk])
    for page in (asked, director_client.get(address, headers=ENGLISH).content.decode()):
        for key, ruleset in RULESETS.items():
            for option in ruleset.options:
                assert f'name="{key}-{option}"' in page
                with override("en"):
                    assert escape(str(OPTIONS[option].label)) in page
            assert (f'data-options-of="{key}"' in page) == bool(ruleset.options)


def test_an_event_begins_with_what_was_chosen(director_client, club):
    here(club, 16)
    familie = RULESETS["familie"].changed(OPEN)
    sent = {**FORM, "ruleset": "familie", **options_of(familie), "dlu-dealer_must_bid": "on"}
    director_client.post(NEW, sent)
    event = Event.objects.get()
    assert event.ruleset == familie.to_json()
    assert event.ruleset_digest == familie.digest
    page = director_client.get(
        reverse("tournaments:event", args=[event.pk]), headers=ENGLISH
    ).content.decode()
    assert "Differs from the printed rules “L’hombre in the family” in:" in page
    assert "The dealer must bid after two passes: no" in page
    assert "Tourné-respekt on other cards too: three aces, the seven of diamonds" in page
    crib = " ".join(scene.text(scene.pdf("crib", Event.objects.get())).split())
    with override("da"):
        assert str(OPTIONS["mort"].label) in crib


def test_an_event_by_the_printed_rules_differs_in_nothing(director_client, club):
    here(club, 16)
    director_client.post(NEW, {**FORM, "ruleset": "familie", **options_of(RULESETS["familie"])})
    event = Event.objects.get()
    assert event.ruleset == RULESETS["familie"].to_json()
    for name in ("event", "rules"):
        page = director_client.get(reverse(f"tournaments:{name}", args=[event.pk]), headers=ENGLISH)
        assert "Differs from" not in page.content.decode()


def test_what_does_not_go_together_is_said_at_its_field_and_the_fold_is_open(director_client, club):
    here(club, 16)
    sent = {
        **FORM,
        "ruleset": "lomber",
        "lomber-asked": "1",
        "lomber-mort_spadille_needs_six": "on",
    }
    answer = director_client.post(NEW, sent, headers=ENGLISH)
    assert answer.status_code == 400
    page = answer.content.decode()
    assert "This goes with “Mort is played” alone." in page
    assert re.search(r'<details data-options-of="lomber" open>', page)
    assert not Event.objects.exists()


def test_the_rules_of_an_event_are_changed_shown_first_and_taken_back(director_client, club):
    event = make.make_released_event(club, tables=1, ruleset="familie")
    address = reverse("tournaments:rules", args=[event.pk])
    opened = director_client.get(address, headers=ENGLISH).content.decode()
    wanted = RULESETS["familie"].changed(OPEN)
    asked = {
        "id": re.findall(r'name="id" value="([^"]+)"', opened)[0],
        "ruleset": "as_it_is", "accounting": "rasle", "ante": "2",
        "remis_pays": "table", "remis_price": "game", "reason": "So do we play",
        **options_of(wanted, "as_it_is"),
    }  # fmt: skip
    shown = director_client.post(address, asked, headers=ENGLISH).content.decode()
    assert "This is what would change" in shown
    assert "Kaske is played: yes" in shown
    hidden = [
        (name, value)
        for tag in re.findall(r"<input[^>]*>", shown)
        for name in re.findall(r' name="([^"]*)"', tag)
        for value in re.findall(r' value="([^"]*)"', tag) or [""]
    ]
    sent: dict[str, list[str]] = {}
    for name, value in hidden:
        sent.setdefault(name, []).append(value)
    made = director_client.post(address, sent, headers=ENGLISH)
    assert made.status_code == 302, made.content.decode()
    event.refresh_from_db()
    assert event.ruleset == wanted.to_json()
    page = director_client.get(address, headers=ENGLISH).content.decode()
    assert "Kaske is played: yes" in page
    ticked = set(re.findall(r'name="as_it_is-(\w+)"[^>]* checked', page))
    on = {name for name in wanted.options if getattr(wanted, name) is True}
    assert ticked == {*on, "respekt_on"}
    director_client.post(reverse("tournaments:correction-undo", args=[Correction.objects.get().pk]))
    event.refresh_from_db()
    assert event.ruleset == RULESETS["familie"].to_json()


def of_account(page):
    """What is said of the account beside each rule set, by its key."""
    return dict(re.findall(r'<p data-options-of="([^"]*)">([^<]*)</p>', page))


def test_beside_the_rules_it_is_said_which_accounts_go_with_them(director_client, club):
    told = of_account(director_client.get(NEW, headers=ENGLISH).content.decode())
    assert set(told) == {"lomber"}
    assert "a rasle, a pott or a mixed account is kept" in told["lomber"]
    here(club, 4)
    sent = {**FORM, "ruleset": "dlu", "accounting": "mixed"}
    told = of_account(director_client.post(NEW, sent, headers=ENGLISH).content.decode())
    assert set(told) == set(RULESETS)
    assert "neither a pott nor a mixed account is kept" in told["dlu"]
