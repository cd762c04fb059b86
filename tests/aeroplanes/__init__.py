"""Tests of the rules of Aeroplanes: Aviation Ascendant, written as positions at a table."""
