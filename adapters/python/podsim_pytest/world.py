"""A world of a server: its clock, its log, and why things are as they are."""

import datetime
import inspect
import json
import os
import re
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request
from typing import TYPE_CHECKING, Any, Callable, Dict, List, Optional, Sequence, Union

from .body import json_of
from .names import ask_whether_meant, no_attribute, takes

# How often the log is asked for the answer of a webhook, and the pause between, in seconds.
ANSWER_LOOKS = 2_000
PAUSE = 0.005

# Calls that the list of requests gives at once.
REQUESTS_PAGE = 100

METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"]

# What other clients have methods for, a world has calls for.
CALLS = {
    "get": 'call("GET", "/v2/pods")',
    "post": 'call("POST", "/v2/ep/run", {"input": {}})',
    "run": 'call("POST", "/v2/ep/run", {"input": {}})',
    "runsync": 'call("POST", "/v2/ep/runsync", {"input": {}})',
    "run_sync": 'call("POST", "/v2/ep/runsync", {"input": {}})',
    "status": 'call("GET", "/v2/ep/status/JOB")',
    "cancel": 'call("POST", "/v2/ep/cancel/JOB")',
    "health": 'call("GET", "/v2/ep/health")',
}

# A server on this machine is asked without a proxy.
_opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))


# Where a test makes a mistake, pytest shows the line of the test: it leaves out what hides itself by __tracebackhide__.


class Refused(Exception):
    """A call was refused: `status`, `body` and the `rule` that refuses, where there is one; `request` is its id."""

    status: int
    body: Any
    rule: Optional[str]
    request: Optional[str]

    def __init__(self, call, status, body, rule, request=None):
        super().__init__(f"{call} was answered {status}{'' if rule is None else f' ({rule})'}: {_words(body)}")
        self.status = status
        self.body = body
        self.rule = rule
        self.request = request

    # A checker of types names an attribute that there is not by itself.
    if not TYPE_CHECKING:

        def __getattr__(self, name):
            __tracebackhide__ = True
            raise no_attribute("a refusal", name, vars(self))


class World:
    """A world over HTTP. `url` is the base of its APIs, `key` the API key for them, `seed` what its draws follow from.

    Times are virtual. Durations are text with units ("500ms", "10s", "1h30m", "2d") or a timedelta. Each method raises Refused where the
    server refuses what it was given, and ValueError where that could not be sent.
    """

    id: str
    seed: str
    url: str
    key: Optional[str]
    webhook_url: str

    def __init__(self, server, made):
        self._server = server
        self.id = made["id"]
        self.seed = made["seed"]
        self._base = made["path"].rstrip("/")
        self.url = server.url + self._base
        # A receiver of webhooks of its own: what comes is in webhooks().
        self.webhook_url = f"{server.receiver.url}/{self.id}/webhook"
        self.key = next((key["key"] for key in made["keys"]), None)
        self.is_dropped = False
        # The ids of requests that no test has made: whether an entity is there was only looked up.
        self._looks = set()

    if not TYPE_CHECKING:

        def __getattr__(self, name):
            __tracebackhide__ = True
            if name in CALLS:
                raise AttributeError(f"a world has no {name}: write {CALLS[name]}")
            raise no_attribute("a world", name, {*vars(type(self)), *vars(self)})

    @takes('call("POST", "/v2/ep/run", {"input": {}})')
    def call(self, method: str, path: Optional[str] = None, body: Any = None, *, key: Optional[str] = None) -> Any:
        """Makes a call of either API, such as `call("GET", "/v2/pods")`, with the world's key or another, such as one of `create_key`.

        Returns the body of the answer: what JSON has, the text where it is none, or None where it is empty. Raises Refused for a status from 400 on.
        """
        __tracebackhide__ = True
        if not isinstance(method, str) or not isinstance(path, str) or method.startswith("/"):
            raise ValueError('call: takes a method, a path and a body: call("POST", "/v2/ep/run", {...})')
        if method.upper() not in METHODS:
            raise _wrong("call", "a method", f"{method!r} is none{ask_whether_meant(method.upper(), METHODS)}", 'call("POST", "/v2/ep/run", {...})')
        if not path.startswith("/"):
            raise ValueError(f"call: the path {path!r} must begin with a slash: call('GET', '/v2/pods')")
        if isinstance(body, (str, bytes)):
            raise ValueError("call takes a dict, and not JSON text: call('POST', '/v2/ep/run', {'input': {}})")
        caller = self.key if key is None else key
        headers = {} if caller is None else {"authorization": f"Bearer {caller}"}
        return ask(self._open_url(), method.upper(), path, body, headers)

    @takes('clock()["now"]')
    def clock(self) -> Dict[str, Any]:
        """The clock: `now`, what is due `next`, and the `policy`; times have `ms`, `virtual` and `instant`."""
        return self._control("clock", "GET", "clock")

    @takes('advance("10s")')
    def advance(
        self, by: Union[str, datetime.timedelta, None] = None, *, to: Optional[str] = None, next: bool = False, until_idle: bool = False
    ) -> Dict[str, Any]:
        """Lets virtual time pass: by a duration ("10s", "1h30m" or a timedelta), to an instant, to what is due next, or until nothing is.

        Returns where it came: `from` and `to` (each with `ms`, `virtual` and `instant`), how many timers `ran`, and `stoppedBecause`.
        Raises RuntimeError where so many timers ran that time stopped before.
        """
        __tracebackhide__ = True
        if to is not None and not isinstance(to, str):
            raise _wrong("advance", "an instant as text", f"{to!r} is none", 'advance(to="2026-01-01T00:00:10Z")')
        wanted = {"by": None if by is None else _duration(by), "to": to, "next": next or None, "untilIdle": until_idle or None}
        asked = {name: value for name, value in wanted.items() if value is not None}
        answer = self._control("advance", "POST", "clock/advance", asked)
        if answer["stoppedBecause"] == "entriesMax":
            raise RuntimeError(f"time stopped at {answer['to']['virtual']}, after {answer['ran']} timers: advance less at once")
        return answer

    @takes('until("job ID is COMPLETED", within="10m")')
    def until(self, condition: Union[str, Callable[[], Any]], within: Union[str, datetime.timedelta] = "1h") -> Any:
        """Runs timer by timer until "job ID is COMPLETED", or until a function returns something true, which is returned.

        An AssertionError says what is there instead when the virtual time `within` has passed.
        """
        __tracebackhide__ = True
        if not callable(condition) and not isinstance(condition, str):
            raise _wrong("until", "a condition as text, or a function", f"{condition!r} is neither", 'until("job ID is COMPLETED")')
        if callable(condition) and _needs_arguments(condition):
            raise _wrong("until", "a function without arguments", f"{getattr(condition, '__name__', condition)} has some", "until(lambda: world.events())")
        test = condition if callable(condition) else self._condition(condition)
        met = self._run_until(test, within)
        if met:
            return met
        if callable(condition):
            words = f"{getattr(condition, '__name__', condition)} last returned {met!r}; within= may be longer"
        else:
            words = f"{condition}: {self._look(condition.split()[1])[1]}"
        raise AssertionError(f"not within {within}, at {self.clock()['now']['virtual']}: {words}")

    @takes('events(type="JobCompleted")')
    def events(
        self, type: Union[str, Sequence[str], None] = None, entity: Optional[str] = None, after: int = 0
    ) -> List[Dict[str, Any]]:
        """The events so far: all, or those of a type (or several), about an entity, after an entry of the log.

        Each is a dict with `type`, `seq` (its number), `at` (ms since the start), `cause`, and the fields of its type.
        """
        __tracebackhide__ = True
        types = type if type is None or isinstance(type, str) else ",".join(type)
        query = {name: value for name, value in {"type": types, "entity": entity}.items() if value is not None}
        events = []
        while True:
            page = self._control("events", "GET", "events?" + urllib.parse.urlencode({**query, "after": after}))
            events += page["events"]
            after = page["next"]
            if not page["more"]:
                break
        # A worker may still come.
        if not events and entity is not None and not re.search(r"-w\d+$", entity):
            self._explained(entity, "events")
        return events

    @takes('explain("job-1")')
    def explain(self, entity: str) -> str:
        """Why an entity is in its status, and what it waits for: by its id, or its short name, such as job-1."""
        __tracebackhide__ = True
        return self._explained(entity, "explain")["text"]

    @takes('inject("api-error", {"operation": "run"}, limit=2)')
    def inject(self, fault: str, match: Optional[Dict[str, str]] = None, **more: Any) -> Dict[str, Any]:
        """Injects a fault from now on, such as `inject("api-error", {"operation": "run"}, limit=2)`.

        `match` says what it may strike; the rest is as in a scenario: `window={"to": "1m"}`, `limit`, `chance`, `delay`, `status`, `at`, and
        `answer={"status": 200, "headers": {"content-type": "text/html"}, "body": "<html>"}` of `answer-is`.
        Returns the fault: `id`, `status`, `strikes`, `from`, `until`.
        """
        __tracebackhide__ = True
        return self._inject("inject", {"fault": fault, **({} if match is None else {"match": match}), **more})

    @takes("fail_next(2, 503)")
    def fail_next(
        self, n: int = 1, status: int = 503, *, operation: Optional[str] = None, endpoint: Optional[str] = None
    ) -> Dict[str, Any]:
        """Has the next `n` calls refused, each with a status from 400 to 599: all calls, or those of an operation ("run") or an endpoint.

        Returns the fault, as `inject` does.
        """
        __tracebackhide__ = True
        if type(n) is not int or n < 1:
            raise _wrong("fail_next", "a number of calls", f"{n!r} is none", "fail_next(2, 503)")
        match = {name: value for name, value in {"operation": operation, "endpoint": endpoint}.items() if value is not None}
        return self._inject("fail_next", {"fault": "api-error", "match": match, "limit": n, "status": status})

    @takes('out_of_stock("NVIDIA L4", lasts="10m")')
    def out_of_stock(self, gpu: Optional[str] = None, lasts: Union[str, datetime.timedelta] = "1d") -> Dict[str, Any]:
        """Has no host with this GPU free, or none at all, for so long. What runs already continues. Returns the fault, as `inject` does."""
        __tracebackhide__ = True
        match = {} if gpu is None else {"gpu": gpu}
        return self._inject("out_of_stock", {"fault": "no-capacity", "match": match, "window": {"to": _duration(lasts)}})

    @takes('create_key(permissions={"pods": "read"}, expires_in="1h")')
    def create_key(
        self,
        name: Optional[str] = None,
        *,
        permissions: Optional[Dict[str, str]] = None,
        endpoints: Optional[Sequence[str]] = None,
        account: Optional[str] = None,
        expires_in: Union[str, datetime.timedelta, None] = None,
        rate_limit_exempt: Optional[bool] = None,
    ) -> Dict[str, Any]:
        """Makes an API key. Its secret is in `key`: `call(..., key=...)` takes it, and so does any client.

        `permissions` has a level for each group, such as `{"pods": "read"}`; a group that is not named has none, and without permissions the
        key has all. `endpoints` limits its queue calls. Returns the key: `key`, `name`, `account`, `permissions`, `endpoints`, `expiresAt`.
        """
        __tracebackhide__ = True
        wanted = {
            "name": name,
            "permissions": permissions,
            "endpoints": None if endpoints is None else list(endpoints),
            "account": account,
            "expiresIn": None if expires_in is None else _duration(expires_in),
            "rateLimitExempt": rate_limit_exempt,
        }
        return self._control("create_key", "POST", "keys", {field: value for field, value in wanted.items() if value is not None})

    @takes('log_line(pod, "epoch 1")')
    def log_line(self, pod: str, *lines: str) -> None:
        """Has what runs in a pod print lines of its log, which `GET /v2/pods/{id}/logs` streams. Raises Refused unless its container runs."""
        __tracebackhide__ = True
        if not isinstance(pod, str):
            raise _wrong("log_line", "the id of a pod", f"{pod!r} is none", 'log_line(pod, "epoch 1")')
        self._control("log_line", "POST", f"pods/{urllib.parse.quote(pod, safe='')}/output", {"lines": list(lines)})

    @takes('requests("run")')
    def requests(self, operation: Optional[str] = None) -> List[Dict[str, Any]]:
        """The newest 1,000 calls of both APIs, oldest first, also those that were refused: all, or those of an operation ("run").

        Each has `operation`, `path`, `query`, `body` (None where it has none; text, and cut, where it has more than 16 kB), `at` (ms since
        the start), `status` (None while it has no answer) and `rule` (the rule that refused it). Unknown paths are in `refused()`.
        """
        __tracebackhide__ = True
        query: Dict[str, Any] = {"limit": REQUESTS_PAGE, **({} if operation is None else {"operation": operation})}
        newest: List[Dict[str, Any]] = []
        while True:
            page = self._control("requests", "GET", f"requests?{urllib.parse.urlencode(query)}")
            newest += page["requests"]
            if page["before"] is None:
                break
            query["before"] = page["before"]
        # What the test does to the world is no call of its client.
        return [_made(one) for one in reversed(newest) if not one["path"].startswith("/_podsim/")]

    @takes('webhooks(1, within="10m")')
    def webhooks(self, count: int = 0, within: Union[str, datetime.timedelta] = "1h") -> List[Any]:
        """The bodies that `webhook_url` has received, in order; with a count, lets time pass until there are so many.

        An AssertionError says how many have come when the virtual time `within` has passed.
        """
        __tracebackhide__ = True
        if type(count) is not int or count < 0:
            raise _wrong("webhooks", "a count", f"{count!r} is none", "webhooks(1)")
        received = []

        def have_come():
            self._await_webhook_answers()
            received[:] = self._server.receiver.received(self.id)
            return len(received) >= count

        if not self._run_until(have_come, within):
            raise AssertionError(
                f"{len(received)} of {count} webhooks have come within {within}: "
                f"a job posts one to the `webhook` of its request, {self.webhook_url}, when it has ended"
            )
        return received

    def answer_webhooks(self, *statuses: int) -> None:
        """Says which statuses `webhook_url` answers, by arrival, the last repeating: `answer_webhooks(503, 200)`."""
        __tracebackhide__ = True
        wrong = [one for one in statuses if type(one) is not int or not 100 <= one <= 599]
        if wrong or not statuses:
            got = f"{wrong[0]!r} is none" if wrong else "there is none"
            raise _wrong("answer_webhooks", "statuses as numbers", got, "answer_webhooks(503, 200)")
        self._server.receiver.answer(self.id, statuses)

    @takes('refused()')
    def refused(self) -> List[Dict[str, Any]]:
        """The requests that were refused, those of unknown paths and keys included: method, path, status, rule, detail."""
        with _open(self.url, "GET", "/_podsim/v1/clock") as answer:
            answered = answer.headers["x-request-id"]
        refused = self._server.output.refused(f"{self._base}/", answered)
        return [{**one, "path": one["path"][len(self._base) :]} for one in refused if one["requestId"] not in self._looks]

    @takes('waiting()')
    def waiting(self) -> List[str]:
        """The newest calls that have no answer, such as "runsync /v2/ep/runsync"."""
        listed = self._control("waiting", "GET", "requests?limit=100")["requests"]
        return [f"{one['operation']} {one['path']}" for one in reversed(listed) if one["status"] is None]

    @takes('warnings()')
    def warnings(self) -> List[str]:
        """What the server has warned of in this world."""
        return [line for line in self._server.output.warnings() if line.startswith(f"world {self.id}: ")]

    @takes('timeline()')
    def timeline(self) -> str:
        """All that has happened, as `podsim log show --timeline` prints it."""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "world.log")
            with open(path, "wb") as file:
                file.write(_send(self.url, "GET", "/_podsim/v1/log", called="timeline"))
            return self._server.run("log", "show", path, "--timeline")

    @takes('drop()')
    def drop(self) -> None:
        """Removes the world from its server."""
        self.is_dropped = True
        ask(self._server.url, "DELETE", f"/_podsim/v1/worlds/{self.id}", called="drop")

    def _run_until(self, test, within):
        """Runs timer by timer until a function returns something true; returns what it last returned."""
        __tracebackhide__ = True
        last = self.clock()["now"]["ms"] + _milliseconds(within)
        is_over = False
        while True:
            met = test()
            if met or is_over:
                return met
            step = self._control("until", "POST", "clock/advance", {"to": f"{last}ms", "maxEntries": 1})
            is_over = step["stoppedBecause"] != "entriesMax"

    def _await_webhook_answers(self):
        """Until the log has the answer of every webhook that was posted: the answer belongs to the time of its post."""
        for _ in range(ANSWER_LOOKS):
            posted = self.events(type=["JobWebhookPosted", "JobWebhookAnswered"])
            if not posted or posted[-1]["type"] == "JobWebhookAnswered":
                return
            time.sleep(PAUSE)

    def _inject(self, called, fault):
        __tracebackhide__ = True
        return self._control(called, "POST", "faults", fault)

    def _control(self, called, method, path, body=None):
        __tracebackhide__ = True
        return ask(self._open_url(), method, f"/_podsim/v1/{path}", body, called=called)

    def _open_url(self):
        __tracebackhide__ = True
        if self.is_dropped:
            raise RuntimeError(f"the world {self.id} was dropped: nothing more happens in it; podsim.create_world() makes another")
        return self.url

    def _explained(self, entity, called):
        __tracebackhide__ = True
        return self._control(called, "GET", f"explain/{urllib.parse.quote(entity, safe='')}?limit=20")

    def _condition(self, text):
        __tracebackhide__ = True
        read = re.fullmatch(r"(\w+) (\S+) is (.+)", text)
        if read is None:
            raise ValueError(f"'{text}' is no condition: write 'job ID is COMPLETED', or give a function")
        kind, entity, _ = read.groups()
        found, _ = self._look(entity)
        if found is not None and found["kind"] != kind:
            raise ValueError(f"{entity} is a {found['kind']}, not a {kind}")

        def is_met():
            """The server knows every status of the kind. Time does not move."""
            __tracebackhide__ = True
            return self._control("until", "POST", "clock/advance", {"within": "0ms", "until": text})["met"]

        if found is None:
            # What no call creates, such as a worker, may still come. The server knows those kinds, and refuses the others.
            is_met()
        return is_met

    def _look(self, entity):
        """The explanation of an entity, and why it is in its status; or None, and which entities there are."""
        __tracebackhide__ = True
        try:
            found = self._explained(entity, "until")
        except Refused as refused:
            if refused.status != 404:
                raise
            self._looks.add(refused.request)
            return None, _words(refused.body)
        return found, found["text"]


def ask(url, method, path, body=None, headers=None, called=None):
    """The JSON that a call is answered with, or a text that is none; raises Refused, in the name of the function that was called."""
    __tracebackhide__ = True
    answer = _send(url, method, path, body, headers, called)
    try:
        return json.loads(answer) if answer else None
    except ValueError:
        return answer.decode(errors="replace")


def _send(url, method, path, body=None, headers=None, called=None):
    __tracebackhide__ = True
    with _open(url, method, path, body, headers, called) as response:
        return response.read()


def _open(url, method, path, body=None, headers=None, called=None):
    __tracebackhide__ = True
    data = None if body is None else json_of(body, called or f"{method} {path}")
    sent = {**(headers or {}), **({} if data is None else {"content-type": "application/json"})}
    request = urllib.request.Request(url + path, data=data, method=method, headers=sent)
    try:
        return _opener.open(request)
    except urllib.error.HTTPError as error:
        with error:
            text = error.read().decode(errors="replace")
        try:
            answer = json.loads(text)
        except ValueError:
            answer = text
        rule, request_id = (error.headers.get(name) for name in ("x-podsim-rule", "x-request-id"))
        raise Refused(called or f"{method} {path}", error.code, answer, rule, request_id) from None


def read_scenario(scenario):
    """The text of a scenario, which is given as text or as a file."""
    __tracebackhide__ = True
    if not isinstance(scenario, (str, os.PathLike)):
        raise ValueError("create_world: scenario= takes a file, or its text; a dict goes to world=")
    if "\n" in str(scenario):
        return scenario
    try:
        with open(scenario, encoding="utf-8") as file:
            return file.read()
    except OSError as error:
        folder = os.path.dirname(os.path.abspath(scenario))
        beside = sorted(name for name in os.listdir(folder) if name.endswith(".yaml")) if os.path.isdir(folder) else []
        there = f"; {folder} has {', '.join(beside[:5])}" if beside else "; give a path from there, or a whole one"
        raise ValueError(f"scenario={os.fspath(scenario)!r} cannot be read from {os.getcwd()}: {error.strerror}{there}") from None


def _made(call):
    """A call, as a test reads it."""
    request = call["request"]
    made = {"operation": call["operation"], "path": call["path"], "query": request["query"], "body": request.get("body")}
    return {**made, "at": call["at"]["ms"], "status": call["status"], "rule": call["rule"]}


def _wrong(called, takes, got, instead):
    """An argument that a function does not take."""
    return ValueError(f"{called}: takes {takes}, and {got}: {instead}")


def _words(body):
    if not isinstance(body, dict):
        return body
    errors = [one if isinstance(one, str) else json.dumps(one) for one in body.get("errors") or []]
    return "; ".join(errors) or str(body.get("detail") or body.get("error") or body.get("title") or json.dumps(body))


_UNITS = {"ms": 1, "s": 1_000, "m": 60_000, "h": 3_600_000, "d": 86_400_000}


def _needs_arguments(function):
    try:
        inspect.signature(function).bind()
    except TypeError:
        return True
    except ValueError:  # Some built-in functions say nothing of theirs.
        return False
    return False


def _milliseconds(duration):
    __tracebackhide__ = True
    if isinstance(duration, datetime.timedelta):
        if duration < datetime.timedelta(0):
            raise ValueError(f"{duration!r} is before now, and time never runs backwards: write '10s', '1h30m', or a timedelta")
        return duration // datetime.timedelta(milliseconds=1)
    if isinstance(duration, str) and re.fullmatch(r"(\d+(ms|s|m|h|d))+", duration):
        return sum(int(number) * _UNITS[unit] for number, unit in re.findall(r"(\d+)(ms|s|m|h|d)", duration))
    raise ValueError(f"{duration!r} is no duration: write '10s', '1h30m', or a timedelta")


def _duration(by):
    return f"{_milliseconds(by)}ms" if isinstance(by, datetime.timedelta) else by
