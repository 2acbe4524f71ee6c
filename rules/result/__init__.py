"""The reading of results, for those who read records of their own: a table's account, a sheet."""

from rules.result.judging import ENDINGS
from rules.result.reading import IGNORED_KEYS, read_options, read_pairs, read_players
from rules.result.record import SAID_KEYS

__all__ = ["ENDINGS", "IGNORED_KEYS", "SAID_KEYS", "read_options", "read_pairs", "read_players"]
