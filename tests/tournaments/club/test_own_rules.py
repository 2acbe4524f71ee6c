"""Rules that a club makes from others: versioned, told as differences, frozen into events."""

import json
from typing import Any

import pytest
from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import override

from lhombre_club.members.models import Attendance, ClubRole
from lhombre_club.members.queries import evening
from lhombre_club.refusal import Refusal
from rules import (
    RULESETS,
    Contract,
    ContractTerms,
    RuleSet,
    differences,
    read_result,
    settle,
)
from tests import make
from tests.tournaments.club.test_presets import NEW, PAGE, USUAL, form_of, sent_as_it_stands
from tests.tournaments.papers.documents import scene
from tests.tournaments.test_every_option import post, send_sheet, taps
from tournaments.book.presets import rulesets_of, stored_presets
from tournaments.club.domain import keep_own_rules, put_away
from tournaments.club.reasons import ClubReason
from tournaments.models import Event, OwnRules, Table
from tournaments.papers.documents.crib import values as values_of
from tournaments.papers.documents.document import About
from tournaments.sheets.queries import sheet
from tournaments.typed import grammar
from tournaments.words import wording

pytestmark = pytest.mark.django_db
ENGLISH = {"accept-language": "en"}
SOLO = {"declarer": 1, "contract": "solo", "outcome": "won"}
START = reverse("tournaments:own-rules-new")
SLUG = "own-aens-regler"


def make_rules(client, base="familie", name="Åens regler", **changes):
    """Make rules by the page, with some of what the form says changed."""
    address = f"{START}?from={base}"
    sent = sent_as_it_stands(form_of(client, address)) | {"name": name} | changes
    return client.post(address, sent, headers=ENGLISH)


def change_rules(client, slug=SLUG, **changes):
    address = reverse("tournaments:own-rules", args=[slug])
    sent = sent_as_it_stands(form_of(client, address)) | changes
    return client.post(address, sent, headers=ENGLISH)


def solo_of(rules: RuleSet) -> ContractTerms:
    return next(terms for terms in rules.contracts if terms.contract is Contract.SOLO)


@pytest.mark.parametrize("base", ("hoem", "lomber"))
def test_the_rows_call_the_contracts_as_their_rules_do(director_client, club, base):
    form = form_of(director_client, f"{START}?from={base}")
    rules = RULESETS[base]
    with override("en"):
        called = [capfirst(wording.contract(each.contract, rules)) for each in rules.contracts]
    assert [row.name for row in form.parts()["games"]] == called
    assert form.fields["nolo_ouvert-won"].label.startswith(
        {"hoem": "Ren nolo ouvert, ", "lomber": "Hrein yfir, "}[base]
    )


@pytest.mark.parametrize("base", tuple(RULESETS))
def test_a_form_that_nobody_touched_makes_the_same_rules_under_another_name(
    director_client, club, base
):
    assert make_rules(director_client, base).url == PAGE
    own = rulesets_of(club)[SLUG]
    assert (own.name, own.version) == ("Åens regler", 1)
    assert own.derived_from == f"{base} {RULESETS[base].version}"
    assert differences(RULESETS[base], own) == ()


def test_numbers_and_options_are_the_clubs_and_told_as_differences(director_client, club):
    make_rules(
        director_client,
        **{"solo-won": "7", "solo-kodille": "3", "tout_value": "4", "familie-grand": "on"},
    )
    own = rulesets_of(club)[SLUG]
    familie = RULESETS["familie"]
    solo = solo_of(familie)
    assert set(differences(familie, own)) == {
        f"solo won {solo.won} → 7",
        f"solo kodille {solo.kodille} → 3",
        f"tout_value {familie.tout_value} → 4",
        "grand false → true",
    }
    page = director_client.get(PAGE, headers=ENGLISH).content.decode()
    assert "Solo, won: 7; Solo, kodille beside the bet: 3; Tout: 4; Grand is played: yes" in page


def test_an_event_plays_by_them_and_keeps_the_version_it_began_with(director_client, club):
    make_rules(director_client, "dlu", **{"solo-won": "7"})
    for person in make.make_members(club, 4):
        Attendance.objects.create(club=club, person=person, date=evening())
    sent = USUAL | {"date": str(evening()), "ruleset": SLUG, "rounds": "1", "language": "en"}
    assert director_client.post(NEW, sent, headers=ENGLISH).status_code == 302
    event = Event.objects.get()
    change_rules(director_client, **{"solo-won": "9"})
    assert rulesets_of(club)[SLUG].version == 2
    assert [row.version for row in OwnRules.objects.all()] == [1, 2]
    event.refresh_from_db()
    frozen = RuleSet.from_json(event.ruleset)
    assert (frozen.id, frozen.version, solo_of(frozen).won) == (SLUG, 1, 7)
    assert event.ruleset_digest == frozen.digest
    event.rounds.update(state="released")
    table = Table.objects.get(round__event=event)
    make.enter(table, 1, {**SOLO, "declarer": (table.first_dealer + 1) % 4})
    assert max(sheet(table).final) == 14
    page = director_client.get(reverse("tournaments:event", args=[event.pk]), headers=ENGLISH)
    assert "Solo, won: 7" in page.content.decode()


@pytest.mark.django_db(transaction=True)
def test_papers_say_the_name_and_the_differences(director_client, club):
    make_rules(director_client, "dlu", **{"solo-won": "7"})
    event = make.make_released_event(club, tables=1, ruleset=rulesets_of(club)[SLUG], language="en")
    text = " ".join(scene.text(scene.pdf("crib", event)).split())
    assert "Åens regler" in text
    assert "Solo, won: 7" in text


def test_the_cards_of_a_tourne_are_worth_what_the_club_says(director_client, club):
    """By every way in, and told as a difference on page and paper."""
    start = director_client.get(f"{START}?from=hoem", headers=ENGLISH).content.decode()
    assert "Ace of hearts" in start
    make_rules(director_client, "hoem", **{"card-HA": "9", "card-DK": "44", "tourne-kodille": "6"})
    own = rulesets_of(club)[SLUG]
    event = make.make_released_event(club, tables=4, ruleset=own, sitter_pays=True)
    by_keys, by_record, by_json, by_csv = Table.objects.filter(round__event=event)
    records, values = tourne_records(), [9, 9 + 2, -(9 + 6), 44, -44]
    lines = [grammar.print_keys(each, ruleset=own, players=4, pairs=False) for each in records]
    for deal, (record, line) in enumerate(zip(records, lines, strict=True), start=1):
        assert settle(read_result(record, own, 4), own).declarers[0].value == values[deal - 1]
        for table, said in ((by_keys, {"line": line}), (by_record, {"record": record})):
            assert post(director_client, table, deal, **said).status_code == 201
    assert send_sheet(director_client, by_json, "\n".join(map(json.dumps, records))).url
    typed = [f"{deal};{line}" for deal, line in enumerate(lines, start=1)]
    assert send_sheet(director_client, by_csv, "\n".join(["deal;keys", *typed])).url
    for table in (by_keys, by_record, by_json, by_csv):
        shown = sheet(table)
        entered = [each.changes for each in shown.lines if each.revision]
        won = [each[(deal + 1) % 4] for deal, each in enumerate(entered) if each]
        assert won == [3 * value for value in values]
        for record, line in zip(records, lines, strict=True):
            taps(shown, record, line)
    told = "Tourné, kodille beside the bet: 6; Card for a tourné, ace of hearts: 9; "
    told += "Card for a tourné, king of diamonds: 44."
    assert told in director_client.get(PAGE, headers=ENGLISH).content.decode()
    with override("en"):
        crib: Any = values_of(About(event))
    assert any(told in sentence for sentence in crib["sentences"])
    assert "price 44, turns 1 card, laid alone, kodille as bet" in str(crib["tourne_cards"])


def tourne_records() -> list[dict[str, object]]:
    """Laid and turned: one card, another turned, lost, and one that is laid alone."""
    said = (
        (["HA"], ["C5"], "won"), (["HA"], ["CA", "C5"], "won"), (["HA"], ["C5"], "kodille"),
        (["DK"], ["C5"], "won"), (["DK"], ["C5"], "kodille"),
    )  # fmt: skip
    return [
        {"dealer": deal % 4, "declarer": (deal + 1) % 4, "contract": "tourne", "outcome": outcome,
         "tourne": {"laid": laid, "turned": turned}}
        for deal, (laid, turned, outcome) in enumerate(said)
    ]  # fmt: skip


def test_only_rules_with_prices_of_cards_ask_for_them(director_client, club):
    form = form_of(director_client, f"{START}?from=dlu")
    assert not [name for name in form.fields if name.startswith("card-")]
    assert "Card for a tourné" not in str(director_client.get(f"{START}?from=dlu").content)
    answer = make_rules(director_client, "hoem", **{"card-HA": "0"})
    assert set(answer.context["form"].errors) == {"card-HA"}


def test_a_preset_and_the_next_week_play_by_the_newest_version(director_client, club):
    make_rules(director_client, "familie", **{"solo-won": "7"})
    (row,) = stored_presets(club)
    preset = reverse("tournaments:preset", args=[row.pk])
    director_client.post(
        preset, USUAL | {"ruleset": SLUG, f"{SLUG}-asked": "1", f"{SLUG}-kaske": "on"}
    )
    change_rules(director_client, **{"solo-won": "9"})
    begun = form_of(director_client, NEW).begin.rules
    assert (begun.version, begun.kaske, solo_of(begun).won) == (2, True, 9)
    old = begun.to_json() | {"version": 1, "mort": True}
    make.make_released_event(club, tables=1, ruleset=RuleSet.from_json(old))
    begun = form_of(director_client, NEW).begin.rules
    assert (begun.version, begun.kaske, begun.mort) == (2, True, True)


def test_only_this_club_is_offered_them(director_client, stranger_client, director, club):
    make_rules(director_client)
    assert SLUG in dict(form_of(director_client, NEW).fields["ruleset"].choices)
    assert SLUG not in dict(form_of(stranger_client, NEW).fields["ruleset"].choices)
    for name in ("own-rules", "own-rules-away"):
        address = reverse(f"tournaments:{name}", args=[SLUG])
        assert stranger_client.post(address).status_code == 404
    second = make.make_club("Klub Manille")
    ClubRole.objects.create(user=director, club=second, role=ClubRole.Role.OWNER)
    session = director_client.session
    session["club"] = str(second.pk)
    session.save()
    assert change_rules(director_client, name="Andre").status_code == 302
    assert rulesets_of(club)[SLUG].name == "Andre"


def test_two_rule_sets_have_two_names_and_two_ids(director_client, club):
    make_rules(director_client)
    again = make_rules(director_client, name="åens regler")
    assert again.status_code == 400
    assert "There are rules of that name already." in again.content.decode()
    make_rules(director_client, base=SLUG, name="Åens  regler!")
    assert set(rulesets_of(club)) - set(RULESETS) == {SLUG, f"{SLUG}-2"}
    assert rulesets_of(club)[f"{SLUG}-2"].derived_from == "familie 1"
    make_rules(director_client, name="規則")
    assert "own" in rulesets_of(club)


def test_rules_are_put_away_unless_a_preset_plays_by_them(director_client, club):
    make_rules(director_client)
    (row,) = stored_presets(club)
    preset = reverse("tournaments:preset", args=[row.pk])
    away = reverse("tournaments:own-rules-away", args=[SLUG])
    director_client.post(preset, USUAL | {"ruleset": SLUG})
    told = director_client.post(away, follow=True, headers=ENGLISH).content.decode()
    assert "is played by these rules" in told
    director_client.post(preset, USUAL)
    director_client.post(away)
    assert SLUG not in rulesets_of(club)
    assert director_client.post(away).status_code == 404
    make_rules(director_client)
    assert set(rulesets_of(club)) - set(RULESETS) == {f"{SLUG}-2"}


def test_who_saw_an_older_version_does_not_write_over_the_newer(director_client, club):
    make_rules(director_client)
    change_rules(director_client, **{"solo-won": "9"})
    told = change_rules(director_client, version="1", **{"solo-won": "5"})
    assert told.url == reverse("tournaments:own-rules", args=[SLUG])
    assert rulesets_of(club)[SLUG].version == 2
    base = rulesets_of(club)[SLUG]
    with pytest.raises(Refusal) as refusal:
        keep_own_rules(club=club, base=base, rules=base, name="Åens regler", seen=1, actor="user:x")
    assert refusal.value.reason is ClubReason.STALE


def test_what_cannot_be_is_told_at_its_field(director_client, club):
    answer = make_rules(director_client, **{"solo-won": "-1", "familie-mort_nolo": "on"})
    assert answer.status_code == 400
    assert set(answer.context["form"].errors) == {"solo-won", "familie-mort_nolo"}
    assert not OwnRules.objects.exists()


def test_rules_that_were_put_away_are_still_last_weeks(director_client, club):
    make_rules(director_client, "dlu", **{"solo-won": "7"})
    own = rulesets_of(club)[SLUG]
    make.make_released_event(club, tables=1, ruleset=own)
    put_away(club=club, slug=SLUG, actor="user:x")
    form = form_of(director_client, NEW)
    assert solo_of(form.begin.rules).won == 7
    assert SLUG in dict(form.fields["ruleset"].choices)


def test_an_event_under_way_can_be_settled_by_them(director_client, club):
    make_rules(director_client, "dlu", **{"solo-won": "7"})
    event = make.make_released_event(club, tables=1)
    rules = reverse("tournaments:rules", args=[event.pk])
    assert SLUG in dict(form_of(director_client, rules).fields["ruleset"].choices)
    table = Table.objects.get(round__event=event)
    make.enter(table, 1, SOLO)
    sent = sent_as_it_stands(form_of(director_client, rules))
    sent |= {"ruleset": SLUG, f"{SLUG}-asked": "1", "reason": "aftalt"}
    seen = director_client.post(rules, sent).context["seen"]
    director_client.post(rules, sent | {"seen": seen})
    assert max(sheet(table).final) == 14
