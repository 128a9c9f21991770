"""Names that a test gives, where there is nothing of that name: what is near, and what there is."""

import difflib
import functools
import inspect
from typing import Any, Callable, TypeVar

# A checker of types sees the function as it was written.
Function = TypeVar("Function", bound=Callable[..., Any])

# What other libraries call what is here.
ALIASES = {
    "code": "status",
    "message": "body",
    "detail": "body",
    "json": "body",
    "text": "body",
    "now": "clock",
    "time": "clock",
    "wait": "until",
    "sleep": "advance",
    "log": "timeline",
    "fault": "inject",
    "calls": "requests",
    "fail": "fail_next",
}


def takes(example: str) -> Callable[[Function], Function]:
    """Has a function say of wrong arguments which it takes, by an example of a call."""

    def checked(function):
        signature = inspect.signature(function)
        known = [name for name in signature.parameters if name not in ("self", "more", "options", "statuses", "lines")]
        after = f"; it takes {', '.join(known)}: {example}" if known else f": {example}"

        @functools.wraps(function)
        def call(*given, **named):
            __tracebackhide__ = True
            try:
                signature.bind(*given, **named)
            except TypeError as error:
                raise TypeError(f"{function.__name__}: {error}{after}") from None
            return function(*given, **named)

        return call

    return checked


def no_attribute(owner, name, known):
    """The error about an attribute that there is not."""
    public = sorted(one for one in known if not one.startswith("_"))
    return AttributeError(f"{owner} has no {name}{ask_whether_meant(name, public)}; it has {', '.join(public)}")


def ask_whether_meant(name, known):
    """The question whether a near name is meant; empty if none is near."""
    alias = ALIASES.get(name)
    parts = [one for one in known if one in name or name in one]
    near = [alias] if alias in known else difflib.get_close_matches(name, parts or known, 1, 0 if parts else 0.6)
    return f"; did you mean {near[0]}?" if near else ""
