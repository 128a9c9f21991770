import { expect, test } from 'vitest';
import { playOnce } from '../../../adapters/study/playOnce.ts';
import { computeInterval } from '../../../engine/statistics/interval.ts';
import { mean } from '../../../engine/statistics/moments.ts';
import { normalValues } from '../../support/contract/normalValues.ts';
import { conduct, studyFrom } from '../../support/worlds/studying.ts';

// Small versions of `npm run bench -- studies`, which has 1,000 experiments of each kind, and plays its queue in podsim.

/** The mean wait of the first 400 jobs of an M/M/1 queue that is 30 % busy, in mean service times: Lindley's recursion. */
const meanWait = (random: () => number): number => {
  let [wait, sum] = [0, 0];
  for (let job = 0; job < 400; job++) {
    sum += wait;
    wait = Math.max(0, wait - Math.log(1 - random()) + Math.log(1 - random()) / 0.3);
  }
  return sum / 400;
};

const uniform = (seed: number) => (): number => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return seed / 4_294_967_296;
};

test('intervals of 20 replications hold the mean wait of a queue about as often as they say', () => {
  const random = uniform(1952);
  // In the long run 0.3 / 0.7 = 0.4286; the queue begins empty, which costs it a five-hundredth.
  const truth = mean(Array.from({ length: 20_000 }, () => meanWait(random)));
  expect(truth).toBeGreaterThan(0.424);
  expect(truth).toBeLessThan(0.4286);
  const held = Array.from({ length: 400 }, () => computeInterval(Array.from({ length: 20 }, () => meanWait(random)))).filter(
    ({ low, high }) => low !== null && high !== null && low <= truth && truth <= high,
  );
  expect(held.length / 400).toBeGreaterThanOrEqual(0.92);
  expect(held.length / 400).toBeLessThanOrEqual(0.97);
});

test('sequential stopping computes at most 1.3 times the plays of an oracle that knows the variance', () => {
  const scenario = 'title: nothing\nworld: { endpoints: [{ id: ep-a, workers: { min: 1, max: 1 } }] }\nsteps: [{ at: 1s }]\n';
  const deviation = 0.5;
  for (const precision of [0.2, 0.1]) {
    const until = `{ precision: ${precision}, of: cost, max: 10000 }`;
    const study = studyFrom(
      `study: how many\nscenario: a.scenario.yaml\nvary: { endpoint.idleTimeout: [5s] }\nseeds: { until: ${until} }\n`,
      scenario,
    );
    const [configuration] = study.configurations;
    if (configuration === undefined) throw new Error('no configuration');
    const result = playOnce(configuration.scenario, '1');
    const oracle = Math.ceil(((1.959964 * deviation) / precision) ** 2);
    const computed = Array.from({ length: 50 }, (_, experiment) => {
      const value = normalValues(`oracle/${precision}/${experiment}`);
      const play: typeof playOnce = (_, seed) => ({ ...result, values: { cost: 1 + deviation * value('play', Number(seed)) } });
      return conduct(study, undefined, play).plays.length;
    });
    expect(mean(computed) / oracle).toBeLessThanOrEqual(1.3);
    expect(mean(computed) / oracle).toBeGreaterThan(1);
  }
});
