"""A whole deal: auction, contract, exchange and play, step by step or from a full record."""
