"""A puzzle of a teacher: take one stone or two; its states can be changed, which nobody should."""

import unriddle


class Heap:
    def __init__(self, stones):
        self.stones = stones

    def __eq__(self, other):
        return isinstance(other, Heap) and self.stones == other.stones

    def __hash__(self):
        return hash(self.stones)

    def __str__(self):
        return f"{self.stones} stones"


@unriddle.puzzle(levels=[5, 8])
class Stones(unriddle.Puzzle):
    """Take stones until none is left."""

    def __init__(self, stones):
        self.initial = Heap(stones)

    def actions(self, state):
        return [number for number in (1, 2) if number <= state.stones]

    def apply(self, state, action):
        if action not in self.actions(state):
            raise unriddle.IllegalMove(action, "there are not so many")
        return Heap(state.stones - action)

    def is_goal(self, state):
        return state.stones == 0
