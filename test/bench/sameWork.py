# What podsim does for each job of the bench's queue, in SimPy, as its documentation writes reneging customers: the same seven entries are
# kept, and a time to live, an execution timeout and a retention are timers. Prints jobs a second of the processor.
import random
import sys
import time

import simpy

jobs = int(sys.argv[1])
draw = random.Random("bench")
time_to_live, execution_timeout, retention = 86_400_000, 300_000, 1_800_000
world = simpy.Environment()
workers = simpy.Resource(world, capacity=8)
log = []


def note(event, job):
    log.append((world.now, event, job))


def job(name):
    note("InputReceived", name)
    note("JobQueued", name)
    with workers.request() as turn:
        yield turn | world.timeout(time_to_live)
        if not turn.triggered:
            note("JobExpired", name)
            return
        note("WorkerTookJob", name)
        note("JobStarted", name)
        work = world.timeout(draw.expovariate(1 / 7200))
        yield work | world.timeout(execution_timeout)
        note("JobCompleted" if work.processed else "JobTimedOut", name)
        note("WorkerFreed", name)
    yield world.timeout(retention)
    note("JobExpired", name)


def arrivals():
    for n in range(jobs):
        yield world.timeout(draw.expovariate(1 / 1000))
        world.process(job(n))


begin = time.process_time()
world.process(arrivals())
world.run()
took = time.process_time() - begin
assert len(log) == 7 * jobs, len(log)
print(jobs / took)
