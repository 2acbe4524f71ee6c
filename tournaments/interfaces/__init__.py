"""The boundary: text in, text out."""
