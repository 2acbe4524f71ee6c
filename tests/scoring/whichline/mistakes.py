"""Mistakes as they are made at the keyboard, written apart from the search that finds them.

Each takes a right sheet and gives it with one thing wrong, and the line at which that is so for
somebody who goes through the paper from the top; None where it cannot happen in the line drawn.
"""

from dataclasses import replace

from rules import RefusedError, read_result
from scoring.whichline import Kind

TOUTS = (None, "made", "failed")


def accepted(sheet, record):
    try:
        read_result(record, sheet.ruleset, sheet.rules.players)
    except RefusedError:
        return False
    return True


def make_mistake(sheet, kind, chance):
    """The sheet with a mistake of this kind, and its line; None where it would be refused."""
    made = {
        Kind.SWAPPED: swapped, Kind.DEALER: dealer_forgotten, Kind.SKIPPED: skipped,
        Kind.DOUBLED: doubled,
    }.get(kind)  # fmt: skip
    if made:
        return made(sheet, chance)
    deal = chance.choice(sorted(sheet.records))
    after = mistyped(sheet, sheet.records[deal], kind, chance)
    if after is None or not accepted(sheet, after):
        return None
    return replace(sheet, records={**sheet.records, deal: after}), deal


def mistyped(sheet, record, kind, chance):
    """One entry of the record otherwise; None where it has no such entry."""
    if kind is Kind.PASSED:
        return any_game(sheet, record, chance)
    if record.get("passed") or "tricks" in record:
        return None
    contracts = [terms.contract.value for terms in sheet.ruleset.played]
    key, values = {
        Kind.OUTCOME: ("outcome", ["won", "bet", "kodille", "remis"]),
        Kind.SEAT: ("declarer", range(sheet.rules.players)),
        Kind.CONTRACT: ("contract", contracts),
        Kind.TOUT: ("tout", TOUTS),
    }[kind]
    typed = {**record, key: other(values, record.get(key), chance)}
    if kind is Kind.CONTRACT:
        typed = {key: value for key, value in typed.items() if key not in {"trump", "tourne"}}
    return {key: value for key, value in typed.items() if value is not None}


def any_game(sheet, record, chance):
    if not record.get("passed"):
        return {"dealer": record["dealer"], "passed": True}
    return {
        "dealer": record["dealer"],
        "declarer": chance.randrange(sheet.rules.players),
        "contract": chance.choice(["spil", "spil", "spil", "solo"]),
        "outcome": chance.choice(["won", "won", "bet"]),
    }


def other(all_of_them, one, chance):
    return chance.choice([another for another in all_of_them if another != one])


def in_rows(sheet, records):
    """These lines from the top down, each with the dealer of its row; None if one is refused."""
    rows = {
        deal: {**record, "dealer": sheet.dealer(deal)} for deal, record in enumerate(records, 1)
    }
    if not all(accepted(sheet, record) for record in rows.values()):
        return None
    return replace(sheet, records=rows)


def whole(sheet):
    return [sheet.records[deal] for deal in sorted(sheet.records)]


def swapped(sheet, chance):
    lines = whole(sheet)
    at = chance.randrange(len(lines) - 1)
    lines[at], lines[at + 1] = lines[at + 1], lines[at]
    made = in_rows(sheet, lines)
    return made and (made, at + 1)


def skipped(sheet, chance):
    """The line is not typed, and the next one comes in its row."""
    lines = whole(sheet)
    at = chance.randrange(len(lines))
    made = in_rows(sheet, lines[:at] + lines[at + 1 :])
    return made and (made, at + 1)


def doubled(sheet, chance):
    """The line is typed twice; the last one finds no room."""
    lines = whole(sheet)
    at = chance.randrange(len(lines) - 1)
    made = in_rows(sheet, [*lines[: at + 1], *lines[at:-1]])
    return made and (made, at + 2)


def dealer_forgotten(sheet, chance):
    """From this row on somebody else dealt than the sheet says; it must be a game."""
    start, by = chance.choice(sorted(sheet.records)), chance.choice([1, -1])
    if sheet.records[start].get("passed"):
        return None
    players = sheet.rules.players
    rows = {
        deal: {**record, "dealer": (record["dealer"] + by) % players} if deal >= start else record
        for deal, record in sheet.records.items()
    }
    if not all(accepted(sheet, record) for record in rows.values()):
        return None
    return replace(sheet, records=rows), start
