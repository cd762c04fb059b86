"""The font of rasterised pictures (Inter, SIL Open Font License, see `OFL.txt`): text looks the same everywhere."""
