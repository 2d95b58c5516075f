import unriddle


@unriddle.search
def mine(puzzle):
    kept = []
    while True:
        kept.append(bytearray(1 << 24))
