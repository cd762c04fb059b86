"""The font of every rasterised picture (Inter, SIL Open Font License, see `OFL.txt`): text looks the same everywhere."""
