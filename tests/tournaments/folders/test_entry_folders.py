"""The line of a deal on the entry page says which folder it is played from."""

import pytest
from django.urls import reverse

from tests import make
from tournaments.entry.pages.desk import rows
from tournaments.models import FolderPlan, Table
from tournaments.sheets.queries import sheet

pytestmark = pytest.mark.django_db


def test_a_line_names_its_folder_where_there_are_folders(club, director_client):
    event = make.make_released_event(club, tables=2, deals=8)
    table = Table.objects.get(round__event=event, number=2)
    address = reverse("tournaments:table", args=[table.pk])
    assert all(row.folder is None and "older" not in row.label for row in rows(sheet(table)))
    assert "entry-folder" not in director_client.get(address).content.decode()
    FolderPlan.objects.create(event=event, folders=8, first=[1, 5])
    assert [row.folder for row in rows(sheet(table))] == [5, 6, 7, 8, 1, 2, 3, 4]
    page = director_client.get(address, headers={"accept-language": "en"}).content.decode()
    assert "sits out. Folder 5." in page
    assert '<small class="entry-folder" title="Folder">5</small>' in page
