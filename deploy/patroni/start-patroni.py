"""Starts Patroni, and refuses one that is too old: start-patroni.py FOLDER, with what `patroni` takes.

Before 3.0.3 it wrote the leader key without comparing what was there: a primary whose network had been cut for longer
than its lease led again with the books of before, and all that had been acknowledged meanwhile was gone. Before 4.0 it
knew no commit by quorum.

Since 3.1 it raises a lease to 20 s, and nobody takes over from a dead machine before that. Ours is 10 s: `loop_wait` and
two times `retry_timeout` of patroni.yml fit into it, so that a primary without etcd steps down before its lease ends.
"""
import sys

from patroni.version import __version__

if int(__version__.split(".")[0]) < 4:
    sys.exit(f'Patroni {__version__} is too old, 4.0 is needed (docs/production.md, "Databases")')

from patroni.config import Config

RAISES = "_validate_and_adjust_timeouts"
if not hasattr(Config, RAISES):
    sys.exit(f"Patroni {__version__} has no {RAISES}: see whether it keeps a lease of 10 s by itself now")
setattr(Config, RAISES, lambda self, config: None)

# Patroni starts PostgreSQL from a process that reads this file again.
if __name__ == "__main__":
    from patroni.__main__ import main

    main()
