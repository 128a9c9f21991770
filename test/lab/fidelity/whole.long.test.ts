import { expect, test } from 'vitest';
import { assess, findWorse, type Mechanism, selectGrounds } from '../../../engine/lab/fidelity/index.ts';
import { podsim } from '../../support/commandLine.ts';
import { observations } from '../../support/observations.ts';

/** The figures that are kept for all plays, and not only for the few of `report.slow.test.ts`. */
test.each([[], ['--timing', 'textbook']])('no fact is worse than its kept figure: podsim fidelity %s', async (...options) => {
  const { code, out } = await podsim('fidelity', ...options);
  expect(out).not.toMatch(/WORSE|No figure is kept/);
  expect(code).toBe(0);
});

/** What the timing was made from: facts that only judge it are further off, and would hide what a mechanism changes. */
const grounds = selectGrounds(observations);

const judge = (...without: readonly Mechanism[]) =>
  assess(grounds, { timing: 'measured-2026-12', seeds: 20, without, leavesOut: false }).own;
const whole = judge();

// What has no settings of its own (`bill`, `capacity`, `contract`) cannot be switched off.
const switched = [
  ...(['take', 'post', 'sleep', 'hand-over', 'pull', 'start', 'first-job', 'lost'] as const),
  ...(['webhook', 'edge', 'balancer', 'cancel', 'pod'] as const),
];

test.each(switched)('without %s, it is what got worse by most', (mechanism) => {
  expect(findWorse(whole, judge(mechanism))[0]?.mechanism).toBe(mechanism);
});

test('the textbook, and the measured times without any mechanism, are equally wrong', async () => {
  const figures = async (...options: readonly string[]) => {
    const { out } = await podsim('fidelity', '--seeds', '1', '--reporter', 'json', ...options);
    const { ways } = JSON.parse(out) as {
      readonly ways: readonly { readonly way: string; readonly summary: { readonly error: number } }[];
    };
    return ways.find(({ way }) => way === 'own')?.summary;
  };
  const without = await figures('--without', 'all');
  expect(without).toStrictEqual(await figures('--timing', 'textbook'));
  expect(without?.error).toBeGreaterThan(0.5);
});
