"""A list of members from a spreadsheet: read, matched with the club's members, and shown before."""
