"""How libraries see a game: PettingZoo, Gymnasium, and the native batch."""
