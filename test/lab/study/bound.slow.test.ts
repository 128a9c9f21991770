import { isLeft } from 'fp-ts/lib/Either.js';
import { describe, expect, test } from 'vitest';
import { measuredTimings } from '../../../engine/cloud/timing/timings.ts';
import { drawsFrom } from '../../../engine/kernel/rng.ts';
import { computeLeastTime } from '../../../engine/lab/study/bound/lowerBound.ts';
import { type PlayedTrace, readTrace } from '../../../engine/lab/study/bound/playedTrace.ts';
import { play } from '../../../engine/scenario/play/play.ts';
import { parseScenario } from '../../../engine/scenario/scenario.ts';
import { sortUp } from '../../../engine/statistics/sample.ts';
import { fewOrAll } from '../../support/long.ts';

/** A load, and ways to scale for it. */
const playScaler = (timing: string, rate: number, start: number, scaler: string, seed: string): PlayedTrace => {
  const text = `title: jobs at random
world:
  ${timing}
  settings: { worker: { imagePull: 0s, start: ${start}s } }
  endpoints: [{ id: ep-a, ${scaler}, handler: { duration: { lognormal: { median: 8s, p95: 40s } }, firstJob: 3s } }]
load: [{ with: { endpoint: ep-a, body: { input: { n: 1 } } }, poisson: { rate: ${rate}/h }, for: 1h }]
`;
  const parsed = parseScenario('a.scenario.yaml', text, () => undefined, [seed]);
  if (isLeft(parsed)) throw new Error(parsed.left.map(({ message }) => message).join('\n'));
  const [scenario] = parsed.right;
  if (scenario === undefined) throw new Error('the scenario has no run');
  const { world } = play({ ...scenario, spec: { ...scenario.spec, invariants: 'none' } }, { idle: false });
  const trace = readTrace(() => world.log.entries(), world.now);
  if (isLeft(trace)) throw new Error(trace.left);
  return trace.right;
};

describe('no scaler has fewer billed worker-seconds than the bound', () => {
  const scalers = [
    'workers: { min: 0, max: 1, idleTimeout: 1s }, scaling: { type: QUEUE_DELAY, queueDelay: 1 }',
    'workers: { min: 0, max: 3 }, scaling: { type: REQUEST_COUNT, requestCount: 1 }',
    'workers: { min: 0, max: 9, idleTimeout: 1s }, scaling: { type: QUEUE_DELAY, queueDelay: 1 }',
    'workers: { min: 1, max: 4, idleTimeout: 1m }, scaling: { type: QUEUE_DELAY, queueDelay: 8 }',
    'workers: { min: 0, max: 5 }, scaling: { type: REQUEST_COUNT, requestCount: 2 }',
  ];
  const draw = drawsFrom('bound');

  test.each(['', ...measuredTimings.map((name) => `timing: ${name}`)])('with the jobs that another one had: %s', (timing) => {
    let [compared, near] = [0, 0];
    for (let k = 0; k < fewOrAll(4, 60); k++) {
      const [rate, start] = [[3, 20, 120, 500][Math.floor(draw('rate', String(k)) * 4)] ?? 3, [2, 20, 60][k % 3] ?? 2];
      const all = scalers.map((scaler) => playScaler(timing, rate, start, scaler, String(k)));
      const played = all.at(-1);
      for (const { startMs, billedMs, waits, totals, jobs } of all) {
        // One worker may be too few: then other jobs have run.
        if (jobs.length !== played?.jobs.length) continue;
        for (const share of [0.5, 0.9, 0.95, 1]) {
          const keeping = Math.ceil(waits.length * share);
          const makeLimit = (times: readonly number[]) => ({ ms: sortUp(times)[keeping - 1] ?? 0, misses: times.length - keeping });
          for (const limit of [{ of: 'start', ...makeLimit(waits) } as const, { of: 'end', ...makeLimit(totals) } as const]) {
            const bound = computeLeastTime(played.jobs, Math.min(startMs, played.startMs), limit);
            expect(bound, JSON.stringify({ k, rate, start, limit })).toBeLessThanOrEqual(billedMs);
            compared += 1;
            near += Number(bound > 0.7 * billedMs);
          }
        }
      }
    }
    expect(near).toBeGreaterThan(compared / 20);
  });
});
