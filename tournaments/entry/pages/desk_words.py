"""What the scripts of the desk and of the phone say, by key."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.book.actors import Device
from tournaments.corrections.pages import which_line

WORDS: Mapping[str, Promise] = {
    "a_android": Device.ANDROID.label,
    "a_device": Device.OTHER.label,
    "a_iphone": Device.IPHONE.label,
    "another_phone": _("Another phone"),
    "antes": _("Everybody antes %(ante)s into the pot. It is counted with the first deal."),
    "ask_empty": _("Take deal %(deal)s away? It was: %(what)s."),
    "ask": _(
        "Deal %(deal)s says: %(was)s. Enter replaces it with: %(what)s. Escape leaves it as it is."
    ),
    "ask_tray": _(
        "This round takes no more deals. Enter lays this one into the tray, and the line stays as "
        "it is until a director has decided: %(what)s. Escape lays nothing there."
    ),
    "attention": _("Deal %(deal)s needs you"),
    "back_more": _("%(count)s deals that were taken back are waiting to be sent"),
    "back_one": _("%(count)s deal that was taken back is waiting to be sent"),
    "by": _("%(who)s, %(at)s"),
    "cards_both": _(
        "Tap the cards under “Cards laid” and “Cards turned”: they set the price. In a tourné at "
        "least one of these cards is laid."
    ),
    "cards_laid": _(
        "Tap a card under “Cards laid” too: in a tourné at least one of them is laid, and it sets "
        "the price."
    ),
    "cards_turned": _("Tap a card under “Cards turned” too: its suit, then its rank."),
    "closed": _("%(why)s Your deals are kept in this browser."),
    "confirm": _("Deals %(first)s–%(last)s: let somebody else say whether they are right"),
    "confirm_one": _("Deal %(last)s: let somebody else say whether it is right"),
    "deal": _("Deal %(deal)s"),
    "deals": _("%(dealer)s deals, %(sitter)s sits out."),
    "deals_only": _("%(dealer)s deals."),
    "deals_two": _("%(dealer)s deals, %(sitter)s sit out."),
    "dots": _("“…” is worked out when it does."),
    "anted": _("after an ante of %(points)s each"),
    "anted_short": _("ante %(points)s"),
    "each": _("%(points)s each"),
    "elsewhere": _("What you type goes elsewhere now. Click on this line to go on."),
    "full": _("All deals are entered."),
    "emptied": _(
        "The line is empty. To take back the last deal that is stored, press Escape, then "
        "Backspace."
    ),
    "folder": _("folder %(folder)s"),
    "let_go": _("Not kept with this contract: %(what)s."),
    "mend_deal": _("Mend deal %(deal)s"),
    "mine_instead": _("Mine instead: go on with it"),
    "no_line": _("There is no deal %(deal)s here: the sheet has the deals 1 to %(deals)s."),
    "no_sheet": _("The server does not answer. The sheet comes as soon as it does."),
    "not_ended": _("begun on this phone, not ended"),
    "not_kept": _(
        "This browser cannot keep deals that are not sent. Leave the page open until all are."
    ),
    "not_stored": _("Deal %(deal)s was not stored."),
    "not_undone": _(
        "Deal %(deal)s stays as it is: no keys can say what stood there before. Type what it "
        "should be."
    ),
    "keep_stored": _("Keep what is stored"),
    "kept_by": _("kept by %(who)s"),
    "kept_elsewhere": _("kept elsewhere"),
    "kept_first": _(
        "%(who)s keeps this sheet already. What is entered here counts too; if two enter the same "
        "deal, you are asked which one is right."
    ),
    "leave": _("Leave it as it is"),
    "how": _("Type column, contract, result: %(examples)s. ? shows all keys."),
    "insert": _("A deal was forgotten before this one: insert it as deal %(deal)s"),
    "nothing": _("no result"),
    "nothing_to_amend": _("There is no deal to say more of."),
    "nothing_to_undo": _("There is no deal to take back."),
    "offline": _("The server does not answer. Go on: the deals wait here."),
    "offline_last": _(
        "The server does not answer. Every deal is typed, and they are sent when it does."
    ),
    "offline_last_stay": _(
        "The server does not answer. Every deal is typed, and they are sent when it does. Do not "
        "load the page again until then."
    ),
    "offline_stay": _(
        "The server does not answer. Go on: the deals wait here. Do not load the page again."
    ),
    "other_phone": _("the other phone"),
    "paper_agrees": _("The sums on the paper agree."),
    "paper_asked": _("Does the paper say the same?"),
    "paper_differs": _("After deal %(deal)s the paper differs: %(differences)s."),
    "paper_part": which_line.IN_PART,
    "pot": _("Pot %(points)s"),
    "pot_before": _("Before deal %(deal)s: %(points)s."),
    "replace": _("%(what)s. Type to replace it, or press Escape to go on."),
    "shut": _("Entry is closed"),
    "shut_here": _("Closed on this phone"),
    "store_it": _("Store it"),
    "suit_first": _("Tap the suit first, then the rank."),
    "sums_agree": _("agrees"),
    "sums_differ": _("differs: %(differences)s"),
    "sums_not_stored": _("agrees, but is not stored"),
    "sure": _(
        "If it was so all the same, Enter enters it: %(what)s. Escape leaves the line empty."
    ),
    "stale": _("Somebody else has entered deal %(deal)s meanwhile. Choose which one is right."),
    "take_away": _("Take it away"),
    "tap": _("Tap “%(button)s”."),
    "tap_now": _("Stored: %(what)s. Now tap the result."),
    "tap_to_replace": _("Stored: %(what)s. Tap what it should be."),
    "tricks_then": _("Now tap the result again."),
    "tricks_next": _("Tap the next player’s tricks too, or none at all."),
    "tricks_own": _("Tap the declarer’s tricks too."),
    "theirs_stands": _("That stands: go on to deal %(deal)s"),
    "this_device": _("this device"),
    "this_phone": _("this phone"),
    "told": _("Deal %(deal)s: %(what)s"),
    "told_replaces": _("Deal %(deal)s: %(what)s. It replaces %(was)s."),
    "typed_more": _("Every deal is typed, but %(count)s of them are not stored yet."),
    "typed_one": _("Every deal is typed, but one of them is not stored yet."),
    "undo": _("Undo deal %(deal)s"),
    "undone": _("Deal %(deal)s is taken back. It was: %(what)s."),
    "undone_empty": _("Deal %(deal)s is taken back, and its line is empty. It was: %(what)s."),
    "undone_to": _("Deal %(deal)s is taken back. It says again: %(now)s. It was: %(what)s."),
    "use_mine": _("Use yours"),
    "waiting_and_back": _("%(waiting)s, and %(count)s taken back"),
    "waiting_more": _("%(count)s deals are waiting to be sent"),
    "waiting_one": _("%(count)s deal is waiting to be sent"),
}
IN_PAIRS = _("%(dealer)s deals, %(sitter)s is dealt no cards.")
"""What is said there of a deal of pairs or teams, in which the declarer's partner sits out."""
