import type { Examples } from './example.ts';

/** Two jobs that share a worker: the first of two chunks, the second alone for a while in the end. */
const shared = `title: a scenario
world:
  settings: { worker: { imagePull: 0s, start: 0s } }
  endpoints:
    - id: ep-a
      workers: { min: 1, max: 1 }
      handler: { concurrency: 2, sharing: { kind: processor }, duration: { fixed: 6s }, chunks: [a, b] }
steps:
  - { act: run, with: { endpoint: ep-a, body: { input: { n: 1 } } } }
  - { at: 3s, act: run, with: { endpoint: ep-a, body: { input: { n: 2 } } } }
  - { at: 1m, act: listPods, with: {} }
`;

const one = shared.replace('concurrency: 2, ', '');

export const workExamples: Examples = {
  'one-job-a-worker': [
    {
      world: shared,
      type: 'EndpointHandlerSet',
      forge: (event: { readonly handler: object }) => ({ ...event, handler: { ...event.handler, concurrency: 1 } }),
      words: 'and still has',
    },
    { world: one, type: 'WorkerFreed', forge: () => null, words: 'and still has' },
  ],
  'work-conserved': [
    { world: shared, type: 'WorkerBeganWork', nth: 'all', forge: () => null, words: 'which had not begun' },
    {
      world: shared,
      type: 'WorkerDidWork',
      nth: 1,
      forge: (event: object) => ({ ...event, chunk: 1 }),
      words: 'came to chunk 1 with',
    },
    {
      world: shared,
      type: 'WorkerDidWork',
      forge: ({ chunk: _, ...event }: { readonly chunk?: number }) => event,
      words: 'came to its end with',
    },
    { world: shared, type: 'WorkerDidWork', nth: 'all', forge: () => null, words: 'has done its work, and nothing followed' },
    {
      world: shared,
      type: 'WorkerBeganWork',
      nth: 1,
      forge: (event: object) => ({ ...event, sharing: { kind: 'processor', from: 2 } }),
      words: 'has done its work, and nothing followed, at 00:00:04.000',
    },
    {
      world: shared,
      type: 'WorkerBeganWork',
      forge: (event: { readonly workMs: number }) => ({ ...event, workMs: event.workMs - 1 }),
      words: 'has done its work, and nothing followed',
    },
  ],
};
