"""Bloxorz: a block of two cubes rolls over a platform until it drops upright into the goal."""
