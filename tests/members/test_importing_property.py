"""Whatever a file holds, reading it never breaks, and importing it twice is importing it once."""

from contextlib import contextmanager

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lhombre_club.members.details import FIELDS, MemberDetails, Status
from lhombre_club.members.importing.file import decode
from lhombre_club.members.importing.matching import Member
from lhombre_club.members.importing.preview import ImportLine, Kind, Preview, preview
from lhombre_club.members.reasons import ImportReason
from lhombre_club.refusal import Refusal
from tests.sizes import examples

HEADER = "number;first name;last name;e-mail;status\n"
# Few values, so that lines and members meet in every way.
numbers = st.sampled_from(["", "1", "2", "3"])
firsts = st.sampled_from(["Jens", "Bo"])
lasts = st.sampled_from(["", "Lund", "Holm"])
emails = st.sampled_from(["", "a@club.example", "b@club.example"])
statuses = st.sampled_from(["", "aktiv", "passiv"])
lines = st.builds(lambda *cells: ";".join(cells) + "\n", numbers, firsts, lasts, emails, statuses)
files = st.lists(lines, max_size=6).map(lambda rows: HEADER + "".join(rows))
details = st.builds(
    MemberDetails,
    first_name=firsts,
    last_name=lasts,
    email=emails,
    number=numbers,
    status=st.sampled_from(list(Status)),
)


def club(found: list[MemberDetails]) -> list[Member]:
    """Members out of details, a number being given once only."""
    taken: set[str] = set()
    members = []
    for place, one in enumerate(found):
        if one.number not in taken:
            members.append(Member(f"person {place}", one))
        taken |= {one.number} - {""}
    return members


def after(plan: Preview, members: list[Member]) -> list[Member]:
    """The club when the plan has been carried out."""
    result = {member.key: member for member in members}
    for line in plan.lines:
        if line.details:
            key = line.key or f"new {len(result)}"
            result[key] = Member(key, line.details)
    return list(result.values())


@contextmanager
def no_list():
    """What is done inside may be refused because the file is no list, and for nothing else."""
    try:
        yield
    except Refusal as refused:
        if not isinstance(refused.reason, ImportReason):
            raise


clubs = st.lists(details, max_size=4).map(club)


@settings(max_examples=examples(1500))
@given(files, clubs)
def test_a_second_import_changes_nothing(text, members):
    first = preview(text, members)
    later = after(first, members)
    second = preview(text, later)
    assert second.writes == 0, (first.lines, second.lines)


@settings(max_examples=examples(500))
@given(files, clubs)
def test_no_number_is_given_twice_and_no_member_is_changed_twice(text, members):
    plan = preview(text, members)
    later = after(plan, members)
    numbers = [member.details.number for member in later if member.details.number]
    touched = [line.key for line in plan.lines if line.key]
    assert len(numbers) == len(set(numbers))
    assert len(touched) == len(set(touched))
    assert len(later) == len(members) + plan.count(Kind.NEW)


@settings(max_examples=examples(500))
@given(st.text() | st.text().map(lambda text: HEADER + text))
def test_no_text_breaks_it_and_what_it_takes_can_be_kept(text):
    lines: tuple[ImportLine, ...] = ()
    with no_list():
        lines = preview(text, []).lines
    for line in lines:
        assert bool(line.problem) == (line.kind is Kind.ERROR)
        if line.details:
            assert line.details.first_name
            for field in filter(lambda each: each.is_text, FIELDS.values()):
                text = getattr(line.details, field.name)
                assert len(text) <= field.limit
                assert text.isprintable()


@settings(max_examples=examples(500))
@given(st.binary() | st.text().map(lambda text: text.encode("cp1252", "ignore")))
def test_no_bytes_break_it(data):
    with no_list():
        preview(decode(data), [])


def test_the_property_would_see_a_line_that_is_matched_otherwise_the_second_time():
    member = Member("person", MemberDetails("Jens", "Lund"))
    plan = preview(HEADER + ";Bo;Holm;;\n", [member])
    assert preview(HEADER + ";Bo;Holm;;\n", [member]).writes == plan.writes == 1
    assert preview(HEADER + ";Bo;Holm;;\n", after(plan, [member])).writes == 0


@pytest.mark.parametrize("delimiter", (";", ",", "\t"))
def test_the_delimiter_makes_no_difference(delimiter):
    text = (HEADER + "1;Jens;Lund;a@club.example;aktiv\n").replace(";", delimiter)
    assert preview(text, []).count(Kind.NEW) == 1
