"""So many of a thing, as the terminal says it: its sentences are English and not translated."""


def counted(count: int, thing: str) -> str:
    """Say ``1 deal`` or ``2 deals``."""
    return f"{count} {thing}{'' if count == 1 else 's'}"
