"""What a deal is called in a preview."""

from tournaments.interfaces.effects import record_words

NAMES = ("Agnes Bak", "Bent Dam", "Karen Friis", "Oda Lund")


def test_everybody_who_declared_is_named():
    record = {
        "declarer": 1,
        "contract": "koebe_nolo",
        "joined": [{"seat": 3}],
        "tricks": [None, 0, None, 2],
    }
    said = record_words(record, NAMES)
    assert "Bent" in said
    assert "Oda" in said
    assert "Agnes" not in said
