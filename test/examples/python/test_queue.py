import json
import urllib.request

import pytest


@pytest.mark.podsim(seed="another")
def test_a_client_that_waits(podsim_world):
    # Any client does: it needs another base URL and a key. Time runs forward to each answer.
    request = urllib.request.Request(f"{podsim_world.url}/v2/ep-demo/runsync", method="POST", data=b'{"input": {"prompt": "hi"}}')
    request.add_header("authorization", f"Bearer {podsim_world.key}")
    with urllib.request.urlopen(request) as answer:
        assert json.load(answer)["status"] == "COMPLETED"


def test_what_happened_can_be_asked(podsim_world):
    job = podsim_world.call("POST", "/v2/ep-demo/runsync", {"input": {"prompt": "hi"}})["id"]
    ends = podsim_world.events(entity=job, type=["JobQueued", "JobStarted", "JobCompleted"])
    assert [event["type"] for event in ends] == ["JobQueued", "JobStarted", "JobCompleted"]
