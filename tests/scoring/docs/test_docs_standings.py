"""The worked tables of the pages on standings are what the program works out."""

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from scoring.standings import (
    DEFAULT_CHAIN,
    METRICS,
    Comparison,
    Direction,
    Evening,
    Evidence,
    Order,
    SeasonRules,
    StandingsLine,
    Vacancy,
    Verdict,
    at_table,
    by_place,
    by_player,
    mutual_results,
    ranked,
    season,
)
from scoring.standings.lines import PARTS

PAGES = Path(__file__).resolve().parents[3] / "docs" / "algorithms"


def tables(page, heading):
    """The tables below a heading, each as the heads of its columns and its rows of cells."""
    _, _, text = (PAGES / page).read_text(encoding="utf-8").partition(f"\n## {heading}\n")
    assert text, f"{page} has no heading {heading}"
    blocks = [block.splitlines() for block in text.partition("\n## ")[0].split("\n\n")]
    split = [
        [[cell.strip() for cell in row.strip("|").split("|")] for row in block]
        for block in (([line for line in block if line]) for block in blocks)
        if block and block[0].startswith("|")
    ]
    assert all(len(row) == len(rows[0]) for rows in split for row in rows)
    return [(rows[0], rows[2:]) for rows in split]


def the_table(page, heading):
    (table,) = tables(page, heading)
    return table


def number(cell):
    return Fraction(cell.replace("−", "-"))


def whole(cell):
    assert number(cell).denominator == 1
    return int(number(cell))


# --- the tie chain --------------------------------------------------------------------------

CHAIN_PAGE = "tie-chain.md"


def test_the_page_has_every_metric_and_which_way_it_counts():
    _, rows = the_table(CHAIN_PAGE, "The metrics")
    words = {Direction.MORE: "more", Direction.FEWER: "fewer"}
    assert [(key, better) for key, _, better in rows] == [
        (f"`{key}`", words[metric.better]) for key, metric in METRICS.items()
    ]


def test_parting_those_who_are_equal():
    _, rows = the_table(CHAIN_PAGE, "Parting those who are equal")
    lines = [
        StandingsLine(
            key=name, points=whole(points), won=int(won), kodille=int(lost), highest=int(highest)
        )
        for _, name, points, won, lost, highest, _ in rows
    ]
    unshared = lines[:4] + lines[6:]
    upside_down = ranked(reversed(unshared), Order())
    assert [placing.line for placing in upside_down.placings] == unshared
    result = ranked(lines, Order())
    assert result.chain == DEFAULT_CHAIN
    assert [[str(p.rank), p.line.key, p.decided_by or ""] for p in result.placings] == [
        [row[0], row[1], row[-1]] for row in rows
    ]


def test_the_mutual_result():
    (heads, sheets), (_, rows) = tables(CHAIN_PAGE, "The mutual result")
    met = [
        at_table(
            [
                StandingsLine(key=name, points=whole(cell))
                for name, cell in zip(heads[1:], cells, strict=True)
                if cell
            ],
            opponents=2,
        )
        for _, *cells in sheets
    ]
    mutual = mutual_results(met)
    names = ["Agnes", "Bent", "Dorthe"]
    for _, name, *against, total in rows:
        shown = {other: number(cell) for other, cell in zip(names, against, strict=True) if cell}
        told = {other: Fraction(mutual[name, other], PARTS) for other in names if other != name}
        assert shown == told
        assert number(total) == sum(shown.values())
    tied = [StandingsLine(key=name, points=4) for name in names]
    result = ranked(tied, Order(("points", "mutual")), evidence=Evidence(mutual=mutual))
    assert [[str(p.rank), p.line.key] for p in result.placings] == [row[:2] for row in rows]


def lines_of_different_tables(rows):
    """The lines of both tables, all of whose seats are on the page."""
    seats: dict[str, list[StandingsLine]] = {}
    for name, size, _, deals, points, *_ in rows:
        seats.setdefault(size, []).append(
            StandingsLine(key=name, deals=int(deals), points=whole(points))
        )
    assert {size: len(sat) for size, sat in seats.items()} == {"4": 4, "3": 3}
    return [*at_table(seats["4"], opponents=3), *at_table(seats["3"], opponents=2)]


@pytest.mark.parametrize(
    ("comparison", "figure", "place"),
    ((Comparison.RAW, 4, 5), (Comparison.PER_OPPONENT, 6, 7), (Comparison.PER_ACTIVE_DEAL, 8, 9)),
)
def test_tables_of_different_sizes(comparison, figure, place):
    _, rows = the_table(CHAIN_PAGE, "Tables of three, four and five")
    result = ranked(lines_of_different_tables(rows), Order(("points",), comparison))
    assert result.mixed_sizes == (comparison is Comparison.RAW)
    (key,) = result.chain
    worked = {p.line.key: (METRICS[key].worth(p.line), p.rank) for p in result.placings}
    assert worked == {row[0]: (number(row[figure]), int(row[place])) for row in rows}
    opponents = {"4": "3", "3": "2"}
    assert all(opponents[row[1]] == row[2] for row in rows)


def test_penalties_and_handicaps():
    heads, rows = the_table(CHAIN_PAGE, "Penalties and handicaps")
    keys = [head.strip("`") for head in heads[4:]]
    lines = [
        StandingsLine(key=name, points=whole(points), penalties=whole(fine), handicap=whole(given))
        for name, points, fine, given, *_ in rows
    ]
    for line, row in zip(at_table(lines, opponents=2), rows, strict=True):
        assert [METRICS[key].worth(line) for key in keys] == [number(cell) for cell in row[4:]]


# --- the season -----------------------------------------------------------------------------

SEASON_PAGE = "season.md"
RULES = SeasonRules(of=5, best=4, min_deals=90)


def five_evenings():
    heads, rows = the_table(SEASON_PAGE, "Five evenings")
    evenings = []
    for column, key in enumerate(heads[1:], start=1):
        lines = []
        for row in rows:
            points, _, player = row[column].partition(" by ")
            if points != "–":
                deals = 12 if key == "5" else 30
                lines.append(
                    StandingsLine(key=row[0], player=player, points=whole(points), deals=deals)
                )
        evenings.append(Evening(key, tuple(lines), abandoned=key == "5"))
    return evenings


def as_rows(result):
    """A season as the page shows it."""
    placed = [(str(placing.rank), placing.line) for placing in result.ranked.placings]
    apart = [("too few deals", line) for line in result.ranked.too_few_deals]
    return [[place, line.key, *judged(result.shares[line.key]), str(line.points).replace("-", "−"),
             str(sum(share.line.deals for share in result.shares[line.key]
                     if share.verdict is not Verdict.ABANDONED))]
            for place, line in placed + apart]  # fmt: skip


def judged(shares):
    return [
        " ".join(share.evening for share in shares if share.verdict is verdict)
        for verdict in (Verdict.COUNTS, Verdict.DROPPED, Verdict.ABANDONED)
    ]


@pytest.mark.parametrize(
    ("heading", "counts"),
    (("If what was played on the last evening counts", True), ("If it does not", False)),
)
def test_five_evenings_the_last_one_broken_off(heading, counts):
    _, rows = the_table(SEASON_PAGE, heading)
    result = season(five_evenings(), replace(RULES, counts_abandoned=counts), Order())
    assert as_rows(result) == rows
    assert result.champion is None
    assert result.vacancy is Vacancy.EVENING_ABANDONED


def test_played_to_its_end_it_would_have_a_champion():
    evenings = [replace(evening, abandoned=False) for evening in five_evenings()]
    assert season(evenings, RULES, Order()).champion == "Agnes"


def test_the_page_has_every_reason_for_no_champion():
    _, rows = the_table(SEASON_PAGE, "The champion")
    assert [key for key, _ in rows] == [f"`{vacancy}`" for vacancy in Vacancy]


def test_the_substitute():
    _, rows = the_table(SEASON_PAGE, "The substitute")
    lines = [line for evening in five_evenings() for line in evening.lines]
    place, own = ({line.key: line.points for line in view(lines)} for view in (by_place, by_player))
    assert rows
    for name, points, statistics in rows:
        assert (whole(points), whole(statistics)) == (place[name], own[name])
