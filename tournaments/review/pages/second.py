"""A second reading of a sheet: a box for each deal, read by the same grammar."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext

from lhombre_club.refusal import Refusal
from rules import RefusedError
from tournaments.book.accounts import Frame
from tournaments.review.domain.proofs import Reading, Stop
from tournaments.review.reasons import ReviewReason
from tournaments.sheets.queries import Sheet
from tournaments.typed.grammar import LONGEST_LINE, parse, print_keys
from tournaments.words.deals import record_words


class SecondForm(forms.Form):
    """Forty boxes. What agreed before is filled in; what differs waits to be read again."""

    def __init__(self, sheet: Sheet, known: dict[int, str], data: Any = None) -> None:
        super().__init__(data, initial={f"d{deal}": line for deal, line in known.items()})
        self.sheet = sheet
        self.stop: Stop | None = None
        for line in sheet.lines:
            dealer = sheet.names.at(line.deal)[line.dealer]
            self.fields[f"d{line.deal}"] = forms.CharField(
                required=False,
                max_length=LONGEST_LINE,
                label=gettext("Deal %(deal)d, dealt by %(dealer)s")
                % {"deal": line.deal, "dealer": dealer},
                widget=forms.TextInput(
                    attrs={
                        "size": 6,
                        "autocomplete": "off",
                        "autocapitalize": "none",
                        "spellcheck": "false",
                    }
                ),
            )

    def readings(self) -> list[Reading]:
        """Return the lines up to the first that is empty or says no result, which is told."""
        found: list[Reading] = []
        frame = Frame.of(self.sheet.table, players=self.sheet.players)
        for line in self.sheet.lines:
            typed = self.cleaned_data.get(f"d{line.deal}", "")
            if not typed:
                break
            try:
                record = parse(
                    typed,
                    dealer=line.dealer,
                    names=self.sheet.names.at(line.deal),
                    ruleset=frame.ruleset,
                    pairs=frame.pairs,
                )
                frame.read(record)
            except Refusal as refusal:
                self.add_error(f"d{line.deal}", str(refusal))
                break
            except RefusedError:
                self.add_error(f"d{line.deal}", str(ReviewReason.NO_RESULT.sentence))
                break
            found.append(Reading(line.deal, record, typed))
        return found

    def stop_at(self, stop: Stop) -> None:
        """Tell where the second reading differs from the first; the cursor goes there."""
        self.stop = stop
        first = stop.first
        says = gettext("no result") if first is None else self._said(first, stop.deal)
        self.add_error(
            f"d{stop.deal}",
            gettext("The first entry says: %(what)s. Look at the paper once more.")
            % {"what": says},
        )

    def _said(self, record: Mapping[str, Any], deal: int) -> str:
        """Return a result in words, and in the keys that say all of it."""
        keys = print_keys(
            record,
            ruleset=self.sheet.ruleset,
            players=self.sheet.players,
            pairs=self.sheet.in_pairs,
        )
        names = self.sheet.names.at(deal)
        return f"{record_words(record, names, ruleset=self.sheet.ruleset)} ({keys.upper()})"

    def point(self) -> None:
        """Let the cursor stand in the first box with something to say, else the first empty one."""
        names = list(self.fields)
        wrong = [name for name in names if name in self.errors]
        empty = [name for name in names if not self[name].value()]
        for name in (wrong or empty)[:1]:
            self.fields[name].widget.attrs["autofocus"] = True
