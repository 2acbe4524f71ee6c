"""What the evenings of a club come to over its years, by the deals: contracts, players, hands."""
