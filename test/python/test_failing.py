"""Tests, some of which are meant to fail: what pytest prints of them is checked."""

import contextlib
import datetime
import threading
import time
import urllib.error
import urllib.request

import podsim_pytest
import pytest


@pytest.mark.podsim(seed="of-the-failing-test", clock="manual")
class TestWorlds:
    @pytest.mark.parametrize("wanted", ["a b"])
    def test_expects_too_much(self, podsim_world, wanted):
        for _ in range(30):
            podsim_world.call("POST", "/v2/ep-demo/run", {"input": {}})
        podsim_world.advance(to="00:00:05.000")
        assert podsim_world.call("GET", "/v2/ep-demo/health")["jobs"]["completed"] == wanted

    def test_waits_in_vain(self, podsim_world):
        podsim_world.call("POST", "/v2/ep-demo/run", {"input": {}})
        podsim_world.until("job job-1 is COMPLETED", within="10s")

    def test_gives_what_json_has_not(self, podsim_world):
        podsim_world.call("POST", "/v2/ep-demo/run", {"input": {"tags": {"a"}}})

    @pytest.mark.podsim(world={"endpoints": [{"id": "ep", "handler": len}]})
    def test_has_a_function_in_its_world(self, podsim_world):
        pass

    @pytest.mark.podsim(seeds=2)
    def test_has_a_world_that_cannot_be(self, podsim_world):
        pass


def test_is_another_world(podsim, podsim_world):
    assert (podsim_world.seed, podsim_world.url) == ("podsim", f"{podsim.url}/worlds/{podsim_world.id}")
    with pytest.raises(podsim_pytest.Refused, match="was answered 404") as refused:
        podsim_world.call("GET", "/v2/ep-demo/status/job-9")
    assert (refused.value.status, refused.value.rule) == (404, "job.expired")


def test_takes_conditions(podsim_world):
    podsim_world.advance(datetime.timedelta(seconds=1.5))
    assert podsim_world.clock()["now"]["ms"] == 1_500
    assert podsim_world.until(lambda: podsim_world.events(type="WorkerReady"), within="30s")[0]["at"] == 25_000
    assert "job-1" not in podsim_world.timeline()
    with pytest.raises(ValueError, match="write 'job ID is COMPLETED'"):
        podsim_world.until("job-1 completed")
    with pytest.raises(ValueError, match="is a worker, not a job"):
        podsim_world.until("job ep-demo-w1 is READY")
    with pytest.raises(ValueError, match="is no duration"):
        podsim_world.until("worker ep-demo-w1 is READY", within="soon")
    with pytest.raises(AssertionError, match="not within 1s, at 00:00:26.000: is_there"):
        podsim_world.until(is_there, within="1s")
    before = podsim_world.timeline()
    with pytest.raises(podsim_pytest.Refused, match=r"^until was answered 422 .*a worker is never BUSY; its statuses are .*IDLE"):
        podsim_world.until("worker ep-demo-w1 is BUSY")
    with pytest.raises(podsim_pytest.Refused, match=r"^until was answered 422 .*names no job of this world: there is no 'None'"):
        podsim_world.until("job None is COMPLETED")
    with pytest.raises(podsim_pytest.Refused, match=r"^events was answered 404 .*this world knows no entity ep-dmeo; it knows ep-demo"):
        podsim_world.events(entity="ep-dmeo")
    assert podsim_world.events(entity="ep-demo-w2") == []
    for statuses, words in [(("503",), "and '503' is none"), ((), "and there is none"), ((42,), "and 42 is none")]:
        with pytest.raises(ValueError, match=f"^answer_webhooks: takes statuses as numbers, {words}: answer_webhooks.503, 200.$"):
            podsim_world.answer_webhooks(*statuses)
    with pytest.raises(podsim_pytest.Refused, match=r"^advance was answered 422 .*is no duration|^advance was answered 422"):
        podsim_world.advance("soon")
    podsim_world.until("worker ep-demo-w1 is STOPPED or IDLE")
    assert podsim_world.timeline() == before
    podsim_world.advance(until_idle=True)
    assert podsim_world.explain("ep-demo-w1").startswith("worker ep-demo-w1 is ")


def is_there():
    return False


def test_calls_what_there_is_not(podsim_world):
    for path, key in [("/ep-demo/run", podsim_world.key), ("/v2/ep-demo/run", "another"), ("/v2/ep-demo/run", podsim_world.key)]:
        headers = {"authorization": f"Bearer {key}", "content-type": "application/json"}
        request = urllib.request.Request(podsim_world.url + path, method="POST", data=b'{"input": {}}', headers=headers)
        with contextlib.suppress(urllib.error.HTTPError):
            urllib.request.urlopen(request).close()
    pytest.fail("as the test has it")


@pytest.mark.podsim(clock="manual")
def test_waits_under_a_manual_clock(podsim, podsim_world):
    threading.Thread(target=wait_for_answer, args=(podsim_world,)).start()
    while not any("the clock is manual" in line for line in podsim.output.warnings()):
        time.sleep(0.01)
    pytest.fail("as the test has it")


def wait_for_answer(world):
    with contextlib.suppress(podsim_pytest.Refused):
        world.call("POST", "/v2/ep-demo/runsync", {"input": {}})
