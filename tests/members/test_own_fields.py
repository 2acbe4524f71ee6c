"""Fields that a club adds: in form, list, import and file; judged in one way, and removed."""

import datetime as dt

import pytest
from django.urls import reverse

from lhombre_club.members import domain
from lhombre_club.members.details import MemberDetails
from lhombre_club.members.domain import own_fields
from lhombre_club.members.models import Membership, OwnField
from lhombre_club.members.reasons import MemberReason
from lhombre_club.refusal import Refusal
from tests import make

pytestmark = pytest.mark.django_db
ACTOR = "user:somebody"
CHOICES = {"choices": ["Bil", "Tog"]}


def add(club, label, kind="text", **said):
    said = {"choices": [], **said}
    return own_fields.add_field(club=club, label=label, kind=kind, actor=ACTOR, **said)


@pytest.fixture
def fields(club) -> dict[str, OwnField]:
    return {
        "text": add(club, "Nøgle"),
        "date": add(club, "Født", "date"),
        "number": add(club, "Skab nr.", "number"),
        "choice": add(club, "Kommer i", "choice", **CHOICES),
    }


def own(fields, member=None) -> dict[str, str]:
    kept = (member or Membership.objects.get()).own
    return {kind: kept[str(each.pk)] for kind, each in fields.items() if str(each.pk) in kept}


def test_a_list_fills_them_in_and_takes_back_what_was_taken_out(club, fields, director_client):
    head = "navn;nøgle;FØDT;skab nr;Kommer i"
    want = {"text": "Ja", "date": "1950-05-01", "number": "7", "choice": "Tog"}
    for line in ("Agnes Bak;Ja;1.5.1950;007;tog", "Agnes Bak;;;;"):
        domain.import_members(club=club, text=f"{head}\n{line}", actor=ACTOR)
        assert own(fields) == want
    wrong = [
        domain.preview_import(club=club, text=f"{head}\nAgnes Bak;{cells}").errors
        for cells in (";1.13.1950;;", ";;x;", ";;;Fly", f"{'x' * 201};;;")
    ]
    assert [len(each) for each in wrong] == [1, 1, 1, 1]
    file = director_client.get(reverse("members:list"), {"tables": "csv"}).content.decode()
    plan = domain.preview_import(club=club, text=file.lstrip("\ufeff").split("\r\n\r\n")[0])
    assert [line.kind for line in plan.lines] == ["unchanged"]
    changed = domain.preview_import(club=club, text=f"{head}\nAgnes Bak;;;8;").lines[0].changes
    assert [(each.label, each.before, each.after) for each in changed] == [("Skab nr.", "7", "8")]


def test_the_form_keeps_them_and_says_what_is_wrong(club, fields, director_client):
    names = {kind: f"own_{each.pk.hex}" for kind, each in fields.items()}
    typed = {"first_name": "Agnes", "status": "active", "reached_by": "email"}
    amiss = director_client.post(reverse("members:add"), {**typed, names["number"]: "seven"})
    assert "is no whole number" in amiss.content.decode()
    assert not Membership.objects.exists()
    director_client.post(reverse("members:add"), {**typed, names["date"]: "1950-05-01"})
    assert own(fields) == {"date": "1950-05-01"}
    page = reverse("members:edit", args=[Membership.objects.get().person_id])
    assert 'value="1950-05-01"' in director_client.get(page).content.decode()
    director_client.post(page, {**typed, names["choice"]: "Bil"})
    assert own(fields) == {"choice": "Bil"}


def test_no_field_is_called_as_another_column_and_what_is_chosen_stays(club, fields):
    domain.import_members(club=club, text="navn;kommer i\nAgnes Bak;Bil", actor=ACTOR)
    add(make.make_club("Klub Basta"), "Nøgle")
    for reason, deed in (
        ("FIELD_NAME", lambda: add(club, "E-mail")),
        ("FIELD_NAME", lambda: add(club, "nøgle:")),
        ("FIELD_CHOICES", lambda: add(club, "Spiser", "choice")),
        ("FIELD_CHOSEN", lambda: change(fields["choice"], ["Tog"])),
    ):
        with pytest.raises(Refusal) as refused:
            deed()
        assert refused.value.reason is MemberReason[reason]
    for at in range(own_fields.MOST - len(fields)):
        add(club, f"Felt {at}")
    with pytest.raises(Refusal, match="at most 20"):
        add(club, "One more")


def change(field, choices):
    return own_fields.change_field(field=field, label=field.label, choices=choices, actor=ACTOR)


def test_the_pages_add_change_and_remove_a_field(club, director_client):
    address = reverse("members:fields")
    director_client.post(address, {"label": "Rejse", "kind": "choice", "choices": "Bil\nTog"})
    field = OwnField.objects.get()
    member = domain.add_person(club=club, details=MemberDetails("Bo"), actor=ACTOR)
    domain.import_members(club=club, text="navn;rejse\nBo;Tog", actor=ACTOR)
    page = reverse("members:field", args=[field.pk])
    assert director_client.post(page, {"label": "Rejse", "choices": "Bil"}).status_code == 400
    director_client.post(page, {"label": "Kommer med", "choices": "Bil\nTog\nBus"})
    field.refresh_from_db()
    assert (field.label, field.choices) == ("Kommer med", ["Bil", "Tog", "Bus"])
    assert director_client.post(page, {"remove": "1"}).status_code == 400
    director_client.post(page, {"remove": "1", "sure": "on"})
    member.refresh_from_db()
    assert (member.own, OwnField.objects.count()) == ({}, 0)
    other = add(make.make_club("Klub Basta"), "Nøgle")
    assert director_client.get(reverse("members:field", args=[other.pk])).status_code == 404


def test_the_whole_list_read_in_again_knows_everybody(club, director_client):
    for details in (
        MemberDetails("Inger Marie", "Krogh-Bro", number="7"),
        MemberDetails("Bo", "von Holm", display_name="Basta"),
        MemberDetails("Bo", "Holm"),
    ):
        domain.add_person(club=club, details=details, actor=ACTOR)
    Membership.objects.filter(number="7").update(left_on=dt.date(2026, 11, 30))
    page = reverse("members:list")
    for asked in ({}, {"whole": "on"}):
        answer = director_client.get(page, {"tables": "csv", "who": "all", **asked})
        text = answer.content.decode().lstrip("\ufeff").split("\r\n\r\n")[0]
        plan = domain.preview_import(club=club, text=text)
        assert [line.kind for line in plan.lines] == ["unchanged"] * 3, text
        assert "Last day" in text.splitlines()[0]
        names = "Inger Marie;Krogh-Bro" if asked else "Inger Marie Krogh-Bro"
        assert f"7;{names};" in text


def test_the_list_counts_among_those_who_are_shown(club, director_client):
    for first, left_on in (("Agnes", None), ("Bo", dt.date(2026, 1, 31))):
        member = domain.add_person(club=club, details=MemberDetails(first), actor=ACTOR)
        Membership.objects.filter(pk=member.pk).update(left_on=left_on)
    page = reverse("members:list")
    assert "has left" not in director_client.get(page).content.decode()
    assert "1 of them has left" in director_client.get(page, {"who": "all"}).content.decode()
    page = director_client.get(page, {"q": "zzz"}).content.decode()
    assert "0 are shown" not in page


def test_the_import_names_what_it_reads(club, fields, director_client):
    page = director_client.get(reverse("members:import")).content.decode()
    assert "Household" in page
    assert "Født" in page
