"""What is read of the club's money."""
