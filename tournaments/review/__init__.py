"""What proves a round: sums, second readings, doubts, protests, photos, sheets that come in."""
