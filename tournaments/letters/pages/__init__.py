"""What the pages of letters show, and the paper of those that are printed."""
