"""Compiled loops: single steps, batches, whole matches, and the threads that share their work."""
