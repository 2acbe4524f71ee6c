"""Which member a line of the list means: by number, else by e-mail, else by name."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from lhombre_club.members.details import MemberDetails
from lhombre_club.members.importing.lines import Record, differ, same


@dataclass(frozen=True, slots=True)
class Member:
    """A member as the club has him; ``key`` is the id of the person as text."""

    key: str
    details: MemberDetails


class AmbiguousError(ValueError):
    """A line that could mean somebody, but not surely; its text says what to do."""


@dataclass(frozen=True, slots=True)
class Matching:
    """What became of the lines, by line number: the member's key, or the problem.

    A line that means nobody yet has a key of its own, made from the line.
    ``members`` is the club as it would be afterwards.
    """

    keys: Mapping[int, str]
    problems: Mapping[int, str]
    members: Mapping[str, Member]


_SHARED_BY = 20  # members with one e-mail address, at most, for it to say who somebody is

Judge = Callable[[Record, list[Member]], Member | None]
KeyOf = Callable[[MemberDetails], str]


def match(records: Iterable[Record], members: Iterable[Member]) -> Matching:
    """Find the member of each record.

    A surer sign goes first for all lines: that all is true already, a number, e-mail and name,
    the name, the e-mail with a first name. One line takes one member. A line in doubt is asked
    again when others have been decided, so that a second import has nothing left to do.
    """
    club = _Club(members)
    waiting = list(records)
    decided = -1
    while decided < len(club.keys):
        decided = len(club.keys)
        waiting = club.sweep(waiting)
    return Matching(club.keys, club.problems, club.members)


class _Club:
    """The members while lines are matched to them."""

    def __init__(self, members: Iterable[Member]) -> None:
        self.members = {member.key: member for member in members}
        self.free = dict(self.members)
        self.keys: dict[int, str] = {}
        self.problems: dict[int, str] = {}

    def sweep(self, records: list[Record]) -> list[Record]:
        """Decide what can be decided; return the records in doubt, with their problems noted."""
        self.problems = {}
        left = records
        for key_of in _TRUE_SIGNS:
            left = self._by(key_of, _true_of, left)
        left = self._refuse_taken_numbers(left)
        for key_of, judge in _SIGNS:
            left = self._by(key_of, judge, left)
        for record in left:
            self._take(record, Member(f"line {record.line}", record.details))
        return [record for record in records if record.line in self.problems]

    def _refuse_taken_numbers(self, records: list[Record]) -> list[Record]:
        taken = {
            member.details.number.casefold(): member
            for key, member in self.members.items()
            if key not in self.free and member.details.number
        }
        for record in records:
            holder = taken.get(record.details.number.casefold())
            if holder is not None:
                self.problems[record.line] = _not_his_number(record.details, holder)
        return [record for record in records if record.line not in self.problems]

    def _by(self, key_of: KeyOf, judge: Judge, records: list[Record]) -> list[Record]:
        index: dict[str, list[Member]] = {}
        for member in self.free.values():
            index.setdefault(key_of(member.details).casefold(), []).append(member)
        index.pop("", None)
        left: list[Record] = []
        for record in records:
            found = [
                member
                for member in index.get(key_of(record.details).casefold(), [])
                if member.key in self.free
            ]
            try:
                meant = judge(record, found) if found else None
            except AmbiguousError as doubt:
                self.problems[record.line] = str(doubt)
                continue
            if meant is None:
                left.append(record)
            else:
                self._take(record, meant)
        return left

    def _take(self, record: Record, member: Member) -> None:
        self.keys[record.line] = member.key
        self.members[member.key] = Member(member.key, record.over(member.details))
        self.free.pop(member.key, None)


def _number(details: MemberDetails) -> str:
    return details.number


def _email_and_name(details: MemberDetails) -> str:
    return f"{details.email} {details.full_name}" if details.email else ""


def _name(details: MemberDetails) -> str:
    return details.full_name


def _email(details: MemberDetails) -> str:
    return details.email


def _true_of(record: Record, found: list[Member]) -> Member | None:
    """The one of whom everything on the line is true already: then nobody else takes him."""
    true = [member for member in found if record.over(member.details) == member.details]
    return true[0] if len(true) == 1 else None


def _holder(record: Record, found: list[Member]) -> Member | None:
    """The holder of the number, if anything else speaks for him too."""
    said, known = record.details, found[0].details
    if (
        same(said.email, known.email)
        or same(said.first_name, known.first_name)
        or same(said.last_name, known.last_name)
    ):
        return found[0]
    raise AmbiguousError(_not_his_number(said, found[0]))


def _only(record: Record, found: list[Member]) -> Member | None:
    if len(found) > 1:
        raise AmbiguousError(
            _("There are %(count)d members called %(name)s: give the number.")
            % {"count": len(found), "name": record.details.full_name}
        )
    return found[0] if found else None


def _namesake(record: Record, found: list[Member]) -> Member | None:
    """The one of this name; one with another number and another e-mail is somebody else."""
    said = record.details
    member = _only(
        record,
        [
            member
            for member in found
            if not (
                differ(said.number, member.details.number)
                and differ(said.email, member.details.email)
            )
        ],
    )
    if member is not None and differ(said.number, member.details.number):
        raise AmbiguousError(
            _(
                "%(name)s has number %(number)s. If the number is new, change it by hand first; "
                "if it is another person, give both an e-mail address."
            )
            % {"name": member.details.full_name, "number": member.details.number}
        )
    return member


def _same_mailbox(record: Record, found: list[Member]) -> Member | None:
    """The one of this e-mail and first name; a couple may share a mailbox, and more may."""
    if len(found) > _SHARED_BY:
        return None
    said = record.details
    possible = [member for member in found if not differ(said.number, member.details.number)]
    by_first_name = [
        member for member in possible if same(said.first_name, member.details.first_name)
    ]
    if by_first_name:
        return _only(record, by_first_name)
    for member in possible:
        if same(said.last_name, member.details.last_name):
            raise AmbiguousError(
                _(
                    "This is the e-mail address of %(name)s. If it is the same person, change "
                    "the name by hand first; if they share it, add this member by hand."
                )
                % {"name": member.details.full_name}
            )
    return None


def _not_his_number(said: MemberDetails, holder: Member) -> str:
    return _(
        "Number %(number)s belongs to %(name)s. If it shall be given to another, "
        "change it by hand first."
    ) % {"number": said.number, "name": holder.details.full_name}


_TRUE_SIGNS: tuple[KeyOf, ...] = (_number, _email_and_name, _name)
_SIGNS: tuple[tuple[KeyOf, Judge], ...] = (
    (_number, _holder),
    (_email_and_name, _only),
    (_name, _namesake),
    (_email, _same_mailbox),
)
