/** The mechanisms of the platform that take time, or show in its answers. Each fact belongs to one or more. */
// biome-ignore format: a table
export const mechanismTable = {
  take:        'taking a job: the grid of a worker that is full, and a take that is held open',
  post:        'posting a result, which executionTime contains',
  sleep:       'sleep and wake: FlashBoot restores, and how long a snapshot lasts',
  'hand-over': 'a job is handed to a worker before it runs; what health shows of it',
  pull:        'pulling an image, and hosts that remember it',
  start:       'starting a container: a level for each image, and times close to it',
  'first-job': 'the first job of a process loads the model inside its execution',
  lost:        'a job that pings never name',
  webhook:     'tries of a webhook',
  edge:        'calls that are held, and cut at the edge',
  balancer:    'the load balancer without a worker',
  cancel:      'cancelling, stopping and removing',
  pod:         'a pod is RUNNING before it can be reached',
  bill:        'what is billed',
  capacity:    'throttling: launches that are held where a pool is short; too few facts, so a wide guess',
  contract:    'constants that are documented: being right about them is free',
} as const;

export type Mechanism = keyof typeof mechanismTable;
export const mechanisms = Object.keys(mechanismTable) as [Mechanism, ...Mechanism[]];
