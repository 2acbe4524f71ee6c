"""Which tests guard which module: those that find most come first, for the first one ends it."""

RULES = (
    "tests/rules/test_lomber.py",
    "tests/rules/test_hoem.py",
    "tests/rules/test_klub.py",
    "tests/rules/test_familie.py",
    "tests/rules/test_dlu.py",
)
GUARDS: dict[str, tuple[str, ...]] = {
    "rules/settlement.py": (
        "tests/rules/test_settlement.py",
        *RULES,
        "tests/rules/test_hoem_tourne.py",
        "tests/rules/test_two_settlements.py",
    ),
    "rules/outcome.py": (
        "tests/rules/test_settlement.py",
        *RULES,
        "tests/rules/test_two_settlements.py",
    ),
    "rules/play.py": (
        "tests/rules/test_play.py",
        "tests/rules/test_dlu_play.py",
        "tests/rules/test_hoem_play.py",
        "tests/rules/test_checking.py",
        "tests/rules/test_deal.py",
    ),
    "scoring/rasle.py": ("tests/scoring/test_sequence.py", "tests/scoring/test_account.py"),
    "scoring/pot.py": (
        "tests/scoring/test_pot.py",
        "tests/scoring/test_pott.py",
        "tests/scoring/test_account.py",
    ),
    "scoring/pott.py": ("tests/scoring/test_pott.py", "tests/scoring/test_account.py"),
    "scoring/mixed.py": ("tests/scoring/test_mixed.py", "tests/scoring/test_account.py"),
    "scoring/ledger.py": ("tests/scoring/test_ledger.py", "tests/scoring/test_account.py"),
    "scoring/sequence.py": (
        "tests/scoring/test_sequence.py",
        "tests/scoring/test_account.py",
        "tests/scoring/test_pot.py",
        "tests/scoring/test_mixed.py",
    ),
    "scoring/money.py": ("tests/scoring/test_money.py", "tests/scoring/test_account.py"),
    "scoring/payments.py": ("tests/scoring/test_payments.py",),
    "scoring/checks.py": (
        "tests/scoring/test_sequence.py",
        "tests/scoring/test_pott.py",
        "tests/scoring/test_mixed.py",
    ),
    "scoring/reasons.py": ("tests/scoring/test_reasons.py",),
    **{
        f"scoring/standings/{module}.py": (
            "tests/scoring/test_standings.py",
            "tests/scoring/test_standings_views.py",
            "tests/scoring/test_standings_season.py",
            "tests/scoring/test_standings_pages.py",
        )
        for module in ("chain", "lines", "meetings", "metrics", "ranking", "seasons", "views")
    },
}
