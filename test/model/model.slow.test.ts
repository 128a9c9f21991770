import { describe, expect, test } from 'vitest';
import { choosePlans } from './differing.ts';
import type { Plan } from './plan.ts';
import { playInEngine } from './playInEngine.ts';
import { playInModel } from './playInModel.ts';
import { randomMeasuredPlan, randomPlan } from './randomPlan.ts';

/**
 * A second simulator of a queue endpoint. It shares no code with the engine: calendar, queue, scalers, starts, sleep,
 * time limits, retries, retention and bills are its own. Where the two differ, the rulebook says who is right.
 */
describe('a second simulator and the engine', () => {
  test('agree in each change of status of each job and worker, to the millisecond, in each answer, and in the cost, on endpoints drawn at random', () => {
    for (const k of choosePlans(80, 5_000, (number) => playInModel(randomPlan(`plan-${number}`)).lines)) {
      const plan = randomPlan(`plan-${k}`);
      const { lines, nanoDollars } = playInModel(plan);
      const { lines: played, cost } = playInEngine(plan);
      expect({ plan: k, lines, nanoDollars }).toStrictEqual({ plan: k, lines: played, nanoDollars: cost });
    }
  });

  test('agree in the same where workers sleep and wake, jobs are handed over, and taking, posting and cancelling take time', () => {
    for (const k of choosePlans(60, 5_000, (number) => playInModel(randomMeasuredPlan(`measured-${number}`)).lines)) {
      const plan = randomMeasuredPlan(`measured-${k}`);
      const { lines, nanoDollars } = playInModel(plan);
      const { lines: played, cost } = playInEngine(plan);
      expect({ plan: k, lines, nanoDollars }).toStrictEqual({ plan: k, lines: played, nanoDollars: cost });
    }
  });

  test('differ where one of them follows another rule', () => {
    const plan = randomPlan('plan-0');
    const { lines } = playInModel({ ...plan, start: plan.start + 1, pull: plan.pull + 1 });
    expect(lines).not.toStrictEqual(playInEngine(plan).lines);
  });

  const measured = Array.from({ length: 40 }, (_, k) => randomMeasuredPlan(`measured-${k}`)).map((plan) => ({
    plan,
    lines: playInEngine(plan).lines.join(),
  }));

  test.each<Partial<Plan>>([
    { sleeps: false },
    { restores: false },
    { remove: 0 },
    { handOver: 0 },
    { takeEvery: 0 },
    { takeDelay: 0 },
    { post: 0 },
    { cancelEnds: 0 },
  ])('differ where one of them goes without %o', (changed) => {
    const differing = measured.filter(({ plan, lines }) => playInModel({ ...plan, ...changed }).lines.join() !== lines);
    expect(differing.length).toBeGreaterThan(2);
  });

  test('meet every answer: of each act, of jobs in each status, and each refusal', () => {
    const answers = Array.from({ length: 100 }, (_, k) => playInModel(randomMeasuredPlan(`plan-${k}`)).lines)
      .flat()
      .filter((line) => line.includes(' answers '))
      .map((line) => line.replace(/^\d+ answers | on w\d+|job-\d+ | retries=\d+|(?<==)\d+/g, ''));
    expect([...new Set(answers)].sort()).toStrictEqual([
      '200 CANCELLED',
      '200 CANCELLED delay=',
      '200 COMPLETED delay= took= output',
      '200 FAILED delay= took= error',
      '200 IN_PROGRESS delay=',
      '200 IN_QUEUE',
      '200 TIMED_OUT delay= took=',
      '200 removed=',
      '404 job.expired',
      '409 job.cancel-terminal',
      '409 job.retry-refused',
    ]);
  });

  test('meet what the rules are about: every status of jobs and workers', () => {
    const met = new Set(
      Array.from({ length: 100 }, (_, k) => [
        ...playInModel(randomPlan(`plan-${k}`)).lines,
        ...playInModel(randomMeasuredPlan(`plan-${k}`)).lines,
      ])
        .flat()
        .filter((line) => !/health|answers|workers/.test(line))
        .map((line) => line.split(' ')[2]),
    );
    const jobs = ['IN_QUEUE', 'IN_PROGRESS', 'COMPLETED', 'FAILED', 'CANCELLED', 'TIMED_OUT', 'REMOVED'];
    const workers = ['THROTTLED', 'INITIALIZING', 'IDLE', 'RUNNING', 'ASLEEP', 'UNHEALTHY', 'STOPPED'];
    expect([...met].sort()).toStrictEqual([...jobs, ...workers].sort());
  });
});
