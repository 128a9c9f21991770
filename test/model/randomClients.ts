import { Choice } from '../../engine/lab/explorer/choice.ts';
import type { Act, BatchAct, CallLimits, FaultPlan, JobPlan, Plan, Tuning } from './plan.ts';
import { randomMeasuredPlan, randomPlan } from './randomPlan.ts';

/** What the clients of a plan do beside submitting jobs; each plan lacks about half of it. */
interface Features {
  readonly notifies: boolean;
  readonly streams: boolean;
  readonly waits: boolean;
  readonly batches: boolean;
  readonly limits: boolean;
  readonly faults: boolean;
}

/** Random clients that stream, wait for ends, name webhooks, hand in batches, and call too often. */
export const randomClients = (seed: string): Plan => {
  const choice = new Choice(seed, 'clients', 'model');
  const plan = choice.happens(1, 2) ? randomPlan(seed) : randomMeasuredPlan(seed);
  const has = (): boolean => choice.happens(1, 2);
  const features: Features = { notifies: has(), streams: has(), waits: has(), batches: has(), limits: choice.happens(1, 3), faults: has() };
  const grain = choice.of([1_000, 1]);
  const time = (from: number, to: number): number => Math.round((from + choice.below(to - from + 1)) / grain) * grain;
  const jobLike = (job: JobPlan): JobPlan => ({
    ...job,
    notifies: features.notifies && choice.happens(2, 3),
    chunks: features.streams && choice.happens(2, 3) ? 1 + choice.below(5) : 0,
    every: Math.max(1, time(0, choice.of([1_000, 4_000]))),
  });
  const planned = plan.acts.map((act): Act => (act.do === 'run' ? { ...act, job: jobLike(act.job) } : act));
  const jobs = planned.flatMap((act) => (act.do === 'run' ? [act.job] : []));
  const end = planned.reduce((last, { at, do: what }) => (what === 'run' ? Math.max(last, at) : last), 0);
  const instant = (): number => (choice.happens(1, 2) ? choice.of(planned).at : time(0, end + 40_000));
  const more = Array.from({ length: 50 }, (): readonly Act[] => {
    const at = instant();
    // Mostly one of the newest: the results of older ones are soon gone.
    const known = planned.filter((act) => act.do === 'run' && act.at <= at).length;
    const job = choice.happens(3, 4) ? Math.max(0, known - 1 - choice.below(3)) : choice.below(jobs.length + 1);
    const wait = choice.happens(1, 2) ? null : time(1_000, 20_000);
    if (features.batches && choice.happens(1, 3)) return [{ at, do: 'retry', job: choice.below(known + 6) }];
    if (features.streams && choice.happens(1, 2)) return [{ at, do: 'stream', job, wait }];
    if (features.waits && choice.happens(1, 2)) return [{ at, do: 'sync', job, wait }];
    if (choice.happens(1, 4)) return [{ at, do: 'limit', job, keep: time(0, 5_000) }];
    return choice.happens(1, 4) ? [{ at, do: choice.of(['workers', 'workers', 'releases']) }] : [];
  });
  const tunings = Array.from({ length: choice.of([0, 0, 2, 5]) }, (): Act => {
    const scaler = choice.happens(1, 2) ? { requestCount: 1 + choice.below(3) } : { queueDelay: 500 + time(500, 6_000) };
    const idle = 1_000 * (1 + choice.below(15));
    const release = choice.happens(1, 2) ? { image: 1 + choice.below(3) } : { env: choice.below(3) };
    const changes = choice.of<Tuning>([{ scaler }, { idle }, { timeout: time(5_000, 20_000) }, release, release, { ...release, idle }]);
    return { at: instant(), do: 'tune', changes };
  });
  const batches = features.batches ? randomBatches(choice, jobs, instant) : [];
  const scales = Array.from({ length: choice.below(3) }, (): Act => {
    const min = choice.below(2);
    return { at: instant(), do: 'scale', min, max: min + choice.below(4) };
  });
  const acts = [...planned, ...more.flat(), ...batches, ...scales, ...tunings].sort((one, other) => one.at - other.at);
  return {
    ...plan,
    webhooks: {
      tries: 1 + choice.below(4),
      answers: Array.from({ length: 1 + choice.below(3) }, () => choice.of([200, 204, 299, 300, 404, 500])),
      gaps: Array.from({ length: 1 + choice.below(3) }, () => time(0, 12_000)),
    },
    holds: { stream: time(1_000, 10_000), sync: time(1_000, 30_000) },
    contract: features.batches || has() ? '2026-11' : '2026-08',
    limits: features.limits ? randomLimits(choice) : null,
    edgeCut: choice.happens(1, 3) ? time(1_000, 15_000) : 0,
    faults: features.faults ? Array.from({ length: 1 + choice.below(3) }, () => randomFault(choice, instant, time)) : [],
    batchesMax: choice.of([1, 2, 10]),
    acts,
    until: Math.max(plan.until, acts.at(-1)?.at ?? 0),
  };
};

const randomFault = (choice: Choice, instant: () => number, time: (from: number, to: number) => number): FaultPlan => {
  const from = 1 + instant();
  if (choice.happens(1, 3)) return { kind: 'crash', from, until: null, limit: choice.of([null, 1, 2]), delay: 0, operation: null };
  return {
    kind: choice.happens(2, 3) ? 'slow' : 'fail',
    from,
    until: choice.happens(2, 3) ? from + 1 + time(0, 40_000) : null,
    limit: choice.happens(1, 2) ? 1 + choice.below(6) : null,
    delay: 1 + time(0, 15_000),
    operation: choice.happens(1, 3)
      ? null
      : choice.of(['run', 'status', 'statusSync', 'stream', 'cancel', 'getBatch', 'listEndpointWorkers']),
  };
};

const randomLimits = (choice: Choice): CallLimits => {
  const some = (max: number): number => (choice.happens(1, 2) ? 1_000 : choice.below(max + 1));
  return {
    window: choice.of([1_000, 10_000, 7_001]),
    run: some(4),
    read: some(6),
    cancel: some(2),
    purge: some(1),
    minute: some(4),
    hour: some(12),
    waitingPerWorker: some(3),
    heldAtOnce: 1 + some(3),
  };
};

/** Batches of jobs like these. */
const randomBatches = (choice: Choice, jobs: readonly JobPlan[], instant: () => number): readonly Act[] => {
  const some = (max: number) => Array.from({ length: choice.below(max + 1) }, () => choice.of(jobs));
  const count = 1 + choice.below(3);
  const acts = Array.from({ length: count }, (_, batch): readonly (BatchAct & { readonly at: number })[] => {
    const at = instant();
    const after = (): number => (choice.happens(1, 2) ? at + choice.below(20_000) : Math.max(at, instant()));
    const changes = Array.from({ length: 10 }, (): BatchAct & { readonly at: number } => {
      const what = choice.of([
        'add',
        'take-out',
        'finalize',
        'give-up',
        'batch-status',
        'batch-status',
        'requests',
        'requests',
        'batches',
      ] as const);
      if (what === 'add') return { at: after(), do: what, batch, requests: [choice.of(jobs), ...some(2)] };
      if (what === 'take-out') return { at: after(), do: what, batch, place: choice.below(4) };
      return what === 'batches' ? { at: after(), do: what } : { at: after(), do: what, batch };
    });
    return [{ at, do: 'batch', requests: some(5) }, { at: after(), do: 'finalize', batch }, ...changes];
  });
  return acts.flat();
};
