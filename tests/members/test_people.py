"""Members are added, changed and imported through one door, and the history says by whom."""

import pytest

from lhombre_club.members import domain, queries
from lhombre_club.members.alphabet import danish_key
from lhombre_club.members.details import MemberDetails, Status
from lhombre_club.members.importing.file import decode
from lhombre_club.members.models import Membership, Person
from lhombre_club.members.reasons import DetailsRefusedError
from tests import make

pytestmark = pytest.mark.django_db
ACTOR = "user:somebody"


def add(club, first="Agnes", last="Bak", **kwargs):
    return domain.add_person(club=club, details=MemberDetails(first, last, **kwargs), actor=ACTOR)


def test_a_member_is_added_with_tidy_details_and_an_actor(club):
    made = add(club, "  A\u030ase ", "Bak", number=" 7 ", email="aase@club.example")
    kept = Membership.objects.select_related("person").get()
    assert kept == made
    assert domain.details_of(kept) == MemberDetails(
        "Åse", "Bak", email="aase@club.example", number="7"
    )
    assert kept.history.get().history_change_reason == ACTOR
    assert kept.person.history.get().history_change_reason == ACTOR


@pytest.mark.parametrize(
    ("details", "field"),
    (
        (MemberDetails(" "), "first_name"),
        (MemberDetails("A" * 81), "first_name"),
        (MemberDetails("A", "B" * 81), "last_name"),
        (MemberDetails("A", display_name="\u202eB"), "display_name"),
        (MemberDetails("A", email="nobody"), "email"),
        (MemberDetails("A", email="a" * 250 + "@club.example"), "email"),
        (MemberDetails("A", phone="1" * 41), "phone"),
        (MemberDetails("A", number="1" * 21), "number"),
    ),
)
def test_what_cannot_be_kept_is_refused_at_its_field(club, details, field):
    with pytest.raises(DetailsRefusedError) as refused:
        domain.add_person(club=club, details=details, actor=ACTOR)
    assert list(refused.value.complaints) == [field]
    assert not Person.objects.exists()


def test_a_number_is_given_once_in_a_club_and_again_in_another(club):
    add(club, number="A7")
    with pytest.raises(DetailsRefusedError, match="belongs to Agnes Bak"):
        add(club, "Bo", number="a7")
    other = make.make_club("Klub Basta")
    add(other, "Bo", number="A7")
    assert Membership.objects.count() == 2


def test_changing_writes_once_and_only_what_differs(club):
    made = add(club, number="7")
    details = MemberDetails("Agnes", "Holm", number="7", status=Status.PASSIVE)
    for _ in range(2):
        domain.change_person(membership=made, details=details, actor="user:other")
    made.refresh_from_db()
    assert domain.details_of(made) == details
    assert [row.history_change_reason for row in made.history.all()] == ["user:other", ACTOR]


def test_a_member_cannot_take_anothers_number(club):
    add(club, number="7")
    bo = add(club, "Bo", number="8")
    with pytest.raises(DetailsRefusedError):
        domain.change_person(membership=bo, details=MemberDetails("Bo", number="7"), actor=ACTOR)
    bo.refresh_from_db()
    assert bo.number == "8"


@pytest.mark.parametrize(
    ("name", "first", "last"), (("Bo", "Bo", ""), (" Bo  Ny Holm ", "Bo Ny", "Holm"))
)
def test_a_guest_is_a_member_of_that_kind(club, name, first, last):
    made = domain.add_guest(club=club, name=name, actor=ACTOR)
    assert domain.details_of(made) == MemberDetails(first, last, status=Status.GUEST)


def test_members_stand_in_danish_order(club):
    for name in ("Åge", "Zita", "Ørn", "Aase", "Ægir", "bo", "Élise", "Anna"):
        add(club, name, "")
    assert [row.person.first_name for row in queries.members(club)] == [
        "Anna", "bo", "Élise", "Zita", "Ægir", "Ørn", "Åge", "Aase",
    ]  # fmt: skip


def test_the_key_of_a_name_never_fails():
    assert danish_key("") == ""
    assert danish_key("\u0301") == "\u0301"
    assert danish_key("þór") > danish_key("åse")


class TestImport:
    def run(self, club, *lines, seen=None):
        text = "\n".join(("nr;fornavn;efternavn;mail;status", *lines))
        return domain.import_members(club=club, text=text, actor=ACTOR, seen=seen)

    def test_the_shared_list_twice(self, club, members_csv):
        text = decode(members_csv)
        first = domain.import_members(club=club, text=text, actor=ACTOR)
        before = list(Membership.objects.values_list("pk", "number", "status", "person_id"))
        history = Membership.history.count(), Person.history.count()
        second = domain.import_members(club=club, text=text, actor=ACTOR)
        assert (first.new, first.errors) == (16, 0)
        assert second == domain.Imported(new=0, changed=0, unchanged=16, errors=0)
        assert before == list(Membership.objects.values_list("pk", "number", "status", "person_id"))
        assert history == (16, 16) == (Membership.history.count(), Person.history.count())
        assert set(Person.history.values_list("history_change_reason", flat=True)) == {ACTOR}

    def test_good_lines_are_taken_and_bad_ones_left(self, club):
        done = self.run(club, "1;Bo;Holm;;", "2;;;;", "3;Eva;Skov;eva;")
        assert done == domain.Imported(new=1, changed=0, unchanged=0, errors=2)
        assert Membership.objects.get().number == "1"

    def test_a_change_reaches_person_and_membership(self, club):
        add(club, number="1", email="a@club.example")
        self.run(club, "1;Agnes;Holm;;passiv")
        kept = Membership.objects.select_related("person").get()
        assert domain.details_of(kept) == MemberDetails(
            "Agnes", "Holm", email="a@club.example", number="1", status=Status.PASSIVE
        )
        assert kept.person.history.first().last_name == "Holm"

    def test_numbers_that_go_round_are_written(self, club):
        add(club, "Agnes", "Bak", number="1", email="a@club.example")
        add(club, "Bo", "Holm", number="2", email="b@club.example")
        self.run(club, "2;Agnes;Bak;a@club.example;", "3;Bo;Holm;b@club.example;")
        rows = Membership.objects.values_list("person__first_name", "number")
        assert set(rows) == {("Agnes", "2"), ("Bo", "3")}

    def test_another_clubs_members_are_neither_found_nor_changed(self, club):
        other = add(make.make_club("Klub Basta"), number="1", email="a@club.example")
        done = self.run(club, "1;Agnes;Holm;a@club.example;")
        assert done.new == 1
        other.person.refresh_from_db()
        assert other.person.last_name == "Bak"

    def test_what_was_seen_must_still_be_true(self, club):
        text = "nr;navn\n1;Agnes Bak\n"
        seen = domain.preview_import(club=club, text=text).digest
        add(club, number="1")
        with pytest.raises(domain.StalePreviewError) as stale:
            domain.import_members(club=club, text=text, actor=ACTOR, seen=seen)
        assert stale.value.preview.writes == 0
        assert Membership.objects.count() == 1

    def test_it_is_all_or_nothing(self, club, monkeypatch):
        add(club, number="1", email="a@club.example")

        def broken(*_args, **_kwargs):
            raise OSError("disk full")

        monkeypatch.setattr("lhombre_club.members.domain.imports.bulk_update_with_history", broken)
        with pytest.raises(OSError, match="disk full"):
            self.run(club, "1;Agnes;Holm;;", "2;Eva;Skov;;")
        assert Membership.objects.count() == Person.objects.count() == 1

    def test_the_queries_do_not_grow_with_the_lines(self, club, django_assert_num_queries):
        def lines(first, count):
            return [f"{n};Bo;Nr{n};;" for n in range(first, first + count)]

        with django_assert_num_queries(9):
            self.run(club, *lines(1, 1))
        with django_assert_num_queries(9):
            self.run(club, *lines(2, 30))
