/** What `podsim new` writes: each scenario is small, passes, and shows what its subject needs. The first is the default. */
export const templates = {
  job: `title: A job is queued, runs, and completes
teaches: [job.run, job.start, job.complete]
world:
  endpoints:
    - id: ep-a
      workers: { min: 0, max: 1 }
      handler: { duration: { fixed: 2s } }
steps:
  - act: run
    with: { endpoint: ep-a, body: { input: { prompt: hi }, policy: { ttl: 1h } } }
    save: { job: id }
    expect: { status: 200, body: { status: IN_QUEUE } }
  - when: job $job is COMPLETED
    within: 5m
    act: status
    with: { endpoint: ep-a, job: $job }
    expect: { body: { output: { prompt: hi } } }
assert:
  - sequence: [JobQueued, JobStarted, JobCompleted]
    of: $job
`,
  load: `title: An endpoint scales with its load
world:
  timing: measured-2026-12 # the times that were seen on the platform; without it, those of the textbook
  settings: { worker: { shortHours: 0 } } # hosts are never short; how often they are is hardly known
  endpoints:
    - id: ep-a
      workers: { min: 0, max: 4 }
      handler: { duration: { lognormal: { median: 2s, p95: 9s } } }
load:
  - with: { endpoint: ep-a, body: { input: { prompt: hi } } }
    poisson: { rate: 1/s }
    for: 10m
assert:
  - { metric: delayTime, of: ep-a, p50: { lte: 1m }, p95: { lte: 5m } }
  - { metric: utilization, of: ep-a, is: { gt: 0.3 } }
  - { never: JobFailed }
matrix: { seeds: 1..3 }
`,
  pod: `title: A pod is created, stopped, started again, and deleted
teaches: [pod.create, pod.stop]
steps:
  - act: createPod
    with: { body: { name: box, image: 'acme/box:1', gpu: { id: NVIDIA GeForce RTX 4090 } } }
    save: { pod: id }
    expect: { status: 201 }
  - when: pod $pod is RUNNING
    within: 10m
    act: podAction
    with: { pod: $pod, body: { action: stop } }
    expect: { body: { status: EXITED, cost: 0 } }
  - delay: 1h
    act: podAction
    with: { pod: $pod, body: { action: start } }
  - when: pod $pod is RUNNING
    within: 10m
    act: deletePod
    with: { pod: $pod }
assert:
  - { count: PodStopped, of: $pod, is: 1 }
`,
  cluster: `title: A cluster that loses a host is degraded, and heals
world:
  hosts:
    - { id: host-a, gpu: NVIDIA H100 80GB HBM3, gpus: 8 }
    - { id: host-b, gpu: NVIDIA H100 80GB HBM3, gpus: 8 }
faults:
  - { fault: host-failure, match: { host: host-b }, window: { from: 10m, to: 20m } }
steps:
  - act: createCluster
    with:
      body:
        name: pair
        type: TRAINING
        image: acme/train:1
        compute: { gpuTypeId: NVIDIA H100 80GB HBM3, gpuCountPerPod: 8, podCount: 2 }
    save: { cluster: id }
  - { when: cluster $cluster is ACTIVE, within: 10m }
  - { when: cluster $cluster is DEGRADED, within: 15m }
  - when: cluster $cluster is ACTIVE
    within: 30m
    act: getCluster
    with: { cluster: $cluster }
    expect: { body: { pods: { byStatus: { RUNNING: 2 } } } }
`,
  billing: `title: A pod is billed while it holds compute, and its disk until it is deleted
start: 2026-01-01T00:00:00Z
steps:
  - act: createPod
    with: { body: { name: trainer, image: 'acme/train:1', disk: 72, gpu: { id: NVIDIA L4 } } }
    save: { pod: id }
  - delay: 10h
    act: podAction
    with: { pod: $pod, body: { action: stop } }
  - delay: 14h
    act: listPodBilling
    with: { query: { bucketSize: day, lastN: 2 } }
    expect: { body: { metadata: { totals: { gpuAmount: { gt: 4, lt: 5 }, diskAmount: { gt: 0 } } } } }
`,
  fault: `title: A job survives the crash of its worker
world:
  endpoints:
    - id: ep-a
      workers: { min: 1, max: 1 }
      handler: { duration: { fixed: 1m } }
faults:
  - { fault: worker-crash, match: { endpoint: ep-a }, at: 1m }
steps:
  - act: run
    with: { endpoint: ep-a, body: { input: {} } }
    save: { job: id }
  - { when: job $job is COMPLETED, within: 10m }
assert:
  - { count: FaultStruck, is: 1 }
  - { count: JobRequeued, of: $job, is: 1 }
`,
  lesson: `title: A job waits for a worker
goal: You can say how long a job waits, and why.
rules: [job.start, worker.cold-start]
scenario:
  teaches: [job.start, worker.cold-start]
  world:
    endpoints:
      - { id: ep-a, workers: { min: 0, max: 1 }, handler: { duration: { fixed: 2s } } }
  steps:
    - { at: 30s, act: run, with: { endpoint: ep-a, body: { input: {} } }, save: { job: id } }
    - { at: 2m, act: health, with: { endpoint: ep-a } }
steps:
  - text: ep-a has no worker. A job has just come. A new worker pulls its image for 20 s, and starts in 5 s.
    when: job $job is IN_QUEUE
    question:
      ask: How long does the job wait?
      duration: { first: JobStarted, of: $job, since: { first: JobQueued, of: $job } }
      answer: 25s
      tolerance: 1s
      rules: [job.start, worker.cold-start]
      because: It starts when the new worker is ready.
  - text: The job runs for 2 s.
    question:
      ask: What is its status when it has ended?
      choice:
        - { right: COMPLETED, claim: { holds: job $job is COMPLETED } }
        - { wrong: FAILED, claim: { holds: job $job is FAILED }, but: Its handler did not fail. }
      until: 1m
      rules: [job.start]
      because: Its handler came to its end.
task:
  text: Have a worker ready before the job comes, so that it does not wait.
  goal:
    - { metric: delayTime, of: ep-a, max: 0s }
  solution:
    - { at: 0s, act: updateEndpoint, with: { endpoint: ep-a, body: { workers: { min: 1 } } } }
`,
  study: `study: How many workers keep the waits of an hour short, at the least cost?
scenario: # or the path of a scenario file
  world:
    timing: measured-2026-12 # the times that were seen on the platform
    endpoints:
      - id: ep-a
        workers: { min: 0, max: 1 }
        handler: { duration: { lognormal: { median: 4s, p95: 20s } } }
  load:
    - { with: { endpoint: ep-a, body: { input: {} } }, poisson: { rate: 20/m }, for: 1h }
vary: # \`podsim study FILE --settings\` lists what can be varied
  workers.max: [3, 4, 6, 8]
seeds: 20
measures: [delayTime.p50, delayTime.p95, utilization, cost] # \`podsim study --measures\` lists all
goal: { delayTime.p95: { lte: 15s }, minimize: cost }
`,
};

export const templateNames = Object.keys(templates) as readonly (keyof typeof templates)[];
