"""What is done with what is kept of people."""
