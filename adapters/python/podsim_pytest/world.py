"""A world of a server: its clock, its log, and why things are as they are."""

import datetime
import json
import os
import re
import tempfile
import urllib.error
import urllib.parse
import urllib.request

# A server on this machine is asked without a proxy.
_opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))


# Where a test makes a mistake, pytest shows the line of the test: it leaves out what hides itself by __tracebackhide__.


class Refused(Exception):
    """A call was refused: `status`, `body` and the `rule` that refuses, where there is one."""

    def __init__(self, call, status, body, rule):
        super().__init__(f"{call} was answered {status}{'' if rule is None else f' ({rule})'}: {_words(body)}")
        self.status = status
        self.body = body
        self.rule = rule


class World:
    """A world over HTTP. `url` is the base of its APIs, `key` the API key for them, `seed` what its draws follow from."""

    def __init__(self, server, made):
        self._server = server
        self.id = made["id"]
        self.seed = made["seed"]
        self.url = server.url + made["path"].rstrip("/")
        self.key = next((key["key"] for key in made["keys"]), None)
        self.is_dropped = False

    def call(self, method, path, body=None):
        """Makes a call of either API with the world's key, such as `call("GET", "/v2/pods")`; returns its body, or raises Refused."""
        __tracebackhide__ = True
        headers = {} if self.key is None else {"authorization": f"Bearer {self.key}"}
        return ask(self.url, method, path, body, headers)

    def clock(self):
        """The clock: `now`, what is due `next`, and the `policy`; times have `ms`, `virtual` and `instant`."""
        return self._control("GET", "clock")

    def advance(self, by=None, *, to=None, next=False, until_idle=False):
        """Lets virtual time pass: by a duration ("10s", "1h30m" or a timedelta), to an instant, to what is due next, or until nothing is."""
        __tracebackhide__ = True
        wanted = {"by": None if by is None else _duration(by), "to": to, "next": next or None, "untilIdle": until_idle or None}
        answer = self._control("POST", "clock/advance", {name: value for name, value in wanted.items() if value is not None})
        if answer["stoppedBecause"] == "entriesMax":
            raise RuntimeError(f"time stopped at {answer['to']['virtual']}, after {answer['ran']} timers: advance less at once")
        return answer

    def until(self, condition, within="1h"):
        """Runs timer by timer until "job ID is COMPLETED", or until a function returns something true, which is returned.

        An AssertionError says what is there instead when the virtual time `within` has passed.
        """
        __tracebackhide__ = True
        test = condition if callable(condition) else self._condition(condition)
        last = self.clock()["now"]["ms"] + _milliseconds(within)
        while True:
            met = test()
            if met:
                return met
            step = self._control("POST", "clock/advance", {"to": f"{last}ms", "maxEntries": 1})
            if step["stoppedBecause"] != "entriesMax":
                break
        met = test()
        if met:
            return met
        words = getattr(condition, "__name__", condition) if callable(condition) else f"{condition}: {self.explain(condition.split()[1])}"
        raise AssertionError(f"not within {within}, at {step['to']['virtual']}: {words}")

    def events(self, type=None, entity=None, after=0):
        """The events so far: all, or those of a type (or several), about an entity, after an entry of the log."""
        __tracebackhide__ = True
        types = type if type is None or isinstance(type, str) else ",".join(type)
        query = {name: value for name, value in {"type": types, "entity": entity}.items() if value is not None}
        events = []
        while True:
            page = self._control("GET", "events?" + urllib.parse.urlencode({**query, "after": after}))
            events += page["events"]
            after = page["next"]
            if not page["more"]:
                return events

    def explain(self, entity):
        """Why an entity is in its status, and what it waits for: by its id, or its short name, such as job-1."""
        __tracebackhide__ = True
        return self._explained(entity)["text"]

    def timeline(self):
        """All that has happened, as `podsim replay --timeline` prints it."""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "world.log")
            with open(path, "wb") as file:
                file.write(_send(self.url, "GET", "/_podsim/v1/log"))
            return self._server.run("replay", path, "--timeline")

    def drop(self):
        """Removes the world from its server."""
        self.is_dropped = True
        ask(self._server.url, "DELETE", f"/_podsim/v1/worlds/{self.id}")

    def _control(self, method, path, body=None):
        __tracebackhide__ = True
        return ask(self.url, method, f"/_podsim/v1/{path}", body)

    def _explained(self, entity):
        __tracebackhide__ = True
        return self._control("GET", f"explain/{urllib.parse.quote(entity, safe='')}?limit=20")

    def _condition(self, text):
        __tracebackhide__ = True
        read = re.fullmatch(r"(\w+) (\S+) is ([A-Z_]+)", text)
        if read is None:
            raise ValueError(f"'{text}' is no condition: write 'job ID is COMPLETED', or give a function")
        kind, entity, status = read.groups()

        def is_met():
            __tracebackhide__ = True
            found = self._explained(entity)
            if found["kind"] != kind:
                raise ValueError(f"{entity} is a {found['kind']}, not a {kind}")
            return found["status"] == status

        return is_met


def ask(url, method, path, body=None, headers=None):
    """The JSON that a call is answered with; raises Refused."""
    __tracebackhide__ = True
    text = _send(url, method, path, body, headers)
    return json.loads(text) if text else None


def _send(url, method, path, body=None, headers=None):
    __tracebackhide__ = True
    data = None if body is None else json.dumps(body).encode()
    sent = {**(headers or {}), **({} if data is None else {"content-type": "application/json"})}
    request = urllib.request.Request(url + path, data=data, method=method, headers=sent)
    try:
        with _opener.open(request) as response:
            return response.read()
    except urllib.error.HTTPError as error:
        with error:
            text = error.read().decode(errors="replace")
        try:
            answer = json.loads(text)
        except ValueError:
            answer = text
        raise Refused(f"{method} {path}", error.code, answer, error.headers.get("x-podsim-rule")) from None


def _words(body):
    if not isinstance(body, dict):
        return body
    words = body.get("detail") or body.get("error") or body.get("title") or json.dumps(body)
    return "\n".join([str(words), *(json.dumps(one) for one in body.get("errors") or [])])


_UNITS = {"ms": 1, "s": 1_000, "m": 60_000, "h": 3_600_000, "d": 86_400_000}


def _milliseconds(duration):
    __tracebackhide__ = True
    if isinstance(duration, datetime.timedelta):
        return duration // datetime.timedelta(milliseconds=1)
    if isinstance(duration, str) and re.fullmatch(r"(\d+(ms|s|m|h|d))+", duration):
        return sum(int(number) * _UNITS[unit] for number, unit in re.findall(r"(\d+)(ms|s|m|h|d)", duration))
    raise ValueError(f"{duration!r} is no duration: write '10s', '1h30m', or a timedelta")


def _duration(by):
    return f"{_milliseconds(by)}ms" if isinstance(by, datetime.timedelta) else by
