"""The papers this app can write, each a builder for a print job."""


def register() -> None:
    """Register a builder for each kind of paper."""
