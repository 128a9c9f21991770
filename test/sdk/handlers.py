"""Handlers beside that of the documents: a plain generator, and a function that blocks while it runs."""

import sys
import time

import runpod


def generator(job):
    yield from job["input"]["chunks"]


def blocking(job):
    time.sleep(job["input"]["seconds"])
    return "slept"


handlers = {"generator": generator, "blocking": blocking}
runpod.serverless.start({"handler": handlers[sys.argv[1]], "return_aggregate_stream": True})
