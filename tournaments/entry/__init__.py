"""Where deals come in: the desk, the phone, a file, and the tray for what no sheet takes."""
