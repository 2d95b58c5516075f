"""A campaign against false verdicts: generated levels, an exhaustive oracle, every solver.

`./dev soundness` runs it; docs/soundness.md says what is generated, what is checked, and what the
longest run came to.
"""
