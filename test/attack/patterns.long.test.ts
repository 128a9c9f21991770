import { isLeft } from 'fp-ts/lib/Either.js';
import { describe, expect, test } from 'vitest';
import { compilePattern, stepsMax } from '../../engine/scenario/format/pattern/pattern.ts';
import { play } from '../../engine/scenario/play/play.ts';
import { parseScenario } from '../../engine/scenario/scenario.ts';
import { mismatches, mismatchText } from '../../engine/scenario/step/expectation.ts';
import { served } from '../support/serving/served.ts';

/** Patterns that JavaScript's own engine needs years for, each with the text that shows it. */
// biome-ignore format: a table
const catastrophes: readonly (readonly [pattern: string, text: string])[] = [
  ['^(a+)+$',                  `${'a'.repeat(50)}!`],
  ['^(a|aa)+$',                `${'a'.repeat(80)}!`],
  ['^(a|a)*$',                 `${'a'.repeat(50)}!`],
  [`^${'a*'.repeat(40)}$`,     `${'a'.repeat(80)}!`],
  ['^(?:\\w+\\s?)*$',          `${'a'.repeat(60)}!`],
  ['^(?:a?){60}a{60}!$',       'a'.repeat(60)],
  ['(?:x+x+)+y',               'x'.repeat(60)],
];

describe('a pattern for which a search that goes back takes for ever', () => {
  test.each(catastrophes)('%s is answered', (pattern, text) => {
    expect(mismatches({ matches: pattern }, text, 'it').map(mismatchText)).toHaveLength(1);
  });

  test.each(catastrophes)('%s takes steps in proportion to the text', (pattern, text) => {
    const made = compilePattern(pattern);
    if (isLeft(made)) throw new Error(made.left);
    // The bound is one of steps: with this many characters, hundreds of steps would be left for each.
    expect(made.right.test(text.repeat(Math.floor(20_000 / text.length)))).toBe(false);
  });

  test.each(catastrophes)('%s in a check of the control plane stops no other call', async (pattern, text) => {
    await using server = await served();
    await server.post('/v2/ep-a/run', { input: { text } });
    const where = { body: { input: { text: { matches: pattern } } } };
    const { status, body } = await server.post('/_podsim/v1/requests/verify', { operation: 'run', where });
    expect([status, body.ok, body.closest.length]).toStrictEqual([200, false, 1]);
  });

  test.each(catastrophes)('%s in an expectation of a scenario ends', (pattern, text) => {
    const body = { name: text, image: 'an-image' };
    const step = { act: 'createTemplate', with: { body }, expect: { body: { name: { matches: pattern.replaceAll('$', '$$$$') } } } };
    const scenario = JSON.stringify({ title: 't', world: {}, steps: [step] });
    const parsed = parseScenario('a', scenario, () => undefined);
    if (isLeft(parsed)) throw new Error(JSON.stringify(parsed.left));
    expect(parsed.right.map((run) => play(run).failures.length)).toStrictEqual([1]);
  });
});

test.each(['a(?=b)', '(?<!b)a', '(a+)\\1'])('%s is refused by the control plane, with what to do', async (pattern) => {
  await using server = await served();
  const { status, body } = await server.post('/_podsim/v1/requests/verify', { where: { body: { a: { matches: pattern } } } });
  expect([status, body.errors]).toStrictEqual([
    422,
    [expect.stringMatching(/which takes exponential time in some texts: write it without$/)],
  ]);
});

test('a text that takes too many steps for its pattern is searched no further, and the mismatch says so', () => {
  const [words = ''] = mismatches({ matches: '(?:[ab]?){1000}c' }, 'ab'.repeat(20_000), 'it').map(mismatchText);
  expect(words).toContain(`whose 40000 characters take over ${stepsMax} steps to search: use a simpler pattern, or contains`);
});

test('the steps of all patterns of a check, on all calls, have one bound: no call is judged by a search that was cut', async () => {
  const pattern = '(?:[ab]?){300}c';
  const made = compilePattern(pattern);
  if (isLeft(made)) throw new Error(made.left);
  const input = { text: 'ab'.repeat(500) };
  const search = { left: 1_000_000_000 };
  let pauses = 0;
  for (const steps = made.right.testInSteps(input.text, search); steps.next().done !== true; ) pauses += 1;
  const each = 1_000_000_000 - search.left;
  // Others get their turn after each pause.
  expect(pauses).toBeGreaterThan(each / 10_000);
  await using server = await served({ limits: { patternSteps: 6 * each } });
  for (let calls = 0; calls < 6; calls++) await server.post('/v2/ep-a/run', { input });
  const where = { body: { input: { text: { matches: pattern } } } };
  const verify = () => server.post('/_podsim/v1/requests/verify', { operation: 'run', where });
  expect(await verify()).toMatchObject({ status: 200, body: { ok: false } });
  await server.post('/v2/ep-a/run', { input });
  const { status, body } = await verify();
  expect([status, body.detail]).toStrictEqual([422, expect.stringContaining("this server's limit patternSteps")]);
});

test('a check has twenty patterns at most, because each is made ready before', async () => {
  await using server = await served();
  const where = (count: number) => ({
    body: Object.fromEntries(Array.from({ length: count }, (_, k) => [`a${k}`, { matches: 'a{3000}' }])),
  });
  const verify = (count: number) => server.post('/_podsim/v1/requests/verify', { where: where(count) });
  expect(await verify(20)).toMatchObject({ status: 200, body: { ok: false } });
  const { status, body } = await verify(21);
  expect([status, body.errors]).toStrictEqual([422, [expect.stringContaining('has 21 patterns: check at most 20 at once')]]);
});
