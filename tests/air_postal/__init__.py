"""Tests of the rules of Air Postal, written as positions at a table."""
