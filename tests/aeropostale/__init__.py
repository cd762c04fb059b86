"""Tests of the rules of L'Aéropostale, written as positions at a table."""
