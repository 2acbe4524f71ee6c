"""What is done."""
