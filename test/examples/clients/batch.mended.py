# Has a page read. It submits the page again where its job has failed, a few times: batch.py without its mistake.
import json
import os
import sys
import time
import urllib.error
import urllib.request

URL = os.environ["PODSIM_URL"]
KEY = os.environ["PODSIM_API_KEY"]
ENDPOINT = os.environ.get("ENDPOINT", "ep-demo")


def call(method, path, body=None):
    request = urllib.request.Request(
        f"{URL}/v2/{ENDPOINT}/{path}",
        method=method,
        data=None if body is None else json.dumps(body).encode(),
        headers={"authorization": f"Bearer {KEY}", "content-type": "application/json"},
    )
    with urllib.request.urlopen(request, timeout=30) as response:
        return json.load(response)


OVER = ("COMPLETED", "FAILED", "CANCELLED", "TIMED_OUT")


def until_over(job):
    for _ in range(200):
        time.sleep(0.01)
        status = call("GET", f"status/{job}")["status"]
        if status in OVER:
            return status
    return call("POST", f"cancel/{job}")["status"]


def read(page):
    for _ in range(4):
        job = call("POST", "run", {"input": {"page": page}})["id"]
        if until_over(job) == "COMPLETED":
            return job
    sys.exit(f"page {page} could not be read")


try:
    print(read(1))
except urllib.error.HTTPError as error:
    sys.exit(f"{error.url}: {error.code} {error.read().decode()}")
except OSError as error:
    sys.exit(f"no answer: {error}")
