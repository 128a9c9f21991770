import type { Answer } from '../../engine/api/operation.ts';
import type { EndpointConfig } from '../../engine/cloud/endpoint/events.ts';
import type { Attempt } from '../../engine/cloud/handler/attempt.ts';
import type { HandlerFunction } from '../../engine/cloud/handler/handler.ts';
import type { Job } from '../../engine/cloud/job/evolve.ts';
import type { StateChange } from '../../engine/cloud/state/state.ts';
import type { Worker } from '../../engine/cloud/worker/state.ts';
import type { Json } from '../../engine/kernel/canonical.ts';
import type { VirtualTime } from '../../engine/kernel/time.ts';
import type { EndpointDefinition, WorldDefinition } from '../../engine/simulator/definition.ts';
import type { Input } from '../../engine/world/receive.ts';
import { World } from '../../engine/world/world.ts';
import { callOf, endpointOf, gpuHost, worldOf } from '../support/worlds/worlds.ts';
import type { Act, JobPlan, Outcome, Plan } from './plan.ts';
import { centers } from './pods/plan.ts';

/** Plays a plan in the engine, and says in the words of the model what came of it. */
export const playInEngine = (plan: Plan): Outcome => {
  const played = new PlayedEndpoint('ep-a', plan.acts, '');
  const lines: string[] = [];
  const world = new World(definitionOf(plan, [played.definition(plan)]), {
    handlers: { 'ep-a': played.handler },
    onChange: (change) => lines.push(...played.hear(change)),
  });
  for (const act of plan.acts) lines.push(played.act(world, act));
  world.advance({ to: plan.until as VirtualTime });
  return { lines, cost: world.state.billing.nanoUsd(world.now) };
};

/** An endpoint of the engine, in the words of the model. `prefix`: what the names of its workers and jobs begin with. */
export class PlayedEndpoint {
  readonly #id: string;
  readonly #planned: readonly JobPlan[];
  readonly #prefix: string;
  readonly #jobs: string[] = [];

  constructor(id: string, acts: readonly Act[], prefix: string) {
    this.#id = id;
    this.#planned = acts.flatMap((act) => (act.do === 'run' ? [act.job] : []));
    this.#prefix = prefix;
  }

  readonly handler: HandlerFunction = ({ input, attempt }) =>
    attemptOf(this.#planned[(input as { readonly job: number }).job] as JobPlan, attempt);

  definition(plan: Plan): EndpointDefinition {
    return endpointOf(this.#id, configOf(plan, this.#id));
  }

  /** What one of its jobs or workers has done, if it has. */
  hear({ kind, event, entity, from, id, at }: StateChange): readonly string[] {
    if ((kind !== 'job' && kind !== 'worker') || entity.endpointId !== this.#id) return [];
    if (event.type === 'JobQueued') this.#jobs.push(id);
    if (from === entity.status) return [];
    return [`${at} ${kind === 'worker' ? this.#workerLine(entity as Worker) : this.#jobLine(entity as Job)}`];
  }

  /** Does what a client does, and says what is answered. */
  act(world: World, act: Act): string {
    const reply = world.call(callFor(act, this.#id, this.#jobs));
    if (!('answer' in reply)) throw new Error(`${act.do} at ${act.at} is not answered at once`);
    const { answer } = reply;
    if (act.do === 'health') return `${act.at} ${healthLine(answer.body as unknown as Health)}`;
    if (act.do === 'scale') return `${act.at} answers ${answer.status} ${scaleWords(answer.body as unknown as Scaled)}`;
    if (act.do !== 'workers') return `${act.at} answers ${this.#answerLine(answer)}`;
    const billed = nanoDollarsOf(world, this.#id);
    return `${act.at} ${this.#workersLine(answer.body as unknown as WorkerList)} for ${billed}`;
  }

  #worker(id: unknown): string {
    return String(id).replace(`${this.#id}-`, this.#prefix);
  }

  #job(id: string): string {
    return `${this.#prefix}job-${this.#jobs.indexOf(id)}`;
  }

  #workerLine({ id, status, placement }: Worker): string {
    return `${this.#worker(id)} ${status}${placement === null ? '' : ` on ${placement.hostId}`}`;
  }

  #jobLine({ id, status, delayTime, workerId }: Job): string {
    return `${this.#job(id)} ${status}${status === 'IN_PROGRESS' ? ` after ${delayTime} on ${this.#worker(workerId)}` : ''}`;
  }

  #workersLine({ workers }: WorkerList): string {
    return `workers ${workers.map(({ id, status, uptimeSeconds }) => `${this.#worker(id)} ${status} ${uptimeSeconds ?? 'down'}`).join(', ')}`;
  }

  /** An answer about one job, or how many jobs a purge has removed; a refusal with its rule. */
  #answerLine({ status, body, rule }: Answer): string {
    if (rule !== undefined) return `${status} ${rule}`;
    const shown = body as Readonly<Record<string, Json>>;
    if ('removed' in shown) return `${status} removed=${shown['removed']}`;
    const words = { delayTime: 'delay', executionTime: 'took', retries: 'retries' } as const;
    return [
      status,
      `${this.#job(shown['id'] as string)} ${shown['status']}`,
      ...Object.entries(words).flatMap(([key, word]) => (key in shown && key !== 'retries' ? [`${word}=${shown[key]}`] : [])),
      ...['output', 'error'].filter((key) => key in shown),
      ...('retries' in shown ? [`retries=${shown['retries']}`] : []),
      ...('workerId' in shown ? [`on ${this.#worker(shown['workerId'])}`] : []),
    ].join(' ');
  }
}

interface Scaled {
  readonly workers: { readonly min: number; readonly max: number };
}

const scaleWords = ({ workers: { min, max } }: Scaled): string => `${min} to ${max}`;

/** What an endpoint, or a pod, has cost. */
const nanoDollarsOf = (world: World, id: string): bigint => world.state.billing.nanoUsd(world.now, id);

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

/** A world with these endpoints, and the times of the plan. */
export const definitionOf = (
  plan: Plan,
  endpoints: WorldDefinition['endpoints'],
  pod: Partial<WorldDefinition['settings']['pod']> = {},
): WorldDefinition =>
  worldOf({
    settings: {
      pod,
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
    hosts: plan.hosts.map((gpus, k) => gpuHost(`host-${k}`, gpus, { dataCenterId: centers[k] ?? '' })),
    endpoints,
  });

/** Each endpoint has an image of its own. */
const configOf = (plan: Plan, id: string): Partial<EndpointConfig> => ({
  scaling:
    'queueDelay' in plan.scaler
      ? { type: 'QUEUE_DELAY', queueDelay: plan.scaler.queueDelay / 1_000 }
      : { type: 'REQUEST_COUNT', ...plan.scaler },
  workers: { min: plan.min, max: plan.max },
  idleTimeoutMs: plan.idle,
  timeout: plan.timeout,
  flashboot: 'FLASHBOOT',
  container: { image: `of/${id}:1` },
  cpu: null,
  gpu: { pools: ['ADA_24'], excludedTypes: [], count: 1, allowedCudaVersions: [], minCudaVersion: null },
});

const callFor = (act: Act, endpoint: string, jobs: readonly string[]): Input => {
  const { at } = act;
  const of = { endpoint_id: endpoint };
  if (act.do === 'run') return callOf('run', of, { at, body: bodyOf(act.job, jobs.length) });
  if (act.do === 'purge') return callOf('purgeQueue', of, { at });
  if (act.do === 'health') return callOf('health', of, { at });
  if (act.do === 'workers') return callOf('listEndpointWorkers', { id: endpoint }, { at });
  if (act.do === 'scale') return callOf('updateEndpoint', { id: endpoint }, { at, body: { workers: { min: act.min, max: act.max } } });
  const params = { ...of, job_id: jobs[act.job] ?? '' };
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
