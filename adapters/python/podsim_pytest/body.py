"""The JSON of what a test gives, and where it has what JSON has not."""

import json
import math
import re

TAKEN = "JSON takes text, numbers, True, False, None, lists and dicts with keys of text"


def json_of(value, called):
    """The JSON of a value. A ValueError, in the name of what was called, says where there is none."""
    __tracebackhide__ = True
    problem = _problem_of(value, "$", [])
    if problem is not None:
        raise ValueError(f"{called}: {problem}; {TAKEN}")
    return json.dumps(value).encode()


def _problem_of(value, path, around):
    """What is wrong with a value at a path, or in it; None if nothing is. `around`: the lists and dicts that it is in."""
    if isinstance(value, float) and not math.isfinite(value):
        return f"{path} is {value}"
    if value is None or isinstance(value, (str, int, float)):
        return None
    if not isinstance(value, (dict, list, tuple)):
        return f"{path} is of type {type(value).__name__}"
    if any(value is one for one in around):
        return f"{path} is within itself"
    items = value.items() if isinstance(value, dict) else enumerate(value)
    return next(filter(None, (_problem_of_item(key, item, path, [*around, value]) for key, item in items)), None)


def _problem_of_item(key, item, path, around):
    # JSON makes text of numbers, and of None.
    if key is not None and not isinstance(key, (str, int, float)):
        return f"{path} has the key {key!r}"
    is_name = isinstance(key, str) and re.fullmatch(r"[A-Za-z_]\w*", key)
    return _problem_of(item, f"{path}.{key}" if is_name else f"{path}[{key!r}]", around)
