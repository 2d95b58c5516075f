import unriddle


@unriddle.search
def mine(puzzle):
    for _ in range(100):
        print("mine " * 10_000)
    return "RRDRRRD"
