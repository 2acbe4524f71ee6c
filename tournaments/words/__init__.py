"""How the game, figures and names are said and written, on page and paper alike."""
