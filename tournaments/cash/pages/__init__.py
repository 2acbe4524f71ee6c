"""What the pages of the club's money say."""
