"""The puzzles: readable rules with immutable states, the reference for everything else."""
