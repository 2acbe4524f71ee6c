"""Which line is wrong? The paper's subtotals against what was entered, and what explains them.

Storeys, the lowest first: ``values``, ``courses``, ``lines``, ``alternatives priors``,
``candidates``, ``moved``, ``search paper unseen``, ``answering``. The page is
``docs/algorithms/which-line.md``.
"""

from scoring.whichline.answering import which_line
from scoring.whichline.values import (
    Answer,
    Blind,
    Change,
    Checked,
    Kind,
    Mistake,
    Sheet,
    Slip,
    Stated,
    Suspect,
    Unseen,
    Verdict,
)

__all__ = [
    "Answer",
    "Blind",
    "Change",
    "Checked",
    "Kind",
    "Mistake",
    "Sheet",
    "Slip",
    "Stated",
    "Suspect",
    "Unseen",
    "Verdict",
    "which_line",
]
