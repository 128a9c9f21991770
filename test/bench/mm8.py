# The bench's queue (8 workers, 90 % busy) in SimPy: prints jobs a second of the processor.
import random
import sys
import time

import simpy

jobs = int(sys.argv[1])
draw = random.Random("bench")
world = simpy.Environment()
workers = simpy.Resource(world, capacity=8)


def job():
    with workers.request() as turn:
        yield turn
        yield world.timeout(draw.expovariate(1 / 7200))


def arrivals():
    for _ in range(jobs):
        yield world.timeout(draw.expovariate(1 / 1000))
        world.process(job())


begin = time.process_time()
world.process(arrivals())
world.run()
print(jobs / (time.process_time() - begin))
