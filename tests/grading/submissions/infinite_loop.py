import unriddle


@unriddle.search
def mine(puzzle):
    while True:
        pass
