"""What every game shares: records, kernels, chance, compiled loops, environments and pictures. It contains no game."""
