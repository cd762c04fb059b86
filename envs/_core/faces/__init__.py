"""The environments of a game: for PettingZoo, for Gymnasium, and the native batch."""
