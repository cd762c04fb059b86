"""The contract that every game keeps, written once and run for every game, number of seats and variant.

A game needs nothing more than its declaration to be tested here: `pytest tests/contract --games my_game`.
"""
