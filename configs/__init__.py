"""Configs of experiments, one TOML file each; `mailwing train` finds them by name."""
