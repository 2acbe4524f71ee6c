"""What a club runs on besides our own code: its list of parts, and advisories about them."""
