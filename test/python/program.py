"""A program under test that imports the SDK, and makes a client, before any test begins."""

from runpod import endpoint_url_base
from runpod.endpoint import Endpoint

endpoint = Endpoint("ep-demo", api_key="the real key")


def base():
    return endpoint_url_base
