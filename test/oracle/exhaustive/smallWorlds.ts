import { readdirSync, readFileSync } from 'node:fs';
import { isLeft } from 'fp-ts/lib/Either.js';
import { sha256 } from '../../../adapters/store/sha256.ts';
import { Expander } from './expand.ts';
import { ExhaustiveSearch } from './search.ts';
import { parseSmallWorld, type SmallWorld } from './smallWorld.ts';

/** A world with one worker and one job. */
export const oneJob = (more: string, within = 2): string => `title: a job
world:
  settings: { account: { purgePerWindow: 100 }, worker: { imagePull: 0s, start: 2s }, job: { retentionRun: 5s } }
  endpoints: [{ id: ep-a, workers: { min: 0, max: 1 }, handler: { duration: { fixed: 4s } } }]
acts:
  - { act: run, with: { endpoint: ep-a, body: { input: {} } }, save: { job: id }, times: 1 }
  - { act: cancel, with: { endpoint: ep-a, job: $job } }
  - { act: purgeQueue, with: { endpoint: ep-a } }
within: ${within}
${more}`;

export const readWorld = (text: string): SmallWorld => {
  const read = parseSmallWorld('a.world.yaml', text, { read: () => undefined, sha256 });
  if (isLeft(read)) throw new Error(read.left.map(({ message }) => message).join('\n'));
  return read.right;
};

export const problemsOf = (text: string): readonly string[] => {
  const read = parseSmallWorld('a.world.yaml', text, { read: () => undefined, sha256 });
  return isLeft(read) ? read.left.map(({ line, message }) => `${line}: ${message}`) : [];
};

/** The small worlds that ship, by name. */
export const shippedWorlds: readonly (readonly [name: string, text: string])[] = readdirSync('test/oracle/worlds')
  .filter((name) => name.endsWith('.world.yaml'))
  .map((name) => [name, readFileSync(`test/oracle/worlds/${name}`, 'utf8')]);

/** Looks at every state in this thread. */
export const searchWhole = (small: SmallWorld, statesMax = 100_000): ExhaustiveSearch => {
  const search = new ExhaustiveSearch(small.spec.within, statesMax);
  const expander = new Expander(small);
  let goesOn = search.take(expander.begin());
  while (goesOn && !search.isOver) for (const stretch of search.deepen()) if (goesOn) goesOn = search.take(expander.expand(stretch));
  return search;
};
