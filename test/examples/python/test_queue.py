import json
import urllib.request

import pytest

# Durations are virtual: however long they are, a test takes milliseconds.
SLOW = {"endpoints": [{"id": "ep", "handler": {"duration": {"fixed": "2m"}, "outcomes": ["fail", "complete"]}}]}


@pytest.mark.podsim(world=SLOW)
def test_a_failed_job_can_be_retried(podsim_world):
    job = podsim_world.call("POST", "/v2/ep/run", {"input": {"prompt": "hi"}})["id"]
    podsim_world.until(f"job {job} is FAILED")
    podsim_world.call("POST", f"/v2/ep/retry/{job}")
    podsim_world.advance("2m")

    assert podsim_world.call("GET", f"/v2/ep/status/{job}")["output"] == {"prompt": "hi"}
    ends = podsim_world.events(entity=job, type=["JobFailed", "JobRetried", "JobCompleted"])
    assert [event["type"] for event in ends] == ["JobFailed", "JobRetried", "JobCompleted"]


@pytest.mark.podsim(clock="auto", seed="another")
def test_a_client_that_waits(podsim_world):
    # Any client does: it needs another base URL and a key. On an auto clock, time runs forward to each answer.
    request = urllib.request.Request(f"{podsim_world.url}/v2/ep-demo/runsync", method="POST", data=b'{"input": {"prompt": "hi"}}')
    request.add_header("authorization", f"Bearer {podsim_world.key}")
    with urllib.request.urlopen(request) as answer:
        assert json.load(answer)["status"] == "COMPLETED"
