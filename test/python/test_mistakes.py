"""The mistakes of a first hour, and what each is answered with."""

import pytest


def test_a_count_that_is_none(podsim_world):
    for count in ("1", None, -1, 1.5, True):
        with pytest.raises(ValueError) as wrong:
            podsim_world.webhooks(count)
        assert str(wrong.value) == f"webhooks: takes a count, and {count!r} is none: webhooks(1)"
