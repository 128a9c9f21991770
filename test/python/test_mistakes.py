"""The mistakes of a first hour, and what each is answered with."""

import datetime
import pathlib
import time

import podsim_pytest
import pytest
from podsim_pytest.report import failure_report


def test_a_count_that_is_none(podsim_world):
    for count in ("1", None, -1, 1.5, True):
        with pytest.raises(ValueError) as wrong:
            podsim_world.webhooks(count)
        assert str(wrong.value) == f"webhooks: takes a count, and {count!r} is none: webhooks(1)"


def test_what_json_has_not(podsim, podsim_world):
    within = {}
    within["self"] = [within]
    for value, words in [
        ({"input": {"tags": ["a", {1, 2}]}}, r"\$\.input\.tags\[1\] is of type set"),
        ({"input": (lambda: 1,)}, r"\$\.input\[0\] is of type function"),
        ({"input": {"a b": float("nan")}}, r"\$\.input\['a b'\] is nan"),
        ({"input": {(1, 2): 3}}, r"\$\.input has the key \(1, 2\)"),
        ({"input": within}, r"\$\.input\.self\[0\] is within itself"),
    ]:
        takes = "JSON takes text, numbers, True, False, None, lists and dicts with keys of text"
        with pytest.raises(ValueError, match=f"^POST /v2/ep-demo/run: {words}; {takes}$"):
            podsim_world.call("POST", "/v2/ep-demo/run", value)
    with pytest.raises(ValueError, match=r"^create_world: \$\.world\.endpoints\[0\]\.handler is of type function; JSON takes "):
        podsim.create_world(world={"endpoints": [{"id": "ep", "handler": lambda job: job}]})
    with pytest.raises(ValueError, match=r"^inject: \$\.match\.operation is of type set; JSON takes "):
        podsim_world.inject("api-error", {"operation": {"run"}})
    assert podsim_world.call("POST", "/v2/ep-demo/run", {"input": {1: (True, None, 0.5, "a")}})["status"] == "IN_QUEUE"


def test_a_call_without_a_method_or_a_path(podsim_world):
    for given in [("/v2/ep-demo/run", {"input": {}}), ("/v2/pods",), ("/v2/pods", "GET"), ("POST", {"input": {}}), (None, "/v2/pods")]:
        with pytest.raises(ValueError) as wrong:
            podsim_world.call(*given)
        assert str(wrong.value) == 'call: takes a method, a path and a body: call("POST", "/v2/ep/run", {...})'


def test_a_body_that_is_text(podsim_world):
    for body in ('{"input": {}}', b'{"input": {}}'):
        with pytest.raises(ValueError, match="^call takes a dict, and not JSON text: "):
            podsim_world.call("POST", "/v2/ep-demo/run", body)


def test_a_status_that_there_is_not(podsim_world):
    podsim_world.call("POST", "/v2/ep-demo/run", {"input": {}})
    with pytest.raises(podsim_pytest.Refused, match="a job is never DONE; its statuses are NEW, .*, gone$"):
        podsim_world.until("job job-1 is DONE")


@pytest.mark.podsim(world={"endpoints": [{"id": "ep", "workers": {"min": 0, "max": 1}}]}, clock="manual")
def test_a_wait_for_a_worker_that_may_still_come(podsim_world):
    words = "^not within 1m, at 00:01:00.000: worker ep-w1 is IDLE: this world knows no entity ep-w1; it knows ep$"
    with pytest.raises(AssertionError, match=words):
        podsim_world.until("worker ep-w1 is IDLE", within="1m")
    # That it was looked for is no mistake of the test.
    assert podsim_world.refused() == []
    with pytest.raises(podsim_pytest.Refused, match="a worker is never BUSY"):
        podsim_world.until("worker ep-w1 is BUSY")
    podsim_world.call("POST", "/v2/ep/run", {"input": {}})
    podsim_world.until("worker ep-w1 is RUNNING")
    with pytest.raises(podsim_pytest.Refused, match="there is no 'job-9'; there is only job-1"):
        podsim_world.until("job job-9 is COMPLETED")


def test_a_wait_for_a_function_in_vain(podsim_world):
    with pytest.raises(AssertionError) as vain:
        podsim_world.until(lambda: [], within="1m")
    assert str(vain.value) == "not within 1m, at 00:01:00.000: <lambda> last returned []; within= may be longer"


def test_a_world_that_is_a_file(podsim):
    for world in ("world.yaml", "endpoints:\n  - id: ep\n", pathlib.PurePosixPath("world.yaml")):
        with pytest.raises(ValueError, match="^create_world: world= takes a dict; a file, or its text, goes to scenario=$"):
            podsim.create_world(world=world)
    with pytest.raises(ValueError, match="^create_world: scenario= takes a file, or its text; a dict goes to world=$"):
        podsim.create_world(scenario={"endpoints": [{"id": "ep"}]})


def test_what_a_server_and_a_world_have_not(podsim, podsim_world):
    for name in ("call", "advance", "until", "seed", "webhook_url"):
        with pytest.raises(AttributeError) as wrong:
            getattr(podsim, name)
        remedy = "use podsim_world, or podsim.create_world()"
        assert str(wrong.value) == f"the fixture podsim is the server, and {name} is of a world: {remedy}"
    for name, call in [("run", 'call("POST", "/v2/ep/run", {"input": {}})'), ("status", 'call("GET", "/v2/ep/status/JOB")')]:
        with pytest.raises(AttributeError) as wrong:
            getattr(podsim_world, name)
        assert str(wrong.value) == f"a world has no {name}: write {call}"
    for one, words in [(podsim, "the fixture podsim has no no_such; it has create_world, "), (podsim_world, "a world has no no_such; it has advance, ")]:
        with pytest.raises(AttributeError, match=f"^{words}"):
            one.no_such


def test_an_attribute_by_another_name(podsim_world):
    for name, meant in [("api_key", "key"), ("base_url", "url"), ("wait_until", "until"), ("webhook", "webhooks"), ("evnts", "events"), ("now", "clock")]:
        with pytest.raises(AttributeError, match=rf"^a world has no {name}; did you mean {meant}\?; it has advance, "):
            getattr(podsim_world, name)
    with pytest.raises(podsim_pytest.Refused) as refused:
        podsim_world.call("GET", "/v2/ep-demo/status/job-9")
    for name, meant in [("code", "status"), ("status_code", "status"), ("detail", "body")]:
        with pytest.raises(AttributeError, match=rf"^a refusal has no {name}; did you mean {meant}\?; it has body, request, rule, status$"):
            getattr(refused.value, name)


def test_an_argument_that_a_function_has_not(podsim, podsim_world):
    for call, words in [
        (lambda: podsim_world.advance(seconds=10), "advance: got an unexpected keyword argument 'seconds'; it takes by, to, next, until_idle: advance(\"10s\")"),
        (lambda: podsim_world.until(), "until: missing a required argument: 'condition'; it takes condition, within: until(\"job ID is COMPLETED\", within=\"10m\")"),
        (lambda: podsim_world.timeline("job-1"), "timeline: too many positional arguments: timeline()"),
        (lambda: podsim.create_world({}), "create_world: too many positional arguments: create_world(seed="),
    ]:
        with pytest.raises(TypeError) as wrong:
            call()
        assert str(wrong.value).startswith(words)
    for call, words in [
        (lambda: podsim_world.until(True), "until: takes a condition as text, or a function, and True is neither: "),
        (lambda: podsim_world.until(lambda world: True), "until: takes a function without arguments, and <lambda> has some: "),
        (lambda: podsim_world.call("GTE", "/v2/pods"), r"call: takes a method, and 'GTE' is none; did you mean GET\?: "),
        (lambda: podsim_world.advance(datetime.timedelta(days=-1)), r"datetime.timedelta\(days=-1\) is before now, and time never runs backwards: "),
        (lambda: podsim_world.advance(to=datetime.datetime(2026, 1, 1)), r"advance: takes an instant as text, and datetime.datetime\(.*\) is none: "),
    ]:
        with pytest.raises(ValueError, match=f"^{words}"):
            call()
    with pytest.raises(AttributeError, match="^podsim_pytest has no create_world: a test takes the fixture podsim_world, "):
        podsim_pytest.create_world


@pytest.mark.podsim(clock="manual")
def test_a_poll_under_a_manual_clock(podsim, podsim_world):
    job = podsim_world.call("POST", "/v2/ep-demo/run", {"input": {}})["id"]
    while not podsim_world.warnings():
        podsim_world.call("GET", f"/v2/ep-demo/status/{job}")
        time.sleep(0.05)
    assert f"the clock is manual: a client that polls job {job} waits for virtual time; " in failure_report(podsim_world, "a", "b")


@pytest.mark.podsim(clock="manual")
def test_a_mark_without_its_fixture():
    pass


@pytest.mark.podsim(clock="manual")
def test_a_mark_of_a_fixture_that_the_body_asks_for(request):
    assert request.getfixturevalue("podsim_world").clock()["policy"]["clock"] == "manual"
