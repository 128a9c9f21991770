# Asks a model for two answers, one after the other.
# It has mistakes: see docs/exploring.md, and asker.mended.py.
import json
import os
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


def ask(prompt):
    job = call("POST", "runsync?wait=10000", {"input": {"prompt": prompt}})
    while job["status"] == "IN_QUEUE":
        time.sleep(0.01)
        job = call("GET", f"status/{job['id']}")
    return job["output"]


print([ask("a cat"), ask("a dog")])
