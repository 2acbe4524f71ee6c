"""The same worker, and nobody frees the lock of the child that died."""

from tests.faults.locked import app
from tests.faults.mute import put

__all__ = ["app", "put"]
