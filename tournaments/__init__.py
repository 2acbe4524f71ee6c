"""Events, seating, deals as entered, pages and API."""
