import { isLeft } from 'fp-ts/lib/Either.js';
import type { Answer } from '../../api/operation.ts';
import type { StateChange } from '../../cloud/state/state.ts';
import type { Json } from '../../kernel/canonical.ts';
import { sha256Hex } from '../../kernel/sha256.ts';
import { formatVirtualTime, later, type VirtualTime, worldStart } from '../../kernel/time.ts';
import { World } from '../../world/world.ts';
import { settingsIn } from '../file/build.ts';
import { expandCalls } from '../inputs/calls.ts';
import type { CallInput, InputItem } from '../inputs/format.ts';
import { clientOfInput, requestOfInput } from '../inputs/request.ts';
import { Properties } from '../properties/properties.ts';
import { listProperties } from '../properties/table.ts';
import type { Scenario } from '../scenario.ts';
import { answerFailures, saveParts } from '../step/answer.ts';
import { assertionFailures } from '../step/assertion.ts';
import { type Failure, inPart } from '../step/failure.ts';
import { idleParts, neverEvaluated } from './idle.ts';
import type { Passed, Played, PlayOptions } from './run.ts';

/** Plays the inputs of a scenario, as a rerun does: in order, each at its time, and no others. */
export const playScenarioInputs = (scenario: Scenario, inputs: readonly InputItem[], options: PlayOptions): Played =>
  new InputPlayer(scenario, options).play(inputs);

/** An input in the file: its name for people, and its path. */
interface InputPart {
  readonly label: string;
  readonly path: Failure['path'];
}

class InputPlayer {
  readonly #scenario: Scenario;
  readonly #world: World;
  readonly #properties: Properties | undefined;
  readonly #entriesMax: number;
  readonly #variables = new Map<string, Json>();
  readonly #failures: Failure[] = [];
  readonly #passed: Passed[] = [];
  readonly #onAnswer: PlayOptions['onAnswer'];
  /** Pending calls, by the names that the inputs give them. */
  readonly #held = new Map<string, string>();
  /** Inputs with an expectation that still wait for their answer. */
  readonly #awaited = new Set<string>();

  constructor(scenario: Scenario, { sink, onBegin, onChange, onAnswer, entriesMax, clients, sha256 = sha256Hex }: PlayOptions) {
    const { spec, definition } = scenario;
    const properties = listProperties(spec).length === 0 ? undefined : new Properties(spec, clients);
    this.#scenario = scenario;
    this.#onAnswer = onAnswer;
    this.#properties = properties;
    this.#entriesMax = entriesMax ?? Number.POSITIVE_INFINITY;
    this.#world = new World(definition, {
      invariants: Array.isArray(spec.invariants) ? spec.invariants : spec.invariants !== 'none',
      sha256,
      ...(sink === undefined ? {} : { sink }),
      ...(onChange === undefined && properties === undefined
        ? {}
        : {
            onChange: (change: StateChange) => {
              properties?.change(change);
              onChange?.(change);
            },
          }),
    });
    properties?.begin(this.#world, this.#variables);
    onBegin?.(this.#world);
  }

  play(inputs: readonly InputItem[]): Played {
    const world = this.#world;
    const played = inputs.findIndex((input, k) => this.#isTooLong || !this.#input(input, { label: `inputs.${k}`, path: ['inputs', k] }));
    const unfired = [...this.#awaited].map((label) => `${label}: was never answered`);
    if (this.#isTooLong)
      unfired.unshift(`entriesMax: the scenario was stopped after ${this.#entriesMax} log entries and calls without one`);
    else if (played !== -1) unfired.unshift(`inputs.${played}: was never reached`);
    this.#properties?.end(this.#isTooLong);
    const failed = [
      ...assertionFailures(this.#scenario.spec.assert ?? [], world, this.#variables),
      ...(this.#properties?.failures ?? []),
      ...this.#failures,
    ];
    const properties = this.#properties?.results ?? [];
    world.log.flush();
    const verdict = unfired.length > 0 ? 'incomplete' : 'pass';
    const idle = [...idleParts(this.#scenario, world, this.#variables), ...neverEvaluated(properties)];
    return { scenario: this.#scenario, verdict, failed, unfired, idle, properties, world, variables: new Map(), passed: this.#passed };
  }

  get #isTooLong(): boolean {
    return this.#world.log.length + this.#world.quietCalls > this.#entriesMax;
  }

  /** False if the run ends before the input's time. */
  #input(input: InputItem, part: InputPart): boolean {
    const { label } = part;
    if ('act' in input)
      return this.#calls(input, { ...part, label: `${label}${input.name === undefined ? '' : ` (${input.name})`} ${input.act}` });
    if ('at' in input && input.at !== undefined && !this.#comesTo(later(worldStart, input.at))) return false;
    const seq = this.#put(input, part);
    const [what] = Object.keys(input).filter((key) => key !== 'at');
    this.#passed.push({ label: `${label} (${what} at ${formatVirtualTime(this.#world.now)})`, seq, entry: input.entry });
    return true;
  }

  /** Applies an input other than a call, and returns its entry in the log. */
  #put(input: Exclude<InputItem, CallInput>, part: InputPart): number {
    const world = this.#world;
    if ('leave' in input) return this.#leave(input.leave, part);
    if ('counted' in input) return world.countCalls(input.counted.map(({ of, window, calls }) => ({ of, windowMs: window, calls })));
    if ('seed' in input) return world.reseed(input.seed);
    if ('settings' in input) return world.reconfigure(settingsIn(input.settings));
    if ('clockPolicy' in input) return world.setClockPolicy(input.clockPolicy);
    world.advance({ to: later(worldStart, input.clock.to) }, () => this.#isTooLong);
    return world.log.length;
  }

  #leave(name: string, part: InputPart): number {
    const held = this.#held.get(name);
    const seq = this.#world.log.length + 1;
    if (held === undefined) this.#fail(part, [{ path: ['leave'], message: `the call ${name} has been answered already` }]);
    else this.#world.abandon(held);
    return seq;
  }

  #calls(input: CallInput, part: InputPart): boolean {
    const calls = expandCalls(input);
    return calls.every(({ at, key }, k) => {
      if (this.#isTooLong || !this.#comesTo(at)) return false;
      const entry = k === calls.length - 1 ? input.entry : undefined;
      this.#call(input, key, { ...part, label: `${part.label} at ${formatVirtualTime(at)}` }, entry);
      return true;
    });
  }

  #call(input: CallInput, key: string | undefined, part: InputPart, entry: string | undefined): void {
    const [world, { label }] = [this.#world, part];
    const request = requestOfInput(input, this.#variables);
    const client = clientOfInput(input, world, this.#variables);
    if (isLeft(request) || isLeft(client)) {
      return this.#fail(part, [{ path: [], message: isLeft(request) ? request.left : isLeft(client) ? client.left : '' }]);
    }
    const calledAt = world.now;
    const show = this.#properties?.call({ operation: input.act, request: request.right, step: input.name });
    const onAnswer = (answer: Answer): void => {
      show?.(answer);
      this.#awaited.delete(label);
      if (input.name !== undefined) this.#held.delete(input.name);
      const answered = { act: input.act, answer, took: world.now - calledAt, seq: reply.seq };
      this.#onAnswer?.(input, answered);
      const wrong = input.expect === undefined ? [] : answerFailures(input.expect, answered, this.#variables);
      this.#fail(part, [...wrong, ...saveParts(input.save, answer, this.#variables)]);
    };
    const reply = world.call(
      { operation: input.act, client: client.right, request: request.right, unguarded: true, ...(key === undefined ? {} : { key }) },
      onAnswer,
    );
    this.#passed.push({ label, seq: reply.seq ?? world.log.length, entry });
    if ('answer' in reply) return onAnswer(reply.answer);
    if (input.name !== undefined) this.#held.set(input.name, reply.held);
    if (input.expect !== undefined) this.#awaited.add(label);
  }

  #fail({ label, path }: InputPart, failures: readonly Failure[]): void {
    this.#failures.push(...failures.map((failure) => ({ seq: this.#world.log.length, ...inPart(label, path, failure) })));
  }

  #comesTo(at: VirtualTime): boolean {
    if (at > this.#world.now) this.#world.runUntil(at, () => this.#isTooLong);
    return this.#world.now === at;
  }
}
