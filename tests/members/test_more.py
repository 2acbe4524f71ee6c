"""What a club knows of a member besides: how to write, the household, what he can do, notes."""

import datetime as dt

import pytest
from django.urls import reverse

from lhombre_club.members import domain, queries
from lhombre_club.members.details import MemberDetails, Reached
from lhombre_club.members.models import MemberNote, Membership
from lhombre_club.members.reasons import MemberReason
from lhombre_club.refusal import Refusal
from tournaments.kept.domain import retention

pytestmark = pytest.mark.django_db
ACTOR = "user:somebody"
DAY = dt.timedelta(days=1)
AGNES = MemberDetails(
    "Agnes",
    "Bak",
    address="Nygade 3, 4000 Roskilde",
    reached_by=Reached.LETTER,
    household="Skov",
    is_beginner=True,
)


def kept(club) -> MemberDetails:
    return domain.details_of(Membership.objects.select_related("person").get(club=club))


def test_a_list_fills_them_in_and_an_empty_cell_leaves_them(club):
    head = "navn;adresse;skriver pr.;husstand;begynder;instruktør"
    for line in ("Agnes Bak;Nygade 3, 4000 Roskilde;Brev;Skov;x;", "Agnes Bak;;;;;nej"):
        domain.import_members(club=club, text=f"{head}\n{line}", actor=ACTOR)
        assert kept(club) == AGNES
    domain.import_members(club=club, text=f"{head}\nAgnes Bak;;;;nej;", actor=ACTOR)
    assert not kept(club).is_beginner
    for wrong in ("Agnes Bak;;due;;;", "Agnes Bak;;;;måske;"):
        plan = domain.preview_import(club=club, text=f"{head}\n{wrong}")
        assert len(plan.errors) == 1


def test_the_form_keeps_them_and_the_list_shows_them(club, director_client):
    typed = {
        "first_name": "Agnes", "last_name": "Bak", "status": "active", "household": "Skov",
        "address": "Nygade 3, 4000 Roskilde", "reached_by": "letter", "is_beginner": "on",
    }  # fmt: skip
    director_client.post(reverse("members:add"), typed)
    assert kept(club) == AGNES
    member = Membership.objects.get()
    other = domain.add_person(
        club=club, details=MemberDetails("Bo", "Bak", household="SKOV"), actor=ACTOR
    )
    page = director_client.get(reverse("members:edit", args=[member.person_id])).content.decode()
    assert reverse("members:edit", args=[other.person_id]) in page
    address = reverse("members:list")
    some, whole = (
        director_client.get(address, {"tables": "csv", **asked}).content.decode()
        for asked in ({}, {"whole": "on"})
    )
    assert "Nygade 3" in some
    assert ("letter" in some, "letter" in whole) == (False, True)
    assert "beginner" in director_client.get(reverse("members:tonight")).content.decode()


def test_a_note_is_gone_the_night_after_its_day(club, director_client):
    member = domain.add_person(club=club, details=AGNES, actor=ACTOR)
    address, today = reverse("members:note", args=[member.person_id]), queries.evening()
    for text, until in (("today", today), ("longer", today + DAY)):
        director_client.post(address, {"note-text": text, "note-until": until})
    MemberNote.objects.create(
        club=club, person=member.person, text="over", until=today - DAY, actor=ACTOR
    )
    page = director_client.get(reverse("members:edit", args=[member.person_id])).content.decode()
    assert ["over (" in page, "today (" in page] == [False, True]
    retention.every_night()
    assert [note.text for note in MemberNote.objects.all()] == ["today", "longer"]
    director_client.post(address, {"drop": MemberNote.objects.get(text="today").pk})
    assert [note.text for note in domain.notes_of(member)] == ["longer"]
    with pytest.raises(Refusal) as refused:
        domain.keep_note(membership=member, text="x", until=today - DAY, actor=ACTOR)
    assert refused.value.reason is MemberReason.NOTE_DAY
