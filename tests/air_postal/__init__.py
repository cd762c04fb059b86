"""Tests of Air Postal."""
