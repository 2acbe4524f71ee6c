"""Why a word that was typed is no result."""

from django.utils.translation import gettext_lazy as _

from lhombre_club.refusal import Reason


class KeysReason(Reason):
    """Why a word is refused.

    Among the facts is ``field``, the part of the record at fault, and ``typed``, the keys at fault.
    The page says the same before anything is sent: it gets these sentences, and fills them in.
    """

    EMPTY = (
        "word_empty",
        _("Nothing was typed. Type a seat and a result, or 0 when all passed."),
        400,
    )
    SEAT_UNKNOWN = (
        "seat_unknown",
        _(
            "“%(typed)s” is no seat. Begin with the declarer’s column, 1 to %(players)s, "
            "or type 0 when all passed."
        ),
        400,
    )
    SITS_OUT = (
        "declarer_sits_out",
        _(
            "%(seat)s sits out this deal, because %(dealer)s deals. "
            "Choose one of the others as declarer."
        ),
        400,
    )
    CONTRACT_UNKNOWN = (
        "contract_unknown",
        _(
            "“%(typed)s” is no contract under these rules. The contract’s key stands right after "
            "the column, before trump and tricks. Press ? to see the keys."
        ),
        400,
    )
    CONTRACT_MISSING = (
        "contract_missing",
        _("Which game was it? Type the contract’s key after the seat. Press ? to see the keys."),
        400,
    )
    EXTRAS_UNREADABLE = (
        "extras_unreadable",
        _("“%(typed)s” after the contract says nothing. Press ? to see what may stand there."),
        400,
    )
    OUTCOME_MISSING = (
        "outcome_missing",
        _("How did it go? End with + for won, - for bet or * for kodille."),
        400,
    )
    OUTCOME_DIFFERS = (
        "outcome_differs",
        _(
            "“%(typed)s” does not fit the tricks. "
            "Type the outcome that they give, or leave them out."
        ),
        400,
    )
    UNREADABLE = (
        "word_unreadable",
        _(
            "“%(typed)s” says no result. Type seat, contract and result, such as 2+ or 36-, "
            "or 0 when all passed."
        ),
        400,
    )


class WordsReason(Reason):
    """What a result in words does not say; ``like`` is one that is whole."""

    WHO = (
        "words_without_declarer",
        _("Who declared? Begin with the name and a colon, such as “%(like)s”."),
        400,
    )
    GAME = (
        "words_without_contract",
        _(
            "Which game was it? Write its name behind the colon and a comma after it, "
            "such as “%(like)s”."
        ),
        400,
    )
    OUTCOME = (
        "words_without_outcome",
        _("How did it go? Write it behind the game and a comma, such as “%(like)s”."),
        400,
    )
    REST = (
        "words_unreadable",
        _("What stands behind how it went cannot be read. Leave it out, such as “%(like)s”."),
        400,
    )
