"""The judge of "unsolvable": certificates, and whether they hold, by the rules alone.

It knows the rules of the puzzles and no solver. docs/proofs.md says what a certificate is, why one
that is accepted proves that there is no solution, and what its file looks like.
"""
