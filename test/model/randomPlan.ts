import { Choice } from '../../engine/lab/explorer/choice.ts';
import type { Act, JobPlan, Plan } from './plan.ts';

/**
 * A random endpoint and what clients do there. Half of the plans have whole seconds everywhere, so that much is due at one time; the others
 * have any millisecond.
 */
export const randomPlan = (seed: string): Plan => {
  const choice = new Choice(seed, 'plan', 'model');
  const grain = choice.of([1_000, 1]);
  const time = (from: number, to: number): number => Math.round((from + choice.below(to - from + 1)) / grain) * grain;
  const min = choice.of([0, 0, 1, 2]);
  const isByCount = choice.happens(1, 2);
  const acts: Act[] = [];
  let at = 0;
  for (let jobs = 0; acts.length < 25; ) {
    at += choice.happens(1, 4) ? 0 : time(0, choice.of([2_000, 8_000, 60_000]));
    const job = choice.below(Math.max(1, jobs));
    const act =
      jobs === 0
        ? 'run'
        : choice.pickWeighted([
            [14, 'run'],
            [4, 'retry'],
            [3, 'cancel'],
            [2, 'limit'],
            [1, 'purge'],
            [1, 'health'],
          ] as const);
    if (act === 'run') jobs += 1;
    if (act === 'run') acts.push({ at, do: act, job: randomJob(choice, time) });
    else if (act === 'purge' || act === 'health') acts.push({ at, do: act });
    else if (act === 'limit') acts.push({ at, do: act, job, keep: time(1_000, 40_000) });
    else acts.push({ at, do: act, job });
  }
  return {
    scaler: isByCount ? { requestCount: 1 + choice.below(3) } : { queueDelay: time(1_000, 6_000) },
    min,
    max: Math.max(1, min) + choice.below(3),
    idle: isByCount ? 10_000 : time(1_000, 20_000),
    timeout: time(5_000, 20_000),
    image: 1,
    env: 0,
    center: null,
    volumes: [],
    shapes: [{ flavor: null, units: 1 }],
    hosts: choice.of([[1], [2], [1, 1], [1, 2], [4], [2, 4]]),
    pull: time(0, 9_000),
    start: time(0, 5_000),
    startAgain: time(0, 2_000),
    restart: time(0, 3_000),
    crashLoop: 1 + choice.below(3),
    unhealthyRetry: time(5_000, 60_000),
    missedAfter: time(0, 9_000),
    requeuesMax: choice.below(3),
    scalerEvery: time(1_000, 4_000),
    retention: time(2_000, 90_000),
    sleeps: false,
    restores: false,
    remove: 0,
    handOver: 0,
    takeEvery: 0,
    takeDelay: 0,
    post: 0,
    cancelEnds: 0,
    webhooks: { tries: 3, answers: [200], gaps: [10_000] },
    holds: { stream: 10_000, sync: 90_000 },
    edgeCut: 0,
    faults: [],
    contract: '2026-08',
    limits: null,
    batchesMax: 10,
    prices: { active: 756_000, flex: 1_116_000 },
    acts: [...acts, ...randomReads(seed, acts, at + 200_000)].sort((one, other) => one.at - other.at),
    until: at + 200_000,
  };
};

/** Reads at any instant, of jobs that were submitted by then. */
const randomReads = (seed: string, acts: readonly Act[], until: number): readonly Act[] => {
  const choice = new Choice(seed, 'reads', 'model');
  return acts.flatMap(() => {
    // Half of them while clients are at work.
    const at = choice.below(choice.happens(1, 2) ? until : (acts.at(-1)?.at ?? 0) + 1);
    const jobs = acts.filter((act) => act.do === 'run' && act.at < at).length;
    return jobs === 0 ? [] : [{ at, do: choice.of(['status', 'status', 'health', 'workers']), job: choice.below(jobs) } as Act];
  });
};

/** The same where workers sleep and wake, jobs are handed over, and taking, posting and cancelling take time; each of these in most plans. */
export const randomMeasuredPlan = (seed: string): Plan => {
  const choice = new Choice(seed, 'measured', 'model');
  const plan = randomPlan(seed);
  const grain = choice.of([500, 1]);
  const health = ({ at }: Act): readonly Act[] => (choice.happens(1, 2) ? [{ at, do: 'health' }] : []);
  const some = (max: number): number => (choice.happens(1, 4) ? 0 : Math.round(choice.below(max + 1) / grain) * grain);
  return {
    ...plan,
    acts: plan.acts.flatMap((act) => [act, ...health(act)]),
    sleeps: choice.happens(3, 4),
    restores: choice.happens(1, 2),
    remove: some(20_000),
    handOver: some(6_000),
    takeEvery: some(3_000),
    takeDelay: some(1_500),
    post: some(1_500),
    cancelEnds: some(2_000),
  };
};

const randomJob = (choice: Choice, time: (from: number, to: number) => number): JobPlan => ({
  runs: time(0, choice.of([3_000, 12_000, 30_000])),
  endings: Array.from({ length: 1 + choice.below(3) }, () =>
    choice.pickWeighted([
      [6, 'complete'],
      [3, 'fail'],
      [4, 'crash'],
      [1, 'hang'],
    ] as const),
  ),
  ttl: choice.happens(1, 4) ? time(10_000, 60_000) : 86_400_000,
  timeout: choice.happens(1, 3) ? time(5_000, 25_000) : null,
  priority: choice.happens(1, 5) ? 'low' : 'normal',
  notifies: false,
  chunks: 0,
  every: 0,
});
