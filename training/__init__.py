"""Training: imitation of bots and MaskablePPO against them, with checkpoints that survive a kill."""
