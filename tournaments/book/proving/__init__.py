"""That nothing was changed by other ways than ours: seals, and the proof of the account."""
