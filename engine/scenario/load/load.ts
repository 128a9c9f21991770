import { isLeft } from 'fp-ts/lib/Either.js';
import type { Answer } from '../../api/operation.ts';
import type { Draw } from '../../kernel/rng.ts';
import { later, type VirtualTime } from '../../kernel/time.ts';
import type { World } from '../../world/world.ts';
import { type Variables, valueAt } from '../format/variables.ts';
import { saveParts } from '../step/answer.ts';
import { Agenda } from './agenda.ts';
import { isByChance, type LoadCall, type LoadSpec, listLoadCalls, submitsJob, tooFewCalls } from './format.ts';
import type { LoadTally } from './loadCalls.ts';
import { LoadFailures } from './loadFailures.ts';
import { LoadRequests } from './requests.ts';
import { Retries } from './retries.ts';
import { callKey, nextStep, type Visit } from './visit.ts';
import { Visitors } from './visitors.ts';

/** The common parts of a scenario's loads. */
export interface LoadContext {
  /** The variables of the scenario's steps. */
  readonly variables: Variables;
  readonly tally: LoadTally;
  /** Is called when a client that waited for an answer gets it. */
  readonly onAnswer: () => void;
  readonly callsMax: number;
}

/** The clients of one load. */
export class Load {
  readonly #name: string;
  readonly #spec: LoadSpec;
  readonly #calls: readonly LoadCall[];
  readonly #requests: LoadRequests;
  readonly #retries: Retries;
  readonly #onAnswer: () => void;
  /** Of all loads together. */
  readonly #tally: LoadTally;
  readonly #visitors: Visitors;
  /** Whether the clients' next calls depend on answers and jobs. */
  readonly #isInteractive: boolean;
  readonly #agenda = new Agenda();
  readonly #failures: LoadFailures;
  /** The jobs that its calls submitted and that have not ended. */
  readonly #unended = new Set<string>();
  readonly #waiting = new Map<string, Visit>();
  /** The most calls: those that `exactly` asks for, and `callsMax` others. */
  readonly #most: number;
  #made = 0;
  /** How many calls have no answer yet. */
  #pending = 0;

  constructor(name: string, spec: LoadSpec, draw: Draw, { variables, tally, onAnswer, callsMax }: LoadContext) {
    this.#tally = tally;
    this.#name = name;
    this.#spec = spec;
    this.#calls = listLoadCalls(spec);
    this.#failures = new LoadFailures(name, spec);
    this.#requests = new LoadRequests(name, spec, draw, variables);
    this.#retries = new Retries(name, spec, draw, tally.clients);
    this.#onAnswer = onAnswer;
    const { closed, onFailure, onRefusal, giveUpAfter } = spec;
    this.#isInteractive = (closed ?? onFailure ?? onRefusal ?? giveUpAfter) !== undefined || this.#calls.length > 1;
    this.#most = callsMax + (spec.exactly ?? 0) * this.#calls.length;
    this.#visitors = new Visitors(name, spec, draw);
    this.#agenda.plan(this.#visitors.first());
  }

  /** The unmet expectations. */
  get failures(): readonly string[] {
    return this.#failures.words;
  }

  /** How many calls it has made. */
  get made(): number {
    return this.#made;
  }

  /** When a client calls next, or gives up. */
  get next(): VirtualTime | undefined {
    return this.#agenda.next;
  }

  /** Whether events of the world may decide when a client calls next. */
  get isAttentive(): boolean {
    return this.#isInteractive && this.#isAwake;
  }

  /** Whether all calls are made and answered, and the jobs that they submitted have ended. */
  get isSettled(): boolean {
    return !this.#isAwake && this.#unended.size === 0;
  }

  /** Describes the missing calls if the load has ended too early; only for a load whose number of calls a run reports. */
  get shortOfCalls(): string | undefined {
    const isKnown = !isByChance(this.#spec);
    if (isKnown || this.#spec.exactly === undefined || this.#visitors.haveAllCome || !this.isSettled || this.failures.length > 0)
      return undefined;
    return tooFewCalls(this.#visitors.came, this.#spec);
  }

  get #isAwake(): boolean {
    return this.next !== undefined || this.#pending > 0 || (this.#isInteractive && this.#unended.size > 0);
  }

  /** The next client calls, or gives up. */
  act(world: World): void {
    const visit = this.#agenda.take();
    if (visit.phase === 'waiting') return this.#giveUp(visit, world);
    if (visit.phase === 'arriving') this.#arrive(visit);
    this.#call(visit, world);
  }

  /** A job has ended or was removed. Returns whether that may decide the next call; undefined if the job does not belong to this load. */
  recordEnd(jobId: string, status: string, world: World): boolean | undefined {
    if (!this.#unended.delete(jobId)) return undefined;
    const visit = this.#waiting.get(jobId);
    this.#waiting.delete(jobId);
    if (visit !== undefined) this.#goOnAfterJob(visit, status, world);
    return this.#isInteractive;
  }

  #arrive(visit: Visit): void {
    visit.phase = 'calling';
    this.#agenda.plan(this.#visitors.begin());
    visit.turn = this.#visitors.came;
    if (this.#visitors.haveAllCome) this.#agenda.cancel('arriving');
  }

  #call(visit: Visit, world: World): void {
    const call = this.#calls[visit.step];
    if (call === undefined) return;
    if (this.#made === this.#most) {
      this.#failures.tooManyCalls(this.#most);
      return this.#agenda.cancel('all');
    }
    this.#made += 1;
    const sent = this.#requests.next(visit, world);
    if (isLeft(sent)) {
      this.#failures.addStop(sent.left);
      return this.#agenda.cancel('all');
    }
    const at = visit.due;
    const input = { ...sent.right, at, key: `${this.#name}/${callKey(visit)}`, unguarded: true } as const;
    const number = this.#made;
    const { giveUpAfter } = this.#spec;
    if (giveUpAfter !== undefined) visit.deadline ??= later(at, giveUpAfter);
    visit.attempts += 1;
    this.#pending += 1;
    // The time of a call is the load's: it passes, even where the world does not know the caller.
    if (at > world.now) world.runUntil(at);
    const reply = world.call(input, (answer) => this.#receiveAnswer(visit, number, answer, world, true));
    if ('answer' in reply) this.#receiveAnswer(visit, number, reply.answer, world, false);
    else {
      visit.heldId = reply.held;
      this.#agenda.wait(visit);
    }
  }

  #receiveAnswer(visit: Visit, number: number, answer: Answer, world: World, wasHeld: boolean): void {
    const call = this.#calls[visit.step];
    this.#pending -= 1;
    visit.heldId = undefined;
    this.#agenda.endWait(visit);
    if (call === undefined) return;
    if (answer.status >= 400) this.#receiveRefusal(visit, call, number, answer, world);
    else this.#receiveAccepted(visit, call, answer, world);
    if (wasHeld && this.#isInteractive) this.#onAnswer();
  }

  #receiveAccepted(visit: Visit, call: LoadCall, answer: Answer, world: World): void {
    visit.refusals = 0;
    if (call.save !== undefined) this.#save(visit, call.save, answer);
    const id = startsJob(call) ? valueAt(answer.body, ['id']) : undefined;
    if (typeof id !== 'string') return this.#goOn(visit, world);
    const job = world.state.find('job', id);
    visit.jobId = id;
    if (job === undefined || job.finishedAt !== null) return this.#goOnAfterJob(visit, job?.status ?? 'REMOVED', world);
    this.#unended.add(id);
    const { closed, onFailure, giveUpAfter } = this.#spec;
    if ((closed ?? onFailure ?? giveUpAfter) === undefined && visit.step + 1 === this.#calls.length) return;
    this.#waiting.set(id, visit);
    this.#agenda.wait(visit);
  }

  #save(visit: Visit, paths: Readonly<Record<string, string>>, answer: Answer): void {
    visit.saved ??= new Map();
    this.#failures.addUnsaved(saveParts(paths, answer, visit.saved));
  }

  /** A refused client tries again where that may help. Of refusals that are final, the first is reported, unless they are allowed. */
  #receiveRefusal(visit: Visit, call: LoadCall, number: number, answer: Answer, world: World): void {
    const { rule, status } = answer;
    // A handler's own answer follows from no rule.
    if (rule !== undefined) this.#tally.countRefusal(rule, status);
    const isGone = rule === 'job.expired' && submitsJob(call) && visit.jobId === undefined;
    const retryAt =
      (isGone ? this.#retries.afterJob(visit, 'REMOVED', world.now) : undefined) ?? this.#retries.afterRefusal(visit, answer, world.now);
    if (retryAt !== undefined) return this.#agenda.call(visit, retryAt);
    this.#failures.addRefusal(call, number, answer);
    this.#end(visit, world);
  }

  #goOnAfterJob(visit: Visit, status: string, world: World): void {
    this.#agenda.endWait(visit);
    const retryAt = this.#retries.afterJob(visit, status, world.now);
    if (retryAt === undefined) this.#goOn(visit, world);
    else this.#agenda.call(visit, retryAt);
  }

  #goOn(visit: Visit, world: World): void {
    const next = this.#calls[visit.step + 1];
    if (next === undefined) return this.#end(visit, world);
    nextStep(visit);
    this.#agenda.call(visit, later(world.now, next.delay ?? 0));
  }

  #giveUp(visit: Visit, world: World): void {
    this.#retries.giveUp();
    const { heldId, jobId } = visit;
    if (heldId !== undefined) {
      const job = world.state.find('job', world.state.find('call', heldId)?.jobId ?? '');
      if (job?.finishedAt === null) this.#unended.add(job.id);
      this.#pending -= 1;
      world.abandon(heldId);
    }
    if (jobId !== undefined) this.#waiting.delete(jobId);
    this.#end(visit, world);
  }

  #end(visit: Visit, world: World): void {
    this.#agenda.plan(this.#visitors.over(visit, world.now));
  }
}

/** A call after which a job runs that the load waits for. */
const startsJob = (call: LoadCall): boolean => submitsJob(call) || call.act === 'retry';
