"""mailwing: board games about the first air-mail lines as reinforcement-learning environments."""

__version__ = "0.1.0"
