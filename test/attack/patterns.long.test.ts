import { isLeft } from 'fp-ts/lib/Either.js';
import { describe, expect, test } from 'vitest';
import { parseScenario, play } from '../../engine/index.ts';
import { patternOf, stepsMax } from '../../engine/scenario/format/pattern/pattern.ts';
import { mismatches, mismatchText } from '../../engine/scenario/play/expectation.ts';
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
    const made = patternOf(pattern);
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
