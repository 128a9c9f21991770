import { isLeft } from 'fp-ts/lib/Either.js';
import { formatDuration, later, type VirtualTime, worldStart } from '../../kernel/time.ts';
import type { World } from '../../world/world.ts';
import { substitute, type Variables } from '../format/variables.ts';
import { stepKeys } from '../load/keys.ts';
import { type Condition, describeUnmet, holds, parseCondition } from '../step/condition.ts';
import { type Failure, inPart } from '../step/failure.ts';
import { listLeaves, type StepSpec, untilTime } from '../step/stepFormat.ts';

/** A step's turn: a call or a change of settings, or a group of steps; one time, or several. */
export interface StepTurn {
  readonly step: StepSpec;
  readonly label: string;
  /** In the file. */
  readonly path: Failure['path'];
  /** The key of its first call's ids and draws; a group has none. */
  readonly key: string;
  readonly group: StepTurn | undefined;
  /** Of a group. */
  readonly inner: readonly StepTurn[];
  /** `running`: a group whose steps are being taken. */
  state: 'waiting' | 'armed' | 'calling' | 'running' | 'done' | 'missed';
  /** When it fires (time triggers), or must fire at the latest (`when`). */
  due: VirtualTime;
  /** The condition it waits for: its `when`, and before each further time its `until`. */
  condition: Condition | undefined;
  /** How many times it has begun. */
  times: number;
  /** When it began for the first time. */
  begunAt: VirtualTime;
  /** When it began for the last time. */
  againAt: VirtualTime;
  doneAt: VirtualTime;
}

/** The key of a turn's next call. The first one of a step has the step's own. */
export const makeKey = ({ key, times, group }: StepTurn): string => {
  const round = group?.times ?? 1;
  return `${key}${round > 1 || times > 1 ? `/${round}` : ''}${times > 1 ? `/${times}` : ''}`;
};

/** How messages name a turn. */
export const nameTurn = (turn: StepTurn): string => {
  const { label, times, group, step } = turn;
  const counts = [...(step.repeat === undefined ? [] : [times]), ...(group === undefined ? [] : [group.times])].filter(
    (count) => count > 0,
  );
  return counts.length === 0 ? label : `${label}, time ${counts.join(' of time ')}`;
};

/** Steps in the order of their triggers. */
export class StepSchedule {
  /** Problems in reading conditions, and conditions that never held. */
  readonly failures: Failure[] = [];
  readonly #missed: string[] = [];
  readonly #steps: readonly StepTurn[];
  readonly #hasGroups: boolean;
  readonly #world: World;
  readonly #variables: Variables;

  constructor(steps: readonly StepSpec[], world: World, variables: Variables) {
    this.#world = world;
    this.#variables = variables;
    const leaves = listLeaves(steps);
    const keys = stepKeys(leaves.map(([, step]) => step));
    const keyAt = new Map(leaves.map(([path], k) => [path.join('.'), keys[k] ?? '']));
    this.#steps = steps.map((step, k) => newTurn(step, ['steps', k], keyAt));
    this.#hasGroups = steps.some((step) => step.steps !== undefined);
  }

  /** Steps that were never taken, and why. */
  get unfired(): readonly string[] {
    const states = { calling: 'was never answered', waiting: 'was never reached', armed: 'was never reached' } as const;
    return [
      ...this.#missed,
      ...this.#open.flatMap((turn) =>
        turn.state === 'calling' || turn.state === 'waiting' || turn.state === 'armed' ? [`${nameTurn(turn)}: ${states[turn.state]}`] : [],
      ),
    ];
  }

  /** When the next step is due, at the latest; undefined if none has a time. */
  get due(): VirtualTime | undefined {
    let due: VirtualTime | undefined;
    for (const turn of this.#open) if (turn.state === 'armed' && (due === undefined || turn.due < due)) due = turn.due;
    return due;
  }

  /** Whether a step waits for something that happens in the world. */
  get isAttentive(): boolean {
    return this.#has((turn) => turn.state === 'calling' || (turn.state === 'armed' && turn.condition !== undefined));
  }

  /** Whether a condition holds that a step waits for. */
  get isMet(): boolean {
    return this.#has((turn) => this.#holds(turn));
  }

  /** Begins the step that is to be taken now, and returns it; undefined if there is none. */
  next(): StepTurn | undefined {
    for (;;) {
      this.#arm(this.#steps, worldStart);
      const over = this.#find((turn) => turn.times > 0 && this.#holds(turn));
      if (over !== undefined) {
        this.#end(over);
        continue;
      }
      const ready = this.#find((turn) => this.#isDue(turn));
      if (ready !== undefined && this.#begin(ready)) return ready;
      if (ready !== undefined) continue;
      const late = this.#find(({ condition, times, due }) => condition !== undefined && times === 0 && due <= this.#world.now);
      if (late === undefined) return undefined;
      this.#miss(late, `'${late.step.when}' did not hold within ${formatDuration(late.step.within ?? 0)}`, late.condition);
    }
  }

  /** A step has been taken: once more, if it is repeated and not over. */
  finish(turn: StepTurn): void {
    const { repeat } = turn.step;
    turn.doneAt = this.#world.now;
    if (repeat === undefined) return this.#end(turn);
    const { every, times, until } = repeat;
    const latest = until === undefined ? undefined : untilTime(until);
    const condition = until === undefined || latest !== undefined ? undefined : this.#read(turn, until);
    if (turn.state === 'missed') return;
    if (condition !== undefined && holds(condition, this.#world)) return this.#end(turn);
    if (turn.times === times)
      return condition === undefined ? this.#end(turn) : this.#miss(turn, `'${until}' did not hold after ${times} times`, condition);
    const due = every === undefined ? this.#world.now : (Math.max(this.#world.now, later(turn.begunAt, every * turn.times)) as VirtualTime);
    if (latest !== undefined && due >= later(worldStart, latest)) return this.#end(turn);
    this.#armAt(turn, due, condition);
  }

  /** Begins a step, or the first step of a group. Returns whether it is one that can be taken. */
  #begin(turn: StepTurn): boolean {
    const { now } = this.#world;
    turn.times += 1;
    if (turn.times === 1) turn.begunAt = now;
    turn.againAt = now;
    if (turn.inner.length === 0) return true;
    turn.state = 'running';
    for (const inner of turn.inner) {
      inner.state = 'waiting';
      inner.times = 0;
    }
    return false;
  }

  #end(turn: StepTurn): void {
    turn.state = 'done';
    const { group } = turn;
    if (group?.inner.every(({ state }) => state === 'done')) this.finish(group);
  }

  #miss(turn: StepTurn, words: string, condition?: Condition): void {
    turn.state = 'missed';
    this.#missed.push(`${nameTurn(turn)}: ${words}${condition === undefined ? '' : describeUnmet(condition, this.#world)}`);
  }

  /** Arms the steps of a list whose predecessors are done: they begin to wait for their trigger. */
  #arm(turns: readonly StepTurn[], begunAt: VirtualTime): void {
    for (let k = 0; k < turns.length; k++) {
      const turn = turns[k] as StepTurn;
      if (turn.state === 'running') this.#arm(turn.inner, turn.againAt);
      if (turn.state !== 'waiting') continue;
      const { at, after, delay, when, within } = turn.step;
      const before = after === undefined ? turns[k - 1] : turns.find(({ step }) => step.name === after);
      if (at !== undefined) this.#armAt(turn, later(worldStart, at));
      else if (before !== undefined && before.state !== 'done') continue;
      else if (when === undefined) this.#armAt(turn, later(before?.doneAt ?? begunAt, delay ?? 0));
      else {
        const condition = this.#read(turn, when);
        if (condition !== undefined) this.#armAt(turn, later(before?.doneAt ?? begunAt, within ?? 0), condition);
      }
    }
  }

  #armAt(turn: StepTurn, due: VirtualTime, condition?: Condition): void {
    turn.state = 'armed';
    turn.due = due;
    turn.condition = condition;
  }

  /** The condition with its variables filled in. If it cannot be read, the step is not taken. */
  #read(turn: StepTurn, words: string): Condition | undefined {
    const text = substitute(words, this.#variables);
    const condition = isLeft(text) ? undefined : parseCondition(String(text.right));
    if (condition !== undefined && !isLeft(condition)) return condition.right;
    turn.state = 'missed';
    const message = isLeft(text) ? `${text.left} is not set` : `'${text.right}' cannot be read`;
    this.failures.push(inPart(nameTurn(turn), turn.path, { path: ['when'], message, seq: this.#world.log.length }));
    return undefined;
  }

  /** Whether the condition of a step holds that waits for one. */
  #holds({ state, condition }: StepTurn): boolean {
    return state === 'armed' && condition !== undefined && holds(condition, this.#world);
  }

  #isDue(turn: StepTurn): boolean {
    return turn.condition === undefined || turn.times > 0 ? turn.due <= this.#world.now : this.#holds(turn);
  }

  #find(isMeant: (turn: StepTurn) => boolean): StepTurn | undefined {
    return this.#open.find((turn) => turn.state === 'armed' && isMeant(turn));
  }

  #has(isMeant: (turn: StepTurn) => boolean): boolean {
    return this.#open.some(isMeant);
  }

  /** Lists every step, including those of the groups that are being taken. */
  get #open(): readonly StepTurn[] {
    if (!this.#hasGroups) return this.#steps;
    return this.#steps.flatMap((turn) => (turn.state === 'running' ? [turn, ...turn.inner] : turn));
  }
}

const newTurn = (step: StepSpec, path: Failure['path'], keyAt: ReadonlyMap<string, string>, group?: StepTurn): StepTurn => {
  const inner: StepTurn[] = [];
  const turn: StepTurn = {
    step,
    label: `${path.join('.')}${step.name === undefined ? '' : ` (${step.name})`}${step.act === undefined ? '' : ` ${step.act}`}`,
    path,
    key: keyAt.get(path.join('.')) ?? '',
    group,
    inner,
    state: 'waiting',
    due: worldStart,
    condition: undefined,
    times: 0,
    begunAt: worldStart,
    againAt: worldStart,
    doneAt: worldStart,
  };
  inner.push(...(step.steps ?? []).map((one, k) => newTurn(one as StepSpec, [...path, 'steps', k], keyAt, turn)));
  return turn;
};
