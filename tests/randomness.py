"""Where random tests get their chance from: one seed for all of them, printed with the version, set by one variable.

    HANDPROOF_SEED=4711 python -m pytest -m "" -k test_random_hands_of_the_full_packs

plays a random test again as it was with that seed; without the variable the seed is `DEFAULT_SEED`, so that CI always
plays the same. What a test prints is shown by pytest where the test fails (`-rP` shows it always). docs/proof.md lists
what there is.
"""

import os
import sys
from collections.abc import Callable
from functools import cache
from random import Random

import hypothesis

import handproof
from replay.engine import ENGINE_VERSION

DEFAULT_SEED = 20261101
SEED = int(os.environ.get("HANDPROOF_SEED", DEFAULT_SEED))


@cache
def announce(name: str) -> None:
    """Say once with which seed and version a test runs, and how to play it again."""
    sys.stdout.write(
        f"random test {name}: seed {SEED}, handproof {handproof.__version__}, engine {ENGINE_VERSION}\n"
        f"again: HANDPROOF_SEED={SEED} python -m pytest -m '' -k {name.split('[')[0].split(' ')[0]}\n"
    )


def chance(name: str) -> Random:
    """A source of chance for one test (or one block of it): always the same for the same name and seed."""
    announce(name)
    return Random(f"{name} {SEED}")


def random_property(examples: int) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """A hypothesis test of so many examples, which the one seed decides as well; `given` stands under it."""

    def decorate(test: Callable[..., None]) -> Callable[..., None]:
        bounded = hypothesis.settings(max_examples=examples, deadline=None, database=None, print_blob=True)
        return bounded(hypothesis.seed(SEED)(test))

    return decorate
