"""The contract that every game keeps, run for every game, number of seats and variant; it is `mailwing.envs.testing`.

A game needs nothing more than its declaration to be tested here: `pytest tests/contract --games my_game`.
"""
