"""The account: who owes what after which deal, provable at any time.

Pure kernels (``ledger``, ``transfers``, ``kind``, ``rasle``, ``pot``, ``pott``, ``mixed``,
``sequence``, ``checks``, ``money``, ``payments``, ``standings``) know no database.
``models`` and ``domain`` keep the journal: written once, never edited. Scoring knows a table
by an opaque key, the *book*, and knows no tournament.
"""
