"""The club's own money: cash book, receipts, dues, counts; apart from what players win."""
