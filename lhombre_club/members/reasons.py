"""Why something about people is refused."""

from itertools import chain

from django.utils.translation import gettext_lazy as _

from lhombre_club.refusal import Reason, Refusal


class MemberReason(Reason):
    """A member cannot be kept, or marked, like that."""

    DETAILS = "details", _("This cannot be kept of a member.")
    NOT_TWO = "not_two", _("A wish is one of two different members.")
    NOT_A_MEMBER = "not_a_member", _("This person is no member of the club."), 404
    ENDS_FIRST = "ends_first", _("The last day is before the first.")
    OVERLAPS = (
        "overlaps",
        _("The member was %(status)s until %(until)s: let this begin later, or remove that."),
    )
    BEGUN = "begun", _("This runs into the time as a member that goes on: let it end earlier.")
    NOTE_DAY = "note_day", _("A note stands until a day of the next two years.")
    FIELDS_FULL = "fields_full", _("A club has at most %(most)d fields of its own.")
    FIELD_NAME = "field_name", _("A column of the list is called “%(label)s” already.")
    FIELD_CHOICES = (
        "field_choices",
        _("Write what can be chosen: 1 to %(most)d lines of %(letters)d letters at most."),
    )
    FIELD_CHOSEN = (
        "field_chosen",
        _("A member has “%(text)s”: let it stay among what there is to choose from."),
    )
    NOT_LEFT = "not_left", _("This member has not left.")


class LinkReason(Reason):
    """A member's own link is not given, or does not do what is asked."""

    CLOSED = "closed", _("The link is no longer valid"), 410
    """It is unknown, renewed or closed, or whose it was has left. Which is nobody's business."""
    LEFT = "left", _("This member has left: only members have a link.")
    TAKEN = (
        "taken",
        _("The list of that evening is taken. Tell the club yourself if something has changed."),
    )
    OFTEN = (
        "often",
        _("This was asked for very often just now. Wait ten minutes, and try again."),
        429,
    )


class SetupReason(Reason):
    """A one-time link does not set a password."""

    LINK = "link", _("The link is no longer valid"), 410
    """It is unknown, used, renewed or too old. Which of these is nobody's business."""
    TYPED = "typed", _("This cannot be taken.")
    BUSY = (
        "busy",
        _("Many try to log in just now. Nothing was changed: wait a moment, and try again."),
        503,
    )
    """Passwords are worked out few at a time."""


class OfficeReason(Reason):
    """An office is not given, or not ended."""

    NOT_YOURS = "not_yours", _("Your own office does not give or end this one."), 403
    LAST_OWNER = (
        "last_owner",
        _("The club would have no owner. Let somebody else be one first."),
    )
    HAS_IT = "has_it", _("You have this office already.")


class FactorReason(Reason):
    """A second step at log-in is not set up, or not taken away."""

    WRONG = (
        "wrong",
        _(
            "The app shows other digits. Type those that it shows now, and look whether its clock "
            "and that of the club’s computer are right."
        ),
    )
    HAS_IT = "has_it", _("You log in in two steps already.")
    NO_FACTOR = "no_factor", _("Set up the digits first; then a passkey can stand beside them.")
    FULL = "full", _("You have %(most)d passkeys: remove one that you do not use.")
    NOT_TAKEN = (
        "not_taken",
        _("This passkey was not taken. Try it once more: each question is answered once."),
    )
    NOT_YOURS = (
        "not_yours",
        _("Your own office does not take this away: ask an owner of each club of this account."),
        403,
    )


class ImportReason(Reason):
    """A list of members is not imported."""

    TOO_LARGE = (
        "too_large",
        _("The file is larger than %(limit)d MB: is it the list of members?"),
    )
    EMPTY = "empty", _("The file is empty.")
    SPREADSHEET = (
        "spreadsheet",
        _(
            "This is a spreadsheet that cannot be read here. Open it and save it as “CSV UTF-8”, "
            "then choose that file."
        ),
    )
    NOT_CSV = (
        "not_csv",
        _("This is not a CSV file. Save the list as “CSV UTF-8” and choose that file."),
    )
    LETTERS = (
        "letters",
        _("The letters of the file cannot be read. Save the list as “CSV UTF-8” and try again."),
    )
    TOO_LONG = "too_long", _("There are more than %(limit)d lines: divide the file.")
    NO_NAME = (
        "no_name",
        _(
            "The first line must name the columns, and one of them must be the name: "
            "for instance number;first name;last name;e-mail;phone;status."
        ),
    )
    TWO_NAMES = (
        "two_names",
        _("The first line has both “name” and “first name”: keep one of them."),
    )
    COLUMN_TWICE = (
        "column_twice",
        _("The first line names the same column twice: %(column)s."),
    )
    TOO_LARGE_TO_SHOW = (
        "too_large_to_show",
        _("The file is too large to be shown: divide it."),
    )
    DRAFT_EXPIRED = (
        "draft_expired",
        _("The page was too old: choose the file once more."),
    )
    """The page was not made here, was made for another club, or is too old."""
    STALE = (
        "stale",
        _("The members have been changed meanwhile. This is what would happen now."),
    )


class DetailsRefusedError(Refusal):
    """Details that cannot be kept; ``complaints`` has a sentence for each field at fault."""

    def __init__(self, complaints: dict[str, str]) -> None:
        super().__init__(MemberReason.DETAILS)
        self.complaints = complaints

    @property
    def sentences(self) -> tuple[str, ...]:
        """What is wrong with each field."""
        return tuple(self.complaints.values())


class SetupRefusedError(Refusal):
    """What was typed cannot be taken; ``complaints`` has the sentences for each field."""

    def __init__(self, complaints: dict[str, list[str]]) -> None:
        super().__init__(SetupReason.TYPED)
        self.complaints = complaints

    @property
    def sentences(self) -> tuple[str, ...]:
        """What is wrong with each field."""
        return tuple(chain.from_iterable(self.complaints.values()))
