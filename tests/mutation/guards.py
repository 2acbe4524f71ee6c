"""Which tests guard which module: those that find most come first, for the first one ends it."""

RULES = (
    "tests/rules/sets/test_lomber.py",
    "tests/rules/sets/test_hoem.py",
    "tests/rules/sets/test_klub.py",
    "tests/rules/sets/test_familie.py",
    "tests/rules/sets/test_dlu.py",
)
GUARDS: dict[str, tuple[str, ...]] = {
    "rules/result/settlement.py": (
        "tests/rules/result/test_settlement.py",
        *RULES,
        "tests/rules/sets/test_hoem_tourne.py",
        "tests/rules/result/test_two_settlements.py",
    ),
    "rules/result/outcome.py": (
        "tests/rules/result/test_settlement.py",
        *RULES,
        "tests/rules/result/test_two_settlements.py",
    ),
    "rules/deal/play.py": (
        "tests/rules/deal/test_play.py",
        "tests/rules/test_every_set.py",
        "tests/rules/sets/test_dlu_play.py",
        "tests/rules/sets/test_hoem_play.py",
        "tests/rules/deal/test_checking.py",
        "tests/rules/deal/test_deal.py",
    ),
    "scoring/transfers.py": ("tests/scoring/test_transfers.py", "tests/scoring/test_account.py"),
    "scoring/kind.py": (
        "tests/scoring/test_sequence.py",
        "tests/scoring/test_pott.py",
        "tests/scoring/test_pot.py",
        "tests/scoring/test_card.py",
        "tests/scoring/test_transfers.py",
    ),
    "scoring/rasle.py": ("tests/scoring/test_sequence.py", "tests/scoring/test_account.py"),
    "scoring/pot.py": (
        "tests/scoring/test_pot.py",
        "tests/scoring/test_pott.py",
        "tests/scoring/test_account.py",
    ),
    "scoring/pott.py": (
        "tests/scoring/test_pott.py",
        "tests/scoring/test_card.py",
        "tests/scoring/test_transfers.py",
        "tests/scoring/test_account.py",
    ),
    "scoring/mixed.py": ("tests/scoring/test_mixed.py", "tests/scoring/test_transfers.py"),
    "scoring/ledger.py": ("tests/scoring/test_ledger.py", "tests/scoring/test_account.py"),
    "scoring/sequence.py": (
        "tests/scoring/test_sequence.py",
        "tests/scoring/test_account.py",
        "tests/scoring/test_pot.py",
        "tests/scoring/test_mixed.py",
        "tests/scoring/test_transfers.py",
    ),
    "scoring/money.py": ("tests/scoring/test_money.py", "tests/scoring/test_account.py"),
    "scoring/payments.py": ("tests/scoring/test_payments.py",),
    "scoring/checks.py": (
        "tests/scoring/test_sequence.py",
        "tests/scoring/test_pott.py",
        "tests/scoring/test_mixed.py",
    ),
    **{
        f"scoring/standings/{module}.py": (
            "tests/scoring/standings/test_standings.py",
            "tests/scoring/standings/test_standings_groupings.py",
            "tests/scoring/standings/test_standings_season.py",
            "tests/scoring/docs/test_docs_standings.py",
        )
        for module in ("chain", "lines", "meetings", "metrics", "ranking", "seasons", "groupings")
    },
}
