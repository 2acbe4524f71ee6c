"""What the events of a club came to, kept so that its years are not counted again each time."""

from django.db import models

from tournaments.models.event import Event


class Counted(models.Model):
    """An event as everybody saw it when it was counted last."""

    event = models.OneToOneField(
        Event, on_delete=models.CASCADE, primary_key=True, related_name="counted"
    )
    version = models.PositiveBigIntegerField(default=0)
    """The event's own when it was counted; it is counted again where that has another by now."""
    rules = models.CharField(max_length=40, blank=True)
    """Id of its rule set."""
    deals = models.PositiveIntegerField(default=0)
    """That have a result."""
    spread = models.PositiveBigIntegerField(default=0)
    """The sum of the squares of what each gained in each deal; see ``CountedPlayer.gained``."""
    rated = models.CharField(max_length=32, blank=True)
    """What the ratings of this evening were worked out from; they are old where that changed."""

    def __str__(self) -> str:
        return f"{self.event}: {self.deals}"


class CountedPlayer(models.Model):
    """What somebody did himself in an event, also in the place of others."""

    id = models.BigAutoField(primary_key=True)
    counted = models.ForeignKey(Counted, on_delete=models.CASCADE, related_name="players")
    person = models.ForeignKey(
        "members.Person", on_delete=models.SET_NULL, null=True, related_name="+"
    )
    name = models.CharField(max_length=160)
    """His name in the event: all that is known of who is no member."""
    held = models.PositiveIntegerField()
    """Deals in which he held cards."""
    won = models.PositiveIntegerField()
    """Games as declarer, by their outcomes."""
    bet = models.PositiveIntegerField()
    kodille = models.PositiveIntegerField()
    remis = models.PositiveIntegerField()
    tout_made = models.PositiveIntegerField(default=0)
    """Touts that he announced in them, by how they went."""
    tout_failed = models.PositiveIntegerField(default=0)
    points = models.IntegerField()
    """What those games moved for him."""
    squares = models.PositiveBigIntegerField()
    """The sum of the squares of what each of them moved."""
    defences = models.PositiveIntegerField()
    """Games of others in which he held cards."""
    defended = models.IntegerField()
    """What they moved for him."""
    out = models.IntegerField()
    """What was moved for him while he sat out, or all passed."""
    beside = models.IntegerField()
    """Antes, penalties and entries by hand."""
    gained = models.IntegerField(default=0)
    """Twelve times what he won beyond the mean of those who held cards with him."""
    best_round = models.IntegerField(default=0)
    """The most that the deals of one round moved for him."""
    best_deal = models.IntegerField(default=0)
    """The most that one deal did."""
    run = models.PositiveIntegerField(default=0)
    """The most games that he won in a row as declarer."""

    def __str__(self) -> str:
        return f"{self.counted}: {self.name}"


class CountedGames(models.Model):
    """The games of a contract from one hand that ended alike: of a player, or of everybody."""

    id = models.BigAutoField(primary_key=True)
    counted = models.ForeignKey(Counted, on_delete=models.CASCADE, related_name="games")
    player = models.ForeignKey(
        CountedPlayer, on_delete=models.CASCADE, null=True, related_name="games"
    )
    """None: of everybody."""
    contract = models.CharField(max_length=30)
    hand = models.CharField(max_length=10)
    """A value of ``Hand``."""
    outcome = models.CharField(max_length=10)
    games = models.PositiveIntegerField()
    tout_made = models.PositiveIntegerField(default=0)
    """Touts that were announced in them, by how they went."""
    tout_failed = models.PositiveIntegerField(default=0)
    points = models.IntegerField()
    """What they moved for the declarers."""

    def __str__(self) -> str:
        return f"{self.counted}: {self.games} {self.contract} {self.outcome}"


class CountedPair(models.Model):
    """How often two held cards in the same deal of an event."""

    id = models.BigAutoField(primary_key=True)
    counted = models.ForeignKey(Counted, on_delete=models.CASCADE, related_name="pairs")
    one = models.ForeignKey(CountedPlayer, on_delete=models.CASCADE, related_name="+")
    other = models.ForeignKey(CountedPlayer, on_delete=models.CASCADE, related_name="+")
    weight = models.PositiveIntegerField()
    """Twelve times the sum, over those deals, of one by how many held cards."""

    def __str__(self) -> str:
        return f"{self.one} - {self.other}: {self.weight}"


class CountedMeeting(models.Model):
    """What somebody did in the deals of an event in which he and one other held cards."""

    id = models.BigAutoField(primary_key=True)
    counted = models.ForeignKey(Counted, on_delete=models.CASCADE, related_name="meetings")
    own = models.ForeignKey(CountedPlayer, on_delete=models.CASCADE, related_name="meetings")
    other = models.ForeignKey(CountedPlayer, on_delete=models.CASCADE, related_name="+")
    deals = models.PositiveIntegerField()
    points = models.IntegerField()
    """What they moved for him."""
    squares = models.PositiveBigIntegerField()
    """The sum of the squares of what each of them moved."""
    declared = models.PositiveIntegerField()
    """Games that he declared, the other against him."""
    won = models.PositiveIntegerField()
    """Of those."""
    defended = models.PositiveIntegerField()
    """Games that the other declared, he against him."""
    beaten = models.PositiveIntegerField()
    """Of those the ones that the other did not win."""
    allied = models.PositiveIntegerField()
    """Games of a third, both against him."""
    felled = models.PositiveIntegerField()
    """Of those the ones that the third did not win."""

    def __str__(self) -> str:
        return f"{self.own} - {self.other}: {self.deals}"


class Rating(models.Model):
    """How strong somebody was after an evening, as it and those of the years before tell.

    Kept of who played then; after a club's last evening, of everybody.
    """

    id = models.BigAutoField(primary_key=True)
    counted = models.ForeignKey(Counted, on_delete=models.CASCADE, related_name="ratings")
    person = models.ForeignKey(
        "members.Person", on_delete=models.SET_NULL, null=True, related_name="+"
    )
    name = models.CharField(max_length=160)
    """Empty of a person: all that is known of who is no member."""
    points = models.FloatField()
    """What he would win in an evening of average players."""
    error = models.FloatField()
    """The standard error of that."""
    evenings = models.PositiveIntegerField()
    """How many of the evenings that tell were his."""

    def __str__(self) -> str:
        return f"{self.counted}: {self.points:+.1f}"
