"""Mutants of a game's rules: whether the tests of its rules notice a slip in them. `make mutants GAME=…` runs it.

A mutant is a copy of the game with one small change in one function of `rules/`. It dies if a test that is marked with
a rule fails, with kernels as plain Python. One that lives is a rule without a proof, or a change that changes nothing.
"""
