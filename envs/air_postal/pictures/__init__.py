"""What people see and read: the picture, the text, the words and the news of a position."""
