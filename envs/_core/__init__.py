"""What every game shares: records, kernels, chance, the compiled drivers and the faces. Knows no game."""
