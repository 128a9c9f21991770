import pytest

# Three fakes that people write by hand, and what stands in their place: nothing of the platform is written again.


def handle_webhook(seen, payload):
    """The receiver of the program under test: it does the work of a job once, however often its webhook comes."""
    if payload["id"] not in seen:
        seen[payload["id"]] = payload["output"]


# Instead of `class FakeRunPod` with run() and status(), which counts its calls until it says COMPLETED.
@pytest.mark.podsim(world={"endpoints": [{"id": "ep", "handler": {"duration": {"fixed": "40s"}, "output": {"file": "cat.png"}}}]})
def test_a_queue(podsim_world):
    job = podsim_world.call("POST", "/v2/ep/run", {"input": {"prompt": "a cat"}})
    assert job["status"] == "IN_QUEUE"
    podsim_world.until(f"job {job['id']} is IN_PROGRESS")
    podsim_world.advance("40s")
    assert podsim_world.call("GET", f"/v2/ep/status/{job['id']}")["output"] == {"file": "cat.png"}


# Instead of `class FakeRunPod` with create_pod(), get_pod() and stop_pod(), whose pods run at once and cost nothing.
def test_a_pod(podsim_world):
    pod = podsim_world.call("POST", "/v2/pods", {"name": "p", "image": "a:1", "gpu": {"id": "NVIDIA L4"}})["id"]
    podsim_world.until(f"pod {pod} is RUNNING")
    assert podsim_world.call("GET", f"/v2/pods/{pod}")["cost"] > 0
    podsim_world.call("POST", f"/v2/pods/{pod}/action", {"action": "stop"})
    podsim_world.until(f"pod {pod} is EXITED")
    podsim_world.call("DELETE", f"/v2/pods/{pod}")


# Instead of `class FakeRunPod` that posts one webhook at once: here its receiver answers 503 first, so that it comes twice.
@pytest.mark.podsim(world={"endpoints": [{"id": "ep"}], "settings": {"job": {"webhookAnswers": [503, 200]}}})
def test_a_webhook(podsim_world):
    seen = {}
    job = podsim_world.call("POST", "/v2/ep/run", {"input": {"n": 1}, "webhook": "https://example.com/hook"})["id"]
    podsim_world.advance("5m")
    sent = podsim_world.events(type="JobWebhookSent")
    for _ in sent:
        # A webhook has the body of this answer.
        handle_webhook(seen, podsim_world.call("GET", f"/v2/ep/status/{job}"))
    assert ([event["answered"] for event in sent], list(seen.values())) == ([503, 200], [{"n": 1}])
