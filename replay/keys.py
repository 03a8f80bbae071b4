"""The replay key: a digest of all that a hand's result hangs on. It imports nothing heavy: one hand is told fast."""

from hashlib import sha256

#: What stands in a replay key for the table where the hand itself says what lay there.
OWN_OPENING = "-"
EMPTY_TABLE = "{}"


def replay_key(line_sha256: str, rules_key: str, table_before: str, engine_version: str) -> str:
    """Digest of all that a hand's result hangs on; `replay.plan` computes the same in SQL."""
    return sha256(f"{line_sha256}\n{rules_key}\n{table_before}\n{engine_version}".encode()).hexdigest()
