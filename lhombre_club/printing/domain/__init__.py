"""What is done with print jobs: each write is one function here."""
