"""What a player brings to the standings."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """The figures of one player, pair or team: sums over the tables played at."""

    key: str
    """Opaque: whose line it is."""
    points: int = 0
    won: int = 0
    """Games won as declarer."""
    kodille: int = 0
    """Games lost as declarer with fewer tricks than a defender."""
    highest: int = 0
    """Value of the highest contract won as declarer, points per opponent; 0 if none was won."""
    deals: int = 0
    """Deals in which cards were held."""
