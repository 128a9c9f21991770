import type { Answer } from '../../engine/api/operation.ts';
import type { Attempt } from '../../engine/cloud/handler/attempt.ts';
import type { Job } from '../../engine/cloud/job/evolve.ts';
import type { StateChange } from '../../engine/cloud/state/state.ts';
import type { Worker } from '../../engine/cloud/worker/state.ts';
import type { Json } from '../../engine/kernel/canonical.ts';
import type { VirtualTime } from '../../engine/kernel/time.ts';
import type { WorldDefinition } from '../../engine/simulator/definition.ts';
import type { Input } from '../../engine/world/receive.ts';
import { World } from '../../engine/world/world.ts';
import { callOf, endpointOf, gpuHost, worldOf } from '../support/worlds/worlds.ts';
import type { Act, JobPlan, Outcome, Plan } from './plan.ts';

/** Plays a plan in the engine, and says in the words of the model what came of it. */
export const playInEngine = (plan: Plan): Outcome => {
  const planned = plan.acts.flatMap((act) => (act.do === 'run' ? [act.job] : []));
  const jobs: string[] = [];
  const lines: string[] = [];
  const world = new World(definitionOf(plan), {
    handlers: { 'ep-a': ({ input, attempt }) => attemptOf(planned[(input as { readonly job: number }).job] as JobPlan, attempt) },
    onChange: (change) => {
      if (change.event.type === 'JobQueued') jobs.push(change.id);
      if (change.from !== change.entity.status) lines.push(...linesOf(change, jobs));
    },
  });
  for (const act of plan.acts) {
    const reply = world.call(callFor(act, jobs));
    if (!('answer' in reply)) throw new Error(`${act.do} at ${act.at} is not answered at once`);
    if (act.do === 'health') lines.push(`${act.at} ${healthLine(reply.answer.body as unknown as Health)}`);
    else if (act.do === 'workers')
      lines.push(`${act.at} ${workersLine(reply.answer.body as unknown as WorkerList)} for ${world.state.billing.nanoUsd(world.now)}`);
    else lines.push(`${act.at} answers ${answerLine(reply.answer, jobs)}`);
  }
  world.advance({ to: plan.until as VirtualTime });
  return { lines, cost: world.state.billing.nanoUsd(world.now) };
};

const linesOf = ({ kind, entity, at }: StateChange, jobs: readonly string[]): readonly string[] => {
  if (kind === 'worker') return [`${at} ${workerLine(entity as Worker)}`];
  return kind === 'job' ? [`${at} ${jobLine(entity as Job, jobs)}`] : [];
};

const workerLine = ({ number, status, placement }: Worker): string =>
  `w${number} ${status}${placement === null ? '' : ` on ${placement.hostId}`}`;

const jobLine = ({ id, status, delayTime, workerId }: Job, jobs: readonly string[]): string =>
  `job-${jobs.indexOf(id)} ${status}${status === 'IN_PROGRESS' ? ` after ${delayTime} on ${workerId?.replace('ep-a-', '')}` : ''}`;

interface Health {
  readonly jobs: Readonly<Record<'inQueue' | 'inProgress' | 'completed' | 'failed' | 'retried', number>>;
  readonly workers: Readonly<Record<'idle' | 'initializing' | 'running' | 'throttled' | 'unhealthy', number>>;
}

const healthLine = ({ jobs: { inQueue, inProgress, completed, failed, retried }, workers }: Health): string => {
  const { idle, initializing, running, throttled, unhealthy } = workers;
  return `health inQueue=${inQueue} inProgress=${inProgress} ended=${[completed, failed, retried]} idle=${idle} others=${[initializing, running, throttled, unhealthy]}`;
};

interface WorkerList {
  readonly workers: readonly { readonly id: string; readonly status: string; readonly uptimeSeconds: number | null }[];
}

const workersLine = ({ workers }: WorkerList): string =>
  `workers ${workers.map(({ id, status, uptimeSeconds }) => `${id.replace('ep-a-', '')} ${status} ${uptimeSeconds ?? 'down'}`).join(', ')}`;

/** An answer about one job, or how many jobs a purge has removed; a refusal with its rule. */
const answerLine = ({ status, body, rule }: Answer, jobs: readonly string[]): string => {
  if (rule !== undefined) return `${status} ${rule}`;
  const shown = body as Readonly<Record<string, Json>>;
  if ('removed' in shown) return `${status} removed=${shown['removed']}`;
  const words = { delayTime: 'delay', executionTime: 'took', retries: 'retries' } as const;
  return [
    status,
    `job-${jobs.indexOf(shown['id'] as string)} ${shown['status']}`,
    ...Object.entries(words).flatMap(([key, word]) => (key in shown && key !== 'retries' ? [`${word}=${shown[key]}`] : [])),
    ...['output', 'error'].filter((key) => key in shown),
    ...('retries' in shown ? [`retries=${shown['retries']}`] : []),
    ...('workerId' in shown ? [`on ${String(shown['workerId']).replace('ep-a-', '')}`] : []),
  ].join(' ');
};

const definitionOf = (plan: Plan): WorldDefinition =>
  worldOf({
    settings: {
      worker: {
        imagePull: plan.pull,
        start: plan.start,
        flashbootStart: plan.startAgain,
        restartAfterCrash: plan.restart,
        crashLoop: plan.crashLoop,
        unhealthyRetry: plan.unhealthyRetry,
        sleep: plan.sleeps ? 'on' : 'off',
        snapshotHit: plan.restores ? 100 : 0,
        remove: plan.remove,
        handOver: plan.handOver,
        takeEvery: plan.takeEvery,
        takeDelay: plan.takeDelay,
      },
      job: {
        workerMissedAfter: plan.missedAfter,
        retriesMax: plan.requeuesMax,
        retentionRun: plan.retention,
        postDelay: plan.post,
        cancelEnds: plan.cancelEnds,
      },
      endpoint: { scalerEvery: plan.scalerEvery },
    },
    hosts: plan.hosts.map((gpus, k) => gpuHost(`host-${k}`, gpus)),
    endpoints: [
      endpointOf('ep-a', {
        scaling:
          'queueDelay' in plan.scaler
            ? { type: 'QUEUE_DELAY', queueDelay: plan.scaler.queueDelay / 1_000 }
            : { type: 'REQUEST_COUNT', ...plan.scaler },
        workers: { min: plan.min, max: plan.max },
        idleTimeoutMs: plan.idle,
        timeout: plan.timeout,
        flashboot: 'FLASHBOOT',
        cpu: null,
        gpu: { pools: ['ADA_24'], excludedTypes: [], count: 1, allowedCudaVersions: [], minCudaVersion: null },
      }),
    ],
  });

const callFor = (act: Act, jobs: readonly string[]): Input => {
  const { at } = act;
  if (act.do === 'run') return callOf('run', { endpoint_id: 'ep-a' }, { at, body: bodyOf(act.job, jobs.length) });
  if (act.do === 'purge') return callOf('purgeQueue', { endpoint_id: 'ep-a' }, { at });
  if (act.do === 'health') return callOf('health', { endpoint_id: 'ep-a' }, { at });
  if (act.do === 'workers') return callOf('listEndpointWorkers', { id: 'ep-a' }, { at });
  const params = { endpoint_id: 'ep-a', job_id: jobs[act.job] ?? '' };
  if (act.do === 'limit') return callOf('status', params, { at, query: { ttl: String(act.keep) } });
  return callOf(act.do, params, { at });
};

const bodyOf = ({ ttl, timeout, priority }: JobPlan, input: number): Json => ({
  input: { job: input },
  policy: { ttl, lowPriority: priority === 'low', ...(timeout === null ? {} : { executionTimeout: timeout }) },
});

const attemptOf = ({ runs, endings }: JobPlan, attempt: number): Attempt => ({
  runsMs: runs,
  ending: endings[Math.min(attempt, endings.length) - 1] ?? 'complete',
});
