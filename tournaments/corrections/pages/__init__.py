"""What the pages show, ask and say."""
