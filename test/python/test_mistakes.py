"""The mistakes of a first hour, and what each is answered with."""

import podsim_pytest
import pytest


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
        ({"input": {"a b": float("nan")}}, r"\$\['a b'\]|\$\.input\['a b'\] is nan"),
        ({"input": {(1, 2): 3}}, r"\$\.input has the key \(1, 2\)"),
        ({"input": within}, r"\$\.input\.self\[0\] is within itself"),
    ]:
        takes = "JSON takes text, numbers, True, False, None, lists and dicts with keys of text"
        with pytest.raises(ValueError, match=f"^POST /v2/ep-demo/run: {words}; {takes}$"):
            podsim_world.call("POST", "/v2/ep-demo/run", value)
    with pytest.raises(ValueError, match=r"^create_world: \$\.world\.endpoints\[0\]\.handler is of type function; JSON takes "):
        podsim.create_world(world={"endpoints": [{"id": "ep", "handler": lambda job: job}]})
    with pytest.raises(ValueError, match=r"^fault: \$\.match\.operation is of type set; JSON takes "):
        podsim_world.fault("api-error", {"operation": {"run"}})
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
