"""A lost laptop, and a new program for an old one, as ``docs/operations.md`` tells it."""

import contextlib
import re
import shutil
import sqlite3

import pytest
from django.db import connection

from lhombre_club.copies import engine, fitting
from tests.running.test_club import Machine
from tests.running.test_operations_page import FROM_STICK, STICK, TEXT, Step, walking

DEALS = "SELECT id, table_id, deal, created_at, record FROM tournaments_revision ORDER BY id"


def headings(text):
    """The anchors of a page, as they are made from its headings."""
    found = re.findall(r"^##+ (.+)$", text, flags=re.MULTILINE)
    return {re.sub(r"[^\w -]", "", each).lower().replace(" ", "-") for each in found}


def astray(text):
    """The links within a page that lead nowhere."""
    return [each for each in re.findall(r"\]\(#([^)]+)\)", text) if each not in headings(text)]


def test_each_link_within_the_page_leads_somewhere():
    assert len(re.findall(r"\]\(#", TEXT)) > 10
    assert astray(TEXT) == []
    assert astray(TEXT.replace("\n## Putting a copy", "\n## A copy put"))  # the twin


def test_what_is_wrong_comes_before_all_else():
    first = TEXT.partition("\n## ")[2].partition("\n## ")[0]
    assert first.startswith("When something is wrong")
    assert {"#putting-a-copy-back", "#what-stops-a-start"} <= set(
        re.findall(r"\((#[^)]+)\)", first)
    )


if connection.vendor == "sqlite":

    def deals(file):
        """Every result in a database."""
        with engine.read_only(file) as there:
            return there.execute(DEALS).fetchall()

    @pytest.fixture
    def club(tmp_path):
        folder = tmp_path / "machine"
        folder.mkdir()
        return Machine(folder).with_python().with_python("chromium")

    @pytest.mark.strict
    def test_a_lost_laptops_evening_comes_from_the_stick_and_no_other_is_looked_at(tmp_path, club):
        with walking(tmp_path, club) as walk:
            before = deals(walk.var / "club.sqlite3")
            walk.take(Step(STICK, "(the same)"))
            shutil.rmtree(walk.var)
            walk.var.mkdir()
            walk.take(Step(("./club restore",), "There is no copy in", refused=True))
            walk.take(Step(FROM_STICK, " is back, with 320 deals, 1 evening, 16 members"))
            assert deals(walk.var / "club.sqlite3") == before != []

    @pytest.mark.strict
    def test_a_new_program_takes_var_with_it_and_can_be_taken_back(tmp_path, club):
        with walking(tmp_path, club, back=1) as walk:
            before = deals(walk.var / "club.sqlite3")
            moved = tmp_path / "new" / "var"
            moved.parent.mkdir()
            walk.var = walk.var.rename(moved)
            walk.environment["LHOMBRE_VAR"] = str(moved)
            walk.take(Step(("./club upgrade",), f"in {moved}/aside-"))
            assert deals(moved / "club.sqlite3") == before != []
            (aside,) = moved.glob("aside-*")
            with contextlib.closing(sqlite3.connect(aside / "club.sqlite3")) as there:
                older = engine.shape(there)
            with engine.read_only(moved / "club.sqlite3") as there:
                assert set(older) < set(engine.shape(there))  # the program before knows all of it
            assert fitting.newer(older) == ""
            walk.values["FOLDER"] = str(aside)
            walk.take(Step(("./club restore FOLDER",), " is back, with 320 deals"))
            assert deals(moved / "club.sqlite3") == before
