"""Every write about people, each one function that says who acts."""

from lhombre_club.members.domain.attendance import (
    close_check_in,
    mark,
    mark_all_active,
    mark_as_last,
    mark_nobody,
    mark_present,
    take_back,
    welcome_guest,
)
from lhombre_club.members.domain.imports import (
    Imported,
    StalePreviewError,
    import_members,
    preview_import,
)
from lhombre_club.members.domain.notes import drop_note, keep_note, let_notes_go, notes_of
from lhombre_club.members.domain.offices import (
    Offer,
    end_office,
    invite,
    make_account,
    office_link,
    take_office,
    withdraw,
)
from lhombre_club.members.domain.people import add_guest, add_person, change_person, details_of
from lhombre_club.members.domain.security import give_office, note
from lhombre_club.members.domain.setup import (
    Director,
    change_password,
    found_club,
    make_setup_link,
    setup_link,
    the_club,
    use_setup_link,
)
from lhombre_club.members.domain.times import add_past, come_back, drop_past, past_of, set_times
from lhombre_club.members.domain.wishes import drop_wish, keep_wish

__all__ = [
    "Director",
    "Imported",
    "Offer",
    "StalePreviewError",
    "add_guest",
    "add_past",
    "add_person",
    "change_password",
    "change_person",
    "close_check_in",
    "come_back",
    "details_of",
    "drop_note",
    "drop_past",
    "drop_wish",
    "end_office",
    "found_club",
    "give_office",
    "import_members",
    "invite",
    "keep_note",
    "keep_wish",
    "let_notes_go",
    "make_account",
    "make_setup_link",
    "mark",
    "mark_all_active",
    "mark_as_last",
    "mark_nobody",
    "mark_present",
    "note",
    "notes_of",
    "office_link",
    "past_of",
    "preview_import",
    "set_times",
    "setup_link",
    "take_back",
    "take_office",
    "the_club",
    "use_setup_link",
    "welcome_guest",
    "withdraw",
]
