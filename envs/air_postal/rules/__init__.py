"""The rules, a file for each chapter of the rulebook; `kernels.py` is where they are entered."""
