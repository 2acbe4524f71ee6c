"""Of members and those who log in."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from tournaments.kept.domain.places.rows import Keeping, Rows

MEMBERS: Final = Keeping(
    "members",
    _(
        "Members: names, pseudonym, number, status, from and to, e-mail, telephone, address, "
        "household, whether beginner, instructor or substitute, and every change of them; notes"
    ),
    _("So that the club knows who belongs to it, and how to reach them."),
    _(
        "Until the member is forgotten. A note until its last day. A guest who does not come any "
        "more: as chosen below."
    ),
    _("Nothing but the name that stands in its place."),
    (
        Rows(
            "members.Person",
            own="first_name last_name display_name email phone address",
            of="pk",
            title=_("Names, and how to reach the member"),
            shows="first_name last_name display_name email phone address",
        ),
        Rows(
            "members.Membership",
            "club",
            words="own",
            own="number household",
            of="person",
            title=_("Membership"),
            shows="number status since left_on reached_by household own",
        ),
        Rows(
            "members.PastMembership",
            "club",
            of="person",
            title=_("Earlier membership"),
            shows="since until status",
        ),
        Rows(
            "members.MemberNote",
            "club",
            words="text",
            keys="actor",
            of="person",
            title=_("Notes"),
            shows="until text",
        ),
        Rows(
            "members.HistoricalPastMembership",
            "club",
            keys="history_change_reason",
            of="person",
            title=_("Every form of the earlier membership"),
            shows="history_date since until status",
        ),
        Rows(
            "members.HistoricalPerson",
            own="first_name last_name display_name email phone address",
            keys="history_change_reason",
            of="id",
            title=_("Every form of the names"),
            shows="history_date first_name last_name display_name email phone address",
        ),
        Rows(
            "members.HistoricalMembership",
            "club",
            words="own",
            own="number household",
            keys="history_change_reason",
            of="person",
            title=_("Every form of the membership"),
            shows="history_date number status since left_on reached_by household own",
        ),
        Rows(
            "tournaments.Merge",
            "club",
            own="name gone lacked",
            keys="moved made actor",
            of="person",
            title=_("Merged with another entry of the list"),
            shows="at name",
        ),
        Rows(
            "members.SeatingWish",
            "club",
            of="one other",
            title=_("Wishes for the seating"),
            shows="one__first_name one__last_name other__first_name other__last_name kind",
        ),
        Rows(
            "members.HistoricalSeatingWish",
            "club",
            keys="history_change_reason",
            of="one other",
            title=_("Every form of the wishes"),
            shows="history_date kind history_type",
        ),
    ),
)
CAME: Final = Keeping(
    "attendance",
    _("Who came on which evening, and when that was said"),
    _("So that seats are drawn for those who are there."),
    _("As long as the club."),
    _("The evenings, under the name that stands in its place; what is to come is removed."),
    (
        Rows("members.Attendance", "club", of="person", title=_("Evenings"), shows="date state"),
        Rows(
            "members.HistoricalAttendance",
            "club",
            keys="history_change_reason",
            of="person",
            title=_("What was said of each evening, and when"),
            shows="history_date date state history_type",
        ),
        Rows("members.ListTaken", "club", keys="actor"),
    ),
)
ANSWERS: Final = Keeping(
    "answers",
    _("What members have answered whether they come, and who has a personal link to do it"),
    _("So that the evening is prepared for as many as come."),
    _("Answers as chosen below. A link until it is renewed or closed, or the member leaves."),
    _("Nothing."),
    (
        Rows(
            "members.Answer", "club", of="person", title=_("Answers"), shows="date said at is_late"
        ),
        Rows(
            "members.PersonalLink",
            "club",
            keys="digest made_by",
            of="person",
            title=_("A link of the member’s own"),
            shows="made_at",
        ),
    ),
)
LETTERS: Final = Keeping(
    "letters",
    _("What the club has written to members: the text, the e-mail address, when it went"),
    _("So that everybody is written to once, and who was not reached is seen."),
    _("As chosen below."),
    _("Nothing of the member’s own letters. Others keep their text, without the name."),
    (
        Rows(
            "tournaments.Letter",
            "club",
            words="subject text",
            own="email",
            keys="digest actor",
            nobody="about",
            of="person",
            title=_("Letters"),
            shows="made_at email subject text",
        ),
    ),
)
OWN_WORDS: Final = Keeping(
    "club",
    _("The club’s own words, presets, rules and reasons, and every change of how it is set"),
    _("So that an evening starts as the last one did. A name may stand in a text."),
    _("As long as the club."),
    _("The texts, without the name."),
    (
        Rows("members.Club", "pk", nobody="name words"),
        Rows("members.OwnField", "club", words="label choices"),
        Rows("members.UnionFigures", "club", nobody="statuses counted_on paid_by votes_above"),
        Rows(
            "members.HistoricalClub",
            "id",
            keys="history_change_reason",
            nobody="name words",
        ),
        Rows(
            "tournaments.ClubPreset",
            "club",
            words="name",
            nobody="rules options accounting settings language",
        ),
        Rows("tournaments.OwnRules", "club", keys="actor", nobody="ruleset slug"),
        Rows("tournaments.PenaltyReason", "club", words="text"),
        Rows("tournaments.ClubWriter", "club", words="name", keys="actor"),
        Rows("tournaments.Forgotten", "club", keys="actor", nobody="photos"),
        Rows("tournaments.KeptFor", "club", keys="actor"),
    ),
)
LOG_INS: Final = Keeping(
    "accounts",
    _(
        "Accounts: user name, name, e-mail, what a second step is proved by; log-ins with browser "
        "and address; who got in or not"
    ),
    _("So that nobody but the directors gets in, and they see what none of them did."),
    _(
        "Accounts after their office too, until a member of that name is forgotten. Log-ins 48 "
        "hours, what was tried 30 days, who got in 90 days."
    ),
    _("Nothing of an account of the same name that has no office. A director’s stays."),
    (
        Rows("members.User", own="username first_name last_name email", nobody="password"),
        Rows("members.ClubRole", "club", keys="given_by ended_by", nobody="tables"),
        Rows("members.OfficeLink", "club", keys="digest made_by", nobody="tables"),
        Rows("members.SetupLink", keys="digest made_by"),
        Rows("members.SecondFactor", keys="secret"),
        Rows("members.RecoveryCode", keys="digest"),
        Rows("members.Passkey", keys="credential public", own="name", nobody="site"),
        Rows("members.SentForm", keys="key", nobody="location"),
        Rows("members.SecurityNote", "club", keys="actor", own="address"),
        Rows("members.Session", keys="session_key", own="session_data"),
        Rows("sessions.Session", keys="session_key", own="session_data"),  # of before; empty now
        *(
            Rows(
                f"axes.{model}",
                own=f"username ip_address user_agent {more}".strip(),
                nobody="http_accept path_info",
            )
            for model, more in (
                ("AccessAttempt", "get_data post_data"),
                ("AccessLog", "session_hash"),
                ("AccessFailureLog", ""),
            )
        ),
    ),
)
