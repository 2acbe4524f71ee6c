"""What is done with the club's money."""
