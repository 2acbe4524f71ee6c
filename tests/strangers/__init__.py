"""What strangers try: every address by every method, and whatever is signed, forged."""
