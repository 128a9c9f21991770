import urllib.error
import urllib.request

import podsim_pytest
import pytest

POD = {"name": "train", "image": "a:1", "gpu": {"id": "NVIDIA L4"}}
EP = {"endpoints": [{"id": "ep", "handler": {"duration": {"fixed": "30s"}}}]}


# The recorder: which calls does my client make, and in which order?
@pytest.mark.podsim(world=EP, clock="manual")
def test_the_calls_in_order(podsim_world):
    def client(call):
        job = call("POST", "/v2/ep/run", {"input": {"prompt": "a cat"}})["id"]
        while call("GET", f"/v2/ep/status/{job}")["status"] != "COMPLETED":
            podsim_world.advance("20s")

    client(podsim_world.call)
    made = podsim_world.requests()
    assert [one["operation"] for one in made] == ["run", "status", "status", "status", "status"]
    assert made[0]["body"] == {"input": {"prompt": "a cat"}}
    assert [one["at"] // 1000 for one in made] == [0, 0, 20, 40, 60]


# The flaky one: does my client go on after two failures, and not after a refusal?
@pytest.mark.podsim(world=EP)
def test_it_fails_twice_and_then_works(podsim_world):
    def submit(body):
        for attempt in range(1, 5):
            try:
                return attempt, podsim_world.call("POST", "/v2/ep/run", body)["status"]
            except podsim_pytest.Refused as refused:
                if refused.status < 500:
                    return attempt, refused.rule
                podsim_world.advance(f"{2 ** attempt}s")

    podsim_world.fail_next(2, 502, operation="run")
    assert submit({"input": {}}) == (3, "IN_QUEUE")
    assert submit({}) == (1, "job.run")
    assert podsim_world.clock()["now"]["virtual"] == "00:00:06.000"


# The shop: is the next GPU taken where one is out of stock, and the first again once it is back?
def test_out_of_stock_and_back(podsim_world):
    def rent():
        for gpu in ("NVIDIA L4", "NVIDIA A100 80GB PCIe"):
            try:
                podsim_world.call("POST", "/v2/pods", {**POD, "gpu": {"id": gpu}})
                return gpu
            except podsim_pytest.Refused as refused:
                assert refused.rule == "pod.capacity"

    podsim_world.out_of_stock("NVIDIA L4", lasts="10m")
    assert rent() == "NVIDIA A100 80GB PCIe"
    podsim_world.advance("10m")
    assert rent() == "NVIDIA L4"


# The clock: does a poller give up at its deadline, to the second, without a test that waits?
@pytest.mark.podsim(world=EP, clock="manual")
def test_the_test_moves_the_clock(podsim_world):
    def wait_for(job, seconds):
        for waited in range(seconds):
            if podsim_world.call("GET", f"/v2/ep/status/{job}")["status"] == "COMPLETED":
                return waited
            podsim_world.advance("1s")

    job = podsim_world.call("POST", "/v2/ep/run", {"input": {}})["id"]
    assert wait_for(job, 54) is None
    assert wait_for(job, 10) == 1
    assert podsim_world.clock()["now"]["virtual"] == "00:00:55.000"


# The watchdog: is a job that never ends cancelled, and its worker free again?
@pytest.mark.podsim(world={"endpoints": [{"id": "ep", "workers": {"max": 1}, "handler": {"outcomes": ["hang"]}}]}, clock="manual")
def test_a_watchdog_cancels_what_never_ends(podsim_world):
    def watch(job, limit):
        podsim_world.until(f"job {job} is IN_PROGRESS")
        podsim_world.advance(limit)
        if podsim_world.call("GET", f"/v2/ep/status/{job}")["status"] == "IN_PROGRESS":
            podsim_world.call("POST", f"/v2/ep/cancel/{job}")

    job = podsim_world.call("POST", "/v2/ep/run", {"input": {}})["id"]
    watch(job, limit="2m")
    assert "CANCELLED" in podsim_world.explain(job)
    assert podsim_world.call("GET", "/v2/ep/health")["jobs"]["inProgress"] == 0


# The receiver: does work that was handed over twice count once?
@pytest.mark.podsim(world=EP)
def test_a_webhook_is_tried_again(podsim_world):
    podsim_world.answer_webhooks(503, 200)
    hook = {"input": {"n": 1}, "webhook": podsim_world.webhook_url}
    job = podsim_world.call("POST", "/v2/ep/run", hook)["id"]
    came = podsim_world.webhooks(2)
    assert [one["id"] for one in came] == [job, job]
    assert {one["id"]: one["output"] for one in came} == {job: {"n": 1}}
    assert [one["answered"] for one in podsim_world.events(type="JobWebhookAnswered")] == [503, 200]


# The gateway: after 429, does it wait for as long as the answer says, and no longer?
@pytest.mark.podsim(world={**EP, "settings": {"account": {"runPerWindow": 1}}}, clock="manual")
def test_a_gateway_obeys_retry_after(podsim_world):
    def forward():
        headers = {"authorization": f"Bearer {podsim_world.key}", "content-type": "application/json"}
        request = urllib.request.Request(f"{podsim_world.url}/v2/ep/run", b'{"input": {}}', headers)
        try:
            return urllib.request.urlopen(request).status
        except urllib.error.HTTPError as refused:
            podsim_world.advance(f"{refused.headers['retry-after']}s")
            return refused.code

    assert [forward(), forward(), forward()] == [200, 429, 200]
    assert podsim_world.clock()["now"]["virtual"] == "00:00:10.000"


# The desk: how long does a person wait at most, with a cold worker and with a warm one?
@pytest.mark.podsim(world={"endpoints": [{"id": "ep", "handler": {"duration": {"fixed": "3s"}}}]})
def test_the_budget_of_a_cold_start(podsim_world):
    def wait_ms():
        before = podsim_world.clock()["now"]["ms"]
        podsim_world.call("POST", "/v2/ep/runsync", {"input": {"prompt": "hi"}})
        return podsim_world.clock()["now"]["ms"] - before

    cold, warm = wait_ms(), wait_ms()
    assert (cold, warm) == (28_000, 3_000)
    podsim_world.advance("10s")
    assert wait_ms() == 8_000, "its worker has stopped: the next one finds the image on its host"


# The probe: does it tell an endpoint that starts from one that has no host?
@pytest.mark.podsim(world=EP, clock="manual")
def test_a_probe_of_health_and_workers(podsim_world):
    def probe():
        health = podsim_world.call("GET", "/v2/ep/health")
        workers = podsim_world.call("GET", "/v2/serverless/ep/workers")["summary"]
        return health["jobs"]["inQueue"], health["workers"]["throttled"], workers["initializing"]

    assert probe() == (0, 0, 0)
    podsim_world.out_of_stock(lasts="5m")
    podsim_world.call("POST", "/v2/ep/run", {"input": {}})
    assert probe() == (1, 1, 0), "it has no host"
    podsim_world.advance("5m")
    assert probe() == (1, 0, 1), "it starts"


# The liar: what does my client make of a page in HTML, and of a create without an id?
def test_an_answer_that_should_never_be(podsim_world):
    def rent():
        answer = podsim_world.call("POST", "/v2/pods", POD)
        if isinstance(answer, dict) and "id" in answer:
            return answer["id"]
        there = podsim_world.call("GET", "/v2/pods")["pods"]
        return next((pod["id"] for pod in there if pod["name"] == POD["name"]), None)

    html = {"headers": {"content-type": "text/html"}, "body": "<html>sign in</html>", "effect": False}
    podsim_world.inject("answer-is", {"operation": "createPod"}, limit=1, answer=html)
    assert rent() is None
    podsim_world.inject("answer-is", {"operation": "createPod"}, limit=1, answer={"status": 201, "body": {}})
    assert rent() == podsim_world.events(type="PodCreated")[0]["podId"]


# The cut line: is there one pod, and not two, where the answer of the create was lost?
def test_a_create_whose_answer_is_lost(podsim_world):
    def rent_once():
        for _ in range(3):
            for pod in podsim_world.call("GET", "/v2/pods")["pods"]:
                if pod["name"] == POD["name"]:
                    return pod["id"]
            try:
                podsim_world.call("POST", "/v2/pods", POD)
            except OSError:
                podsim_world.advance("5s")

    podsim_world.inject("answer-lost", {"operation": "createPod"}, limit=1)
    assert rent_once() is not None
    assert len(podsim_world.events(type="PodCreated")) == 1


# The bill: what does a day cost, of a pod that works for eight hours, and of one that is forgotten?
def test_the_cost_of_a_day(podsim_world):
    def bill(pod):
        records = podsim_world.call("GET", f"/v2/billing/pods?podId={pod}&bucketSize=day")["records"]
        return round(sum(one["totalAmount"] for one in records), 2)

    worked, forgotten = (podsim_world.call("POST", "/v2/pods", {**POD, "name": name})["id"] for name in ("worked", "forgotten"))
    podsim_world.advance("8h")
    podsim_world.call("DELETE", f"/v2/pods/{worked}")
    podsim_world.advance("16h")
    assert (bill(worked), bill(forgotten)) == (3.54, 10.63)
