"""Many levels at once: on the processors of this machine or on a cluster, into a store.

`jobs.py` says what is to be done, `chunk.py` what a worker does with its share, `local.py` and
`cluster.py` are the two executors that carry it out, `store.py` keeps every result once, and
`runner.py` brings them together.
"""
