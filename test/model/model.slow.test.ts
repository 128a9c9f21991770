import { describe, expect, test } from 'vitest';
import { fewOrAll } from '../support/long.ts';
import { Model } from './model.ts';
import { playInEngine } from './playInEngine.ts';
import { randomPlan } from './randomPlan.ts';

/**
 * A second simulator of a queue endpoint. It shares no code with the engine: calendar, queue, scalers, starts,
 * time limits, retries, retention and bills are its own. Where the two differ, the rulebook says who is right.
 */
describe('a second simulator and the engine', () => {
  test('agree in each change of status of each job and worker, to the millisecond, and in the cost, on endpoints drawn at random', () => {
    for (let k = 0; k < fewOrAll(200, 5_000); k++) {
      const plan = randomPlan(`plan-${k}`);
      const { lines, nanoDollars } = new Model(plan);
      const { lines: played, cost } = playInEngine(plan);
      expect({ plan: k, lines, nanoDollars }).toStrictEqual({ plan: k, lines: played, nanoDollars: cost });
    }
  });

  test('differ where one of them follows another rule', () => {
    const plan = randomPlan('plan-0');
    const { lines } = new Model({ ...plan, start: plan.start + 1, pull: plan.pull + 1 });
    expect(lines).not.toStrictEqual(playInEngine(plan).lines);
  });

  test('meet what the rules are about: every status of jobs and workers', () => {
    const met = new Set(
      Array.from({ length: 100 }, (_, k) => new Model(randomPlan(`plan-${k}`)).lines)
        .flat()
        .map((line) => line.split(' ')[2]),
    );
    const jobs = ['IN_QUEUE', 'IN_PROGRESS', 'COMPLETED', 'FAILED', 'CANCELLED', 'TIMED_OUT', 'REMOVED'];
    expect([...met].sort()).toStrictEqual([...jobs, 'THROTTLED', 'INITIALIZING', 'IDLE', 'RUNNING', 'UNHEALTHY', 'STOPPED'].sort());
  });
});
