import { isLeft } from 'fp-ts/lib/Either.js';
import { describe, expect, test } from 'vitest';
import { changeSchema, type WhatIfChange } from '../../engine/compare/change.ts';
import { differencesChart, judgeDifference, whatIfChart, whatIfText } from '../../engine/compare/chart.ts';
import { whatIfView } from '../../engine/compare/views.ts';
import { type Question, type WhatIf, whatIf } from '../../engine/compare/whatIf.ts';
import type { Json } from '../../engine/kernel/canonical.ts';
import { play } from '../../engine/scenario/play/play.ts';
import { recordScenario } from '../../engine/scenario/recording/record.ts';
import type { Scenario } from '../../engine/scenario/scenario.ts';
import { scenariosOf } from '../support/worlds/playing.ts';

const seeds = (count: number): readonly string[] => Array.from({ length: count }, (_, k) => String(k + 1));

/** Fifty jobs of some five seconds each, two seconds apart, on a single worker. */
const crowded = (): Scenario => {
  const [scenario] = scenariosOf(`title: too few workers
world:
  settings: { worker: { imagePull: 2s, start: 1s } }
  accounts: [{ id: team, keys: [{ name: dev, rateLimitExempt: true }] }]
  endpoints: [{ id: ep-a, workers: { min: 1, max: 1 }, timeout: 60000, handler: { duration: { lognormal: { median: 4s, p95: 15s } }, chances: { fail: 1/10, hang: 1/50 } } }]
load: [{ with: { endpoint: ep-a, body: { input: {} } }, constant: { every: 2s }, exactly: 50 }]
`);
  if (scenario === undefined) throw new Error('no scenario');
  return scenario;
};

const changeOf = (written: Json): WhatIfChange => changeSchema.parse(written);
const moreWorkers = changeOf({ act: 'updateEndpoint', with: { endpoint: 'ep-a', body: { workers: { max: 4 } } } });

const asked = (some: Partial<Question> = {}): WhatIf => {
  const result = whatIf({ base: crowded(), change: moreWorkers, at: 10_000, seeds: seeds(5), ...some });
  if (isLeft(result)) throw new Error(result.left);
  return result.right;
};

const differenceIn = ({ differences }: WhatIf, name: string) => differences.find((one) => one.name === name);

describe('a what-if', () => {
  test('says what a change does, over many seeds', () => {
    const result = asked();
    expect(result.replications.map(({ seed }) => seed)).toStrictEqual(['1', '2', '3', '4', '5']);
    expect(Object.fromEntries(result.differences.map((one) => [one.name, judgeDifference(one)]))).toStrictEqual({
      'delayTime.p50': 'better',
      'delayTime.p95': 'better',
      completed: 'same',
      failed: 'same',
      timedOut: 'same',
      utilization: 'worse',
      bill: expect.stringMatching(/^(worse|unclear)$/),
    });
    const delay = differenceIn(result, 'delayTime.p50');
    const [without, changed] = [delay?.without ?? 0, delay?.with ?? 0];
    expect(delay?.difference?.mean).toBeCloseTo(changed - without, 6);
    expect(delay?.difference?.high).toBeLessThan(0);
  });

  test('uses common random numbers for each pair: where the change has no effect, nothing differs', () => {
    const nothing = changeOf({ settings: { pod: { provision: '77s' } } });
    const unchanged = asked({ change: nothing }).differences;
    expect(unchanged.length).toBe(7);
    for (const { difference, replications } of unchanged) {
      expect(difference).toStrictEqual({ mean: 0, low: 0, high: 0 });
      expect(replications).toBe(5);
    }
    const { differences, replications } = asked();
    const drawn = replications.map(({ without, with: changed }) => [without.failed, without.timeouts, changed.failed, changed.timeouts]);
    expect(drawn.every(([a, b, c, d]) => a === c && b === d)).toBe(true);
    expect(new Set(drawn.map(String)).size).toBeGreaterThan(1);
    expect(differences.length).toBe(7);
  });

  test('gives the same result every time', () => {
    expect(whatIfView(asked())).toStrictEqual(whatIfView(asked()));
  });

  test('watches both equally long, and until the last job has ended', () => {
    const { replications } = asked();
    expect(replications).not.toStrictEqual([]);
    for (const { without, with: changed } of replications) {
      for (const { completed, failed, timedOut } of [without, changed]) expect((completed ?? 0) + (failed ?? 0) + (timedOut ?? 0)).toBe(50);
    }
    const short = asked({ until: 5_000, base: recordedOf(crowded(), 30) });
    expect(short.replications[0]?.without['completed']).toBeLessThan(20);
  });

  // biome-ignore format: a table
  test.each<[string, Json, string, 'better' | 'worse']>([
    ['a setting',             { settings: { worker: { restartAfterCrash: '2m' } } },                                                   'delayTime.p50', 'worse'],
    ['a handler',             { act: 'setHandler', with: { endpoint: 'ep-a', body: { duration: { fixed: '1s' } } } },                 'delayTime.p50', 'better'],
    ['a fault',               { act: 'injectFault', with: { body: { fault: 'worker-crash', chance: '1/2', window: { to: '10m' } } } }, 'delayTime.p95', 'worse'],
    ['an endpoint’s timeout', { act: 'updateEndpoint', with: { endpoint: 'ep-a', body: { timeout: 5000 } } },                         'timedOut',  'worse'],
  ])('can be asked of %s', (_, change, name, verdict) => {
    // How long a crashed worker takes to be up again shows where some crash.
    const base = crowded();
    const inTrouble = { ...base, definition: { ...base.definition, faults: [crashing] } };
    // It is a small effect: among seven metrics, five seeds do not tell it from chance.
    const ofSetting = 'settings' in (change as object) ? { base: inTrouble, seeds: seeds(15) } : { base };
    const result = asked({ change: changeOf(change), ...ofSetting });
    const found = differenceIn(result, name);
    expect(found === undefined ? undefined : judgeDifference(found)).toBe(verdict);
  });

  test('can be asked of a session that was recorded, in the middle of a burst', () => {
    const base = recordedOf(crowded(), 50);
    const result = asked({ base, at: 31_000 });
    expect(differenceIn(result, 'delayTime.p95')?.difference?.high).toBeLessThan(0);
    const [first] = result.replications;
    const scenario = asked({ at: 31_000 }).replications[0];
    expect(first).toStrictEqual(scenario);
    const inputs = result.first.with.filter(({ event }) => event.type === 'InputReceived');
    const place = inputs.findIndex(({ event }) => event.type === 'InputReceived' && event.operation === 'updateEndpoint');
    expect([inputs[place - 1]?.at, inputs[place]?.at, inputs[place + 1]?.at]).toStrictEqual([30_000, 31_000, 32_000]);
  });

  // biome-ignore format: a table
  test.each<[string, Partial<Question>, RegExp]>([
    ['the change is refused',        { change: changeOf({ act: 'updateEndpoint', with: { endpoint: 'ep-b', body: {} } }) }, /^with the seed 1 the change was not made: was refused: 404 /],
    ['there are no seeds',           { seeds: [] },                                                     /^give at least one seed$/],
    ['it becomes too much',          { entriesMax: 100, seeds: seeds(3) },                              /^the logs have \d+ entries after 1 of 3 seeds, and all logs together may have 100: give fewer seeds$/],
  ])('cannot be answered where %s', (_, some, words) => {
    const result = whatIf({ base: crowded(), change: moreWorkers, at: 10_000, seeds: seeds(2), ...some });
    expect(isLeft(result) ? result.left : 'was answered').toMatch(words);
  });

  test.each([
    [{}, 'give exactly one of `settings` and `act`'],
    [{ act: 'run', settings: {} }, 'give exactly one of `settings` and `act`'],
    [{ settings: {}, as: 'dev' }, '`with` and `as` need an `act`'],
  ])('%j is no change', (written, words) => {
    expect(changeSchema.safeParse(written).error?.issues[0]?.message).toBe(words);
  });
});

const crashing = {
  fault: 'worker-crash',
  match: {},
  from: 0 as never,
  atOnce: false,
  until: null,
  chance: [1, 3],
  limit: null,
  delayMs: 0,
  status: 503,
} as const;

/** The first inputs of the same scenario, as a log holds them. */
const recordedOf = (scenario: Scenario, inputs: number): Scenario => {
  const { world } = play({ ...scenario, definition: { ...scenario.definition, seed: '1' } });
  const all = [...world.log.entries()];
  const last = all.filter(({ event }) => event.type === 'InputReceived')[inputs - 1];
  const base = recordScenario('session', world.header, all.slice(0, last?.seq));
  if (isLeft(base)) throw new Error(base.left);
  return base.right;
};

describe('its chart', () => {
  test('reads well', () => {
    expect(`\n${whatIfText(asked())}`).toMatchInlineSnapshot(`
      "
      changed at 00:00:10.000; 5 seeds, with and without (few, so intervals are wide)
      times: its own worker.imagePull, worker.start; else textbook, not measured
                        without    with   difference               95 % interval
      delayTime.p50  2 min 11 s  1.04 s  -2 min 10 s  -2 min 43 s to -1 min 37 s  ├──●──┤        │
      delayTime.p95  3 min 41 s  5.21 s  -3 min 36 s  -4 min 45 s to -2 min 28 s  ├───●──┤       │
      completed            45.4    45.4          0.0               no difference
      failed                4.0     4.0          0.0               no difference
      timedOut              0.6     0.6          0.0               no difference
      utilization        99.1 %  51.7 %      -47.3 %          -52.0 % to -42.7 %  ├●─┤           │
      bill (USD)         0.0692  0.1617      +0.0925          +0.0856 to +0.0994                 │            ├●┤
      "
    `);
  });

  test('draws no interval where nothing is drawn by the seeds', () => {
    const [base] = scenariosOf(`title: nothing is drawn
world: { endpoints: [{ id: ep-a, workers: { min: 1, max: 1 }, handler: { duration: { fixed: 4s } } }] }
load: [{ with: { endpoint: ep-a, body: { input: {} } }, constant: { every: 2s }, exactly: 20 }]
`);
    if (base === undefined) throw new Error('no scenario');
    const delayOf = (count: number) => whatIfChart(asked({ base, seeds: seeds(count) }))[3];
    // By chance, nine pairs all differ in one direction in one case of 256, and one of seven metrics does in one of 36.
    expect(delayOf(9)).toMatchObject({ verdict: 'better', text: expect.stringMatching(/ the same with every seed +●/) });
    expect(delayOf(8)).toMatchObject({ verdict: 'unclear', text: expect.stringMatching(/ the same with every seed +●/) });
    const failed = whatIfChart(asked({ base, seeds: seeds(2) }))[6];
    expect(failed).toMatchObject({ verdict: 'same', text: expect.stringMatching(/ no difference$/) });
  });

  test('shows a difference that is too small for its unit as one', () => {
    const tiny = { mean: 0.2, low: 0.1, high: 0.3 };
    const difference = {
      name: 'delayTime.p50',
      unit: 'ms',
      better: 'less',
      without: 5,
      with: 5,
      difference: tiny,
      probability: 0.01,
      replications: 9,
    } as const;
    expect(differencesChart([difference], 'a', 'b')[1]).toMatchObject({
      verdict: 'worse',
      short: expect.stringMatching(/ ~0 s +~0 s to ~0 s$/),
    });
  });

  test('says that one seed says nothing of chance', () => {
    const [heading, , , delay] = whatIfChart(asked({ seeds: ['1'] }));
    expect(heading?.text).toBe('changed at 00:00:10.000; one seed, so there is no interval');
    expect(delay).toMatchObject({ verdict: 'unclear', text: expect.stringMatching(/^delayTime\.p50 .* {10}●/) });
  });

  test('has nothing to draw where no job has a delay', () => {
    const [idle] = scenariosOf('title: idle\nworld: { endpoints: [{ id: ep-a, workers: { min: 1, max: 1 } }] }\nsteps: [{ at: 60s }]\n');
    if (idle === undefined) throw new Error('no scenario');
    const lines = whatIfChart(asked({ base: idle })).map(({ text }) => text);
    expect(lines[3]).toMatch(/^delayTime\.p50 +none +none$/);
    expect(lines.find((line) => line.startsWith('completed'))).toMatch(/ 0\.0 +no difference$/);
  });

  // biome-ignore format: a table
  test.each([
    ['less', { mean: -2, low: -3, high: -1 },      0.001, 'better'],
    ['less', { mean: 2, low: 1, high: 3 },         0.001, 'worse'],
    ['more', { mean: 2, low: 1, high: 3 },         0.001, 'better'],
    ['more', { mean: -2, low: -3, high: -1 },      0.001, 'worse'],
    ['less', { mean: 1, low: -1, high: 3 },        0.3,   'unclear'],
    // Its own interval leaves zero out, but among seven metrics one does so more often.
    ['less', { mean: 2, low: 1, high: 3 },         0.06,  'unclear'],
    ['less', { mean: 1, low: null, high: null },   1,     'unclear'],
    ['less', { mean: 0, low: 0, high: 0 },         1,     'same'],
    ['less', { mean: 0, low: null, high: null },   1,     'same'],
    ['less', null,                                 1,     'same'],
  ] as const)('where %s is better, %j with a probability of %f is %s', (better, difference, probability, verdict) => {
    expect(judgeDifference({ better, difference, probability })).toBe(verdict);
  });
});
