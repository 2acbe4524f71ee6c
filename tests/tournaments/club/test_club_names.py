"""A club says under what names everybody reads of its members, and a member may say otherwise."""

from urllib.parse import urlsplit

import pytest
from django.urls import reverse

from lhombre_club.members.domain.imports import import_members, preview_import
from lhombre_club.members.models import Club, Membership, Person, ShownAs
from tests import make
from tournaments.entry.domain.links import issue_link
from tournaments.models import Table

pytestmark = pytest.mark.django_db
PAGE = reverse("tournaments:club")
NAMES = reverse("tournaments:club-names")


@pytest.fixture
def event(club):
    """An evening of two tables; the first player is the only one with a known name."""
    event = make.make_released_event(club, tables=2, deals=8)
    player = event.participants.get(number=1)
    Person.objects.filter(participations=player).update(first_name="Åse", last_name="Bæk")
    event.participants.filter(pk=player.pk).update(name="Åse Bæk")
    return event


def edited(client, person, **kwargs):
    """The page after a member is changed."""
    said = {"first_name": person.first_name, "last_name": person.last_name, "status": "active"}
    address = reverse("members:edit", args=[person.pk])
    return client.post(address, said | kwargs, follow=True).content.decode()


def standings(client, event):
    make.empty_cache()
    page = client.get(reverse("tournaments:public-standings", args=[event.pk]))
    return page.content.decode()


def test_a_new_club_shows_first_names_with_an_initial():
    assert Club.objects.create(name="Klub Ponto").shown_as == ShownAs.INITIAL


def test_its_director_chooses_how_everybody_reads_the_names(director_client, client, club, event):
    page = director_client.get(PAGE).content.decode()
    assert "Åse B." in page
    for way, name in (("initial", "Åse B."), ("full", "Åse Bæk"), ("pseudonym", "Åse B.")):
        director_client.post(NAMES, {"way": way})
        assert name in standings(client, event)
        assert ("Åse Bæk" in standings(client, event)) == (way == "full")
    newest = club.history.first()
    assert (newest.shown_as, newest.history_change_reason[:5]) == ("pseudonym", "user:")


def test_nobody_else_chooses_it_and_nothing_that_is_no_way(client, director_client, club):
    assert client.post(NAMES, {"way": "initial"}).status_code == 302
    assert director_client.post(NAMES, {"way": "none"}).status_code == 400
    assert director_client.post(NAMES, {"way": ""}).status_code == 400
    club.refresh_from_db()
    assert club.shown_as == ShownAs.FULL


def test_a_member_is_read_of_as_he_has_chosen(director_client, client, club, event):
    person = Person.objects.get(first_name="Åse")
    page = director_client.get(reverse("members:edit", args=[person.pk])).content.decode()
    assert ": Åse B.</option>" in page
    assert ": Åse Bæk</option>" in page
    assert page.count(": Åse B.</option>") == 1
    saved = edited(director_client, person, shown_as="pseudonym", display_name="Den Grønne")
    assert "Den Grønne«" in saved
    assert "Den Grønne" in standings(client, event)
    assert "Åse" not in standings(client, event)
    own = director_client.get(reverse("tournaments:standings", args=[event.pk]))
    assert "Åse Bæk" in own.content.decode()


def test_no_pseudonym_is_another_members_name(director_client, club, event):
    person = Person.objects.get(first_name="Åse")
    other = event.participants.get(number=2).name
    for taken in (other, other.upper(), f"{other.split()[0]} N."):
        said = edited(director_client, person, shown_as="pseudonym", display_name=taken)
        assert "aria-invalid" in said
        person.refresh_from_db()
        assert person.display_name == ""
    edited(director_client, person, shown_as="pseudonym", display_name="")
    person.refresh_from_db()
    assert person.shown_as == ""
    edited(director_client, person, shown_as="pseudonym", display_name="Åse")
    person.refresh_from_db()
    assert person.display_name == "Åse"


def test_what_is_kept_for_one_is_not_shown_to_the_other(director_client, client, club, event):
    """Nor is it to who asks again what he has seen: the tag is another."""
    club.shown_as = ShownAs.INITIAL
    club.save()
    everybodys = reverse("tournaments:standings-table", args=[event.pk])
    directors = reverse("tournaments:standings-directors-table", args=[event.pk])
    make.empty_cache()
    first = client.get(everybodys)
    assert "Åse Bæk" in director_client.get(directors).content.decode()
    again = client.get(everybodys)
    assert "Bæk" not in first.content.decode() + again.content.decode()
    person = Person.objects.get(first_name="Åse")
    person.shown_as = ShownAs.FULL
    person.save()
    make.empty_cache()
    again = client.get(everybodys, headers={"If-None-Match": first["ETag"]})
    assert again.status_code == 200
    assert "Åse Bæk" in again.content.decode()


def test_the_board_of_honour_follows_a_member_and_leaves_who_is_none(client, club, event):
    club.shown_as = ShownAs.INITIAL
    club.save()
    names = ("Åse Bæk", "Åse Bæk & Ludvig Holberg", "Ludvig Holberg")
    for year, name in enumerate(names, 1990):
        club.honours.create(year=year, title="Mester", name=name)
    page = client.get(reverse("tournaments:public-honours", args=[club.pk])).content.decode()
    assert "Åse B. &amp; Ludvig Holberg" in page
    assert "<strong>Ludvig Holberg</strong>" in page
    assert "Bæk" not in page


def test_a_list_says_who_is_shown_how(club):
    text = (
        "navn;alle læser;pseudonym\nÅse Bæk;pseudonym;Den Grønne\nBo Holm;fuldt navn;\n"
        "Ib Lund;forbogstav;\nUlla Munk;pseudonym;Ib L.\nEva Kruse;pseudonym;\nKaj Dam;næsten;\n"
        "Tove Ask;;Bo Holm\n"
    )
    wrong = {line.who: line.problem for line in preview_import(club=club, text=text).errors}
    assert len(wrong) == 4
    assert wrong.keys() >= {"Ulla Munk", "Eva Kruse", "Tove Ask"}
    import_members(club=club, text=text, actor="user:1")
    kept = Person.objects.filter(memberships__club=club).order_by("first_name")
    assert [(one.first_name, one.shown_as, one.display_name) for one in kept] == [
        ("Bo", "full", ""),
        ("Ib", "initial", ""),
        ("Åse", "pseudonym", "Den Grønne"),
    ]
    again = preview_import(club=club, text="navn;vises\nBo Holm;klub\nÅse Bæk;\n")
    assert [(line.who, [each.field for each in line.changes]) for line in again.lines] == [
        ("Bo Holm", ["shown_as"]),
        ("Åse Bæk", []),
    ]
    assert Membership.objects.count() == 3


def test_the_phone_at_a_table_reads_the_whole_names_there(client, club, event):
    club.shown_as = ShownAs.INITIAL
    club.save()
    table = Table.objects.get(round__event=event, seats__participant__name="Åse Bæk")
    make.enter(table, 1, {"declarer": 1, "contract": "solo", "outcome": "won"})
    client.get(urlsplit(issue_link(table)).path)
    for name in ("table", "recap"):
        page = client.get(reverse(f"tournaments:{name}", args=[table.pk])).content.decode()
        assert "Åse Bæk" in page
    assert "Bæk" not in standings(client, event)
