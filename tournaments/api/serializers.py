"""What the API takes and gives, field by field."""

import datetime as dt
from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from tournaments.book.actors import DEVICE, Device
from tournaments.entry.domain.tray import can_be_kept
from tournaments.entry.pages.leases import lease_of
from tournaments.entry.pages.link_words import entry_over
from tournaments.sheets.queries import Sheet, SheetLine
from tournaments.standings.queries.standings import Row, Standings
from tournaments.typed.grammar import LONGEST_LINE, print_keys

ONE_RESULT = ("line", "record", "withdrawn")


class MomentField(serializers.DateTimeField):
    """A date and a time that can be said in every zone: the first day of all has none before it."""

    def to_internal_value(self, value: Any) -> dt.datetime:
        """Return the moment, or refuse it."""
        try:
            at: dt.datetime = super().to_internal_value(value)
            at.astimezone(dt.UTC)
        except OverflowError:
            self.fail("overflow")
        return at


class RecordField(serializers.DictField):
    """A result record, not yet read: no more than one can be, before anything is said about it."""

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        """Return the record, or refuse what no sheet and no tray could keep."""
        record: dict[str, Any] = super().to_internal_value(data)
        if not can_be_kept(record):
            raise serializers.ValidationError(
                _("This is no result: it is too long, or has letters or numbers that are none.")
            )
        return record


class ResultSerializer(serializers.Serializer[Any]):
    """A result of one deal, as a client sends it."""

    id = serializers.UUIDField(help_text="Made by the client, kept when sending again.")
    deal = serializers.IntegerField(min_value=1, max_value=999)
    base = serializers.IntegerField(
        min_value=0, max_value=9_999, help_text="Number of the revision that was seen; 0: none."
    )
    line = serializers.CharField(
        required=False,
        allow_blank=True,
        max_length=LONGEST_LINE,
        help_text="Such as 2+ or 36-; see docs/api/README.md.",
    )
    record = RecordField(required=False, help_text="A result record without rule set and players.")
    withdrawn = serializers.BooleanField(required=False, default=False)
    confirmed = serializers.BooleanField(
        required=False, default=False, help_text="What is in doubt under the rules is so."
    )
    reason = serializers.CharField(required=False, allow_blank=True, default="", max_length=200)
    claimed_at = MomentField(required=False, allow_null=True, default=None)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Refuse unknown keys, and anything but exactly one result."""
        if set(self.initial_data) - set(self.fields):
            raise serializers.ValidationError(
                _("The request has a key that is not known here. Leave it out.")
            )
        given = [key for key in ONE_RESULT if attrs.get(key, False) is not False]
        if len(given) != 1:
            raise serializers.ValidationError(_("Send exactly one of line, record and withdrawn."))
        return attrs


class Points(serializers.ListField):
    """Points by seat, one for each player."""

    child = serializers.IntegerField()


class LineSerializer(serializers.Serializer[SheetLine]):
    """One deal of a sheet."""

    deal = serializers.IntegerField()
    dealer = serializers.IntegerField()
    sitter = serializers.IntegerField(allow_null=True)
    revision = serializers.IntegerField(help_text="0: nothing was ever entered.")
    id = serializers.UUIDField(allow_null=True)
    line = serializers.SerializerMethodField(help_text="The keys that enter it.")
    record = serializers.DictField(allow_null=True)
    changes = Points(allow_null=True)
    ante = serializers.IntegerField(
        help_text="What everybody put into a pot that could not pay; the changes contain it."
    )
    balances = Points(allow_null=True)
    pot = serializers.IntegerField(allow_null=True, help_text="In the pot after this deal.")
    value = serializers.IntegerField(allow_null=True)
    entered_by = serializers.SerializerMethodField()
    at = serializers.DateTimeField(allow_null=True)

    def get_line(self, line: SheetLine) -> str | None:
        """Return the keys that enter the line's record."""
        if line.record is None:
            return None
        sheet: Sheet = self.context["sheet"]
        return print_keys(
            line.record, ruleset=sheet.ruleset, players=sheet.players, pairs=sheet.in_pairs
        )

    def get_entered_by(self, line: SheetLine) -> str | None:
        """Return who entered it: a user, the keeper of a device, or what it was done with."""
        if line.entered_by or not line.actor:
            return line.entered_by or None
        return str(Device.OTHER.label) if line.actor.startswith(DEVICE) else _("the program")


class SeatSerializer(serializers.Serializer[Any]):
    """Who sits where."""

    seat = serializers.IntegerField()
    name = serializers.CharField(help_text="Who plays the round; both, where both do.")
    player = serializers.CharField(help_text="Whose place it is.")
    substitute = serializers.CharField(help_text="Who plays instead; empty: nobody.")
    substitute_from = serializers.IntegerField(help_text="The first deal of the substitute.")


class SubtotalSerializer(serializers.Serializer[Any]):
    """What each seat has after every tenth deal."""

    deal = serializers.IntegerField()
    balances = Points()


class LeaseSerializer(serializers.Serializer[Any]):
    """Who keeps a table. Others may enter too: it is no lock."""

    name = serializers.CharField(help_text="Whose device it is.")
    seat = serializers.IntegerField(
        allow_null=True, help_text="The keeper’s seat, if at the table."
    )
    since = serializers.DateTimeField()
    mine = serializers.BooleanField(help_text="It is the device that asks.")


class SheetSerializer(serializers.Serializer[Sheet]):
    """A table's sheet as it stands."""

    id = serializers.UUIDField(source="table.pk")
    event = serializers.UUIDField(source="table.round.event_id")
    round = serializers.IntegerField(source="table.round.number")
    table = serializers.IntegerField(source="table.number")
    players = serializers.IntegerField()
    deals = serializers.SerializerMethodField()
    first_dealer = serializers.IntegerField(source="table.first_dealer")
    seats = serializers.SerializerMethodField()
    epoch = serializers.UUIDField(source="table.round.event.epoch")
    version = serializers.IntegerField(source="table.round.event.version")
    closed = serializers.SerializerMethodField(
        help_text="Why nothing is entered any more; empty while it is."
    )
    lines = serializers.SerializerMethodField()
    staked = serializers.IntegerField(help_text="All stakes together; the pot is not among them.")
    opening = Points(help_text="What each seat begins with: its stake, less its ante.")
    totals = Points(help_text="After the deals, without penalties and entries by hand.")
    subtotals = SubtotalSerializer(many=True)
    lease = serializers.SerializerMethodField()

    @extend_schema_field(LeaseSerializer(allow_null=True))
    def get_lease(self, sheet: Sheet) -> dict[str, Any] | None:
        """Return who keeps the table."""
        lease = lease_of(sheet.table, self.context["actor"])
        return LeaseSerializer(lease).data if lease else None

    def get_closed(self, sheet: Sheet) -> str:
        """Return why nothing is entered any more."""
        directs = self.context["actor"].startswith("user:")  # who else may write has a link
        return entry_over(sheet.table.round, directs=directs)

    def get_deals(self, sheet: Sheet) -> int:
        """Return how many deals the sheet has."""
        return len(sheet.lines)

    @extend_schema_field(SeatSerializer(many=True))
    def get_seats(self, sheet: Sheet) -> list[dict[str, Any]]:
        """Return who sits where."""
        return [
            {
                "seat": seat,
                "name": str(sitter),
                "player": sitter.player,
                "substitute": sitter.substitute,
                "substitute_from": sitter.since,
            }
            for seat, sitter in enumerate(sheet.names.sitters)
        ]

    @extend_schema_field(LineSerializer(many=True))
    def get_lines(self, sheet: Sheet) -> list[dict[str, Any]]:
        """Return every deal of the sheet."""
        serializer = LineSerializer(context={"sheet": sheet})
        return [serializer.to_representation(line) for line in sheet.lines]


class StoredSerializer(serializers.Serializer[Any]):
    """That a result is committed, and what it came to."""

    status = serializers.ChoiceField(choices=["stored", "replayed"])
    line = LineSerializer()
    also = LineSerializer(many=True, help_text="Other deals that may be worth another sum now.")
    opening = Points()
    totals = Points()
    subtotals = SubtotalSerializer(many=True)
    balances_from = serializers.IntegerField(help_text="Balances from this deal on are new.")
    epoch = serializers.UUIDField()
    version = serializers.IntegerField()


class YoursSerializer(serializers.Serializer[Any]):
    """What was refused because somebody else was first."""

    deal = serializers.IntegerField()
    base = serializers.IntegerField()
    line = serializers.CharField(allow_null=True)
    record = serializers.DictField(allow_null=True)


class StaleSerializer(serializers.Serializer[Any]):
    """Both versions of a deal that two people entered."""

    code = serializers.CharField()
    message = serializers.CharField()
    epoch = serializers.UUIDField(help_text="Another one: the server was restored meanwhile.")
    current = LineSerializer()
    yours = YoursSerializer()


class ComplaintSerializer(serializers.Serializer[Any]):
    """One thing that is wrong with a result."""

    code = serializers.CharField()
    field = serializers.CharField(allow_blank=True)
    message = serializers.CharField()


class ProblemSerializer(serializers.Serializer[Any]):
    """Why a request was not done: a code, and a sentence in the user's language."""

    code = serializers.CharField()
    message = serializers.CharField()


class ReceivedSerializer(ProblemSerializer):
    """That a result is received although no sheet takes it."""

    epoch = serializers.UUIDField()


class RefusedSerializer(ProblemSerializer):
    """Everything that is wrong with a result."""

    complaints = ComplaintSerializer(many=True)


class RowSerializer(serializers.Serializer[Row]):
    """One player's place."""

    place = serializers.IntegerField()
    shared = serializers.BooleanField()
    participant = serializers.UUIDField()
    number = serializers.IntegerField()
    name = serializers.CharField()
    points = serializers.IntegerField(help_text="The sum of the rounds and the penalties.")
    penalties = serializers.IntegerField(help_text="Never above nothing.")
    won = serializers.IntegerField()
    kodille = serializers.IntegerField()
    highest = serializers.IntegerField()
    deals = serializers.IntegerField()
    rounds = serializers.ListField(
        child=serializers.IntegerField(allow_null=True),
        help_text=(
            "Points of each round without its penalties; null where there was no seat or nothing "
            "is played."
        ),
    )


class StandingsSerializer(serializers.Serializer[Standings]):
    """The standings of an event."""

    rounds = serializers.ListField(child=serializers.IntegerField())
    tie_chain = serializers.ListField(child=serializers.CharField())
    rows = RowSerializer(many=True)
