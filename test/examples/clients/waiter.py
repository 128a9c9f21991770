# Has a model draw a picture. It has a mistake: see docs/exploring.md, and waiter.mended.py.
import http.client
import json
import os
import sys
import time
import urllib.error
import urllib.request

URL = os.environ["PODSIM_URL"]
KEY = os.environ["PODSIM_API_KEY"]
ENDPOINT = os.environ.get("ENDPOINT", "ep-demo")
OVER = ("COMPLETED", "FAILED", "CANCELLED", "TIMED_OUT")


def call(method, path, body=None):
    request = urllib.request.Request(
        f"{URL}/v2/{ENDPOINT}/{path}",
        method=method,
        data=None if body is None else json.dumps(body).encode(),
        headers={"authorization": f"Bearer {KEY}", "content-type": "application/json"},
    )
    # Without a timeout it waits for as long as the connection stands.
    with urllib.request.urlopen(request) as response:
        return json.load(response)


def draw(prompt):
    job = call("POST", "run", {"input": {"prompt": prompt}})
    print(job["id"])
    for _ in range(100):
        job = call("GET", f"status/{job['id']}")
        if job["status"] in OVER:
            break
        time.sleep(0.01)
    else:
        call("POST", f"cancel/{job['id']}")
    if job["status"] != "COMPLETED":
        sys.exit(f"{prompt}: {job['id']} is {job['status']}")
    return job["output"]


try:
    print(draw("a cat"))
except urllib.error.HTTPError as error:
    sys.exit(f"{error.url}: {error.code} {error.read().decode()}")
except (OSError, ValueError, http.client.HTTPException) as error:
    sys.exit(f"no answer: {error}")
