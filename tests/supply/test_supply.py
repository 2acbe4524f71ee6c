"""The lock as a list of parts, and against advisories that somebody made up."""

import json
from collections import Counter

import pytest
import yaml
from packaging.version import Version

from tests.supply import advisories, lock, sbom
from tests.test_project import pins


@pytest.fixture
def django():
    return named("django", lock.LOCK)


def named(name, path):
    (pin,) = (each for each in lock.read(path) if each.name == name)
    return pin


def advisory(pin, **affected):
    about = {"package": {"ecosystem": "PyPI", "name": "Django"}, **affected}
    return {"id": "PYSEC-0000-1", "summary": "made up", "affected": [about]}


def between(**events):
    pairs = [{name: at} for name, at in events.items()]
    return {"ranges": [{"type": "ECOSYSTEM", "events": pairs}]}


def told(capsys, *paths):
    status = advisories.main([str(path) for path in paths])
    return status, capsys.readouterr().out


class TestLock:
    def test_each_package_is_read_once_with_its_hashes(self):
        read = lock.read()
        assert {(pin.name, pin.version) for pin in read} == pins("requirements.txt")
        assert max(Counter(pin.name for pin in read).values()) == 1
        assert sum(len(pin.hashes) for pin in read) == lock.LOCK.read_text().count("--hash=sha256:")
        assert {len(each) for pin in read for each in pin.hashes} == {64}

    def test_who_wants_it_and_where_is_read_too(self):
        read = {pin.name: pin for pin in lock.read()}
        assert read["amqp"].wanted_by == ("kombu",)
        assert read["django"].wanted_by[0] == "django-axes"
        assert "linux" in read["pysqlite3"].marker

    @pytest.mark.parametrize("line", ("django", "django>=5 \\", "-e ."))
    def test_what_is_no_lock_is_refused(self, tmp_path, line):
        path = tmp_path / "lock"
        path.write_text(f"{line}\n")
        with pytest.raises(ValueError, match="not a line of a lock"):
            lock.read(path)


class TestList:
    def test_it_names_each_package_and_is_the_same_each_time(self):
        bill = sbom.bill()
        assert json.dumps(bill) == json.dumps(sbom.bill())
        assert [each["purl"] for each in bill["components"]] == [pin.purl for pin in lock.read()]

    def test_what_needs_what_leads_to_every_part(self):
        needs = {each["ref"]: each["dependsOn"] for each in sbom.bill()["dependencies"]}
        seen, waiting = set(), [sbom.OURS]
        while waiting:
            seen.add(ref := waiting.pop())
            waiting += [each for each in needs[ref] if each not in seen]
        assert seen == needs.keys()

    def test_another_lock_has_another_number(self, tmp_path):
        other = tmp_path / "lock"
        other.write_text(lock.LOCK.read_text().replace("django==5", "django==6"))
        assert sbom.bill(other)["serialNumber"] != sbom.bill()["serialNumber"]


class TestAdvisories:
    def test_a_pinned_version_in_a_range_is_told_and_counts(self, tmp_path, capsys, django):
        later = f"{Version(django.version).major + 1}.0"
        file = tmp_path / "one.json"
        file.write_text(json.dumps(advisory(django, **between(introduced="0", fixed=later))))
        status, said = told(capsys, file)
        assert status == 1
        assert f"django {django.version}: PYSEC-0000-1: made up; mended in {later}" in said

    @pytest.mark.parametrize("suffix", ("yaml", "yml"))
    def test_a_folder_of_yaml_is_looked_through(self, tmp_path, capsys, django, suffix):
        file = tmp_path / "vulns" / "django" / f"PYSEC.{suffix}"
        file.parent.mkdir(parents=True)
        file.write_text(yaml.safe_dump(advisory(django, versions=[django.version])))
        assert told(capsys, tmp_path)[0] == 1

    @pytest.mark.parametrize("name", ("pip", "setuptools", "uv"))
    def test_what_installs_is_looked_at_too(self, tmp_path, capsys, name):
        said = advisory(named(name, lock.INSTALLERS), **between(introduced="0"))
        said["affected"][0]["package"]["name"] = name
        (tmp_path / "one.json").write_text(json.dumps(said))
        assert told(capsys, tmp_path)[0] == 1

    def test_what_meets_nothing_ends_well(self, tmp_path, capsys, django):
        met = between(introduced="0")
        others = {
            "mended": advisory(django, **between(introduced="0", fixed=django.version)),
            "older": advisory(django, **between(introduced="0", last_affected="1.0")),
            "later": advisory(django, **between(introduced="99")),
            "listed": advisory(django, versions=["1.0"]),
            "withdrawn": advisory(django, **met) | {"withdrawn": "2026-01-01T00:00:00Z"},
            "of another world": advisory(
                django, package={"ecosystem": "npm", "name": "django"}, **met
            ),
            "unpinned": advisory(django, package={"ecosystem": "PyPI", "name": "flask"}, **met),
            "commits": advisory(django, ranges=[{"type": "GIT", "events": [{"introduced": "0"}]}]),
        }
        for name, said in others.items():
            (tmp_path / f"{name}.json").write_text(json.dumps(said))
        status, said = told(capsys, tmp_path)
        assert (status, said.split(",")[0]) == (0, f"{len(others)} advisories")

    def test_one_that_came_back_is_met_again(self, django):
        events = [{"introduced": "0"}, {"fixed": "1.0"}, {"introduced": django.version}]
        said = advisory(django, ranges=[{"type": "ECOSYSTEM", "events": events[::-1]}])
        assert [hit.pin for hit in advisories.hits(said, lock.read())] == [django]

    def test_the_last_affected_is_affected(self, django):
        said = advisory(django, **between(introduced="0", last_affected=django.version))
        assert [hit.pin for hit in advisories.hits(said, lock.read())] == [django]

    @pytest.mark.parametrize("text", (None, "{", "[]", '{"summary": "no id"}'))
    def test_nothing_to_look_at_is_not_all_is_well(self, tmp_path, capsys, text):
        if text is not None:
            (tmp_path / "one.json").write_text(text)
        assert told(capsys, tmp_path)[0] == 2
