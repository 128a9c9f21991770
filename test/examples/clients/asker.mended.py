# Asks a model for two answers, one after the other: asker.py without its mistakes.
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


def ask(prompt):
    job = call("POST", "runsync?wait=10000", {"input": {"prompt": prompt}})
    for _ in range(200):
        if job["status"] in OVER:
            break
        time.sleep(0.01)
        job = call("GET", f"status/{job['id']}")
    else:
        call("POST", f"cancel/{job['id']}")
    if job["status"] != "COMPLETED":
        sys.exit(f"{prompt}: {job['id']} is {job['status']}")
    return job["output"]


try:
    print([ask("a cat"), ask("a dog")])
except urllib.error.HTTPError as error:
    sys.exit(f"{error.url}: {error.code} {error.read().decode()}")
except OSError as error:
    sys.exit(f"no answer: {error}")
