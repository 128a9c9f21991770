import pytest

SLOW = {"endpoints": [{"id": "ep", "handler": {"duration": {"fixed": "2m"}, "outcomes": ["fail", "complete"]}}]}


@pytest.mark.podsim(world=SLOW)
def test_a_failed_job_can_be_retried(podsim_world):
    job = podsim_world.call("POST", "/v2/ep/run", {"input": {"prompt": "hi"}})["id"]
    podsim_world.until(f"job {job} is FAILED")
    podsim_world.call("POST", f"/v2/ep/retry/{job}")
    podsim_world.until(f"job {job} is COMPLETED")
    assert podsim_world.call("GET", f"/v2/ep/status/{job}")["output"] == {"prompt": "hi"}
