import { isLeft } from 'fp-ts/lib/Either.js';
import type { Answer } from '../api/operation.ts';
import type { Json } from '../kernel/canonical.ts';
import { sha256Hex } from '../kernel/sha256.ts';
import { type DurationMs, formatDuration, later, type VirtualTime, worldStart } from '../kernel/time.ts';
import type { StateChange } from '../state.ts';
import { World } from '../world.ts';
import { answerFailures, saved } from './answer.ts';
import { assertionFailures } from './assertion.ts';
import { givenSettings } from './build.ts';
import { type Condition, holds, parseCondition } from './condition.ts';
import { type Failure, inPart } from './failure.ts';
import { fingerprintFailures, hasFingerprint } from './fingerprint.ts';
import type { StepSpec } from './format.ts';
import { playInputsOf } from './inputs/play.ts';
import { stepKeys } from './keys.ts';
import { Loads } from './loads.ts';
import { clientFor, requestOf } from './request.ts';
import type { Played, PlayOptions, Run } from './run.ts';
import type { Scenario } from './scenario.ts';
import { substitute } from './variables.ts';

/** Plays a scenario from its first step to its verdict. */
export const play = (scenario: Scenario, options: PlayOptions = {}): Run => {
  const { sink, ...others } = options;
  // A fingerprint needs the whole log. The sink gets the entries after it has been checked.
  const kept = hasFingerprint(scenario) ? others : options;
  const run = scenario.spec.inputs === undefined ? new Player(scenario, kept).play() : playInputsOf(scenario, scenario.spec.inputs, kept);
  if (kept === others) sink?.(run.world.log.entries());
  const failed = [...run.failed, ...fingerprintFailures(scenario, run.world, run.passed ?? [])];
  return { ...run, failed, failures: failed.map(({ message }) => message), verdict: failed.length > 0 ? 'fail' : run.verdict };
};

/** The state of a step. */
interface PlayerTurn {
  readonly step: StepSpec;
  readonly label: string;
  /** The key of its call's ids and draws. */
  readonly key: string;
  state: 'waiting' | 'armed' | 'calling' | 'done' | 'missed';
  /** When it fires (time triggers), or must fire at the latest (`when`). */
  due: VirtualTime;
  condition: Condition | undefined;
  doneAt: VirtualTime;
}

/** A scenario may run this many times `entriesMax` calendar entries while it waits for no particular time. */
const longAdvancesMax = 100;

class Player {
  readonly #scenario: Scenario;
  readonly #world: World;
  readonly #loads: Loads;
  readonly #turns: readonly PlayerTurn[];
  readonly #variables = new Map<string, Json>();
  readonly #failures: Failure[] = [];
  readonly #unfired: string[] = [];
  readonly #entriesMax: number;
  /** How many advances ended because they ran `entriesMax` entries. */
  #long = 0;
  /** Set by a change that a step or a user may have waited for. */
  #stirred = false;

  constructor(scenario: Scenario, { sink, onChange, entriesMax, sha256 = sha256Hex }: PlayOptions) {
    const { spec, definition } = scenario;
    const watchesJobs = (spec.load ?? []).length > 0;
    this.#scenario = scenario;
    this.#entriesMax = entriesMax ?? Number.POSITIVE_INFINITY;
    this.#world = new World(definition, {
      audit: spec.invariants === 'none' ? false : Array.isArray(spec.invariants) ? spec.invariants : true,
      sha256,
      ...(sink === undefined ? {} : { sink }),
      ...(watchesJobs || onChange !== undefined ? { onChange: (change: StateChange) => this.#watch(change, onChange) } : {}),
    });
    this.#loads = new Loads(spec.load ?? [], this.#world, () => {
      this.#stirred = true;
    });
    const steps = spec.steps ?? [];
    const keys = stepKeys(steps);
    this.#turns = steps.map((step, k) => ({
      step,
      key: keys[k] ?? '',
      label: `steps.${k}${step.name === undefined ? '' : ` (${step.name})`}${step.act === undefined ? '' : ` ${step.act}`}`,
      state: 'waiting',
      due: worldStart,
      condition: undefined,
      doneAt: worldStart,
    }));
  }

  play(): Played {
    while (!this.#isTooLong && this.#move());
    if (this.#isTooLong)
      this.#unfired.push(`entriesMax: the scenario was stopped after ${this.#entriesMax} log entries and calls without one`);
    const unfired = this.#turns.filter(({ state }) => state === 'waiting' || state === 'armed' || state === 'calling');
    const missing = [
      ...this.#unfired,
      ...unfired.map(({ label, state }) => `${label}: ${state === 'calling' ? 'was never answered' : 'was never reached'}`),
    ];
    if (!this.#settled) missing.push('load: jobs still wait or run, but no timer is left to end them');
    const failed = [
      ...assertionFailures(this.#scenario.spec.assert ?? [], this.#world, this.#variables),
      ...this.#failures,
      ...this.#loads.failures,
    ];
    this.#world.log.flush();
    const verdict = missing.length > 0 ? 'incomplete' : 'pass';
    const calls = (this.#scenario.spec.load ?? []).length === 0 ? {} : { calls: this.#loads.calls };
    return { scenario: this.#scenario, verdict, failed, unfired: missing, world: this.#world, ...calls };
  }

  /** Takes the step or call that is due, or advances until one may be; false when the run is over. */
  #move(): boolean {
    this.#arm();
    const ready = this.#turns.find((turn) => turn.state === 'armed' && this.#isDue(turn));
    if (ready !== undefined) {
      this.#fire(ready);
      return true;
    }
    const late = this.#turns.find((turn) => turn.state === 'armed' && turn.condition !== undefined && turn.due <= this.#world.now);
    if (late !== undefined) {
      late.state = 'missed';
      this.#unfired.push(`${late.label}: '${late.step.when}' did not hold within ${formatDuration(late.step.within ?? 0)}`);
      return true;
    }
    return this.#pass();
  }

  #pass(): boolean {
    const armed = this.#turns.filter(({ state }) => state === 'armed');
    const times = armed.map(({ due }) => due);
    const nextCall = this.#loads.next;
    const attentive =
      this.#loads.attentive ||
      this.#turns.some(({ state, condition }) => state === 'calling' || (state === 'armed' && condition !== undefined));
    const nextStep = times.length === 0 ? undefined : (Math.min(...times) as VirtualTime);
    if (nextCall !== undefined && (nextStep === undefined || nextCall < nextStep) && (!attentive || nextCall <= this.#world.now)) {
      this.#loads.call(this.#world);
      return true;
    }
    const next = nextCall === undefined || (nextStep !== undefined && nextStep <= nextCall) ? nextStep : nextCall;
    if (next !== undefined) {
      this.#stirred = false;
      this.#world.advance({ to: next }, attentive ? () => this.#mayGoOn() : () => this.#isTooLong);
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
    return this.#world.log.length + this.#world.quietCalls > this.#entriesMax;
  }

  #mayGoOn(): boolean {
    return (
      this.#stirred ||
      this.#isTooLong ||
      this.#turns.some((turn) => turn.state === 'armed' && turn.condition !== undefined && holds(turn.condition, this.#world))
    );
  }

  /** Every load has made its calls, and the jobs that these submitted have ended. */
  get #settled(): boolean {
    return this.#loads.settled;
  }

  /** Arms the steps whose predecessors are done: they begin to wait for their trigger. */
  #arm(): void {
    for (const [k, turn] of this.#turns.entries()) {
      if (turn.state !== 'waiting') continue;
      const { at, after, delay, when, within } = turn.step;
      const before = after === undefined ? this.#turns[k - 1] : this.#turns.find(({ step }) => step.name === after);
      if (at !== undefined) this.#armAt(turn, later(worldStart, at));
      else if (before !== undefined && before.state !== 'done') continue;
      else if (when === undefined) this.#armAt(turn, later(before?.doneAt ?? worldStart, delay ?? 0));
      else this.#armWhen(turn, when, later(before?.doneAt ?? worldStart, within ?? 0));
    }
  }

  #armAt(turn: PlayerTurn, due: VirtualTime): void {
    turn.state = 'armed';
    turn.due = due;
  }

  #armWhen(turn: PlayerTurn, when: string, latest: VirtualTime): void {
    const text = substitute(when, this.#variables);
    const condition = isLeft(text) ? undefined : parseCondition(String(text.right));
    if (condition === undefined || isLeft(condition)) {
      turn.state = 'missed';
      const message = isLeft(text) ? `${text.left} is not set` : `'${text.right}' cannot be read`;
      this.#fail(turn, [{ path: ['when'], message }]);
      return;
    }
    turn.state = 'armed';
    turn.condition = condition.right;
    turn.due = latest;
  }

  #isDue({ condition, due }: PlayerTurn): boolean {
    return condition === undefined ? due <= this.#world.now : holds(condition, this.#world);
  }

  #fire(turn: PlayerTurn): void {
    const { act, as, with: written, settings } = turn.step;
    if (settings !== undefined) this.#world.reconfigure(givenSettings(settings));
    if (act === undefined) return this.#finish(turn);
    const request = requestOf(act, written, this.#variables);
    const caller = substitute(as ?? '', this.#variables);
    if (isLeft(request) || isLeft(caller)) {
      const [part, message] = isLeft(request) ? ['with', request.left] : ['as', 'as is not set'];
      this.#fail(turn, [{ path: [part], message }]);
      turn.state = 'missed';
      return;
    }
    turn.state = 'calling';
    const calledAt = this.#world.now;
    const client = clientFor(act, this.#world, as === undefined ? undefined : String(caller.right), written?.headers);
    const answered = (answer: Answer) => {
      this.#stirred = true;
      this.#check(turn, answer, this.#world.now - calledAt);
      this.#finish(turn);
    };
    const reply = this.#world.call({ operation: act, client, request: request.right, key: turn.key, unguarded: true }, answered);
    if ('answer' in reply) answered(reply.answer);
  }

  #finish(turn: PlayerTurn): void {
    turn.state = 'done';
    turn.doneAt = this.#world.now;
  }

  #check(turn: PlayerTurn, answer: Answer, took: DurationMs): void {
    const { expect = {}, save } = turn.step;
    this.#fail(turn, [...answerFailures(expect, answer, took, this.#variables), ...saved(save, answer, this.#variables)]);
  }

  #fail(turn: PlayerTurn, failures: readonly Failure[]): void {
    if (failures.length === 0) return;
    const base = ['steps', this.#turns.indexOf(turn)];
    this.#failures.push(...failures.map((failure) => inPart(turn.label, base, failure)));
  }

  #watch(change: StateChange, onChange: PlayOptions['onChange']): void {
    if (change.kind === 'job' && (change.entity.finishedAt !== null || change.entity.status === 'REMOVED')) {
      if (this.#loads.ended(change.id, this.#world)) this.#stirred = true;
    }
    onChange?.(change);
  }
}
