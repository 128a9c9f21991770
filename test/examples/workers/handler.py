"""A worker in Python, with the platform's own SDK: does what the input asks for, enough to see each way in which a job can end."""

import asyncio
import os
import sys

import runpod


async def handler(job):
    asked = job["input"]
    if "progress" in asked:
        runpod.serverless.progress_update(job, asked["progress"])
    if "seconds" in asked:
        await asyncio.sleep(asked["seconds"])
    if asked.get("crash"):
        os._exit(1)
    if "error" in asked:
        raise RuntimeError(asked["error"])
    if "bytes" in asked:
        return "x" * asked["bytes"]
    return asked.get("give", {"echo": asked})


async def streaming(job):
    """Gives its chunks one by one."""
    for chunk in job["input"]["chunks"]:
        yield chunk


# A worker streams either every job or none. The others are settings that the SDK has for all jobs of a worker.
runpod.serverless.start(
    {
        "handler": streaming if "--stream" in sys.argv else handler,
        "return_aggregate_stream": "--aggregate" in sys.argv,
        "refresh_worker": "--refresh" in sys.argv,
        "concurrency_modifier": lambda _: 8 if "--several" in sys.argv else 1,
    }
)
