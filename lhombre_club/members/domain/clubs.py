"""What a club is called, what it calls things, and what it shows to everybody."""

from collections.abc import Mapping

from django.db import transaction

from lhombre_club.club_words import speaking
from lhombre_club.members.domain import record
from lhombre_club.members.models import Club, ShownAs


@transaction.atomic
def rename_club(*, club: Club, name: str, actor: str) -> Club:
    """Call ``club`` otherwise, on every page and paper from now on; its history keeps the old."""
    if name != club.name:
        club.name = name
        record.save(club, actor)
    return club


@transaction.atomic
def choose_words(*, club: Club, words: Mapping[str, str], actor: str) -> Club:
    """Say things as the club does on its pages and papers from now on; nothing stored changes.

    ``words`` are choices by the keys of ``club_words``; whatever is not named is the usual word.
    """
    kept = dict(speaking.chosen(words))
    if kept != club.words:
        club.words = kept
        record.save(club, actor)
    return club


@transaction.atomic
def show_money(*, club: Club, shown: bool, actor: str) -> Club:
    """Let everybody read who pays whom in the club's events from now on, or nobody any more."""
    if shown != club.shows_money:
        club.shows_money = shown
        record.save(club, actor)
    return club


@transaction.atomic
def show_rating(*, club: Club, shown: bool, actor: str) -> Club:
    """Let everybody read how strong the club's players are from now on, or nobody any more."""
    if shown != club.shows_rating:
        club.shows_rating = shown
        record.save(club, actor)
    return club


@transaction.atomic
def show_names(*, club: Club, way: ShownAs, actor: str) -> Club:
    """Let everybody read of who has chosen nothing else, and of guests, under another name."""
    if way != club.shown_as:
        club.shown_as = way
        record.save(club, actor)
    return club
