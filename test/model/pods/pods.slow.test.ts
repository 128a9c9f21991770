import { describe, expect, test } from 'vitest';
import { choosePlans } from '../differing.ts';
import type { DenialPlan } from '../hosts/denialPlan.ts';
import { playPods } from './playPods.ts';
import { playPodModel } from './podModel.ts';
import { randomPods } from './randomPods.ts';

/** The same of pods: where they are placed, what they may do, what each answer says, what hosts take with them, and what is billed. */
describe('a second simulator of pods and the engine', () => {
  test('agree in each change of status, each answer and the cost, where hosts have few GPUs, fail and are denied', () => {
    for (const k of choosePlans(120, 10_000, (number) => playPodModel(randomPods(`pods-${number}`)).lines)) {
      const plan = randomPods(`pods-${k}`);
      const { lines, nanoDollars } = playPodModel(plan);
      const { lines: played, cost } = playPods(plan);
      expect({ plan: k, lines, nanoDollars }).toStrictEqual({ plan: k, lines: played, nanoDollars: cost });
    }
  });

  test('differ where one of them knows no denials: those by chance, those of one pod, and those of all', () => {
    const plans = Array.from({ length: 200 }, (_, k) => randomPods(`pods-${k}`));
    const count = (isDropped: (denial: DenialPlan) => boolean): number =>
      plans.filter((plan) => {
        const changed = { ...plan, denials: plan.denials.filter((denial) => !isDropped(denial)) };
        return playPodModel(changed).lines.join() !== playPodModel(plan).lines.join();
      }).length;
    expect(count(({ chance }) => chance !== null)).toBeGreaterThan(10);
    expect(count(({ pod }) => pod !== null)).toBeGreaterThan(4);
    expect(count(({ chance, pod, limit }) => chance === null && pod === null && limit !== null)).toBeGreaterThan(10);
  });

  test('meet every status, every refusal and every level of the catalog', () => {
    const lines = Array.from({ length: 120 }, (_, k) => playPodModel(randomPods(`pods-${k}`)).lines).flat();
    const statuses = lines.flatMap((line) => /^\d+ pod-\d+ (\w+)$/.exec(line)?.[1] ?? []);
    const refusals = lines.flatMap((line) => / answers (4\d\d.*|200 [A-Z]+)$/.exec(line)?.[1] ?? []);
    expect([...new Set(statuses)].sort()).toStrictEqual(['ERROR', 'EXITED', 'PROVISIONING', 'RUNNING', 'STARTING', 'TERMINATED']);
    expect([...new Set(refusals)].sort()).toStrictEqual([
      '200 LOW',
      '200 MEDIUM',
      '200 NONE',
      '400 pod.capacity',
      '400 pod.same-host',
      '404',
      '409 pod.action-conflict',
      '409 pod.locked',
    ]);
  });
});
