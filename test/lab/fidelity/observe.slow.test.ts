import { isLeft } from 'fp-ts/lib/Either.js';
import { describe, expect, test } from 'vitest';
import { readerFor } from '../../../adapters/cli/files.ts';
import { createWorld } from '../../../adapters/testing/testWorld.ts';
import {
  estimateQuantities,
  judgeObservation,
  type Observation,
  observationText,
  parseObservation,
  summarize,
} from '../../../engine/lab/fidelity/index.ts';
import { observe, planOf, sixJobs, targetOf, within } from '../../support/serving/observing.ts';

const file = 'a.observation.yaml';
const read = (text: string): Observation => {
  const parsed = parseObservation(file, text, readerFor(file));
  if (isLeft(parsed)) throw new Error(parsed.left.map(({ line, message }) => `${line}: ${message}`).join('\n'));
  return parsed.right;
};

/** The recorder does not know the times of this world, nor anything by which it could be recognized. */
const realOne = () =>
  createWorld({
    timing: 'measured-2026-11',
    apiKey: 'a-secret-key',
    world: {
      images: [{ name: 'me/secret-image:1', gigabytes: 0.15 }],
      endpoints: [
        {
          id: 'my-model',
          name: 'secret-name',
          image: 'me/secret-image:1',
          env: { TOKEN: 'a-secret-token' },
          flashboot: 'FLASHBOOT',
          scaling: { type: 'REQUEST_COUNT', requestCount: 1 },
          workers: { min: 0, max: 3 },
          handler: { duration: { fixed: '8s' } },
        },
      ],
    },
  });

describe('what a recorder saw of a world', () => {
  test('has no key, input, output, name or id of it', async () => {
    await using world = realOne();
    const text = observationText(await observe(within(world), targetOf(world.url, world.apiKey), { plan: planOf(sixJobs) }));
    expect(text).not.toMatch(/secret|my-model|podsim\.test|MY_KEY/);
    const ids = new Set(world.events({ type: 'JobStarted' }).flatMap(({ jobId, workerId }) => [jobId, workerId]));
    expect([ids.size, [...ids].filter((id) => text.includes(id))]).toStrictEqual([9, []]);
  });

  test('tells estimators of the posting of results', async () => {
    await using world = realOne();
    const seen = observationText(await observe(within(world), targetOf(world.url, world.apiKey), { plan: planOf(sixJobs) }));
    expect([...estimateQuantities([read(seen)]).keys()]).toStrictEqual(['post-delay']);
  });

  test('is judged wrong under other times, and right under those that the world had', async () => {
    await using world = realOne();
    const observation = read(observationText(await observe(within(world), targetOf(world.url, world.apiKey), { plan: planOf(sixJobs) })));
    const judgedBy = (timing: 'textbook' | 'measured-2026-11') => summarize([judgeObservation(observation, { timing }, 10)]);
    const [other, own] = [judgedBy('textbook'), judgedBy('measured-2026-11')];
    expect([other.withinQuarter, own.withinQuarter]).toStrictEqual([0, 1]);
    expect(other.error).toBeGreaterThan(2 * (own.error ?? 1));
    expect(own.coverage).toBeGreaterThan(0.8);
    expect(other.coverage).toBeLessThan(0.6);
  });
});
