"""Mutants of a game's rules: whether the tests of its rules notice a slip in them. `make mutants GAME=…` runs it.

A mutant is one small change in one function of `rules/`. It dies if a test that is marked with a rule fails, with
kernels as plain Python. One that lives is a rule without a proof, or a change that changes nothing.

Cosmic Ray makes the changes and keeps the results. Its own runner would start Python and collect the tests for each
change of a file; here that is done once, and a change is made in memory (`trials`). mutmut 3 leaves functions with
decorators alone, and every kernel has one.
"""
