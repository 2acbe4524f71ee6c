"""Photos, money, years, the log, papers; and the tables in which nobody stands."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from tournaments.kept.domain.places.rows import Keeping, Rows

PHOTOS: Final = Keeping(
    "photos",
    _("Photos of sheets, on which names stand as they were written"),
    _("So that what was entered can be held against the paper."),
    _("As chosen below."),
    _("Photos of the tables at which the member sat are removed: no name can be taken off them."),
    (Rows("tournaments.SheetPhoto", "event__club", keys="digest actor"),),
)
MONEY: Final = Keeping(
    "money",
    _("Who pays whom after an evening, what was paid, and side bonuses"),
    _("So that everybody gets what is theirs."),
    _("As long as the event."),
    _("The amounts, under the name that stands in its place."),
    (
        Rows(
            "tournaments.Settling",
            "table__round__event__club event__club season__club",
            keys="basis actor",
        ),
        Rows(
            "tournaments.Payment",
            "settling__table__round__event__club settling__event__club settling__season__club",
            names="payer_name=payer payee_name=payee",
            keys="payer payee paid_by",
            nobody="reference",
            title=_("Payments"),
            shows="settling__created_at payer_name payee_name amount paid_at",
        ),
        Rows(
            "tournaments.SideBonus",
            "event__club",
            words="reason",
            keys="actor withdrawn_by",
            of="winner__person",
            title=_("Side bonuses"),
            shows="event__date event__name each reason withdrawn_at",
        ),
    ),
)
CASH: Final = Keeping(
    "cash",
    _("The club’s own cash book: who paid dues, fees and what else, receipts, waivers, prizes"),
    _("So that the club knows who owes it what, and the auditor sees where its money went."),
    _("As long as the club: bookkeeping is not deleted."),
    _("The amounts, under the name that stands in its place."),
    (
        Rows("tournaments.CashAccount", "club", words="name", nobody="key"),
        Rows("tournaments.Voucher", "club", words="text", keys="actor"),
        Rows("tournaments.VoidedVoucher", "voucher__club", words="reason"),
        Rows(
            "tournaments.Receipt",
            "club",
            names="name=person",
            title=_("Receipts"),
            shows="voucher__date year number name amount voucher__voided__by__date",
            oere="amount",
        ),
        Rows("tournaments.HalfSeason", "club", words="name"),
        Rows(
            "tournaments.Waiver",
            "half__club",
            words="reason",
            keys="actor",
            of="person",
            title=_("Waivers of dues"),
            shows="half__name amount reason",
            oere="amount",
        ),
        Rows(
            "tournaments.DuesPayment",
            "half__club",
            of="person",
            title=_("Dues that were paid"),
            shows="voucher__date half__name amount voucher__voided__by__date",
            oere="amount",
        ),
        Rows("tournaments.YearState", "club", keys="actor"),
        Rows("tournaments.CashCount", "club", words="reason", keys="actor"),
        Rows("tournaments.StatementLine", "club", words="text", keys="digest"),
        Rows(
            "tournaments.EveningPrize",
            "club",
            names="name=person",
            words="kind",
            title=_("Prizes"),
            shows="event__date event__name place name amount kind voucher__voided__by__date",
            oere="amount",
        ),
    ),
)
YEARS: Final = Keeping(
    "years",
    _("Seasons, champions, the board of honour, the calendar, figures of all years"),
    _("So that the club remembers how it has played."),
    _("As long as the club."),
    _("Everything, under the name that stands in its place."),
    (
        Rows(
            "tournaments.Season",
            "club",
            names="champion_name=champion",
            words="name champion_why",
            title=_("Seasons as champion"),
            shows="name champion_name champion_why",
        ),
        Rows("tournaments.Honour", "club", words="title name remark"),
        Rows("tournaments.PlannedEvening", "club", words="name place remark"),
        Rows(
            "tournaments.CountedPlayer",
            "counted__event__club",
            names="name=person",
            title=_("What each event came to"),
            shows="counted__event__date counted__event__name points defended out beside held won",
        ),
        Rows(
            "tournaments.Rating",
            "counted__event__club",
            names="name=person",
            title=_("Playing strength"),
            shows="counted__event__date points",
        ),
    ),
)
LOG: Final = Keeping(
    "journal",
    _("The log of each event: who did what, when"),
    _("So that a mistake can be found, and nobody is blamed for another’s."),
    _("As long as the event."),
    _("Every line, under the name that stands in its place, and one line that says so."),
    (
        Rows("tournaments.Activity", "event__club", words="facts", keys="actor", nobody="verb"),
        Rows("tournaments.DeletedEvent", "club", words="name", keys="actor"),
    ),
)
PAPERS: Final = Keeping(
    "papers",
    _("Papers that were printed: the file, and what was asked for"),
    _("So that a paper need not be made twice."),
    _("30 days after somebody last asked for it; 400 days that it was."),
    _("Finished papers of the events in which the member stands are removed; make them again."),
    (
        Rows(
            "printing.Job",
            words="title",
            keys="params digest worker actor file_name",
            nobody="kind",
        ),
    ),
)
NOBODY: Final = (
    Rows("auth.Permission", nobody="name codename"),
    Rows("auth.Group", nobody="name"),
    Rows("contenttypes.ContentType", nobody="app_label model"),
    Rows("tournaments.SeasonDraw", nobody="evenings"),
    Rows("tournaments.Counted", nobody="rules rated"),
    Rows("tournaments.CountedGames", nobody="contract hand outcome"),
    Rows("tournaments.FolderPlan", nobody="first before"),
)
"""Tables of which no text says anything of a person."""
