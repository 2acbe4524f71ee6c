"""The power goes while deals are posted, copies made, put back, upgraded: nothing is lost.

The program's own calls to the disk are recorded once, with its own SQLite, and cut off wherever a
test wants. What was not synced may be lost in any part; then the program is started again.
"""

import shutil
from random import Random

import pytest
from django.db import connection

from tests.faults.powercuts.cuts import drawn, kills, tried
from tests.faults.powercuts.recording import record
from tests.sizes import POWER_CUTS, few

pytestmark = [pytest.mark.fault, pytest.mark.strict]
SEED = 15

if connection.vendor == "sqlite":

    @pytest.fixture(scope="module", autouse=True)
    def _strace():
        if shutil.which("strace") is None:
            pytest.skip("no strace: the power cuts are not recorded")

    @pytest.fixture(scope="module")
    def scenes(tmp_path_factory):
        """What the program does to the disk, by scene."""
        folder = tmp_path_factory.mktemp("power") / "rec"
        folder.mkdir()
        return {scene.name: scene for scene in record(folder)}

    def cut(scenes, name, count, **switched_off):
        scene = scenes[name]
        return tried(scene, drawn(scene, count, Random(SEED)), SEED, **switched_off).wrong  # noqa: S311

    EACH = pytest.mark.parametrize("name", ("posts", "copies", "restore", "upgrade"))

    @EACH
    def test_what_was_acknowledged_is_there_after_any_power_cut(scenes, name):
        assert cut(scenes, name, POWER_CUTS) == []

    @pytest.mark.parametrize("name", few(("restore", "copies", "upgrade")))
    def test_killed_before_any_call_it_is_whole(scenes, name):
        every = kills(scenes[name])
        assert len(every) > 80
        assert tried(scenes[name], every, SEED).wrong == []

    @pytest.mark.nightly
    @EACH
    @pytest.mark.parametrize("forgets", ("files", "folders"))
    def test_without_its_syncs_something_is_lost(scenes, name, forgets):
        """The twin: the same cuts, on a disk that is told less."""
        assert cut(scenes, name, 240, forgets=forgets)

    @pytest.mark.parametrize("name", ("restore", "upgrade"))
    def test_without_the_slip_a_killed_one_leaves_no_club(scenes, name):
        """The twin: nobody is told how to go on."""
        steps = scenes[name].steps
        renamed = [
            each
            for each in kills(scenes[name])
            if "rename" in {steps[each.at - 1].kind, steps[each.at].kind}
        ]
        assert tried(scenes[name], renamed, SEED).wrong == []
        assert tried(scenes[name], renamed, SEED, slip=False).wrong

    @pytest.mark.nightly
    def test_with_the_journal_of_an_older_library_too(tmp_path):
        """Where pysqlite3 cannot be had; a journal is left there by every cut in a commit."""
        (tmp_path / "rec").mkdir()
        (posts,) = record(tmp_path / "rec", "posts", "--older-library")
        cuts = drawn(posts, POWER_CUTS, Random(SEED))  # noqa: S311
        assert tried(posts, cuts, SEED).wrong == []
        assert tried(posts, cuts[:60], SEED, forgets="files").wrong
