"""How people see a game: drawings, pixels, animations and the pages of the documentation."""
