import unriddle


@unriddle.search
def mine(puzzle):
    """Depth first, which finds a way and not the shortest."""
    seen = {puzzle.initial}
    stack = [(puzzle.initial, [])]
    while stack:
        state, plan = stack.pop()
        if puzzle.is_goal(state):
            return plan
        for action, after, _ in puzzle.successors(state):
            if after not in seen:
                seen.add(after)
                stack.append((after, [*plan, action]))
