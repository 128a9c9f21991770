import type { Examples } from './example.ts';

/** Three sequences, of which two fit into memory until the newer of them has to give its part back. */
const batched = `title: a scenario
world:
  settings: { worker: { imagePull: 0s, start: 0s } }
  endpoints:
    - id: ep-a
      workers: { min: 1, max: 1 }
      handler:
        concurrency: 3
        chunks: [a, b]
        tokens: { prompt: 400, output: 150, prefill: 0.25ms, decode: 20ms, batch: { slope: 2ms }, memory: { tokens: 1000 } }
steps:
  - { act: run, repeat: { times: 3 }, with: { endpoint: ep-a, body: { input: { n: 1 } } } }
  - { at: 1m, act: listPods, with: {} }
`;

type Tokens = { readonly tokens: { readonly prompt: number; readonly output: number } };
const withTokens = (changes: object) => (event: object) => ({ ...event, tokens: { ...(event as Tokens).tokens, ...changes } });

export const batchExamples: Examples = {
  'tokens-conserved': [
    { world: batched, type: 'WorkerBeganWork', nth: 'all', forge: () => null, words: 'and is in no batch' },
    { world: batched, type: 'WorkerDidWork', nth: 'all', forge: () => null, words: 'has come to something, and nothing followed' },
    {
      world: batched,
      type: 'WorkerDidWork',
      nth: 1,
      forge: (event: object) => ({ ...event, stage: 'first-token' }),
      words: 'came to first-token with',
    },
    {
      world: batched,
      type: 'WorkerDidWork',
      nth: 1,
      forge: (event: object) => ({ ...event, stage: 'pushed-back' }),
      words: 'which is not full',
    },
    { world: batched, type: 'WorkerBeganWork', nth: 1, forge: withTokens({ prompt: 404 }), words: 'is said to be read, with' },
    {
      world: batched,
      type: 'WorkerBeganWork',
      nth: 1,
      forge: withTokens({ output: 149 }),
      words: 'has come to something, and nothing followed',
    },
    {
      world: batched,
      type: 'WorkerBeganWork',
      forge: (event: { readonly rates: object }) => ({ ...event, rates: { ...event.rates, memory: 990 } }),
      words: 'has come to something, and nothing followed',
    },
  ],
};
