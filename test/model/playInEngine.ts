import type { Answer } from '../../engine/api/operation.ts';
import type { Attempt } from '../../engine/cloud/handler/attempt.ts';
import type { HandlerFunction } from '../../engine/cloud/handler/handler.ts';
import type { Job } from '../../engine/cloud/job/evolve.ts';
import type { StateChange } from '../../engine/cloud/state/state.ts';
import type { Worker } from '../../engine/cloud/worker/state.ts';
import type { Json } from '../../engine/kernel/canonical.ts';
import type { VirtualTime } from '../../engine/kernel/time.ts';
import type { EndpointDefinition } from '../../engine/simulator/definition.ts';
import type { Input } from '../../engine/world/receive.ts';
import { World } from '../../engine/world/world.ts';
import { callOf, endpointOf } from '../support/worlds/worlds.ts';
import { configOf, definitionOf, scalingOf } from './definition.ts';
import { countGpus, type Shape } from './hosts/shapes.ts';
import { type Act, type BatchAct, isOfBatch, type JobPlan, type Outcome, type Plan, type Tuning } from './plan.ts';
import { batchCallFor, describeBatchAnswer } from './playBatches.ts';
import {
  describeEndpoint,
  describeHealth,
  describeReleases,
  describeWorkers,
  type EndpointView,
  type Health,
  type ReleaseList,
  type StreamAnswer,
  type WorkerList,
} from './views.ts';

/** Plays a plan in the engine, and says in the words of the model what came of it. */
export const playInEngine = (plan: Plan): Outcome => {
  const lines: string[] = [];
  const played = new PlayedEndpoint('ep-a', '', (line) => lines.push(line));
  const world = new World(definitionOf(plan, [played.definition(plan)]), {
    handlers: { 'ep-a': played.handler },
    onChange: (change) => played.hear(change),
  });
  for (const act of plan.acts) played.act(world, act);
  world.advance({ to: plan.until as VirtualTime });
  return { lines, cost: world.state.billing.nanoUsd(world.now) };
};

/** An endpoint of the engine, in the words of the model. `prefix`: what the names of its workers and jobs begin with; `volumes`: the ids of volumes, by their numbers. */
export class PlayedEndpoint {
  readonly #id: string;
  readonly #prefix: string;
  readonly #volumes: readonly string[];
  readonly #say: (line: string) => void;
  readonly #planned: JobPlan[] = [];
  readonly #jobs: string[] = [];
  readonly #batches: string[] = [];
  /** When its world begins, as the clocks of its answers say. */
  #startMs = 0;

  constructor(id: string, prefix: string, say: (line: string) => void, volumes: readonly string[] = []) {
    this.#id = id;
    this.#prefix = prefix;
    this.#volumes = volumes;
    this.#say = say;
  }

  readonly handler: HandlerFunction = ({ input, attempt }) =>
    attemptOf(this.#planned[(input as { readonly job: number }).job] as JobPlan, attempt);

  definition(plan: Plan): EndpointDefinition {
    return endpointOf(this.#id, configOf(plan, this.#id));
  }

  /** What one of its jobs or workers has done, if it has. */
  hear({ kind, event, entity, from, id, at }: StateChange): void {
    if (event.type === 'BatchCreated' && event.endpointId === this.#id) this.#batches.push(id);
    if ((kind !== 'job' && kind !== 'worker') || entity.endpointId !== this.#id) return;
    if (event.type === 'JobQueued') this.#jobs.push(id);
    if (event.type === 'JobWebhookSent') {
      const { attempt, answered, again } = event;
      this.#say(`${at} ${this.#job(id)} webhook ${attempt} answered ${answered}${again ? ', again' : ''}`);
    }
    if (from !== entity.status) this.#say(`${at} ${kind === 'worker' ? this.#workerLine(entity as Worker) : this.#jobLine(entity as Job)}`);
  }

  /** Does what a client does, and says what is answered; of a call that is held, once it is. */
  act(world: World, act: Act): void {
    // Requests of batches become jobs as time goes on.
    if (this.#batches.length > 0) world.advance({ to: act.at as VirtualTime });
    let billed: bigint | undefined;
    this.#startMs = world.header.definition.startMs ?? 0;
    const reply = world.call(this.#callFor(world, act), (answer) => this.#say(`${world.now} ${this.#answerTo(act, answer, billed)}`));
    billed = nanoDollarsOf(world, this.#id);
    this.#say(`${world.now} ${'answer' in reply ? this.#answerTo(act, reply.answer, billed) : 'holds'}`);
  }

  #answerTo(act: Act, answer: Answer, billed: bigint | undefined): string {
    const { status, body, rule, headers, limits } = answer;
    const left = limits === undefined ? '' : ` left ${limits.slice(0, 2).map(({ remaining }) => remaining)}`;
    if (status === 429) return `answers 429 ${rule} again in ${headers?.['retry-after']}`;
    if (status === 503) return `answers 503 ${rule}`;
    if (status === 524) return 'answers 524';
    if (act.do === 'delete' || rule === 'auth.tenancy')
      return `answers ${[status, ...(rule === undefined ? [] : [rule])].join(' ')}${left}`;
    if (act.do === 'health') return describeHealth(body as unknown as Health);
    if (act.do === 'scale' || act.do === 'tune')
      return `answers ${status} ${rule ?? describeEndpoint(body as unknown as EndpointView, this.#volumes)}${left}`;
    if (isOfBatch(act)) return `answers ${this.#batchAnswer(act, answer)}`;
    if (act.do === 'stream' && rule === undefined)
      return `answers ${status} ${this.#job(this.#jobs[act.job] ?? '')} chunks ${(body as unknown as StreamAnswer).stream.map(({ output }) => output)}`;
    if (act.do === 'releases') return `${describeReleases(body as unknown as ReleaseList, this.#startMs, this.#volumes)}${left}`;
    if (act.do !== 'workers') return `answers ${this.#answerLine(answer)}`;
    return `${describeWorkers(body as unknown as WorkerList, (id) => this.#worker(id))} for ${billed}${left}`;
  }

  #batchAnswer(act: BatchAct, answer: Answer): string {
    return describeBatchAnswer(act, answer, this.#batches);
  }

  #callFor(world: World, act: Act): Input {
    const { at } = act;
    const of = { endpoint_id: this.#id };
    if (isOfBatch(act))
      return batchCallFor(act, of, { batches: this.#batches, requestIds: (id) => requestIds(world, id) }, (job) => this.#bodyOf(job));
    if (act.do === 'run') return callOf('run', of, { at, body: this.#bodyOf(act.job) });
    if (act.do === 'purge') return callOf('purgeQueue', of, { at });
    if (act.do === 'health') return callOf('health', of, { at });
    if (act.do === 'delete') return callOf('deleteEndpoint', { id: this.#id }, { at });
    if (act.do === 'workers') return callOf('listEndpointWorkers', { id: this.#id }, { at });
    if (act.do === 'releases') return callOf('listEndpointReleases', { id: this.#id }, { at });
    if (act.do === 'scale') return callOf('updateEndpoint', { id: this.#id }, { at, body: { workers: { min: act.min, max: act.max } } });
    if (act.do === 'tune')
      return callOf('updateEndpoint', { id: this.#id }, { at, body: writeTuning(this.#id, act.changes, this.#volumes) });
    const params = { ...of, job_id: this.#jobs[act.job] ?? 'none' };
    if (act.do === 'limit') return callOf('status', params, { at, query: { ttl: String(act.keep) } });
    if (act.do === 'stream' || act.do === 'sync')
      return callOf(act.do === 'sync' ? 'statusSync' : 'stream', params, {
        at,
        ...(act.wait === null ? {} : { query: { wait: String(act.wait) } }),
      });
    return callOf(act.do, params, { at });
  }

  #bodyOf(job: JobPlan): Json {
    const { ttl, timeout, priority, notifies } = job;
    this.#planned.push(job);
    return {
      input: { job: this.#planned.length - 1 },
      policy: { ttl, lowPriority: priority === 'low', ...(timeout === null ? {} : { executionTimeout: timeout }) },
      ...(notifies ? { webhook: 'https://example.com/done' } : {}),
    };
  }

  #worker(id: unknown): string {
    return String(id).replace(`${this.#id}-`, this.#prefix);
  }

  #job(id: string): string {
    return `${this.#prefix}job-${this.#jobs.indexOf(id)}`;
  }

  #workerLine({ id, status, placement }: Worker): string {
    return `${this.#worker(id)} ${status}${placement === null || status === 'TERMINATED' ? '' : ` on ${placement.hostId}`}`;
  }

  #jobLine({ id, status, delayTime, workerId }: Job): string {
    return `${this.#job(id)} ${status}${status === 'IN_PROGRESS' ? ` after ${delayTime} on ${this.#worker(workerId)}` : ''}`;
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

/** The ids of the requests of a batch, by their places. */
const requestIds = (world: World, batch: string): readonly string[] =>
  [...world.state.all('batch')].filter(({ id }) => id === batch).flatMap(({ requests }) => requests.map(({ id }) => id));

const writeTuning = (
  id: string,
  { scaler, idle, timeout, image, env, center, volumes, shapes }: Tuning,
  volumeIds: readonly string[],
): Json => ({
  ...(scaler === undefined ? {} : { scaling: scalingOf(scaler) }),
  ...(idle === undefined ? {} : { workers: { idleTimeout: idle / 1_000 } }),
  ...(timeout === undefined ? {} : { timeout }),
  ...(image === undefined ? {} : { image: `of/${id}:${image}` }),
  ...(env === undefined ? {} : { env: { A: String(env) } }),
  ...(volumes === undefined ? {} : { networkVolumes: volumes.map((volume) => volumeIds[volume] ?? 'none') }),
  ...(shapes === undefined ? {} : writeShapes(shapes)),
  ...(center === undefined ? {} : { dataCenterIds: center === null ? [] : [center] }),
});

const writeShapes = (shapes: readonly Shape[]): Readonly<Record<string, Json>> => {
  const gpus = countGpus(shapes);
  return gpus === null ? { cpu: shapes.map(({ flavor, units }) => ({ id: flavor, vcpuCount: units })) } : { gpu: { count: gpus } };
};

/** What an endpoint, or a pod, has cost. */
const nanoDollarsOf = (world: World, id: string): bigint => world.state.billing.nanoUsd(world.now, id);

const attemptOf = ({ runs, endings, chunks, every }: JobPlan, attempt: number): Attempt => ({
  runsMs: runs,
  ...(chunks === 0 ? {} : { stream: { count: chunks, everyMs: every } }),
  ending: endings[Math.min(attempt, endings.length) - 1] ?? 'complete',
});
