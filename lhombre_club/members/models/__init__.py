"""What is kept of the people of clubs, and of who can log in."""

from lhombre_club.members.models.accounts import (
    ClubRole,
    OfficeLink,
    Passkey,
    RecoveryCode,
    SecondFactor,
    SecurityNote,
    SentForm,
    Session,
    SetupLink,
    User,
)
from lhombre_club.members.models.answers import Answer, ListTaken, PersonalLink
from lhombre_club.members.models.people import (
    Attendance,
    Club,
    MemberNote,
    Membership,
    OwnField,
    PastMembership,
    Person,
    SeatingWish,
    ShownAs,
)
from lhombre_club.members.models.union import UnionFigures

__all__ = [
    "Answer",
    "Attendance",
    "Club",
    "ClubRole",
    "ListTaken",
    "MemberNote",
    "Membership",
    "OfficeLink",
    "OwnField",
    "Passkey",
    "PastMembership",
    "Person",
    "PersonalLink",
    "RecoveryCode",
    "SeatingWish",
    "SecondFactor",
    "SecurityNote",
    "SentForm",
    "Session",
    "SetupLink",
    "ShownAs",
    "UnionFigures",
    "User",
]
