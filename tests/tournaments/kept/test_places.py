"""Every field that can hold a text is in the list, or is said to hold nobody."""

from django.apps import apps
from django.db import models
from django.utils import translation

from lhombre_club.members.models import Club, Person, User
from tournaments.kept.domain.places import ALL_ROWS, KEPT

TEXTS = (
    models.CharField, models.TextField, models.JSONField, models.GenericIPAddressField,
    models.BinaryField, models.FileField,
)  # fmt: skip
ONLY_KEYS = {
    "auth.Group_permissions", "axes.AccessAttemptExpiration", "members.User_groups",
    "members.User_user_permissions", "tournaments.CashPosting", "tournaments.CountedMeeting",
    "tournaments.CountedPair", "tournaments.DrawnEvening", "tournaments.DuesRate",
    "tournaments.EveningPool", "tournaments.League", "tournaments.Match", "tournaments.Round",
    "tournaments.SideBonus_payers",
}  # fmt: skip
"""Tables of keys and numbers alone, all of which lead to a row of the list."""


def texts(kind):
    """Fields of a model whose content somebody or some program writes freely."""
    return {
        field.name
        for field in kind._meta.concrete_fields
        if isinstance(field, TEXTS) and not field.choices and not field.is_relation
    }


def every():
    return {kind._meta.label: kind for kind in apps.get_models(include_auto_created=True)}


def unlisted(listed):
    """What fields of which models nothing is said of."""
    said = {rows.model: set(rows.fields) for rows in listed}
    found = {name: texts(kind) - said.get(name, set()) for name, kind in every().items()}
    return {f"{name}.{field}" for name, fields in found.items() for field in fields}


def test_of_every_field_with_a_text_it_is_said_what_it_holds():
    assert unlisted(ALL_ROWS) == set()


def test_a_field_that_is_not_listed_is_found():
    """The twin."""
    assert unlisted([rows for rows in ALL_ROWS if rows.model != "tournaments.Flag"]) == {
        f"tournaments.Flag.{name}"
        for name in ("words", "reason", "seen", "actor", "owner", "cleared_by")
    }


def test_nothing_is_listed_that_is_not_there_or_twice():
    models_ = [rows.model for rows in ALL_ROWS]
    assert len(models_) == len(set(models_))
    for rows in ALL_ROWS:
        names = {field.name for field in rows.kind._meta.concrete_fields}
        assert set(rows.fields) <= names, rows.model
        assert len(rows.fields) == len(set(rows.fields)), rows.model
        assert texts(rows.kind) - set(rows.fields) == set()


def test_each_table_is_listed_or_holds_keys_alone():
    listed = {rows.model for rows in ALL_ROWS}
    assert every().keys() - listed == ONLY_KEYS
    assert {name for name in ONLY_KEYS if texts(every()[name])} == set()


def test_whatever_leads_to_a_person_is_among_his_rows():
    ways = {rows.model: rows.ways for rows in ALL_ROWS}
    for name, kind in every().items():
        for field in kind._meta.concrete_fields:
            if field.related_model is Person and not name.startswith("members.Historical"):
                assert field.name in ways[name], f"{name}.{field.name}"


def test_the_ways_lead_somewhere(db):
    for rows in ALL_ROWS:
        if rows.club:
            assert not rows.kind._base_manager.filter(rows.in_club(Club().pk)).exists()
        if rows.ways:
            assert not rows.kind._base_manager.filter(rows.of_keys([str(User().pk)])).exists()


def test_what_is_of_people_is_called_something_where_they_read_it(db):
    for rows in ALL_ROWS:
        assert bool(rows.title) is bool(rows.ways) is bool(rows.shows), rows.model
        rows.kind._base_manager.values_list(*rows.shows.split()).first()


def test_the_page_says_something_of_each():
    with translation.override("en"):
        for each in KEPT:
            assert all(map(str, (each.what, each.why, each.how_long, each.after)))
            assert each.rows
