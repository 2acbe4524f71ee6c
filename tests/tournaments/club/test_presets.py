"""What an event starts from: a preset of the club, or the evening before it."""

import datetime as dt
from decimal import Decimal

import pytest
from django.urls import reverse
from django.utils import translation

from lhombre_club.members.models import Attendance, ClubRole
from lhombre_club.members.queries import evening
from rules import RULESETS, RuleSet
from scoring.sequence import SETTINGS
from tests import make
from tests.tournaments.events.test_chosen_options import options_of
from tournaments.book.accounts import settings_of
from tournaments.book.begun import CLUB_NIGHT
from tournaments.book.presets import as_before, preset_of, rulesets_of, stored_presets
from tournaments.events.domain.events import make_event
from tournaments.models import ClubPreset, Event, Season
from tournaments.review.domain.rounds import RoundSettings, set_rounds

pytestmark = pytest.mark.django_db
PAGE = reverse("tournaments:club")
NEW = reverse("tournaments:event-new")
NEW_PRESET = reverse("tournaments:preset-new")
ENGLISH = {"accept-language": "en"}
USUAL = {
    "name": "Klubaften",
    "kind": "individual",
    "rounds": "2",
    "deals": "40",
    "ruleset": "dlu",
    "accounting": "rasle",
    "language": "da",
}


@pytest.fixture
def here(club):
    people = make.make_members(club, 8)
    for person in people:
        Attendance.objects.create(club=club, person=person, date=evening())
    return people


FAMILIE = RULESETS["familie"].changed({"mort": True, "mort_nolo": True, "dealer_must_bid": False})


def championship(season=None):
    return USUAL | options_of(FAMILIE) | {
        "name": "Mesterskab",
        "rounds": "3",
        "deals": "24",
        "ruleset": "familie",
        "accounting": "pot",
        "unit": "0.25",
        "smallest": "50",
        "start": "100",
        "season": str(season.pk) if season else "",
        "language": "en",
        "ante": "4",
        "sitter_pays": "yes",
    }  # fmt: skip


def form_of(client, address):
    return client.get(address, headers=ENGLISH).context["form"]


def ticked(value):
    """Whether a browser sends a field that holds this; it sends 0."""
    return value is not None and value is not False and value not in ("", [])


def sent_as_it_stands(form):
    """What a browser sends of a form that nobody has touched."""
    said = {field.html_name: field.value() for field in form}
    said = {name: "on" if value is True else value for name, value in said.items()}
    return {name: getattr(value, "pk", value) for name, value in said.items() if ticked(value)}


def test_a_club_that_has_written_nothing_has_its_club_night(director_client, club):
    assert "Klubaften" in director_client.get(PAGE, headers=ENGLISH).content.decode()
    assert not ClubPreset.objects.exists()
    (row,) = stored_presets(club)
    preset = preset_of(row, rulesets_of(club))
    same = ("ruleset", "accounting", "rounds", "deals", "unit", "start", "kind", "language")
    assert [getattr(preset, name) for name in same] == [getattr(CLUB_NIGHT, name) for name in same]
    assert (preset.rules, preset.settings) == (RULESETS["dlu"], {})


def test_the_club_night_has_its_name_in_the_clubs_language_whoever_has_it_stored(
    director_client, club, here
):
    with translation.override("en"):
        assert [row.name for row in stored_presets(club)] == ["Klubaften"]
    assert form_of(director_client, NEW)["name"].value() == "Klubaften"
    director_client.post(NEW_PRESET, championship(), headers=ENGLISH)
    assert ClubPreset.objects.order_by("place")[0].name == "Klubaften"


def test_the_first_change_keeps_what_every_club_has(director_client, club):
    (row,) = stored_presets(club)
    address = reverse("tournaments:preset", args=[row.pk])
    director_client.post(address, {**USUAL, "name": "Torsdag", "deals": "36"})
    kept = ClubPreset.objects.get()
    assert (kept.pk, kept.name, kept.deals) == (row.pk, "Torsdag", 36)
    director_client.post(address, {**USUAL, "name": "Torsdag", "deals": "20"})
    assert ClubPreset.objects.get().deals == 20


def test_one_more_stands_beside_the_club_night(director_client, club):
    answer = director_client.post(NEW_PRESET, championship(), headers=ENGLISH)
    assert answer.url == PAGE
    assert [row.name for row in stored_presets(club)] == ["Klubaften", "Mesterskab"]
    page = director_client.get(PAGE, headers=ENGLISH).content.decode()
    assert "A mort may be played as a nolo: yes" in page
    assert "0.25\xa0kr a point, rounded to half kroner" in page
    assert "3 rounds of 24 deals" in page


def test_an_event_gets_what_its_preset_says(director_client, club, here):
    season = Season.objects.create(club=club, name="Vinter")
    director_client.post(NEW_PRESET, championship(season), headers=ENGLISH)
    row = stored_presets(club)[1]
    address = f"{NEW}?from={row.pk}"
    answer = director_client.post(
        address, sent_as_it_stands(form_of(director_client, address)), headers=ENGLISH
    )
    assert answer.status_code == 302
    event = Event.objects.get()
    assert event.name == "Mesterskab"
    assert RuleSet.from_json(event.ruleset) == FAMILIE
    assert (event.accounting, event.unit, event.smallest) == ("pot", Decimal("0.25"), 50)
    assert (event.start, event.planned_rounds, event.deals_per_round) == (100, 3, 24)
    assert (event.season, event.language) == (season, "en")
    assert settings_of(event)["ante"] == 4
    assert event.sitter_pays


def test_every_setting_of_an_account_is_on_both_forms(director_client, club, here):
    for address in (NEW, NEW_PRESET):
        form = form_of(director_client, address)
        assert set(SETTINGS) <= set(form.fields)
        page = director_client.get(address).content.decode()
        assert all(f'name="{key}"' in page for key in SETTINGS)


def test_who_sits_out_pays_as_the_rules_say_unless_somebody_says_otherwise(
    director_client, club, here
):
    for rules, said, expected in (
        ("dlu", "", False), ("lomber", "", True), ("dlu", "yes", True), ("lomber", "no", False)
    ):  # fmt: skip
        day = {"date": evening().isoformat(), "who": "all"}
        sent = USUAL | day | {"ruleset": rules, "sitter_pays": said}
        director_client.post(NEW, sent | options_of(RULESETS[rules]))
        assert Event.objects.latest("created_at").sitter_pays == expected


def last_week(club, **kwargs):
    event = make_event(
        club=club,
        name="Novemberaften",
        date=evening() - dt.timedelta(days=7),
        people=make.make_members(club, 8),
        actor="system:test",
    )
    Event.objects.filter(pk=event.pk).update(**kwargs)
    return Event.objects.get(pk=event.pk)


def test_without_a_choice_an_event_is_as_last_weeks(director_client, club):
    season = Season.objects.create(club=club, name="Vinter")
    lomber = RULESETS["lomber"].changed({"kaske": True})
    before = last_week(
        club,
        ruleset=lomber.to_json(),
        ruleset_digest=lomber.digest,
        accounting="pott",
        account_settings={"remis_price": "one"},
        ante=5,
        sitter_pays=True,
        unit=Decimal("0.10"),
        smallest=1,
        start=50,
        deals_per_round=36,
        planned_rounds=3,
        season=season,
        language="en",
    )
    for person in club.memberships.values_list("person", flat=True):
        Attendance.objects.create(club=club, person_id=person, date=evening())
    page = director_client.get(NEW, headers=ENGLISH)
    assert "Novemberaften" in page.content.decode()
    assert "Kaske is played: yes" in page.content.decode()
    director_client.post(NEW, sent_as_it_stands(page.context["form"]), headers=ENGLISH)
    made = Event.objects.exclude(pk=before.pk).get()
    same = (
        "name", "ruleset", "ruleset_digest", "accounting", "sitter_pays", "ante", "pot_cap", "unit",
        "smallest", "start", "deals_per_round", "planned_rounds", "season_id", "language",
    )  # fmt: skip
    assert [getattr(made, name) for name in same] == [getattr(before, name) for name in same]
    assert settings_of(made) == settings_of(before)
    assert made.date == evening()


def test_a_preset_is_chosen_instead_of_last_week(director_client, club):
    last_week(club, deals_per_round=12)
    row = stored_presets(club)[0]
    assert form_of(director_client, NEW).initial["deals"] == 12
    assert form_of(director_client, f"{NEW}?from={row.pk}").initial["deals"] == 40
    assert form_of(director_client, f"{NEW}?from=nonsense").initial["deals"] == 12


def test_tomorrows_event_and_another_clubs_are_not_last_weeks(director_client, club):
    last_week(make.make_club("Klub Basta"), deals_per_round=12)
    last_week(club, date=evening() + dt.timedelta(days=1), deals_per_round=16)
    assert form_of(director_client, NEW).initial["deals"] == 40


def test_a_name_is_given_once_and_a_bad_form_is_told(director_client, club):
    director_client.post(NEW_PRESET, USUAL | {"name": "Mesterskab"})
    again = director_client.post(NEW_PRESET, USUAL | {"name": "mesterskab"}, headers=ENGLISH)
    assert again.status_code == 400
    assert "The club has a preset of that name already." in again.content.decode()
    pott = director_client.post(NEW_PRESET, USUAL | {"name": "Andet", "accounting": "pott"})
    assert pott.status_code == 400
    assert ClubPreset.objects.count() == 2


def test_a_preset_is_put_first_or_removed_but_never_the_last(director_client, club):
    director_client.post(NEW_PRESET, championship(), headers=ENGLISH)
    night, champ = stored_presets(club)
    director_client.post(reverse("tournaments:preset-first", args=[champ.pk]))
    assert stored_presets(club) == [champ, night]
    director_client.post(reverse("tournaments:preset-remove", args=[champ.pk]))
    assert stored_presets(club) == [night]
    told = director_client.post(
        reverse("tournaments:preset-remove", args=[night.pk]), follow=True, headers=ENGLISH
    )
    assert "A club keeps one preset at least." in told.content.decode()
    assert ClubPreset.objects.get() == night


def test_a_director_of_two_clubs_reaches_both_and_a_stranger_none(
    director_client, director, stranger_client, club
):
    second = make.make_club("Klub Manille")
    ClubRole.objects.create(user=director, club=second, role=ClubRole.Role.OWNER)
    (row,) = stored_presets(second)
    for name in ("preset", "preset-remove", "preset-first"):
        address = reverse(f"tournaments:{name}", args=[row.pk])
        assert stranger_client.post(address).status_code == 404
    address = reverse("tournaments:preset", args=[row.pk])
    director_client.post(address, USUAL | {"name": "Mandag"})
    assert ClubPreset.objects.get().club == second


def test_what_an_event_was_made_from_is_what_the_next_is_made_from(club):
    """Without this, each week would differ a little from the one before."""
    before = last_week(club)
    wanted = RoundSettings(
        verification=Event.Verification.CONFIRMED, protest_minutes=15, provisional_by_itself=True
    )
    before = set_rounds(event=before, settings=wanted, actor="system:test")
    preset = as_before(before, rulesets_of(club))
    again = make_event(
        club=club,
        name="Igen",
        date=evening(),
        people=[player.person for player in before.participants.all() if player.person],
        actor="system:test",
        preset=preset,
    )
    assert as_before(again, rulesets_of(club)).settings == preset.settings
    assert again.ruleset_digest == before.ruleset_digest
    ending = (again.verification, again.protest_minutes, again.provisional_by_itself)
    assert ending == ("confirmed", 15, True)
