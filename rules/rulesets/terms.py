"""What the contracts of all rule sets have in common, so that each file says only what differs."""

from rules.contracts import Aim, Contract, ContractTerms, Trump


def game(
    contract: Contract, letter: str, trump: Trump, worth: int, kodille: int | None
) -> ContractTerms:
    """A game for tricks as it was dealt: only the defenders buy, and there is no throwing in."""
    return ContractTerms(
        contract=contract,
        letter=letter,
        aim=Aim.TRICKS,
        trump=trump,
        won=worth,
        bet=worth,
        kodille=kodille,
        declarer_buys=None,
        defenders_buy=True,
        may_abandon=False,
        tout=True,
    )


def nolo(contract: Contract, letter: str, worth: int, kodille: int | None) -> ContractTerms:
    """A nolo as it was dealt: nobody buys, and there is no throwing in."""
    return ContractTerms(
        contract=contract,
        letter=letter,
        aim=Aim.NO_TRICKS,
        trump=Trump.NONE,
        won=worth,
        bet=worth,
        kodille=kodille,
        declarer_buys=None,
        defenders_buy=False,
        may_abandon=False,
        tout=False,
    )
