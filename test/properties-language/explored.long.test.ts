import { describe, expect, test } from 'vitest';
import { Exploration } from '../../adapters/explorer/exploration.ts';
import { bounds, exploreRuns } from '../../adapters/explorer/exploreRuns.ts';
import { storyToVary } from '../../engine/lab/explorer/explore.ts';
import { shrunkFailure, textOfFound } from '../../engine/lab/explorer/report/found.ts';
import { listSteps } from '../../engine/lab/explorer/story.ts';
import { always } from '../../engine/scenario/properties/always.ts';
import { isOpen, summarize, summaryText } from '../../engine/scenario/properties/summary.ts';
import { type PropertySpec, propertyKinds } from '../../engine/scenario/properties/table.ts';
import { playedText } from '../support/worlds/playing.ts';

/** One job that fails; what is asserted of it is true of this story alone. */
const job = `title: a job
world: { endpoints: [{ id: ep-a, workers: { min: 1, max: 1 }, handler: { duration: { fixed: 2s }, outcomes: [fail] } }] }
steps: [{ act: run, with: { endpoint: ep-a, body: { input: {} } }, save: { job: id } }]
assert: [{ count: JobQueued, is: 1 }]
properties:
  - { name: no queue, always: { count: job, in: [IN_QUEUE, IN_PROGRESS], of: ep-a, is: { lte: 1 } } }
  - { name: one worker, always: { count: worker, in: RUNNING, of: ep-a, is: { lte: 9 } } }
  - sometimes: JobFailed
  - sometimes: ClusterCreated
  - reachable: [JobQueued, JobStarted, JobFailed, JobRetried, JobCompleted]
  - { never: DelegationRevoked, of: $nothing }
`;

const explored = (runs: number, seed = 's', text = job): Exploration => {
  const origins = storyToVary(text, bounds);
  const exploration = new Exploration(origins === undefined ? [] : [origins], seed);
  while (exploration.runs < runs) exploration.take(exploration.next(runs).flatMap(exploreRuns));
  return exploration;
};

describe('an exploration of a scenario with properties', () => {
  const exploration = explored(200);

  test('checks them in every variation, and asserts nothing else of them', () => {
    expect(new Set(exploration.found.map(({ failure }) => failure.property))).toStrictEqual(new Set(['no queue']));
  });

  test('writes a file with the property that broke, which fails alone', () => {
    const [first] = exploration.found;
    if (first === undefined) return expect.fail('nothing was found');
    const { story, failure } = shrunkFailure(first.failure, first.story, bounds, 2_000);
    expect(story['properties']).toStrictEqual([
      { name: 'no queue', always: { count: 'job', in: ['IN_QUEUE', 'IN_PROGRESS'], of: 'ep-a', is: { lte: 1 } } },
    ]);
    expect(listSteps(story).length).toBeLessThanOrEqual(2);
    const run = playedText(textOfFound(story, failure));
    expect(run.verdict).toBe('fail');
    expect(run.properties).toMatchObject([{ name: 'no queue', broken: { shape: 'after JobQueued' } }]);
  });

  test('says of each what was never evaluated, never seen, and how far the best run came', () => {
    const said = new Map(exploration.properties.map((one) => [one.name, one]));
    const { held, failed } = exploration.counts;
    expect(held + failed).toBeGreaterThan(150);
    expect(said.get('no queue')).toMatchObject({ runs: held + failed, kind: 'always' });
    expect(said.get('one worker')).toMatchObject({ evaluated: held + failed, broken: 0 });
    const never = said.get('never DelegationRevoked of $nothing');
    expect(never).toMatchObject({ evaluated: 0, broken: 0 });
    const goal = said.get('reachable JobQueued, then JobStarted, then JobFailed, then JobRetried, then JobCompleted');
    expect(goal?.best?.met).toBeGreaterThanOrEqual(3);
    expect(said.get('sometimes JobFailed')).toMatchObject({ firstSeen: expect.any(Number) });
    const open = [...said.values()].filter(isOpen).map(({ name }) => name);
    expect(open).toContain('never DelegationRevoked of $nothing');
    expect(open).not.toContain('sometimes JobFailed');
  });

  test('says the same of the same seed, in whichever batches', () => {
    expect(explored(200).properties).toStrictEqual(exploration.properties);
  });
});

describe('what many runs say of a property', () => {
  const goal = (met: number) => ({
    name: 'g',
    kind: 'reachable',
    index: 0,
    evaluated: true,
    seen: met === 5,
    progress: met === 5 ? { met, of: 5 } : { met, of: 5, next: 'JobRetried' },
  });

  test('the best run is the first that came so far', () => {
    const after = [1, 3, 3, 2].reduce<ReturnType<typeof summarize> | undefined>(
      (sum, met, run) => summarize(sum, goal(met), run),
      undefined,
    );
    expect(after && summaryText(after)).toBe('g: best 3 of 5, by run 1; next is JobRetried');
    expect(after && isOpen(after)).toBe(true);
    const reached = summarize(after, goal(5), 4);
    expect(summaryText(reached)).toBe('g: seen in 1 of 5 runs, first in run 4');
    expect(summaryText(summarize(reached, goal(5), 7))).toBe('g: seen in 2 of 6 runs, first in run 4');
    expect(isOpen(reached)).toBe(false);
  });
});

describe('a kind of property', () => {
  test('that throws is a finding: the run goes on, and says so', () => {
    const [row] = propertyKinds.filter(({ key }) => key === 'always');
    expect(row).toBe(always);
    const watch = always.watch;
    const thrower = (spec: unknown, run: Parameters<typeof watch>[1]): ReturnType<typeof watch> => ({
      ...watch(spec, run),
      change: () => {
        throw new TypeError('no such thing');
      },
    });
    Object.assign(always, { watch: thrower });
    const run = playedText(job);
    Object.assign(always, { watch });
    expect(run.failures).toStrictEqual([
      'properties.0 (no queue): the property itself failed: no such thing',
      'properties.1 (one worker): the property itself failed: no such thing',
    ]);
    expect(run.properties.map(({ broken }) => broken?.shape)).toStrictEqual([
      'failed itself',
      'failed itself',
      ...Array(4).fill(undefined),
    ]);
    expect(run.properties[2]).toMatchObject({ name: 'sometimes JobFailed', evaluated: true, seen: false });
  });

  test('is named by its key, and each has words for every property', () => {
    const keys = propertyKinds.map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
    for (const { key, schema } of propertyKinds) expect(Object.keys(schema.shape)).toContain(key);
    const specs: readonly PropertySpec[] = [{ settles: 1_000 }, { never: 'JobFailed' }];
    expect(specs.map((spec) => propertyKinds.find(({ key }) => key in spec)?.text(spec))).toStrictEqual([
      'settles within 1s',
      'never JobFailed',
    ]);
  });
});
