"""The sending of letters that wait, in a program of its own; ``untaken``: with its protection off.

Without it a letter is not taken before it goes: it waits until it is noted as sent.
"""

import sys

import django


def main() -> None:
    """Send what waits, once."""
    django.setup()
    from tournaments.letters.domain import sending  # noqa: PLC0415 -- after the setup

    if "untaken" in sys.argv:
        setattr(sending, "take", lambda _key: True)  # noqa: B010 -- a function of another module
    sending.send_waiting()


if __name__ == "__main__":
    main()
