import { describe, expect, test } from 'vitest';
import { fewOrAll } from '../../support/long.ts';
import { playPods } from './playPods.ts';
import { playPodModel } from './podModel.ts';
import { randomPods } from './randomPods.ts';

/** The same of pods: where they are placed, what they may do, what each answer says, what hosts take with them, and what is billed. */
describe('a second simulator of pods and the engine', () => {
  test('agree in each change of status, each answer and the cost, where hosts have few GPUs and fail', () => {
    for (let k = 0; k < fewOrAll(120, 10_000); k++) {
      const plan = randomPods(`pods-${k}`);
      const { lines, nanoDollars } = playPodModel(plan);
      const { lines: played, cost } = playPods(plan);
      expect({ plan: k, lines, nanoDollars }).toStrictEqual({ plan: k, lines: played, nanoDollars: cost });
    }
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
