import pytest

runpod = pytest.importorskip("runpod")


def test_the_sdk_calls_the_world_of_the_test(podsim_world):
    assert runpod.Endpoint("ep-demo").run_sync({"input": {"prompt": "hi"}}) == {"prompt": "hi"}
    assert [event["type"] for event in podsim_world.events(type="JobCompleted")] == ["JobCompleted"]
