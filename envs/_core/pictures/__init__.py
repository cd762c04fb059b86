"""How people see a game: drawings, pixels, films and the pages of the documentation."""
