"""Of those who play: who sat where, what they won, and what was said about it."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from tournaments.kept.domain.places.rows import Keeping, Rows

_AT_TABLE = "table__round__event__club"
SEATS: Final = Keeping(
    "seats",
    _("Who played in which event, and sat where, with whom, for whom; pairs and teams"),
    _("So that points belong to somebody, and the next draw knows who has met whom."),
    _("As long as the event."),
    _("Everything, under the name that stands in its place."),
    (
        Rows(
            "tournaments.Event",
            "club",
            words="name",
            nobody="ruleset ruleset_digest accounting account_settings tables_of tie_chain "
            "since_draw language",
        ),
        Rows(
            "tournaments.Participant",
            "event__club",
            names="name=person",
            title=_("Events"),
            shows="event__date event__name name",
        ),
        Rows(
            "tournaments.Team",
            "event__club",
            words="name division",
            of="captain__person",
            title=_("Pairs and teams as captain"),
            shows="event__date event__name name",
        ),
        Rows(
            "tournaments.Seat",
            "round__event__club",
            names="substitute_name=substitute",
            of="participant__person",
            title=_("Seats"),
            shows="round__event__date round__event__name round__number table__number "
            "participant__name substitute_name substitute_from",
        ),
        Rows(
            "tournaments.Wish",
            "event__club",
            of="one__person other__person",
            title=_("Wishes in an event"),
            shows="event__date event__name one__name other__name kind",
        ),
        Rows(
            "tournaments.SeasonPlace",
            "draw__season__club",
            of="person",
            title=_("Places in the draw of a season"),
            shows="draw__season__name",
        ),
        Rows("tournaments.PastEvening", "season__club", words="name", keys="actor"),
        Rows(
            "tournaments.PastResult",
            "evening__season__club",
            names="name=person",
            title=_("Results of past evenings"),
            shows="evening__date evening__name name points",
        ),
        Rows("tournaments.TableLease", _AT_TABLE, words="name", keys="holder"),
        Rows("tournaments.BarredDevice", _AT_TABLE, keys="holder actor"),
        Rows("tournaments.EntryLink", _AT_TABLE),
        Rows("tournaments.Screen", "event__club", words="call foot", nobody="faces"),
    ),
)
PLAYED: Final = Keeping(
    "results",
    _("Results: what was entered for each deal, every earlier version, and what it moved"),
    _("So that the account is true, and who changed it can be seen."),
    _("As long as the event."),
    _("Every deal, point and place. Names in a reason are replaced."),
    (
        Rows(
            "tournaments.Revision", _AT_TABLE, words="reason", keys="actor digest", nobody="record"
        ),
        Rows("scoring.JournalEntry", words="reason", keys="actor book", nobody="ruleset_digest"),
        Rows("scoring.SeatTotal", keys="book"),
        Rows("tournaments.StatedTotal", _AT_TABLE, keys="actor", nobody="balances"),
        Rows("tournaments.SecondEntry", _AT_TABLE, keys="actor", nobody="record line"),
        Rows("tournaments.Confirmation", _AT_TABLE, keys="actor seen"),
        Rows("tournaments.Table", "round__event__club", keys="paper_by"),
        Rows("tournaments.Seal", "event__club", keys="content digest"),
    ),
)
SAID: Final = Keeping(
    "decisions",
    _("Decisions: penalties, entries by hand, corrections, and deals that no sheet would take"),
    _("So that everybody can be told why points were moved."),
    _("As long as the event."),
    _("The points and the reasons, without the name."),
    (
        Rows(
            "tournaments.TableEntry",
            _AT_TABLE,
            words="reason decided_by withdrawn_reason",
            keys="actor withdrawn_by",
            nobody="amounts",
        ),
        Rows("tournaments.Correction", "event__club", words="before reason", keys="actor"),
        Rows(
            "tournaments.TrayItem",
            "event__club",
            words="sent reason",
            keys="actor decided_by digest seats",
        ),
    ),
)
PROTESTS: Final = Keeping(
    "protests",
    _("Protests and doubts: what was said, and the answer"),
    _("So that a round is not closed while somebody says that it is wrong."),
    _("The words as chosen below; that there was a protest, as long as the event."),
    _("The words, without the name."),
    (
        Rows(
            "tournaments.Protest",
            _AT_TABLE,
            words="words answer",
            keys="actor answered_by",
            of="participant__person",
            title=_("Protests"),
            shows="table__round__event__date table__round__event__name deal words answer",
        ),
        Rows(
            "tournaments.Flag", _AT_TABLE, words="words reason", keys="seen actor owner cleared_by"
        ),
    ),
)
