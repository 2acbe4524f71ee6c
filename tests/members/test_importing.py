"""A list of members is read as a spreadsheet left it, and each line is judged by itself."""

import pytest

from lhombre_club.members.details import MemberDetails, Status
from lhombre_club.members.importing.file import MAX_BYTES, MAX_ROWS, decode
from lhombre_club.members.importing.matching import Member
from lhombre_club.members.importing.preview import ImportLine, Kind, preview
from lhombre_club.refusal import Refusal

AGNES = MemberDetails("Agnes", "Bak", email="agnes@club.example", number="101")
HEADER = "number;first name;last name;e-mail;phone;status"


def read(*lines: str, members=(), header: str = HEADER):
    text = "\n".join((header, *lines)) + "\n"
    return preview(text, [Member(f"key {i}", one) for i, one in enumerate(members)])


def only(plan):
    (line,) = plan.lines
    return line


def problem(*lines: str, members=(), header: str = HEADER) -> str:
    line: ImportLine
    (line,) = read(*lines, members=members, header=header).errors
    return line.problem


class TestFile:
    def test_the_shared_list_is_read_whole(self, members_csv):
        plan = preview(decode(members_csv), [])
        assert plan.count(Kind.NEW) == len(plan.lines) == 16
        last = plan.lines[-1].details
        assert last is not None
        assert (last.full_name, last.number, last.status) == ("Poul Thorup", "116", Status.PASSIVE)
        assert {line.details.last_name for line in plan.lines if line.details} >= {"Grøn", "Kjær"}

    @pytest.mark.parametrize("encoding", ("utf-8", "utf-8-sig", "cp1252"))
    @pytest.mark.parametrize("end", ("\n", "\r\n", "\r"))
    @pytest.mark.parametrize("delimiter", (";", ",", "\t"))
    def test_encodings_line_ends_and_delimiters(self, encoding, end, delimiter):
        lines = ("number;fornavn;efternavn", "", "7;Søren;Ærø", ";;", "8;Åse;Ørum", "")
        data = end.join(lines).replace(";", delimiter).encode(encoding)
        plan = preview(decode(data), [])
        assert [(line.number, line.who) for line in plan.lines] == [
            (3, "Søren Ærø"),
            (5, "Åse Ørum"),
        ]

    def test_a_quoted_field_may_hold_the_delimiter_a_quote_and_a_line_end(self):
        plan = read('1;"Jens ""Jet""";"Lund; the\nelder";;;', "2;Bo;Holm;;;")
        assert [(line.number, line.who) for line in plan.lines] == [
            (2, 'Jens "Jet" Lund; the elder'),
            (4, "Bo Holm"),
        ]

    def test_a_quote_left_open_loses_only_the_lines_it_swallows_and_says_which(self):
        plan = read("1;Bo;Holm;;;", '2;"Jens;Lund;;;', "3;Eva;Skov;;;")
        assert plan.count(Kind.NEW) == 1
        (line,) = plan.errors
        assert line.number == 3
        assert "4" in line.problem

    def test_text_after_a_closing_quote_spoils_that_line_only(self):
        plan = read('1;"Bo"x;Holm;;;', "2;Eva;Skov;;;")
        assert [(line.number, line.kind) for line in plan.lines] == [(2, "error"), (3, "new")]

    @pytest.mark.parametrize(
        ("data", "word"),
        (
            (b"", "empty"),
            (b" \r\n\t\n", "empty"),
            (b"PK\x03\x04 and more", "spreadsheet"),
            (b"\xd0\xcf\x11\xe0 and more", "spreadsheet"),
            (HEADER.encode("utf-16"), "CSV"),
            (b"\x89PNG\r\n\x1a\n\0\0", "CSV"),
            (b"navn;\x81\x8d", "letters"),
            (b"x" * (MAX_BYTES + 1), "larger"),
        ),
    )
    def test_what_is_no_list_is_refused_with_a_sentence(self, data, word):
        with pytest.raises(Refusal, match=word):
            decode(data)

    @pytest.mark.parametrize(
        ("text", "word"),
        (
            ("101;Agnes;Bak\n", "first line must name"),
            ("number;e-mail\n1;a@b.example\n", "one of them must be the name"),
            ("name;first name\nBo;Bo\n", "both"),
            ("fornavn;nummer;nr\nBo;1;1\n", "twice: nummer, nr"),
        ),
    )
    def test_a_header_that_says_too_little_or_too_much(self, text, word):
        with pytest.raises(Refusal, match=word):
            preview(text, [])

    def test_a_header_alone_is_an_empty_list(self):
        assert read().lines == ()

    def test_no_more_rows_than_can_be_looked_at(self):
        rows = [f"{i};Bo;Nr{i};;;" for i in range(MAX_ROWS)]
        assert read(*rows).count(Kind.NEW) == MAX_ROWS
        with pytest.raises(Refusal, match="5000"):
            read(*rows, "x;Bo;Last;;;")


class TestColumns:
    @pytest.mark.parametrize(
        "header",
        (
            "Medlemsnr.;Fornavn;Efternavn;E-mail;Telefon;Status",
            "nummer;fornavn;efternavn;mail;mobil;status",
            "Number;First name;Last name;E-mail address;Phone;Membership",
            "no.;FIRSTNAME;SURNAME;email;Tlf.;Type",
        ),
    )
    def test_english_and_danish_names(self, header):
        line = only(read("101;Agnes;Bak;agnes@club.example;12 34;æresmedlem", header=header))
        assert line.details == MemberDetails(
            "Agnes", "Bak", "", "agnes@club.example", "12 34", "101", Status.HONORARY
        )

    @pytest.mark.parametrize(
        ("name", "first", "last"),
        (
            ("Jens Peter Holm", "Jens Peter", "Holm"),
            ("Holm, Jens Peter", "Jens Peter", "Holm"),
            ("Jens", "Jens", ""),
        ),
    )
    def test_one_column_for_the_whole_name(self, name, first, last):
        line = only(read(f"7;{name}", header="nr;navn"))
        assert (line.details.first_name, line.details.last_name) == (first, last)

    def test_a_whole_name_beside_a_last_name_is_the_first_name(self):
        assert only(read("Jens Peter;Holm", header="navn;efternavn")).who == "Jens Peter Holm"

    def test_other_columns_are_named_and_left_alone(self):
        plan = read("1;Bo;Holm;red;;", header="number;first name;last name;colour;;")
        assert plan.ignored == ("colour",)
        assert read("1;Bo;x", header="number;name;").ignored == ("column 3",)

    @pytest.mark.parametrize(
        ("word", "status"),
        (
            ("aktiv", Status.ACTIVE), ("Passivt medlem", Status.PASSIVE),
            ("ÆRESMEDLEM", Status.HONORARY),
            ("gæst", Status.GUEST), ("passive", Status.PASSIVE), ("", Status.ACTIVE),
        ),
    )  # fmt: skip
    def test_words_for_the_status(self, word, status):
        assert only(read(f"1;Bo;Holm;;;{word}")).details.status is status


def test_somebody_new_whose_name_is_nearly_a_members_is_told_beside_the_line():
    known = MemberDetails("Bo", "Hansen", number="7")
    plan = read("8;Bo;Hanssen;;;", "9;Eva;Skov;;;", members=[known])
    assert [line.kind for line in plan.lines] == [Kind.NEW, Kind.NEW]
    assert [line.alike for line in plan.lines] == [("Bo Hansen",), ()]


class TestErrors:
    @pytest.mark.parametrize(
        ("line", "words"),
        (
            ("1;;Holm;;;", "name is missing"),
            ("1;Bo;Holm;bo.example;;", "not an e-mail"),
            ("1;Bo;Holm;;;king", "no status"),
            (f"1;{'B' * 81};Holm;;;", "at most 80"),
            (f"{'1' * 21};Bo;Holm;;;", "at most 20"),
            ("1;Bo;Holm", "3 fields"),
            ("1;Bo;Holm;;;;x", "7 fields"),
            ("1;Bo\u202e;Holm;;;", "invisible"),
            ("1;Bo\x07;Holm;;;", "invisible"),
        ),
    )
    def test_a_bad_line_says_what_is_wrong_and_the_next_is_taken(self, line, words):
        plan = read(line, "2;Eva;Skov;;;")
        assert words in plan.lines[0].problem
        assert [one.kind for one in plan.lines] == [Kind.ERROR, Kind.NEW]

    def test_empty_cells_beyond_the_header_do_not_matter(self):
        assert only(read("1;Bo;Holm;;;;;")).kind is Kind.NEW

    def test_a_number_twice(self):
        assert "line 2" in problem("1;Bo;Holm;;;", "1;Eva;Skov;;;")

    @pytest.mark.parametrize(
        ("first", "second"),
        (
            (";Bo;Holm;;;", ";bo;HOLM;;;"),
            ("1;Bo;Holm;;;", ";Bo;Holm;bo@club.example;;"),
            ("1;Bo;Holm;bo@club.example;;", "2;Bo;Holm;BO@club.example;;"),
            (";Bo;;;;", ";Bo;Holm;;;"),
        ),
    )
    def test_the_same_person_twice(self, first, second):
        assert "same person is on line 2" in problem(first, second)

    def test_two_of_one_name_with_numbers_of_their_own_are_two(self):
        assert read("1;Bo;Holm;;;", "2;Bo;Holm;;;").count(Kind.NEW) == 2

    def test_the_blanks_and_letters_of_a_name_are_put_in_order(self):
        line = only(read("1;  A\u030ase\u00a0 Marie ;Holm;;;"))
        assert line.details.first_name == "Åse Marie"

    @pytest.mark.parametrize("text", ("=1+1", "+45 12", "-x", "@home"))
    def test_what_looks_like_a_formula_is_text(self, text):
        line = only(read(f"1;{text};Holm;;{text};"))
        assert (line.details.first_name, line.details.phone) == (text, text)


class TestMatching:
    def test_a_number_finds_the_member_and_the_changes_are_told(self):
        line = only(read("101;Agnes;Bak-Holm;;12 34;passiv", members=[AGNES]))
        assert line.kind is Kind.CHANGED
        assert [(one.field, one.before, one.after) for one in line.changes] == [
            ("last_name", "Bak", "Bak-Holm"),
            ("phone", "", "12 34"),
            ("status", "active", "passive"),
        ]
        assert line.details.email == AGNES.email  # an empty cell changes nothing

    def test_what_is_known_is_unchanged(self):
        assert only(read("101;Agnes;Bak;;;", members=[AGNES])).kind is Kind.UNCHANGED

    def test_without_a_number_the_email_finds_the_member(self):
        line = only(read(";Agnes;Holm;Agnes@Club.example;;", members=[AGNES]))
        assert line.key == "key 0"

    def test_without_either_the_full_name_does(self):
        line = only(read(";agnes;bak;;99;", members=[AGNES]))
        assert line.key == "key 0"

    def test_a_new_number_for_a_known_email_and_name(self):
        line = only(read("201;Agnes;Bak;agnes@club.example;;", members=[AGNES]))
        assert [one.field for one in line.changes] == ["number"]

    def test_numbers_may_go_round(self):
        bent = MemberDetails("Bent", "Friis", email="bent@club.example", number="102")
        plan = read(
            "103;Bent;Friis;bent@club.example;;",
            "102;Agnes;Bak;agnes@club.example;;",
            members=[AGNES, bent],
        )
        assert [line.kind for line in plan.lines] == [Kind.CHANGED, Kind.CHANGED]

    @pytest.mark.parametrize(
        ("line", "words"),
        (
            ("101;Bo;Holm;bo@club.example;;", "belongs to Agnes Bak"),
            ("205;Agnes;Bak;;;", "has number 101"),
            (";Arne;Bak;agnes@club.example;;", "e-mail address of Agnes Bak"),
        ),
    )
    def test_a_line_in_doubt_is_an_error(self, line, words):
        assert words in problem(line, members=[AGNES])

    def test_two_members_of_one_name_need_the_number(self):
        twin = MemberDetails("Agnes", "Bak", number="102")
        assert "give the number" in problem(";Agnes;Bak;;;", members=[AGNES, twin])

    def test_a_couple_may_share_a_mailbox(self):
        plan = read("101;Agnes;Bak;agnes@club.example;;", "102;Arne;Bak;agnes@club.example;;",
                    members=[AGNES])  # fmt: skip
        assert [line.kind for line in plan.lines] == [Kind.UNCHANGED, Kind.NEW]

    def test_a_namesake_with_a_number_and_email_of_his_own_is_new(self):
        line = only(read("205;Agnes;Bak;other@club.example;;", members=[AGNES]))
        assert line.kind is Kind.NEW


def test_the_digest_tells_two_plans_apart_and_one_from_itself():
    one = read("101;Agnes;Bak;;;", members=[AGNES])
    assert one.digest == read("101;Agnes;Bak;;;", members=[AGNES]).digest
    assert one.digest != read("101;Agnes;Bak;;;").digest
