"""Schemas of the columns that are JSON in themselves, by part and column.

What only the rules can judge, such as a result, is judged by them when it is taken in.
"""

from collections.abc import Mapping
from typing import Any, Final

from scoring.standings.metrics import METRICS
from tournaments.carried.queries.terms import ID, Schema
from tournaments.models import Screen
from tournaments.models.round import MOST_SEATS

SMALL: Final[Schema] = {"type": "integer", "minimum": 0, "maximum": 32_767}
POINTS: Final[Schema] = {"type": "integer", "minimum": -1_000_000_000, "maximum": 1_000_000_000}
FACT: Final[Schema] = {
    "anyOf": [
        {"type": "string"},
        {"type": "integer", "minimum": -(2**63), "maximum": 2**63 - 1},
        {"type": "null"},
    ]
}
OBJECT: Final[Schema] = {"type": "object"}


def _list(of: Schema, most: int = 10_000, least: int = 0) -> Schema:
    return {"type": "array", "items": of, "minItems": least, "maxItems": most}


def _map(of: Schema) -> Schema:
    return {"type": "object", "additionalProperties": of}


def _sure(properties: Mapping[str, Schema], **words: Any) -> Schema:
    """An object that has all of these, and nothing else."""
    return {
        "type": "object",
        "properties": dict(properties),
        "required": list(properties),
        "additionalProperties": False,
        **words,
    }


FOLDER_SET: Final = _sure(
    {
        "folders": SMALL,
        "first": _list(SMALL),
        "together": SMALL,
        "step": {"type": "integer", "minimum": -32_768, "maximum": 32_767},
        "reshuffled_after": SMALL,
        "round_deals": SMALL,
        "copies": SMALL,
        "from_round": SMALL,
    }
)
DRAWN: Final[Schema] = {
    "type": "object",
    "properties": {
        "playing": _list(ID),
        "tables": _list(
            {
                "type": "array",
                "prefixItems": [SMALL, {"type": "boolean"}, SMALL, _list(ID, MOST_SEATS)],
                "minItems": 4,
                "maxItems": 4,
            }
        ),
    },
    "required": ["playing", "tables"],
    "additionalProperties": False,
}
SENT: Final[Schema] = {
    "type": "object",
    "properties": {
        "line": {"type": "string", "maxLength": 1000},
        "record": {"anyOf": [OBJECT, {"type": "null"}]},
        "withdrawn": {"type": "boolean"},
    },
    "additionalProperties": False,
}
SWAPS: Final = _list(_list(SMALL, 3, 3))
SIZES: Final = _list({"type": "integer", "minimum": 3, "maximum": MOST_SEATS}, 3, 1)
BEFORE: Final = _sure(
    {
        "seed": {"type": "integer", "minimum": 0, "maximum": 2**63 - 1},
        "tables_of": SIZES,
        "swaps": SWAPS,
        "rounds": {
            "type": "object",
            "patternProperties": {"^[0-9]{1,5}$": DRAWN},
            "additionalProperties": False,
        },
    }
)
OWN_VALUES: Final[Schema] = {
    "type": "object",
    "additionalProperties": {"type": "string", "minLength": 1, "maxLength": 200},
    "maxProperties": 20,
}
"""What is kept of a member in a club’s own fields, by their ids."""
SHAPES: Final[Mapping[str, Mapping[str, Schema]]] = {
    "event": {
        "ruleset": OBJECT,
        "account_settings": OBJECT,
        "tables_of": SIZES,
        "tie_chain": _list({"enum": sorted(METRICS)}, len(METRICS)),
        "since_draw": {
            "type": "object",
            "properties": {
                "swaps": SWAPS,
                "before": {"anyOf": [BEFORE, {"type": "null"}]},
            },
            "additionalProperties": False,
        },
    },
    "folders": {"first": _list(SMALL), "before": _list(FOLDER_SET, 100)},
    "corrections": {"before": OBJECT},
    "results": {"record": OBJECT},
    "entries": {"amounts": _list(POINTS, MOST_SEATS, 2)},
    "stated_totals": {"balances": _list({"anyOf": [POINTS, {"type": "null"}]}, MOST_SEATS, 2)},
    "second_entries": {"record": OBJECT},
    "tray": {"seats": _list(ID, MOST_SEATS), "sent": SENT},
    "deeds": {"facts": _map(FACT)},
    "screen": {"faces": _list({"enum": Screen.Face.values}, 20)},
    "club": {"words": _map({"type": "string"})},
    "season_draws": {"evenings": _list(_list(_list(SMALL, MOST_SEATS)), 200)},
    "own_fields": {"choices": _list({"type": "string", "maxLength": 200}, 50)},
    "presets": {"options": OBJECT, "settings": OBJECT},
    "own_rules": {"ruleset": OBJECT},
}
