"""Words and figures on pages."""
