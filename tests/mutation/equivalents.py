"""Changes that no test can notice, since with them the answers stay the same; and why.

A change is named by the statement before and after it. Each must still be a mutant of its
module: a test holds that.
"""

REMEMBERED = "of how many answers one is remembered changes how fast it comes, not what it is"
NOTHING_APART = "what is apart and comes to nothing moves nothing"
NAME = "what a type variable is called is read by the type checker alone"
SAME_LENGTH = "both have one item for each player or card, so strict has nothing to refuse"
CHOSEN = "return cast('Kept', dict(self.said).get(setting.key, setting.default))"
FAILED = "failed = deal.beside if settlement.apart < 0 else ()"
HELD = "return _moved(rules, settlement, held if rules.kind.needs_pot else 0, beside)"
TAKES = "if (led | trumps) >> card & 1 and"

EQUIVALENT: dict[str, dict[tuple[str, str], str]] = {
    "rules/result/settlement.py": {
        ("MOST_KEPT = 1 << 13", "MOST_KEPT = 1 >> 13"): REMEMBERED,
        ("MOST_KEPT = 1 << 13", "MOST_KEPT = 2 << 13"): REMEMBERED,
        ("MOST_KEPT = 1 << 13", "MOST_KEPT = 1 << 14"): REMEMBERED,
    },
    "rules/result/outcome.py": {
        (
            "after = [have + more for have, more in zip(counted, rest, strict=True)]",
            "after = [have + more for have, more in zip(counted, rest, strict=False)]",
        ): SAME_LENGTH,
    },
    "rules/deal/play.py": {
        (
            "trumps = table.suit[table.trumps[0]] if table.trumps else 0",
            "trumps = table.suit[table.trumps[1]] if table.trumps else 0",
        ): "every trump is of the same suit, and there are at least two",
        (
            "trumps = table.suit[table.trumps[0]] if table.trumps else 0",
            "trumps = table.suit[table.trumps[0]] if table.trumps else 1",
        ): "the one card it lets in is the ace of spades, the lowest where nothing is trump",
        (
            f"{TAKES} table.strength[card] > table.strength[trick[best]]:",
            f"{TAKES} table.strength[card] >= table.strength[trick[best]]:",
        ): "no two cards that can take the same trick are equally strong",
        (
            "return tuple(zip(table.suit, table.force, shared, strict=True))",
            "return tuple(zip(table.suit, table.force, shared, strict=False))",
        ): SAME_LENGTH,
    },
    "scoring/kind.py": {
        ("Kept = TypeVar('Kept', bound=Value)", "Kept = TypeVar('Kept?', bound=Value)"): NAME,
        ("Word = TypeVar('Word', bound=StrEnum)", "Word = TypeVar('Word?', bound=StrEnum)"): NAME,
        (
            "Number = TypeVar('Number', int, int | None)",
            "Number = TypeVar('Number?', int, int | None)",
        ): NAME,
        ("return self.default", "return None"): "it is None, as was just asked",
        (CHOSEN, CHOSEN.replace("Kept", "Kept?")): NAME,
    },
    "scoring/mixed.py": {
        (FAILED, FAILED.replace("< 0", "<= 0")): NOTHING_APART,
        (FAILED, FAILED.replace("< 0", "< 1")): NOTHING_APART,
    },
    "scoring/sequence.py": {
        (HELD, HELD.replace("else 0", "else 1")): "what such a pot holds decides nothing",
        ("MOST_KEPT: Final = 1 << 13", "MOST_KEPT: Final = 1 >> 13"): REMEMBERED,
        ("MOST_KEPT: Final = 1 << 13", "MOST_KEPT: Final = 2 << 13"): REMEMBERED,
        ("MOST_KEPT: Final = 1 << 13", "MOST_KEPT: Final = 1 << 14"): REMEMBERED,
    },
    "scoring/payments.py": {
        (
            "most, sums = ([0] * size, [0] * size)",
            "most, sums = ([1] * size, [0] * size)",
        ): "every number of groups is one more, and they are only compared",
        (
            "sums[taken] = sums[taken ^ lowest] + amounts[lowest.bit_length() - 1]",
            "sums[taken] = sums[taken ^ lowest] - amounts[lowest.bit_length() - 1]",
        ): "every sum has the other sign, and it is only asked which are nothing",
        (
            "for size in range(len(others) + 1):",
            "for size in range(len(others) + 2):",
        ): "there is no company of more than all others",
    },
    "scoring/standings/meetings.py": {
        (
            "there[line.key] = there.get(line.key, 0) + line.parts_per_opponent",
            "there[line.key] = there.get(line.key, 1) + line.parts_per_opponent",
        ): "both of every two get one more, and only their difference is kept",
    },
    "scoring/standings/metrics.py": {
        ("FEWER = -1", "FEWER = -2"): "figures are only compared, and with their like",
    },
}
