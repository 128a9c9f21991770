import { isLeft } from 'fp-ts/lib/Either.js';
import type { Answer } from '../../../engine/api/operation.ts';
import { kinds } from '../../../engine/cloud/entities.ts';
import type { StateChange } from '../../../engine/cloud/state/state.ts';
import type { Json } from '../../../engine/kernel/canonical.ts';
import { hash128 } from '../../../engine/kernel/rng.ts';
import { later, type VirtualTime } from '../../../engine/kernel/time.ts';
import { namesUsed, valueAt } from '../../../engine/scenario/format/variables.ts';
import { clientFor, requestInWords } from '../../../engine/scenario/step/request.ts';
import { World } from '../../../engine/world/world.ts';
import type { DrawScript } from './drawScript.ts';
import type { ActSpec } from './format.ts';
import type { SmallWorld } from './smallWorld.ts';
import { beginning, textOfState } from './stateText.ts';
import { StateWatch } from './stateWatch.ts';

/** An act that can be taken now: its number in the alphabet, and which of the values that were saved it uses for each of its variables. */
export interface ActChoice {
  readonly act: number;
  readonly values: Readonly<Record<string, Json>>;
}

/** One world of a small world's many: it stands at a moment, and goes on by acts and by time. */
export class WorldBranch {
  readonly world: World;
  readonly draws: DrawScript;
  readonly watch: StateWatch;
  readonly #small: SmallWorld;
  /** What acts have saved under each name, and still exists. */
  readonly #saved: Map<string, readonly Json[]>;
  /** How often each act was taken. */
  readonly #taken: number[];
  /** Of all entities that there ever were. */
  readonly #ids: Set<string>;
  /** Something has happened at this very instant. */
  #isFresh = true;

  private constructor(small: SmallWorld, draws: DrawScript, from?: WorldBranch) {
    this.#small = small;
    this.draws = draws;
    this.#saved = new Map(from === undefined ? [] : from.#saved);
    this.#taken = from === undefined ? small.spec.acts.map(() => 0) : from.#taken.slice();
    this.#isFresh = from === undefined ? true : from.#isFresh;
    this.#ids = new Set(from === undefined ? [] : from.#ids);
    this.watch = new StateWatch(small.spec);
    const onChange = (change: StateChange): void => {
      this.#ids.add(change.id);
      this.watch.change(change);
    };
    this.world = new World(
      small.definition,
      { header: small.header, draw: draws.draw, beginsAt: beginning, timersPerInstantMax, onChange },
      from === undefined ? undefined : resumption(from.world),
    );
    this.watch.begin(this.world, from?.watch.memory);
  }

  /** The world as it begins. */
  static begin(small: SmallWorld, draws: DrawScript): WorldBranch {
    const branch = new WorldBranch(small, draws);
    branch.world.advance({ to: beginning });
    return branch;
  }

  /** The same world, to go on otherwise. */
  fork(draws: DrawScript): WorldBranch {
    return new WorldBranch(this.#small, draws, this);
  }

  /** Every act that can be taken now, with every choice of what it is about. */
  choices(): readonly ActChoice[] {
    return this.#small.spec.acts.flatMap((spec, act) => {
      if ((this.#taken[act] ?? 0) >= (spec.times ?? Number.POSITIVE_INFINITY)) return [];
      return this.#valuesFor(spec).map((values) => ({ act, values }));
    });
  }

  /** Makes the call, and lets happen what follows from it at once. Returns what it saved, by name. */
  take({ act, values }: ActChoice): ReadonlyMap<string, Json> {
    const { act: operation, with: written, as, save = {} } = this.#small.spec.acts[act] as ActSpec;
    const variables = new Map(Object.entries(values));
    const request = requestInWords(operation, written, variables);
    if (isLeft(request)) return nothing;
    this.#taken[act] = (this.#taken[act] ?? 0) + 1;
    const client = clientFor(operation, this.world, as, written, variables);
    const reply = this.world.call({ operation, client, request: request.right, unguarded: true });
    this.world.advance({ to: this.world.now });
    const saved = 'answer' in reply ? partsToSave(save, reply.answer) : nothing;
    for (const [name, value] of saved) this.#saved.set(name, [...(this.#saved.get(name) ?? []), value]);
    this.#isFresh = true;
    this.#forgetGone();
    return saved;
  }

  /**
   * Moves to the next moment that matters: a millisecond after an instant at which something happened, a millisecond before the next at which
   * something is due, and that instant. False where time changes nothing more.
   */
  pass(): boolean {
    const { now, nextDue } = this.world;
    const [after, before] = [later(now, 1), nextDue === undefined ? now : later(nextDue, -1)];
    const next = this.#isFresh && nextDue !== after ? after : nextDue !== undefined && before > now ? before : nextDue;
    const { breaksAt } = this.watch;
    if (breaksAt !== undefined && (next === undefined || breaksAt <= next)) return this.#passTo(breaksAt);
    return next !== undefined && this.#passTo(next);
  }

  #passTo(next: VirtualTime): boolean {
    this.#isFresh = next === this.world.nextDue;
    this.world.advance({ to: next });
    if (next === this.watch.breaksAt) this.watch.end();
    this.#forgetGone();
    return true;
  }

  /** A digest of the state: equal for worlds that go on alike. */
  digest(): string {
    const { a, b, c, d } = hash128(this.text());
    return `${a.toString(36)}.${b.toString(36)}.${c.toString(36)}.${d.toString(36)}`;
  }

  /** The text that the digest is of. */
  text(): string {
    const { acts } = this.#small.spec;
    const left = this.#taken.filter((_, act) => acts[act]?.times !== undefined);
    this.world.recordPending();
    return textOfState(this.world.snapshot(), this.#ids, this.#small.kept, [this.#isFresh, left, this.#saved, this.watch.memory]);
  }

  #valuesFor(spec: ActSpec): readonly Readonly<Record<string, Json>>[] {
    const names = [...new Set(namesUsed(JSON.stringify([spec.with ?? null, spec.as ?? null])))];
    return names.reduce<readonly Readonly<Record<string, Json>>[]>(
      (sofar, name) => sofar.flatMap((values) => (this.#saved.get(name) ?? []).map((value) => ({ ...values, [name]: value }))),
      [{}],
    );
  }

  /** No act is about what no longer exists. */
  #forgetGone(): void {
    for (const [name, values] of this.#saved) {
      const left = values.filter((value) => typeof value !== 'string' || this.#exists(value));
      if (left.length < values.length) this.#saved.set(name, left);
    }
  }

  #exists(id: string): boolean {
    return kinds.some((kind) => this.world.state.find(kind, id) !== undefined);
  }
}

const nothing: ReadonlyMap<string, Json> = new Map();

/** The parts of an answer that later acts need. A refusal has none. */
const partsToSave = (save: Readonly<Record<string, string>>, { status, body }: Answer): ReadonlyMap<string, Json> =>
  new Map(
    Object.entries(save).flatMap(([name, path]) => {
      const value = status >= 400 ? undefined : valueAt(body, path === '.' ? [] : path.split('.'));
      return value === undefined ? [] : [[name, value]];
    }),
  );

/** More timers than this at one instant are a world that never goes on. */
const timersPerInstantMax = 10_000;

/** What a fork goes on from. Its log begins where it does: nothing in a small world looks further back. */
const resumption = (world: World) => {
  world.recordPending();
  const snapshot = world.snapshot({ apart: true });
  return { snapshot, past: { length: snapshot.seq, entries: () => [], entry: () => undefined } };
};
