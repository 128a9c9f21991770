import { isLeft } from 'fp-ts/lib/Either.js';
import type { Answer } from '../../api/operation.ts';
import type { StateChange } from '../../cloud/state/state.ts';
import type { Json } from '../../kernel/canonical.ts';
import { sha256Hex } from '../../kernel/sha256.ts';
import { World } from '../../world/world.ts';
import { settingsIn } from '../file/build.ts';
import { substitute } from '../format/variables.ts';
import { Loads } from '../load/loads.ts';
import { Properties } from '../properties/properties.ts';
import { listProperties } from '../properties/table.ts';
import type { Scenario } from '../scenario.ts';
import { type Answered, answerFailures, saveParts } from '../step/answer.ts';
import { assertionFailures, withRefusals } from '../step/assertion.ts';
import { type Failure, inPart } from '../step/failure.ts';
import { clientFor, requestInWords, unknownKey } from '../step/request.ts';
import { fingerprintFailures, hasFingerprint } from './fingerprint.ts';
import { idleParts, neverEvaluated } from './idle.ts';
import { playScenarioInputs } from './inputs.ts';
import type { Played, PlayOptions, Run } from './run.ts';
import { makeKey, nameTurn, StepSchedule, type StepTurn } from './stepSchedule.ts';
import { toUnloggedCall } from './unloggedCalls.ts';

/** Plays a scenario from its first step to its verdict. */
export const play = (scenario: Scenario, options: PlayOptions = {}): Run => {
  const { sink, laws = asIs, ...others } = options;
  // A fingerprint and properties need the whole log. The sink gets the entries after they have been checked.
  const kept = hasFingerprint(scenario) || listProperties(scenario.spec).length > 0 ? others : options;
  const { inputs } = scenario.spec;
  const run = laws(inputs === undefined ? new Player(scenario, kept).play() : playScenarioInputs(scenario, inputs, kept));
  if (kept === others && sink !== undefined) run.world.log.batches().forEach(sink);
  const failed = [...run.failed, ...fingerprintFailures(scenario, run.world, run.passed ?? [])];
  return { ...run, failed, failures: failed.map(({ message }) => message), verdict: failed.length > 0 ? 'fail' : run.verdict };
};

const asIs = (run: Played): Played => run;

/** A scenario may run this many times `entriesMax` calendar entries while it waits for no particular time. */
const longAdvancesMax = 100;

class Player {
  readonly #scenario: Scenario;
  readonly #world: World;
  /** Undefined if the file has no properties: then nothing is watched. */
  readonly #properties: Properties | undefined;
  readonly #loads: Loads;
  readonly #schedule: StepSchedule;
  readonly #variables = new Map<string, Json>();
  readonly #failures: Failure[] = [];
  readonly #unfired: string[] = [];
  readonly #onUnlogged: PlayOptions['onUnlogged'];
  readonly #onAnswer: PlayOptions['onAnswer'];
  readonly #entriesMax: number;
  readonly #seeksIdle: boolean;
  /** How many advances ended because they ran `entriesMax` entries. */
  #long = 0;
  /** How many steps did nothing: repeated, they could go on for ever without an entry. */
  #idle = 0;
  /** Set by a change that a step or a user may have waited for. */
  #stirred = false;
  readonly #future: PlayOptions['future'];
  #isInFuture = false;

  constructor(scenario: Scenario, options: PlayOptions) {
    const { spec, definition } = scenario;
    const {
      sink,
      onBegin,
      onChange,
      onUnlogged,
      onAnswer,
      entriesMax,
      timersPerInstantMax,
      future,
      clients,
      idle = true,
      sha256 = sha256Hex,
    } = options;
    this.#seeksIdle = idle;
    const watchesJobs = (spec.load ?? []).length > 0;
    const properties = listProperties(spec).length === 0 ? undefined : new Properties(spec, clients);
    this.#scenario = scenario;
    this.#properties = properties;
    this.#onUnlogged = onUnlogged;
    this.#onAnswer = onAnswer;
    this.#future = future;
    this.#entriesMax = entriesMax ?? Number.POSITIVE_INFINITY;
    this.#world = new World(definition, {
      invariants: Array.isArray(spec.invariants) ? spec.invariants : spec.invariants !== 'none',
      sha256,
      ...(sink === undefined ? {} : { sink }),
      ...(timersPerInstantMax === undefined ? {} : { timersPerInstantMax }),
      ...(watchesJobs || onChange !== undefined || properties !== undefined
        ? { onChange: (change: StateChange) => this.#watch(change, onChange) }
        : {}),
    });
    properties?.begin(this.#world, this.#variables);
    this.#loads = new Loads(spec.load ?? [], this.#world, this.#variables, () => {
      this.#stirred = true;
    });
    this.#schedule = new StepSchedule(spec.steps ?? [], this.#world, this.#variables);
    onBegin?.(this.#world);
  }

  play(): Played {
    while (!this.#isTooLong && this.#move());
    this.#goOn();
    if (this.#world.nextDue !== this.#world.now) this.#world.advance({ by: 0 }); // A judge looks back on the last instant, too.
    if (this.#isTooLong)
      this.#unfired.push(`entriesMax: the scenario was stopped after ${this.#entriesMax} log entries and calls without one`);
    const { assert = [], mayBeRefused = false } = this.#scenario.spec;
    const missing = [...this.#unfired, ...(mayBeRefused ? [] : this.#schedule.unfired)];
    if (!this.#isTooLong && !this.#settled) missing.push('load: jobs still wait or run, but no timer is left to end them');
    this.#properties?.end(this.#isTooLong);
    const calls = (this.#scenario.spec.load ?? []).length === 0 ? {} : { calls: this.#loads.calls };
    const failed = [
      ...assertionFailures(assert, withRefusals(this.#world, calls.calls), this.#variables),
      ...(this.#properties?.failures ?? []),
      ...(mayBeRefused ? [] : [...this.#failures, ...this.#schedule.failures, ...this.#loads.failures]),
    ];
    this.#world.log.flush();
    const verdict = missing.length > 0 ? 'incomplete' : 'pass';
    const properties = this.#properties?.results ?? [];
    const idleOnes = this.#seeksIdle ? idleParts(this.#scenario, this.#world, this.#variables) : [];
    const idle = [...idleOnes, ...this.#loads.shortOfCalls, ...neverEvaluated(properties)];
    const [scenario, world, variables] = [this.#scenario, this.#world, this.#variables];
    return { scenario, verdict, failed, unfired: missing, idle, properties, world, variables, ...calls };
  }

  /** After the last step and call: as long as a property has to wait for something. */
  #goOn(): void {
    const until = this.#properties?.goesOnUntil;
    if (until === undefined || until <= this.#world.now || this.#isTooLong) return;
    this.#world.advance({ to: until }, () => this.#isTooLong || this.#properties?.goesOnUntil === undefined || this.#beginsFuture);
    if (!this.#beginsFuture) return;
    this.#beginFuture();
    this.#goOn();
  }

  /** Takes the step or call that is due, or advances until one may be; false when the run is over. */
  #move(): boolean {
    if (this.#beginsFuture) this.#beginFuture();
    const ready = this.#schedule.next();
    if (ready !== undefined) this.#fire(ready);
    return ready !== undefined || this.#pass();
  }

  #pass(): boolean {
    const nextStep = this.#schedule.due;
    const nextCall = this.#loads.next;
    const attentive = this.#loads.isAttentive || this.#schedule.isAttentive;
    if (nextCall !== undefined && (nextStep === undefined || nextCall < nextStep) && (!attentive || nextCall <= this.#world.now)) {
      this.#loads.act(this.#world);
      return true;
    }
    const next = nextCall === undefined || (nextStep !== undefined && nextStep <= nextCall) ? nextStep : nextCall;
    if (next !== undefined) {
      this.#stirred = false;
      this.#world.advance({ to: next }, attentive ? () => this.#mayGoOn() : () => this.#isTooLong || this.#beginsFuture);
      return true;
    }
    return this.#waitOn(attentive);
  }

  /** The next step or call has no fixed time. Runs until something it may wait for happens, all loads are done, or nothing is left to run. */
  #waitOn(attentive: boolean): boolean {
    if (!attentive && this.#settled) return false;
    this.#stirred = false;
    const { ran, stoppedBecause } = this.#world.advance({ untilIdle: true }, () => this.#mayGoOn() || (!attentive && this.#settled));
    if (stoppedBecause === 'entriesMax' && ++this.#long <= longAdvancesMax) return true;
    return stoppedBecause === 'enough' || (ran > 0 && this.#stirred);
  }

  get #isTooLong(): boolean {
    return this.#world.log.length + this.#world.quietCalls + this.#idle > this.#entriesMax;
  }

  get #beginsFuture(): boolean {
    return this.#future !== undefined && !this.#isInFuture && this.#world.log.length >= this.#future.after;
  }

  #beginFuture(): void {
    if (this.#future === undefined) return;
    this.#isInFuture = true;
    this.#world.reseed(this.#future.seed);
  }

  #mayGoOn(): boolean {
    return this.#stirred || this.#isTooLong || this.#beginsFuture || this.#schedule.isMet;
  }

  /** Every load has made its calls, and the jobs that these submitted have ended. */
  get #settled(): boolean {
    return this.#loads.isSettled;
  }

  #fire(turn: StepTurn): void {
    const { act, as, with: written, settings } = turn.step;
    if (this.#isInFuture && this.#future?.leavesOut(turn.key)) {
      this.#idle += 1;
      return this.#schedule.finish(turn);
    }
    if (settings !== undefined) this.#world.reconfigure(settingsIn(settings));
    if (act === undefined) {
      if (settings === undefined) this.#idle += 1;
      return this.#schedule.finish(turn);
    }
    const request = requestInWords(act, written, this.#variables);
    const caller = substitute(as ?? '', this.#variables);
    if (isLeft(request) || isLeft(caller)) {
      const [part, message] = isLeft(request) ? ['with', request.left] : ['as', 'as is not set'];
      this.#fail(turn, [{ path: [part], message }]);
      turn.state = 'missed';
      return;
    }
    turn.state = 'calling';
    const [calledAt, name] = [this.#world.now, as && String(caller.right)];
    const client = clientFor(act, this.#world, name, written, this.#variables);
    const show = this.#properties?.call({ operation: act, request: request.right, step: turn.step.name });
    const onAnswer = (answer: Answer) => {
      this.#stirred = true;
      show?.(answer);
      const answered = { act, answer, took: this.#world.now - calledAt, seq: reply.seq, caller: unknownKey(this.#world, name) };
      this.#onAnswer?.(turn.step, answered);
      this.#check(turn, answered);
      this.#schedule.finish(turn);
    };
    const reply = this.#world.call({ operation: act, client, request: request.right, key: makeKey(turn), unguarded: true }, onAnswer);
    if (!('answer' in reply)) return;
    if (reply.seq === null) this.#onUnlogged?.(toUnloggedCall(reply, reply.answer, this.#world));
    onAnswer(reply.answer);
  }

  #check(turn: StepTurn, answered: Answered): void {
    const { expect = {}, save } = turn.step;
    this.#fail(turn, [...answerFailures(expect, answered, this.#variables), ...saveParts(save, answered.answer, this.#variables)]);
  }

  #fail(turn: StepTurn, failures: readonly Failure[]): void {
    this.#failures.push(...failures.map((failure) => ({ seq: this.#world.log.length, ...inPart(nameTurn(turn), turn.path, failure) })));
  }

  #watch(change: StateChange, onChange: PlayOptions['onChange']): void {
    this.#properties?.change(change);
    if (change.kind === 'job' && (change.entity.finishedAt !== null || change.entity.status === 'REMOVED')) {
      if (this.#loads.recordEnd(change.id, change.entity.status, this.#world)) this.#stirred = true;
    }
    onChange?.(change);
  }
}
