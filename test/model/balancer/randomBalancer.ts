import { Choice } from '../../../engine/lab/explorer/choice.ts';
import { randomMeasuredPlan } from '../randomPlan.ts';
import type { BalancerAct, BalancerPlan } from './plan.ts';

/** A random load-balancing endpoint, and its clients. */
export const randomBalancer = (seed: string): BalancerPlan => {
  const choice = new Choice(seed, 'balancer', 'model');
  const grain = choice.of([1_000, 1]);
  const time = (from: number, to: number): number => Math.round((from + choice.below(to - from + 1)) / grain) * grain;
  const crashes = choice.happens(2, 3) ? 1 : 0;
  const affinity = choice.of(['pins', 'by-word', 'by-word'] as const);
  const acts: BalancerAct[] = [];
  let at = 0;
  for (let requests = 0; acts.length < 40; ) {
    at += choice.happens(1, 4) ? 0 : time(0, choice.of([1_000, 4_000, 30_000]));
    const act = choice.pickWeighted([
      [16, 'request'],
      [6, 'leave'],
      [4, 'ping'],
      [3, 'workers'],
      [2, 'scale'],
      [2, 'release'],
    ] as const);
    if (act === 'request') {
      const ending = choice.pickWeighted([
        [8, 'complete'],
        [3, 'fail'],
        [5 * crashes, 'crash'],
        [1, 'hang'],
      ] as const);
      const status = choice.happens(1, 4) ? choice.of([201, 404, 418]) : null;
      const word = affinity === 'pins' ? '' : choice.of(['', 'strict', 'strict-resume', 'strict-resume'] as const);
      const names = choice.happens(1, affinity === 'pins' ? 6 : 2) ? { word, worker: 1 + choice.below(3) } : null;
      acts.push({ at, do: act, request: { runs: time(0, choice.of([2_000, 15_000])), ending, status, names } });
      requests += 1;
    } else if (act === 'leave') acts.push({ at, do: act, request: Math.max(0, requests - 1 - choice.below(3)) });
    else if (act === 'scale') {
      const min = choice.of([0, 0, 1, 2]);
      acts.push({ at, do: act, min, max: min + choice.below(4) });
    } else if (act === 'release') acts.push({ at, do: act, image: 1 + choice.below(3) });
    else acts.push({ at, do: act });
  }
  const pool = {
    ...randomMeasuredPlan(seed),
    scaler: { requestCount: 1 + choice.below(4) },
    takeEvery: 0,
    takeDelay: 0,
    handOver: 0,
    until: at + 120_000,
  };
  return {
    pool,
    perWorker: 1 + choice.below(4),
    workerWait: time(2_000, 30_000),
    processingMax: time(3_000, 20_000),
    affinity,
    strictWait: time(2_000, 60_000),
    noWorker: choice.of(['503', '400']),
    acts,
  };
};
