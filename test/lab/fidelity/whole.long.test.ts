import { expect, test } from 'vitest';
import { podsimLater } from '../../support/commandLine.ts';

/** The figures that are kept for all plays, and not only for the few of `report.slow.test.ts`. */
test.each([[], ['--timing', 'textbook']])('no fact is worse than its kept figure: podsim fidelity %s', async (...options) => {
  const { code, out } = await podsimLater('fidelity', ...options);
  expect(out).not.toMatch(/WORSE|No figure is kept/);
  expect(code).toBe(0);
});

// What has no settings of its own (`bill`, `capacity`, `contract`) cannot be switched off. What `hand-over` changes is shown by the polls of one
// transcript, and those are as wrong without it.
const switched = ['take', 'post', 'sleep', 'pull', 'start', 'first-job', 'lost', 'webhook', 'edge', 'balancer', 'cancel', 'pod'];

test.each(switched)('the worst without a mechanism is it: podsim fidelity --without %s', async (mechanism) => {
  const { code, out } = await podsimLater('fidelity', '--without', mechanism);
  expect(code).toBe(0);
  expect(out).toContain(`Worst without ${mechanism}: ${mechanism} (`);
});

test('the textbook, and the measured times without any mechanism, are equally wrong', async () => {
  const figures = async (...options: readonly string[]) => {
    const { out } = await podsimLater('fidelity', '--seeds', '1', '--reporter', 'json', ...options);
    const { ways } = JSON.parse(out) as {
      readonly ways: readonly { readonly way: string; readonly summary: { readonly error: number } }[];
    };
    return ways.find(({ way }) => way === 'own')?.summary;
  };
  const without = await figures('--without', 'all');
  expect(without).toStrictEqual(await figures('--timing', 'textbook'));
  expect(without?.error).toBeGreaterThan(0.5);
});
