"""Evaluation: matches between agents, tournaments, ratings and reports, with an interval on every figure."""
