"""What every game shares: records, kernels, chance, the compiled compiled and the faces. Knows no game."""
