"""A disk or a database that fails is a sentence on a page and in the API, and told apart."""

import errno
import shutil
import sqlite3
from types import SimpleNamespace

import psycopg
import pytest
from django.db import DatabaseError, InterfaceError, OperationalError, ProgrammingError
from django.test import Client, override_settings
from django.urls import path
from django.utils.translation import override

from lhombre_club import disk, urls
from lhombre_club.disk import Fault, fault_of


def of_sqlite(name, kind=OperationalError):
    """An error as Django raises it for one of SQLite."""
    error = kind("it failed")
    error.__cause__ = sqlite3.OperationalError("it failed")
    error.__cause__.sqlite_errorname = name
    return error


def of_postgresql(kind, cause):
    error = kind("it failed")
    error.__cause__ = cause("it failed")
    return error


ERRORS = {
    "full": (of_sqlite("SQLITE_FULL"), Fault.FULL),
    "no space": (OSError(errno.ENOSPC, "No space left on device"), Fault.FULL),
    "quota": (OSError(errno.EDQUOT, "Disk quota exceeded"), Fault.FULL),
    "read-only": (of_sqlite("SQLITE_READONLY_DIRECTORY"), Fault.WRITING),
    "stick gone": (OSError(errno.EIO, "Input/output error"), Fault.WRITING),
    "input": (of_sqlite("SQLITE_IOERR_FSYNC"), Fault.WRITING),
    "malformed": (of_sqlite("SQLITE_CORRUPT_VTAB", DatabaseError), Fault.DAMAGED),
    "no database": (of_sqlite("SQLITE_NOTADB", DatabaseError), Fault.DAMAGED),
    "busy": (of_sqlite("SQLITE_BUSY_SNAPSHOT"), Fault.AWAY),
    "server down": (of_postgresql(OperationalError, psycopg.OperationalError), Fault.AWAY),
    "connection lost": (of_postgresql(InterfaceError, psycopg.InterfaceError), Fault.AWAY),
    "a fault of ours": (of_sqlite("SQLITE_ERROR"), Fault.OTHER),
    "another": (of_postgresql(ProgrammingError, psycopg.ProgrammingError), Fault.OTHER),
    "no such file": (FileNotFoundError(errno.ENOENT, "No such file"), Fault.OTHER),
    "a bug": (KeyError("deal"), Fault.OTHER),
}


@pytest.mark.parametrize("name", ERRORS)
def test_what_fails_is_told_apart(name):
    error, fault = ERRORS[name]
    assert fault_of(error) is fault


def fails(request):
    raise ERRORS[request.GET["as"]][0]


urlpatterns = [*urls.urlpatterns, path("fails/", fails), path("api/fails/", fails)]
handler500 = urls.handler500


def answered(address, name):
    """What is answered at an address whose view fails so."""
    client = Client(raise_request_exception=False)
    return client.get(address, {"as": name}, headers={"accept-language": "en"})


@pytest.mark.parametrize("name", ERRORS)
@override_settings(ROOT_URLCONF=__name__)
def test_a_page_and_the_api_say_it_without_the_database(name):
    """This test may not ask the database, which is what fails."""
    fault = ERRORS[name][1]
    page, data = answered("/fails/", name), answered("/api/fails/", name)
    if fault is Fault.OTHER:
        assert (page.status_code, data.status_code) == (500, 500)
        assert "Something went wrong" in page.text
        return
    assert page.status_code == data.status_code == (507 if fault is Fault.FULL else 503)
    words = {
        Fault.FULL: "The disk of the club’s computer is full",
        Fault.WRITING: "cannot write to its disk",
        Fault.DAMAGED: "./club restore",
        Fault.AWAY: "The database does not answer",
    }
    assert words[fault] in data.json()["detail"]
    assert words[fault] in page.text
    assert ("restore" in page.text) is (fault is Fault.DAMAGED)


@pytest.mark.django_db
@pytest.mark.parametrize("free", (disk.LOW, disk.LOW - 1))
def test_a_director_is_told_before_the_disk_is_full(director_client, client, monkeypatch, free):
    monkeypatch.setattr(shutil, "disk_usage", lambda _path: SimpleNamespace(free=free))
    told = "disk of the club’s computer is nearly full"
    with override("en"):
        assert (told in director_client.get("/", headers={"accept-language": "en"}).text) is (
            free < disk.LOW
        )
        assert told not in client.get("/", headers={"accept-language": "en"}).text


def test_a_disk_that_does_not_say_is_not_called_full(monkeypatch, tmp_path):
    def fails(_path):
        raise OSError(errno.ENOSYS, "Not here")

    monkeypatch.setattr(shutil, "disk_usage", fails)
    assert not disk.is_low(tmp_path)
