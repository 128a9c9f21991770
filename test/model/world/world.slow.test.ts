import { describe, expect, test } from 'vitest';
import { choosePlans } from '../differing.ts';
import type { DenialPlan } from '../hosts/denialPlan.ts';
import { playWorld } from './playWorld.ts';
import { randomWorld } from './randomWorld.ts';
import { playWorldModel } from './worldModel.ts';

/** Who has room and who gets it next, where endpoints and pods share few hosts: sleepers give way, hosts fail or are denied, and all that wait form one line. */
describe('the models of endpoints and pods, on one ground, and the engine', () => {
  test('agree in each change of status, each answer and the cost, where room is short', () => {
    for (const k of choosePlans(120, 8_000, (number) => playWorldModel(randomWorld(`world-${number}`)).lines)) {
      const plan = randomWorld(`world-${k}`);
      expect({ plan: k, ...playWorldModel(plan) }).toStrictEqual({ plan: k, ...playWorld(plan) });
    }
  });

  test('differ where one of them denies always, or never, what a fault denies by chance', () => {
    const plans = Array.from({ length: 40 }, (_, k) => randomWorld(`world-${k}`));
    const count = (change: (denial: DenialPlan) => DenialPlan): number =>
      plans.filter((plan) => {
        const changed = { ...plan, denials: plan.denials.map((denial) => (denial.chance === null ? denial : change(denial))) };
        return playWorldModel(changed).lines.join() !== playWorldModel(plan).lines.join();
      }).length;
    expect(count((denial) => ({ ...denial, chance: null }))).toBeGreaterThan(2);
    expect(count((denial) => ({ ...denial, chance: [0, 1] }))).toBeGreaterThan(2);
    // Another fault has other draws.
    expect(count((denial) => ({ ...denial, limit: (denial.limit ?? 1_000_000) + 1_000_000 }))).toBeGreaterThan(2);
  });

  test('meet every status of clusters, sleepers that give way, and each refusal for want of room', () => {
    const lines = Array.from({ length: 120 }, (_, k) => playWorldModel(randomWorld(`world-${k}`)).lines).flat();
    const clusters = lines.flatMap((line) => /^\d+ cl-\d+ (\w+)$/.exec(line)?.[1] ?? []);
    const members = lines.flatMap((line) => /^\d+ cl-\d+-m\d (\w+)$/.exec(line)?.[1] ?? []);
    const refusals = lines.flatMap((line) => / answers (400 .*)$/.exec(line)?.[1] ?? []);
    expect([...new Set(clusters)].sort()).toStrictEqual(['ACTIVE', 'DEGRADED', 'FORMING', 'TERMINATED']);
    expect([...new Set(members)].sort()).toStrictEqual(['ERROR', 'PROVISIONING', 'RUNNING', 'STARTING', 'TERMINATED']);
    expect([...new Set(refusals)].sort()).toStrictEqual(['400 cluster.create', '400 pod.capacity', '400 pod.same-host']);
    expect(lines.filter((line) => / answers 200 \d to \d by /.test(line)).length).toBeGreaterThan(50);
  });
});
