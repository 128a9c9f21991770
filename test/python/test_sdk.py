"""The SDK of the platform under the fixture: the program was imported before."""

import importlib
import socket
import sys

import podsim_pytest
import program
import pytest
import runpod
from podsim_pytest.guard import guard

HI = {"input": {"prompt": "hi"}}


def test_points_a_client_that_is_made_in_the_test(podsim_world):
    assert runpod.Endpoint("ep-demo").run_sync(HI) == {"prompt": "hi"}


def test_points_a_client_that_was_made_before(podsim_world):
    assert program.endpoint.run_sync(HI) == {"prompt": "hi"}
    assert program.base() == runpod.endpoint_url_base == f"{podsim_world.url}/v2"


@pytest.mark.parametrize("host", ["api.runpod.ai", "rest.runpod.io"])
def test_refuses_the_real_platform(host):
    assert runpod.endpoint_url_base == program.base() == "https://api.runpod.ai/v2"
    assert program.endpoint.headers["Authorization"] == "Bearer the real key"
    with pytest.raises(podsim_pytest.RealPlatform, match=f"real platform, {host}: .*--podsim-allow-host {host}"):
        socket.create_connection((host, 443))


def test_refuses_a_client_that_was_made_before_and_has_no_fixture():
    with pytest.raises(podsim_pytest.RealPlatform):
        program.endpoint.run_sync(HI)


def test_points_what_is_imported_in_the_test(podsim_world, monkeypatch):
    for name in [name for name in sys.modules if name.split(".")[0] == "runpod"]:
        monkeypatch.delitem(sys.modules, name)
    again = importlib.import_module("runpod")
    assert again is not runpod
    assert again.Endpoint("ep-demo").run_sync(HI) == {"prompt": "hi"}


@pytest.mark.podsim(scenario="scenarios/jobs/cancel-queued.scenario.yaml")
def test_has_the_world_of_a_scenario(podsim_world):
    assert podsim_world.call("GET", "/v2/serverless/ep-a")["workers"]["max"] == 1


def test_takes_webhooks(podsim_world):
    podsim_world.answer_webhooks(503, 200)
    job = podsim_world.call("POST", "/v2/ep-demo/runsync", {**HI, "webhook": podsim_world.webhook_url})["id"]
    assert [(one["id"], one["status"]) for one in podsim_world.webhooks(2)] == [(job, "COMPLETED")] * 2


def test_injects_a_fault(podsim_world):
    podsim_world.inject("api-error", {"operation": "run"}, limit=1)
    with pytest.raises(podsim_pytest.Refused, match="was answered 503"):
        podsim_world.call("POST", "/v2/ep-demo/run", HI)
    podsim_world.call("POST", "/v2/ep-demo/run", HI)


def test_says_of_a_receiver_of_its_own_that_nothing_is_posted(podsim_world):
    podsim_world.call("POST", "/v2/ep-demo/runsync", {**HI, "webhook": "http://127.0.0.1:9/hook"})


def test_lets_a_host_be_called_on_purpose():
    with pytest.raises(podsim_pytest.RealPlatform):
        sys.audit("socket.getaddrinfo", "api.runpod.ai", 443, 0, 0, 0)
    guard.allow(["API.runpod.ai"])
    sys.audit("socket.getaddrinfo", "api.runpod.ai", 443, 0, 0, 0)
    with pytest.raises(podsim_pytest.RealPlatform):
        sys.audit("socket.getaddrinfo", b"rest.runpod.io", 443, 0, 0, 0)
    guard.allow([])


def test_names_mistakes(podsim, podsim_world):
    with pytest.raises(ValueError, match="must begin with a slash"):
        podsim_world.call("GET", "v2/ep-demo/health")
    assert podsim_world.call("get", "/v2/ep-demo/health")["jobs"]["inQueue"] == 0
    with pytest.raises(podsim_pytest.Refused, match=r"\$\.fault: value must be one of .*did you mean 'api-error'"):
        podsim_world.inject("api-eror", limit=1)
    other = podsim.create_world()
    other.drop()
    with pytest.raises(RuntimeError, match="was dropped"):
        other.call("GET", "/v2/ep-demo/health")
