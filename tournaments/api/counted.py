"""The figures of an event and of a club's years as the API tells them."""

from typing import Any

from rest_framework import serializers


class TallySerializer(serializers.Serializer[Any]):
    """Games as declarer: how many, how they ended, what they moved, touts by how they went."""

    games = serializers.IntegerField()
    won = serializers.IntegerField()
    bet = serializers.IntegerField()
    kodille = serializers.IntegerField()
    remis = serializers.IntegerField()
    points = serializers.IntegerField()
    tout_made = serializers.IntegerField()
    tout_failed = serializers.IntegerField()


class ContractTallySerializer(TallySerializer):
    """The games of one contract."""

    contract = serializers.CharField()


class HandTallySerializer(TallySerializer):
    """The games that were declared from one hand."""

    hand = serializers.CharField()


class OwnSerializer(TallySerializer):
    """What a player, a pair or a team did."""

    name = serializers.CharField()
    held = serializers.IntegerField()
    squares = serializers.IntegerField()
    defences = serializers.IntegerField()
    defended = serializers.IntegerField()
    out = serializers.IntegerField()
    beside = serializers.IntegerField()
    total = serializers.IntegerField()


class YearsOfPlayerSerializer(OwnSerializer):
    """What one player did himself in the years of a club."""

    person = serializers.UUIDField(allow_null=True)
    evenings = serializers.IntegerField()


class CompanySerializer(serializers.Serializer[Any]):
    """What somebody did in the deals in which one other held cards too."""

    person = serializers.UUIDField(allow_null=True)
    name = serializers.CharField()
    deals = serializers.IntegerField()
    points = serializers.IntegerField()
    squares = serializers.IntegerField()
    declared = serializers.IntegerField()
    won = serializers.IntegerField()
    defended = serializers.IntegerField()
    beaten = serializers.IntegerField()
    allied = serializers.IntegerField()
    felled = serializers.IntegerField()


class RatedSerializer(serializers.Serializer[Any]):
    """How strong one player is."""

    place = serializers.IntegerField()
    person = serializers.UUIDField(allow_null=True)
    name = serializers.CharField()
    points = serializers.FloatField()
    low = serializers.FloatField()
    high = serializers.FloatField()
    evenings = serializers.IntegerField()


class RatingsSerializer(serializers.Serializer[Any]):
    """How strong the players of a club are."""

    as_of = serializers.DateField()
    players = RatedSerializer(many=True)


class YearsSerializer(serializers.Serializer[Any]):
    """The years of a club."""

    rules = serializers.CharField()
    evenings = serializers.IntegerField()
    deals = serializers.IntegerField()
    contracts = ContractTallySerializer(many=True)
    hands = HandTallySerializer(many=True)
    players = YearsOfPlayerSerializer(many=True)
    company = CompanySerializer(many=True, allow_null=True)
    rating = RatingsSerializer(allow_null=True)


class EventTableSerializer(TallySerializer):
    """The games of one table of a round."""

    round = serializers.IntegerField()
    table = serializers.IntegerField()


class EventPlayerSerializer(OwnSerializer):
    """What one player did."""

    participant = serializers.UUIDField()


class EventTeamSerializer(OwnSerializer):
    """What a pair or a team did together."""

    team = serializers.UUIDField()


class AwardSerializer(serializers.Serializer[Any]):
    """What somebody did best, in the words of who asks."""

    title = serializers.CharField()
    who = serializers.CharField()
    says = serializers.CharField()


class FiguresSerializer(serializers.Serializer[Any]):
    """How an event was played."""

    rules = serializers.CharField()
    deals = serializers.IntegerField()
    tells_all = serializers.BooleanField()
    contracts = ContractTallySerializer(many=True)
    tables = EventTableSerializer(many=True)
    players = EventPlayerSerializer(many=True)
    teams = EventTeamSerializer(many=True)
    awards = AwardSerializer(many=True)
