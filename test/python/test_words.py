"""The words of a world: what goes wrong in it, who calls, and what was called."""

import datetime
import urllib.request

import podsim_pytest
import pytest


def submit(world, **more):
    return world.call("POST", "/v2/ep-demo/run", {"input": {"prompt": "hi"}}, **more)


def test_the_next_calls_fail(podsim_world):
    fault = podsim_world.fail_next(2, 502, operation="run")
    assert (fault["fault"], fault["answers"], fault["limit"]) == ("api-error", 502, 2)
    assert podsim_world.call("GET", "/v2/ep-demo/health")["jobs"]["inQueue"] == 0
    for _ in range(2):
        with pytest.raises(podsim_pytest.Refused, match="was answered 502") as refused:
            submit(podsim_world)
        assert refused.value.rule == "fault.window"
    submit(podsim_world)
    assert [one["status"] for one in podsim_world.requests("run")] == [502, 502, 200]
    podsim_world.fail_next(endpoint="ep-demo")
    with pytest.raises(podsim_pytest.Refused, match="was answered 503"):
        podsim_world.call("GET", "/v2/ep-demo/health")
    for number in (0, "2", True):
        with pytest.raises(ValueError, match=f"^fail_next: takes a number of calls, and {number!r} is none: "):
            podsim_world.fail_next(number)


def test_a_call_is_answered_what_it_never_should_be(podsim_world):
    pod = {"name": "p", "image": "a:1", "gpu": {"id": "NVIDIA L4"}}
    html = {"headers": {"content-type": "text/html"}, "body": "<html>Grüße</html>", "effect": False}
    fault = podsim_world.inject("answer-is", {"operation": "createPod"}, limit=1, answer=html)
    assert (fault["answers"], fault["answer"]["body"]) == (200, "<html>Grüße</html>")
    assert podsim_world.call("POST", "/v2/pods", pod) == "<html>Grüße</html>"
    podsim_world.inject("answer-is", {"operation": "createPod"}, limit=1, answer={"status": 201, "body": {"name": "p"}})
    assert podsim_world.call("POST", "/v2/pods", pod) == {"name": "p"}
    assert [one["name"] for one in podsim_world.call("GET", "/v2/pods")["pods"]] == ["p"]
    with pytest.raises(podsim_pytest.Refused, match="may not name connection, content-length"):
        podsim_world.inject("answer-is", limit=1, answer={"headers": {"Content-Length": "5"}})


def test_a_gpu_is_out_of_stock(podsim_world):
    wanted = {"name": "p", "image": "a:1", "gpu": {"id": "NVIDIA L4"}}
    podsim_world.out_of_stock("NVIDIA L4", lasts=datetime.timedelta(minutes=10))
    with pytest.raises(podsim_pytest.Refused) as refused:
        podsim_world.call("POST", "/v2/pods", wanted)
    assert refused.value.rule == "pod.capacity"
    podsim_world.call("POST", "/v2/pods", {**wanted, "gpu": {"id": "NVIDIA A100 80GB PCIe"}})
    podsim_world.advance("10m")
    assert podsim_world.call("POST", "/v2/pods", wanted)["id"]


def test_requests_are_in_their_order_with_their_bodies(podsim_world):
    podsim_world.advance("2s")
    job = submit(podsim_world)["id"]
    podsim_world.create_key("other")
    podsim_world.call("GET", f"/v2/ep-demo/status/{job}")
    with pytest.raises(podsim_pytest.Refused):
        podsim_world.call("POST", "/v2/ep-demo/run", {"inputs": 1}, key="no-such-key")
    ran, looked, refused = podsim_world.requests()
    at = {"at": 2_000, "query": {}}
    assert ran == {**at, "operation": "run", "path": "/v2/ep-demo/run", "body": {"input": {"prompt": "hi"}}, "status": 200, "rule": None}
    assert (looked["operation"], looked["path"], looked["body"]) == ("status", f"/v2/ep-demo/status/{job}", None)
    assert (refused["status"], refused["rule"]) == (401, "auth.queue-key")
    for _ in range(110):
        podsim_world.call("GET", "/v2/ep-demo/health")
    assert [one["operation"] for one in podsim_world.requests()] == ["run", "status", "run"] + ["health"] * 110
    with pytest.raises(podsim_pytest.Refused, match="^requests was answered 422 .*is not an operation of a world"):
        podsim_world.requests("runs")


def test_a_key_may_less_and_expires(podsim_world):
    key = podsim_world.create_key("reader", permissions={"pods": "read"}, expires_in="1h")
    assert (key["name"], key["permissions"]["pods"]) == ("reader", "read")
    assert podsim_world.call("GET", "/v2/pods", key=key["key"]) == {"pods": []}
    with pytest.raises(podsim_pytest.Refused, match="was answered 403"):
        submit(podsim_world, key=key["key"])
    podsim_world.advance("1h")
    with pytest.raises(podsim_pytest.Refused, match="was answered 401"):
        podsim_world.call("GET", "/v2/pods", key=key["key"])


def test_a_pod_prints(podsim_world):
    pod = podsim_world.call("POST", "/v2/pods", {"name": "p", "image": "a:1", "gpu": {"id": "NVIDIA L4"}})["id"]
    with pytest.raises(podsim_pytest.Refused, match="^log_line was answered 409 .pod.output."):
        podsim_world.log_line(pod, "too early")
    podsim_world.until(f"pod {pod} is RUNNING")
    podsim_world.log_line(pod, "epoch 1", "epoch 2")
    assert podsim_world.events(type="PodPrinted", entity=pod)[0]["lines"] == ["epoch 1", "epoch 2"]
    for line in ("epoch 1", "epoch 2"):
        assert line in next_lines(podsim_world, pod)


def next_lines(world, pod):
    """What the stream of the log begins with: it goes on for as long as the pod is there."""
    headers = {"authorization": f"Bearer {world.key}"}
    request = urllib.request.Request(f"{world.url}/v2/pods/{pod}/logs?source=container&tail=2", headers=headers)
    with urllib.request.urlopen(request) as stream:
        text = ""
        while text.count("data:") < 2:
            text += stream.readline().decode()
    return text
