"""Under what name everybody reads of somebody: as he has chosen, or else as the club has."""

from importlib import import_module

import pytest
from django.apps import apps

from lhombre_club.members import shown
from lhombre_club.members.models import Membership, ShownAs
from tests import make

pytestmark = pytest.mark.django_db


@pytest.fixture
def club(db):
    club = make.make_club()
    club.shown_as = ShownAs.INITIAL
    club.save()
    return club


def member(club, first, last="", number="", **kwargs):
    person = make.make_person(first, last, **kwargs)
    Membership.objects.create(club=club, person=person, number=number)
    return person


def read(club, *people, also=None):
    """What everybody reads of some, by key, and of others who are no members."""
    names = {str(one.pk): one.name for one in people} | {one: one for one in also or ()}
    with shown.as_it_is():
        shown.tell_everybody(club)
        return list(shown.by_key(names).values())


def test_everybody_reads_the_first_name_and_an_initial(club):
    people = [
        member(club, "Anne Marie", "Lund"),
        member(club, "Agnes"),
        member(club, "Bo", "von Wedel-Heinen"),
        member(club, "Karen Margrethe Holm"),  # a list had but one column
    ]
    told = ["Anne Marie L.", "Agnes", "Bo W.", "Karen H."]
    assert read(club, *people) == told
    club.shown_as = ShownAs.PSEUDONYM  # nobody has one
    assert read(club, *people) == told
    club.shown_as = ShownAs.FULL
    assert read(club, *people) == [one.full_name for one in people]


def test_who_chooses_is_asked_first(club):
    full = member(club, "Agnes", "Bak", shown_as=ShownAs.FULL)
    hidden = member(club, "Bo", "Holm", shown_as=ShownAs.PSEUDONYM, display_name="Den Grønne")
    silent = member(club, "Carl", "Lund", shown_as=ShownAs.PSEUDONYM)
    idle = member(club, "Dina", "Munk", display_name="Dronningen")
    assert read(club, full, hidden, silent, idle) == [
        "Agnes Bak",
        "Den Grønne",
        "Carl L.",
        "Dina M.",
    ]
    club.shown_as = ShownAs.PSEUDONYM
    assert read(club, idle) == ["Dronningen"]


def test_two_are_told_apart_by_letters_of_the_last_name(club):
    ba, bae, berg, bergstrom = (
        member(club, "Åse", last) for last in ("Bang", "Bæk", "Berg", "Bergstrøm")
    )
    assert read(club, ba, bae) == ["Åse Ba.", "Åse Bæ."]
    assert read(club, berg, bergstrom) == ["Åse Ber.", "Åse Bergs."]
    assert read(club, ba) == ["Åse Ba."]  # the same on every page


def test_two_of_one_name_are_told_apart_by_their_numbers(club):
    people = [member(club, "Kirsten", "Hansen", number) for number in ("12", "40")]
    assert read(club, *people) == ["Kirsten H. (12)", "Kirsten H. (40)"]
    people[0].shown_as = ShownAs.FULL
    people[0].save()
    assert read(club, *people) == ["Kirsten Hansen", "Kirsten H."]


def test_no_guest_is_taken_for_a_member(club):
    own = member(club, "Bo", "Holm", shown_as=ShownAs.PSEUDONYM, display_name="Falken")
    assert read(club, own, also=["Falken", "Ib Hvid", "Ulla (2)", "Gæst 1"]) == [
        "Falken (1)",
        "Falken (2)",
        "Ib H.",
        "Ulla (2)",
        "Gæst 1",
    ]


def test_a_text_has_every_name_as_it_is_read(club):
    member(club, "Åse", "Berg")
    member(club, "Bo", "Holm", shown_as=ShownAs.FULL)
    member(club, "Agnes")
    gone = make.make_person("Carl", "Lund")
    with shown.as_it_is():
        called = [("Carl Lund (2)", gone.pk), ("Ib Hvid", None), ("Åse Gammel", None)]
        shown.tell_everybody(club, lambda: called)
        assert shown.said("Åse Berg") == "Åse B."
        assert shown.said("åse berg – Bo Holm") == "Åse B. – Bo Holm"
        assert shown.said("Åse Bergs hund, Agnes") == "Åse Bergs hund, Agnes"
        assert shown.said("Ib Hvid for Carl Lund (2)") == "Ib H. for Carl L."
        assert shown.said("Nobody Known") == "Nobody Known"
    assert shown.said("Åse Berg") == "Åse Berg"
    assert shown.by_key({"": "Åse Berg"}) == {"": "Åse Berg"}


def test_who_is_written_like_a_member_is_read_as_he_has_chosen(club):
    member(club, "Åse", "Berg", shown_as=ShownAs.PSEUDONYM, display_name="Uglen")
    member(club, "Åse", "Berg Holm", shown_as=ShownAs.FULL)
    with shown.as_it_is():
        shown.tell_everybody(club, lambda: [("Åse Berg", None), ("Åse Berg (2)", None)])
        assert shown.said("Åse Berg for Åse Berg Holm") == "Uglen for Åse Berg Holm"
        assert shown.said("Åse Berg (2)") == "Åse B."


def test_a_name_of_two_members_does_not_tell_which(club):
    member(club, "Åse", "Berg", shown_as=ShownAs.PSEUDONYM, display_name="Uglen")
    member(club, "Åse", "Berg", shown_as=ShownAs.FULL)
    with shown.as_it_is():
        shown.tell_everybody(club)
        assert shown.said("Åse Berg") == "Åse B."


@pytest.mark.parametrize("way", (ShownAs.INITIAL, ShownAs.PSEUDONYM))
@pytest.mark.parametrize("is_first", (True, False))
def test_of_two_strangers_of_one_name_the_more_private_counts(club, way, is_first):
    """Before: whoever of them was named last."""
    private = make.make_person("Ole", "Ny", shown_as=way, display_name="Uglen")
    open_ = make.make_person("Ole", "Ny", shown_as=ShownAs.FULL)
    called = [("Ole Ny", private.pk), ("Ole Ny", open_.pk)]
    with shown.as_it_is():
        shown.tell_everybody(club, lambda: called if is_first else called[::-1])
        assert shown.said("Ole Ny") == "Ole N."
    with shown.as_it_is():
        shown.tell_everybody(club, lambda: called[1:])
        assert shown.said("Ole Ny") == "Ole Ny"


def test_a_stranger_who_hides_nothing_uncovers_no_member_of_his_name(club):
    member(club, "Åse", "Berg", shown_as=ShownAs.PSEUDONYM, display_name="Uglen")
    open_ = make.make_person("Åse", "Berg", shown_as=ShownAs.FULL)
    with shown.as_it_is():
        shown.tell_everybody(club, lambda: [("Åse Berg", open_.pk)])
        assert shown.said("Åse Berg") == "Åse B."


def test_who_looks_at_a_club_of_hundreds_waits_for_no_more_queries(club, django_assert_num_queries):
    people = [member(club, f"Navn{each}", f"Slut{each}") for each in range(3)]
    for _more in range(2):
        with shown.as_it_is(), django_assert_num_queries(1):
            shown.tell_everybody(club)
            shown.by_key({str(one.pk): one.name for one in people})
            shown.said("Navn1 Slut1")
        people += [member(club, f"Flere{each}", f"Slut{each}") for each in range(9)]


def test_a_changed_choice_is_another_state(club):
    one = member(club, "Åse", "Berg")

    def state():
        with shown.as_it_is():
            shown.tell_everybody(club)
            return shown.state()

    assert shown.state() == ""
    states = [state()]
    one.shown_as = ShownAs.FULL
    one.save()
    states.append(state())
    club.shown_as = ShownAs.FULL
    states.append(state())
    member(club, "Åse", "Bang")
    states.append(state())
    assert len(set(states)) == 4


def test_each_way_is_shown_before_it_is_chosen(club):
    one = member(club, "Åse", "Berg", display_name="Uglen")
    member(club, "Åse", "Bang")
    assert shown.previews(club, one) == {
        ShownAs.CLUBS: "Åse Be.",
        ShownAs.INITIAL: "Åse Be.",
        ShownAs.FULL: "Åse Berg",
        ShownAs.PSEUDONYM: "Uglen",
    }


def test_who_had_a_name_shown_in_public_keeps_it(club):
    named, other = member(club, "Åse", "Berg", display_name="Uglen"), member(club, "Bo", "Holm")
    migration = import_module("lhombre_club.members.migrations.0009_names_for_everybody")
    migration.keep_pseudonyms(apps, None)
    for one in (named, other):
        one.refresh_from_db()
    assert read(club, named, other) == ["Uglen", "Bo H."]
