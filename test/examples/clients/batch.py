# Has a page read. It submits the page again until it has a result.
# It has a mistake: see docs/exploring.md, and batch.mended.py.
import json
import os
import sys
import time
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


def read(page):
    for _ in range(4):
        job = call("POST", "run", {"input": {"page": page}})
        # By then it is there, or something went wrong.
        time.sleep(0.05)
        if call("GET", f"status/{job['id']}")["status"] == "COMPLETED":
            return job["id"]
    sys.exit(f"page {page} could not be read")


try:
    print(read(1))
except OSError as error:
    sys.exit(f"no answer: {error}")
