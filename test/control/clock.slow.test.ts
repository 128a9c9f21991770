import { describe, expect, test } from 'vitest';
import type { Json } from '../../engine/kernel/canonical.ts';
import { lastInstantMs } from '../../engine/kernel/instant.ts';
import { rerun } from '../../engine/world/history/rerun.ts';
import { divergence } from '../../engine/world/reports/divergence.ts';
import { FakeHost, refusal, said } from '../support/serving/fakeHost.ts';
import { endpointOf, runOf, worldOf } from '../support/worlds/worlds.ts';

/** One endpoint whose single worker takes a second over each of three jobs. */
const busy = () => {
  const host = new FakeHost(worldOf({ endpoints: [endpointOf('ep-a', { workers: { min: 1, max: 1 } })] }));
  const desk = host.desk();
  desk.world.advance({ by: 1 });
  for (let k = 0; k < 3; k++) desk.world.call(runOf('ep-a', { k }));
  return { host, desk };
};

const virtual = (moment: unknown): string => (moment as { readonly virtual: string }).virtual;

describe('GET clock', () => {
  test('says what time it is, how time passes, and when something is due', () => {
    const { desk } = busy();
    expect(said(desk, 'getClock')).toStrictEqual({
      now: { instant: '2026-01-01T00:00:00.001Z', virtual: '00:00:00.001', ms: 1 },
      reads: { instant: '2026-01-01T00:00:00.001Z', virtual: '00:00:00.001', ms: 1 },
      start: '2026-01-01T00:00:00.000Z',
      policy: { clock: 'manual' },
      next: { instant: '2026-01-01T00:00:01.001Z', virtual: '00:00:01.001', ms: 1_001 },
      pending: desk.world.calendar.size,
    });
  });

  test('knows that nothing may ever be due', () => {
    const desk = new FakeHost(worldOf({ endpoints: [] })).desk();
    expect(said(desk, 'getClock')).toMatchObject({ next: null, pending: 0 });
  });
});

describe('POST clock/advance', () => {
  const advanced = (body: Json) => {
    const { desk } = busy();
    const { from, to, ran, remaining, stoppedBecause } = said(desk, 'advanceClock', { body });
    expect(remaining).toBe(desk.world.calendar.size);
    expect(virtual(from)).toBe('00:00:00.001');
    return [virtual(to), ran, stoppedBecause];
  };

  // biome-ignore format: a table
  test.each([
    ['by a while',                              { by: '2s' },                             ['00:00:02.001', 2, 'reached']],
    ['by nothing',                              { by: '0s' },                             ['00:00:00.001', 0, 'reached']],
    ['to an instant',                           { to: '2026-01-01T00:00:02Z' },           ['00:00:02.000', 1, 'reached']],
    ['to an instant elsewhere',                 { to: '2026-01-01T02:00:02.000+02:00' },  ['00:00:02.000', 1, 'reached']],
    ['to a time since the start',               { to: '90s' },                            ['00:01:30.000', 3, 'reached']],
    ['to a time as timelines write it',         { to: '00:01:30.000' },                   ['00:01:30.000', 3, 'reached']],
    ['to where something happens',              { next: true },                           ['00:00:01.001', 1, 'next']],
    ['not beyond so much as may happen',        { by: '1h', maxEntries: 2 },              ['00:00:02.001', 2, 'entriesMax']],
    ['to its end, where that is just so much',  { by: '2s', maxEntries: 2 },              ['00:00:02.001', 2, 'reached']],
    ['until so much has happened',              { untilIdle: true, maxEntries: 1 },       ['00:00:01.001', 1, 'entriesMax']],
  ] as const)('moves %s', (_, body, outcome) => {
    expect(advanced(body)).toStrictEqual(outcome);
  });

  // biome-ignore format: a table
  test.each([
    ['holds',                       { until: 'job job-1 is COMPLETED' },                ['00:00:01.001', true, 'enough']],
    ['holds already',               { until: 'job job-1 is IN_PROGRESS' },              ['00:00:00.001', true, 'reached']],
    ['counts up to',                { until: 'endpoint ep-a has 0 waiting jobs' },      ['00:00:02.001', true, 'enough']],
    ['does not hold in that time',  { until: 'job job-3 is COMPLETED', within: '2s' },  ['00:00:02.001', false, 'reached']],
    ['will never hold',             { until: 'job job-1 is FAILED' },                   ['00:30:03.001', false, 'idle']],
  ] as const)('runs on until what %s', (_, body, outcome) => {
    const { to, met, stoppedBecause } = said(busy().desk, 'advanceClock', { body });
    expect([virtual(to), met, stoppedBecause]).toStrictEqual(outcome);
  });

  test.each([
    ['a status that no job has', { until: 'job job-1 is DONE' }, '$.until: a job is never DONE'],
    ['a time without a condition', { by: '1s', within: '2s' }, 'goes with `until`'],
  ])('refuses %s', (_, body, words) => {
    expect(JSON.stringify(refusal(busy().desk, 'advanceClock', { body }))).toContain(words);
  });

  test('runs on until nothing is due but what recurs', () => {
    const [, ran, because] = advanced({ untilIdle: true });
    expect([Number(ran) >= 3, because]).toStrictEqual([true, 'idle']);
  });

  test('has nothing to wait for in a world where nothing is due', () => {
    const desk = new FakeHost(worldOf({ endpoints: [] })).desk();
    expect(said(desk, 'advanceClock', { body: { next: true } })).toMatchObject({ ran: 0, fired: [], stoppedBecause: 'nothing-due' });
  });

  test('names the first hundred timers that fired, and counts them all', () => {
    const { desk } = busy();
    for (let k = 0; k < 120; k++) desk.world.call(runOf('ep-a', { k }));
    const { ran, fired } = desk.world.advance({ untilIdle: true });
    expect(ran).toBeGreaterThan(123);
    expect(fired.length).toBe(100);
    expect(fired[0]).toMatchObject({ at: 1_001, kind: 'job' });
  });

  test('names what fired, each at its own time', () => {
    const { desk } = busy();
    expect(said(desk, 'advanceClock', { body: { by: '1s' } })['fired']).toStrictEqual([
      {
        at: { instant: '2026-01-01T00:00:01.001Z', virtual: '00:00:01.001', ms: 1_001 },
        kind: 'job',
        id: [...desk.world.state.all('job')][0]?.id,
        timer: 'attempt',
      },
    ]);
  });

  const oneOf = '$: give exactly one of by, to, next, untilIdle';
  const duration = 'must be a duration such as 500ms, 8s, 2m or 1h30m';
  // biome-ignore format: a table
  test.each([
    ['nothing',                {},                                  oneOf],
    ['two things',             { by: '1s', next: true },            oneOf],
    ['three things',           { by: '1s', to: '5s', next: true },  oneOf],
    ['a bare number',          { by: 10 },                          `$.by: ${duration}`],
    ['a word',                 { by: 'soon' },                      `$.by: ${duration}`],
    ['no such instant',        { to: '2026-02-30T00:00:00Z' },      '$.to: must be an instant such as 2026-01-01T00:05:00Z, or a time since the start such as 5m or 00:05:00.000'],
    ['what is not next',       { next: false },                     '$.next: value must be true'],
    ['no entries',             { by: '1s', maxEntries: 0 },         '$.maxEntries: minimum: got 0, want 1'],
    ['anything else',          { by: '1s', speed: 2 },              "$: additional properties 'speed' not allowed"],
  ] as const)('is refused for %s: 422', (_, body, words) => {
    const { desk } = busy();
    expect(refusal(desk, 'advanceClock', { body })).toStrictEqual([422, 'errors.validation', [expect.stringContaining(words)]]);
    expect(desk.world.now).toBe(1);
  });

  test('is refused for more than the server bears: 422', () => {
    const why = refusal(busy().desk, 'advanceClock', { body: { by: '1s', maxEntries: 1_000_001 } });
    expect(why).toStrictEqual([422, 'server.limits', [expect.stringContaining('$.maxEntries: is 1000001, but may be at most 1000000 (')]]);
  });

  test('is refused where there is no body at all: 400', () => {
    expect(refusal(busy().desk, 'advanceClock')[0]).toBe(400);
  });

  test('goes neither back nor beyond the last instant: 409', () => {
    const { desk } = busy();
    desk.world.advance({ by: 5_000 });
    for (const to of ['5s', '2026-01-01T00:00:05.000Z', '2025-12-31T23:59:59Z', '00:00:05.000'])
      expect(refusal(desk, 'advanceClock', { body: { to } })).toStrictEqual([
        409,
        'control.clock',
        'it is 2026-01-01T00:00:05.001Z already, and time never runs backwards: reset the world, or create another and advance it less far',
      ]);
    // A millisecond after the last instant of the year 9999.
    const { startMs } = desk.world.header.definition;
    for (const body of [{ by: '3000000d' }, { to: '3000000d' }, { to: `${lastInstantMs + 1 - startMs}ms` }])
      expect(refusal(desk, 'advanceClock', { body })).toStrictEqual([
        409,
        'control.clock',
        'the clock does not go beyond 9999-12-31T23:59:59.999Z',
      ]);
  });

  test('is in the log, and a rerun moves the clock the same way', () => {
    const { desk } = busy();
    for (const body of [{ next: true }, { by: '1h', maxEntries: 1 }, { untilIdle: true }] as const) said(desk, 'advanceClock', { body });
    const entries = [...desk.world.log.entries()];
    expect(entries.filter(({ event }) => event.type === 'ClockAdvanced')).toHaveLength(4);
    expect(divergence(entries, [...rerun(desk.world.header, entries).log.entries()])).toBeUndefined();
  });
});

describe('PUT clock/policy', () => {
  // biome-ignore format: a table
  test.each([
    ['manual',                     { clock: 'manual' },                { clock: 'manual' }],
    ['auto',                       { clock: 'auto' },                  { clock: 'auto' }],
    ['realtime, as fast as it is', { clock: 'realtime' },              { clock: 'realtime', speed: 1 }],
    ['realtime, faster',           { clock: 'realtime', speed: 60 },   { clock: 'realtime', speed: 60 }],
    ['auto, by its name',          'auto',                             { clock: 'auto' }],
    ['realtime, by its name',      'realtime',                         { clock: 'realtime', speed: 1 }],
    ['realtime, slower',           { clock: 'realtime', speed: 0.5 },  { clock: 'realtime', speed: 0.5 }],
  ] as const)('is %s', (_, body, policy) => {
    const { host, desk } = busy();
    expect(said(desk, 'setClockPolicy', { body })).toStrictEqual(policy);
    expect(host.clockPolicy('default')).toStrictEqual(policy);
    expect(said(desk, 'getClock')['policy']).toStrictEqual(policy);
  });

  test.each([
    {},
    { clock: 'fast' },
    { clock: 'realtime', speed: 0 },
    { clock: 'realtime', speed: '2' },
    { clock: 'manual', speed: 2 },
    'fast',
  ])('is not %j: 422', (body) => {
    const { host, desk } = busy();
    expect(refusal(desk, 'setClockPolicy', { body: body as Json }).slice(0, 2)).toStrictEqual([422, 'errors.validation']);
    expect(host.clockPolicy('default')).toStrictEqual({ clock: 'manual' });
  });
});
