import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { defaultLimits, type Limits } from '../../engine/api/reading/bounds.ts';
import type { Json } from '../../engine/kernel/canonical.ts';
import { computeResults } from '../../engine/scenario/play/results.ts';
import { fewOrAll } from '../support/long.ts';
import { FakeHost, refusal, said } from '../support/serving/fakeHost.ts';
import { playedText, scenarioText, submit } from '../support/worlds/playing.ts';

const deskOf = (limits: Partial<Limits> = {}) => {
  const host = new FakeHost();
  host.limits = { ...defaultLimits, ...limits };
  return host.desk();
};
const desk = deskOf();
const ran = (body: { readonly [key: string]: Json }) => said(desk, 'runScenario', { body });
const path = 'scenarios/jobs/retry-after-failure';

describe('POST scenarios/run', () => {
  test('plays a scenario as the command line does, and leaves no trace', () => {
    const before = desk.world.fingerprint();
    const text = readFileSync(`${path}.scenario.yaml`, 'utf8');
    const { world } = playedText(text);
    expect(ran({ scenario: text })).toStrictEqual({
      verdict: 'pass',
      title: 'A failed job is retried with its original input',
      member: null,
      members: [],
      seed: 'retry-after-failure',
      failures: [],
      unfired: [],
      warnings: [],
      timeline: readFileSync(`${path}.timeline.txt`, 'utf8'),
      entries: world.log.length,
      endedAt: expect.objectContaining({ ms: world.now }),
      fingerprint: world.fingerprint(),
    });
    expect([desk.world.fingerprint(), desk.host.worlds().length]).toStrictEqual([before, 1]);
  });

  test('says what failed, and what was never reached', () => {
    const failing = scenarioText(`steps:\n  - { act: health, with: { endpoint: ep-a }, expect: { status: 201 } }`);
    expect(ran({ scenario: failing })).toMatchObject({ verdict: 'fail', failures: ['steps.0 health: status: expected 201, got 200'] });
    const waiting = scenarioText(`steps:\n  - ${submit}\n  - { when: job $job is FAILED, within: 1m }`);
    expect(ran({ scenario: waiting })).toMatchObject({
      verdict: 'incomplete',
      unfired: [expect.stringContaining('did not hold within 1m')],
    });
  });

  test('has the results of a load', () => {
    const text = scenarioText('load: [{ with: { endpoint: ep-a, body: { input: {} } }, burst: { size: 3 } }]');
    expect(ran({ scenario: text })).toMatchObject({ verdict: 'pass', results: computeResults(playedText(text)) });
  });

  test('plays with another seed', () => {
    const text = scenarioText(`steps:\n  - ${submit}`);
    const { fingerprint, seed, member } = ran({ scenario: text, seed: 'b' });
    expect([seed, member]).toStrictEqual(['b', 'seed=b']);
    expect(fingerprint).not.toBe(ran({ scenario: text })['fingerprint']);
  });

  test('plays a member of a matrix: the first, or the one that is named', () => {
    const text = scenarioText(
      `matrix: { variables: { n: [1, 2] } }\nsteps:\n  - { act: run, with: { endpoint: ep-a, body: { input: { n: $n } } } }`,
    );
    expect(ran({ scenario: text })).toMatchObject({ member: 'n=1', members: ['n=1', 'n=2'] });
    expect(ran({ scenario: text, member: 'n=2' })).toMatchObject({ member: 'n=2', verdict: 'pass' });
    expect(refusal(desk, 'runScenario', { body: { scenario: text, member: 'n=3' } })).toStrictEqual([
      422,
      'control.scenarios',
      ["$.member: there is no member 'n=3'; there are n=1, n=2"],
    ]);
  });

  test('stops a scenario that is too long', () => {
    const max = fewOrAll(20_000, defaultLimits.scenarioEntries);
    const text = scenarioText(
      'load: [{ name: flood, with: { endpoint: ep-a, body: { input: {} } }, burst: { size: 300000 }, exactly: 300000, mayBeRefused: true }]',
    );
    const { verdict, unfired, entries } = said(deskOf({ scenarioEntries: max }), 'runScenario', { body: { scenario: text } });
    expect([verdict, unfired]).toStrictEqual([
      'incomplete',
      expect.arrayContaining([
        expect.stringMatching(
          new RegExp(`^entriesMax: the scenario was stopped after ${max} log entries and calls without one \\(.*limit scenarioEntries;`),
        ),
      ]),
    ]);
    expect(Number(entries)).toBeLessThan(1.05 * max);
  });

  // biome-ignore format: a table
  test.each([
    ['no YAML',              'title: [',                                       /^1:\d+ /],
    ['an unknown key',       'title: x\nseeed: y',                             /^2:1 unknown key 'seeed'; did you mean 'seed'\? \(see docs\/reference\/scenario.md\)$/],
    ['an unknown operation', 'title: x\nsteps:\n  - { act: fly }',             /^3:\d+ steps.0.act: 'fly' is not an operation; /],
    ['a file beside it',     'title: x\nworld: { include: other.yaml }',       /^2:19 include: a server reads no files; write the world into the scenario$/],
    ['a file far away',      'title: x\nworld: { include: ../../etc/passwd }', /^2:19 include: /],
  ])('is refused for %s: 422, with its place', (_, scenario, words) => {
    expect(refusal(desk, 'runScenario', { body: { scenario } })).toStrictEqual([422, 'control.scenarios', [expect.stringMatching(words)]]);
  });

  test.each([{}, { scenario: '' }, { scenario: 7 }, { scenario: 'title: x', seed: '' }, { scenario: 'title: x', more: 1 }])(
    'is refused for %j: 422',
    (body) => {
      expect(refusal(desk, 'runScenario', { body: body as Json }).slice(0, 2)).toStrictEqual([422, 'errors.validation']);
    },
  );
});
