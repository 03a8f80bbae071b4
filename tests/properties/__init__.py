"""Properties: what must hold for every hand, tried on sessions of the simulator, planted faults and broken logs.

`cases` makes the hands, `rewriting` writes a log otherwise without changing what happened. docs/proof.md says more.
"""
