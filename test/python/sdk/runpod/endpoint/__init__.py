"""The clients of the stand-in for the SDK."""

import json
import urllib.request


class Endpoint:
    def __init__(self, endpoint_id, api_key=None):
        from runpod import api_key as global_api_key
        from runpod import endpoint_url_base

        key = api_key or global_api_key
        if key is None:
            raise RuntimeError("no key")
        self.endpoint_id = endpoint_id
        self.endpoint_url_base = endpoint_url_base
        self.headers = {"content-type": "application/json", "Authorization": f"Bearer {key}"}

    def run_sync(self, given):
        url = f"{self.endpoint_url_base}/{self.endpoint_id}/runsync"
        request = urllib.request.Request(url, method="POST", data=json.dumps(given).encode(), headers=self.headers)
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)["output"]
