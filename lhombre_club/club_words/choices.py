"""What clubs call differently: one row for each word, one line for each way of saying it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

Forms: TypeAlias = Mapping[str, str]
"""By language the forms of a word, the plainest first, with spaces between."""
USUAL: Final = ""
"""What stands for the word of the glossary, and is not kept."""


@dataclass(frozen=True, slots=True)
class Word:
    """A word that the texts of the program have, and what clubs say instead."""

    key: str
    title: Promise
    """What is meant, without saying the word."""
    sample: Promise
    """A text of the program that has the word, to show how it reads."""
    usual: Forms
    """Every form that stands in a text."""
    others: Mapping[str, Forms]
    """By the key that is kept: the same forms, in the same order. A key never changes."""

    def name(self, choice: str, language: str) -> str:
        """Return what it is called by who has chosen ``choice``."""
        return self.forms(choice)[language].split()[0]

    def forms(self, choice: str) -> Forms:
        """Return the forms of a choice."""
        return self.others[choice] if choice else self.usual

    def called(self) -> frozenset[str]:
        """Return everything that it may be called, in any language."""
        everything = (self.usual, *self.others.values())
        return frozenset(said.split()[0] for forms in everything for said in forms.values())


WORDS: Final = (
    Word(
        "declarer",
        _("Who plays against the others"),
        _("The declarer may buy a second time, and pays each opponent a bet for it."),
        {
            "da": "spilfører spilføreren spilførerens spilførere spilførerne spilførernes",
            "en": "declarer declarers",
        },
        {
            "melder": {
                "da": "melder melderen melderens meldere melderne meldernes",
                "en": "bidder bidders",
            },
            "hombre": {
                "da": "hombre hombren hombrens hombrer hombrerne hombrernes",
                "en": "hombre hombres",
            },
        },
    ),
    Word(
        "tout",
        _("All nine tricks, announced"),
        _("There was no tout to announce in this game. Leave the tout out."),
        {"da": "tout touten toutens touter touterne", "en": "tout touts"},
        {"totus": {"da": "tótus tótussen tótussens tótusser tótusserne", "en": "tótus tótuses"}},
    ),
    Word(
        "kodille",
        _("Lost with fewer tricks than a defender"),
        _("There is no such result. Enter won, bet or kodille."),
        {"da": "kruk krukken krukkens krukker krukkerne", "en": "kodille kodilles"},
        {
            "kodille": {
                "da": "kodille kodillen kodillens kodiller kodillerne",
                "en": "codille codilles",
            }
        },
    ),
    Word(
        "talon",
        _("The cards that are not dealt"),
        _("After three passes the fourth takes the talon and plays against the three others."),
        {"da": "talon talonen talonens", "en": "talon talons"},
        {"katten": {"da": "kat katten kattens", "en": "stock stocks"}},
    ),
    Word(
        "knave",
        _("The lowest court card"),
        _("the ranks: ace, king, queen, knave, seven to two; A Q J for ace, queen, knave too"),
        {"da": "knægt knægten knægtens knægte knægtene", "en": "knave knaves"},
        {"bonde": {"da": "bonde bonden bondens bønder bønderne", "en": "jack jacks"}},
    ),
)
BY_KEY: Final = {word.key: word for word in WORDS}
