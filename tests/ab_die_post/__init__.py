"""Tests of the rules of Ab die Post!, written as positions at a table."""
