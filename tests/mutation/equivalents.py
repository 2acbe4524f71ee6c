"""Changes that no test can notice, since with them the answers stay the same; and why.

A change is named by the statement before and after it. Each must still be a mutant of its
module: a test holds that.
"""

REMEMBERED = "of how many answers one is remembered changes how fast it comes, not what it is"
SAME_LENGTH = "both have one item for each player or card, so strict has nothing to refuse"
NOTHING_LEFT = "where the pot holds just enough, the formula too finds that nobody must ante"
NO_PART_IS_NOTHING = "what comes to nothing is left out before"
FAILED = "failed = tuple((part for part in apart if part.amount < 0))"
TAKES = "if (led | trumps) >> card & 1 and"

EQUIVALENT: dict[str, dict[tuple[str, str], str]] = {
    "rules/settlement.py": {
        ("MOST_KEPT = 1 << 13", "MOST_KEPT = 1 >> 13"): REMEMBERED,
        ("MOST_KEPT = 1 << 13", "MOST_KEPT = 2 << 13"): REMEMBERED,
        ("MOST_KEPT = 1 << 13", "MOST_KEPT = 1 << 14"): REMEMBERED,
    },
    "rules/outcome.py": {
        (
            "after = [have + more for have, more in zip(counted, rest, strict=True)]",
            "after = [have + more for have, more in zip(counted, rest, strict=False)]",
        ): SAME_LENGTH,
    },
    "rules/play.py": {
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
    "scoring/pott.py": {
        ("if value <= held:", "if value < held:"): NOTHING_LEFT,
    },
    "scoring/pot.py": {
        ("MOST_KEPT: Final = 1 << 12", "MOST_KEPT: Final = 1 >> 12"): REMEMBERED,
        ("MOST_KEPT: Final = 1 << 12", "MOST_KEPT: Final = 2 << 12"): REMEMBERED,
        ("MOST_KEPT: Final = 1 << 12", "MOST_KEPT: Final = 1 << 13"): REMEMBERED,
        (
            "amounts[move.seat] += move.value",
            "amounts[move.seat] = move.value",
        ): "nobody declares twice, or declares and only looks",
    },
    "scoring/reasons.py": {
        (FAILED, FAILED.replace("< 0", "<= 0")): NO_PART_IS_NOTHING,
        (FAILED, FAILED.replace("< 0", "< 1")): NO_PART_IS_NOTHING,
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
