"""Post, reverse, reconcile: the only door to the journal."""
