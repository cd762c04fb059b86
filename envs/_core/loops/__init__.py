"""How games run, compiled: single steps, batches, whole matches, and the threads that share them."""
