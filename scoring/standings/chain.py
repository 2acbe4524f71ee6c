"""The order of an event's metrics: what parts those who are equal in what came before."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum, unique

from scoring.standings.metrics import DEFAULT_CHAIN, METRICS, Comparison, Metric


@unique
class ChainCode(StrEnum):
    """Why a chain was refused."""

    EMPTY = "chain_empty"
    """It names no metric."""
    UNKNOWN = "metric_unknown"
    """No metric has that key."""
    DOUBLED = "metric_doubled"
    """The metric stands in the chain before: it cannot decide a second time."""


@dataclass(frozen=True, slots=True)
class ChainFault:
    """One thing that is wrong with a chain."""

    code: ChainCode
    key: str = ""
    """The key it is about; empty where it is the chain."""


class ChainError(ValueError):
    """A chain that orders nothing, with everything that is wrong."""

    def __init__(self, faults: Sequence[ChainFault]) -> None:
        self.faults = tuple(faults)
        super().__init__(", ".join(f"{fault.code} {fault.key}".strip() for fault in faults))


def chain_faults(chain: Sequence[str]) -> tuple[ChainFault, ...]:
    """Everything that is wrong with ``chain``, in its order.

    >>> [(fault.code.value, fault.key) for fault in chain_faults(["points", "luck", "points"])]
    [('metric_unknown', 'luck'), ('metric_doubled', 'points')]
    """
    if not chain:
        return (ChainFault(ChainCode.EMPTY),)
    faults: list[ChainFault] = []
    for place, key in enumerate(chain):
        if key not in METRICS:
            faults.append(ChainFault(ChainCode.UNKNOWN, key))
        elif key in chain[:place]:
            faults.append(ChainFault(ChainCode.DOUBLED, key))
    return tuple(faults)


@dataclass(frozen=True, slots=True)
class Order:
    """A chain, and how it compares tables of different sizes. Raises ``ChainError``."""

    chain: tuple[str, ...] = DEFAULT_CHAIN
    """Keys as the event has them."""
    comparison: Comparison = Comparison.RAW

    def __post_init__(self) -> None:
        if faults := chain_faults(self.chain):
            raise ChainError(faults)

    @property
    def metrics(self) -> tuple[Metric, ...]:
        """What is compared in turn: where the chain says points, what the comparison makes of it.

        A metric that the comparison brings in a second time is left out there.
        """
        keys = (self.comparison.metric if key == "points" else key for key in self.chain)
        return tuple(METRICS[key] for key in dict.fromkeys(keys))
