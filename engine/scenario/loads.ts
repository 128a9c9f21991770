import { isLeft } from 'fp-ts/lib/Either.js';
import type { Answer } from '../api/operation.ts';
import type { Request } from '../input.ts';
import { type Draw, drawsFrom } from '../kernel/rng.ts';
import { later, type VirtualTime, worldStart } from '../kernel/time.ts';
import type { World } from '../world.ts';
import { arrivals, thinkTime } from './arrivals.ts';
import type { Failure } from './failure.ts';
import type { LoadSpec } from './format.ts';
import { loadNames } from './keys.ts';
import { type LoadCalls, Refusals } from './loadCalls.ts';
import { clientNamed, requestOf } from './request.ts';
import { valueAt } from './variables.ts';

/** The clients of a scenario's loads: the time of their next call, and the calls. They know only what clients know. */
export class Loads {
  readonly #sources: readonly Source[];
  readonly #refusals = new Refusals();

  /** `onAnswer` is called when a user who waited for an answer gets it. */
  constructor(specs: readonly LoadSpec[], world: World, onAnswer: () => void) {
    const draw = drawsFrom(world.header.definition.seed, world.header.definition.draws);
    const names = loadNames(specs);
    this.#sources = specs.map((spec, k) => {
      const name = names[k] ?? '';
      const request = requestOf(spec.act, spec.with, new Map());
      const made = isLeft(request) ? { params: {}, query: {} } : request.right;
      const source =
        spec.closed === undefined
          ? new OpenLoad(name, spec, made, this.#refusals, draw)
          : new ClosedLoad(name, spec, made, this.#refusals, draw, onAnswer);
      if (isLeft(request)) source.failures.push(`load ${name}: ${request.left}`);
      return source;
    });
  }

  /** What did not go as expected. */
  get failures(): readonly Failure[] {
    return this.#sources.flatMap(({ failures }, k) => failures.map((message) => ({ path: ['load', k], message })));
  }

  /** The calls so far, and the refusals among those that were answered. */
  get calls(): LoadCalls {
    return { made: this.#sources.reduce((sum, { calls }) => sum + calls, 0), refused: this.#refusals.list };
  }

  /** When the next call comes; undefined if none is due now. */
  get next(): VirtualTime | undefined {
    return this.#first?.next;
  }

  /** Whether a user waits for a job to end before calling again. */
  get attentive(): boolean {
    return this.#sources.some((source) => source.attentive);
  }

  /** Makes the next call. */
  call(world: World): void {
    this.#first?.call(world);
  }

  /** A job has ended or was removed. Returns true if a user waited for it before calling again. */
  ended(jobId: string, world: World): boolean {
    const source = this.#sources.find(({ unended }) => unended.delete(jobId));
    source?.ended(jobId, world);
    return source?.attentive === true;
  }

  /** Whether all calls are made and answered, and the jobs that they submitted have ended. */
  get settled(): boolean {
    return this.#sources.every(({ awake, unended }) => !awake && unended.size === 0);
  }

  /** The source whose call comes first; at equal times, the first in the file. */
  get #first(): Source | undefined {
    let first: Source | undefined;
    for (const source of this.#sources) {
      if (source.next !== undefined && (first?.next === undefined || source.next < first.next)) first = source;
    }
    return first;
  }
}

/** The bound of a load without `exactly`: memory is finite. */
const callsMax = 1_000_000;

abstract class Source {
  readonly name: string;
  readonly spec: LoadSpec;
  readonly request: Request;
  readonly start: VirtualTime;
  readonly failures: string[] = [];
  calls = 0;
  /** How many calls have no answer yet. */
  pending = 0;
  /** The jobs that the calls submitted and that have not ended. */
  readonly unended = new Set<string>();
  readonly #refusals: Refusals;
  #wasRefused = false;

  constructor(name: string, spec: LoadSpec, request: Request, refusals: Refusals) {
    this.#refusals = refusals;
    this.name = name;
    this.spec = spec;
    this.request = request;
    this.start = later(worldStart, spec.start ?? 0);
  }

  abstract readonly next: VirtualTime | undefined;
  abstract readonly attentive: boolean;
  abstract readonly awake: boolean;
  abstract call(world: World): void;
  abstract ended(jobId: string, world: World): void;

  get madeAll(): boolean {
    return this.calls >= (this.spec.exactly ?? callsMax);
  }

  /** Makes one call. The answer comes at once, or later if the call is held. */
  submit(world: World, at: VirtualTime, key: string, onAnswer: (answer: Answer, held: boolean) => void): void {
    this.calls += 1;
    if (this.calls === callsMax && this.spec.exactly === undefined) {
      this.failures.push(`load ${this.name}: did not end within ${callsMax} calls (callsMax); give \`exactly\` if it makes more`);
      return;
    }
    const number = this.calls;
    const answered = (answer: Answer, held: boolean) => {
      this.pending -= 1;
      this.#check(number, answer);
      this.#note(answer, world);
      onAnswer(answer, held);
    };
    const input = {
      operation: this.spec.act,
      client: clientNamed(world, this.spec.as),
      request: this.request,
      at,
      key: `${this.name}/${key}`,
      unguarded: true,
    } as const;
    this.pending += 1;
    const reply = world.call(input, (answer) => answered(answer, true));
    if ('answer' in reply) answered(reply.answer, false);
  }

  /** Remembers a submitted job that has not ended. A load ends when its own jobs have ended; other jobs may continue. */
  #note({ status, body }: Answer, world: World): void {
    const jobId = valueAt(body, ['id']);
    const job = status < 400 && typeof jobId === 'string' ? world.state.find('job', jobId) : undefined;
    if (job !== undefined && job.finishedAt === null) this.unended.add(job.id);
  }

  /** Counts refusals. Reports the first one, unless refusals are allowed. */
  #check(number: number, { status, body, rule }: Answer): void {
    if (status < 400) return;
    // A handler's own answer follows from no rule.
    if (rule !== undefined) this.#refusals.count(rule, status);
    if (this.spec.mayBeRefused === true || this.#wasRefused) return;
    this.#wasRefused = true;
    this.failures.push(
      `load ${this.name}: call ${number} was refused: ${JSON.stringify(body)} (${rule}); give \`mayBeRefused: true\` if refusals are intended`,
    );
  }
}

/** Arrivals that do not depend on the outcome of earlier calls. */
class OpenLoad extends Source {
  readonly #times: Iterator<number>;
  #next: VirtualTime | undefined;
  readonly attentive = false;

  constructor(name: string, spec: LoadSpec, request: Request, refusals: Refusals, draw: Draw) {
    super(name, spec, request, refusals);
    this.#times = arrivals(name, spec, draw);
    this.#advance();
  }

  get next(): VirtualTime | undefined {
    return this.madeAll ? undefined : this.#next;
  }

  get awake(): boolean {
    return this.next !== undefined || this.pending > 0;
  }

  call(world: World): void {
    const at = this.#next ?? world.now;
    this.#advance();
    this.submit(world, at, String(this.calls + 1), () => {});
  }

  ended(): void {}

  #advance(): void {
    const time = this.#times.next();
    this.#next = time.done === true ? undefined : later(this.start, time.value);
  }
}

/** Users who submit a job, wait until it has ended, think, and submit again. */
class ClosedLoad extends Source {
  readonly #draw: Draw;
  readonly #users: User[];
  readonly #onAnswer: () => void;

  constructor(name: string, spec: LoadSpec, request: Request, refusals: Refusals, draw: Draw, onAnswer: () => void) {
    super(name, spec, request, refusals);
    this.#draw = draw;
    this.#onAnswer = onAnswer;
    this.#users = Array.from({ length: spec.closed?.users ?? 0 }, (_, k) => ({
      number: k + 1,
      next: this.start,
      jobId: undefined,
      calls: 0,
    }));
  }

  get next(): VirtualTime | undefined {
    return this.madeAll ? undefined : this.#first?.next;
  }

  get attentive(): boolean {
    return this.awake;
  }

  get awake(): boolean {
    return this.next !== undefined || this.pending > 0 || this.unended.size > 0;
  }

  call(world: World): void {
    const user = this.#first;
    if (user?.next === undefined) return;
    const at = user.next;
    user.next = undefined;
    user.calls += 1;
    this.submit(world, at, `${user.number}/${user.calls}`, ({ status, body }, held) => {
      const jobId = valueAt(body, ['id']);
      if (status < 400 && typeof jobId === 'string' && this.unended.has(jobId)) user.jobId = jobId;
      else this.#think(user, world);
      if (held) this.#onAnswer();
    });
  }

  ended(jobId: string, world: World): void {
    const user = this.#users.find((candidate) => candidate.jobId === jobId);
    if (user === undefined) return;
    user.jobId = undefined;
    this.#think(user, world);
  }

  #think(user: User, world: World): void {
    const next = later(world.now, thinkTime(this.name, user.number, user.calls, this.spec, this.#draw));
    const over = this.spec.for !== undefined && next > later(this.start, this.spec.for);
    user.next = over ? undefined : next;
  }

  get #first(): User | undefined {
    let first: User | undefined;
    for (const user of this.#users) if (user.next !== undefined && (first?.next === undefined || user.next < first.next)) first = user;
    return first;
  }
}

/** One user of a closed load. */
interface User {
  readonly number: number;
  /** When the user calls next; undefined while waiting for a job, or when done. */
  next: VirtualTime | undefined;
  jobId: string | undefined;
  calls: number;
}
