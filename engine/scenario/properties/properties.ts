import { isLeft, tryCatch } from 'fp-ts/lib/Either.js';
import type { Answer } from '../../api/operation.ts';
import type { StateChange } from '../../cloud/state/state.ts';
import type { Json } from '../../kernel/canonical.ts';
import type { World } from '../../world/world.ts';
import type { PropertyResult } from '../format/resultFormat.ts';
import { substitute, type Variables } from '../format/variables.ts';
import { inShort, namesWhereNeeded, place } from '../step/assertion.ts';
import { mismatchText } from '../step/expectation.ts';
import { type Failure, inPart } from '../step/failure.ts';
import type { Break, ClientWatcher, PropertyVerdict, StepCall, Watch, WatchedRun } from './kind.ts';
import { findWorldsSpec, kindOfProperty, listProperties, nameOfProperty, type PropertySpec } from './table.ts';
import { type WorldsSpec, WorldTraits } from './worlds.ts';

/** Watches the properties of a scenario while it is played. */
export class Properties {
  readonly #watched: readonly WatchedProperty[];
  #run: WatchedRun | undefined;
  #variables: Variables = new Map();
  /** How many variables were set when it was last tried to begin. */
  #tried = -1;
  readonly #traits = new WorldTraits();
  /** The newest entry that the properties have seen. */
  #seen = 0;

  readonly #clients: ClientWatcher | undefined;
  /** Whether any of them applies to some worlds only. */
  readonly #areLimited: boolean;

  constructor(spec: Parameters<typeof listProperties>[0], clients: ClientWatcher | undefined) {
    this.#clients = clients;
    this.#watched = listProperties(spec).map((one, index) => ({
      index,
      spec: one,
      key: kindOfProperty(one).key,
      name: nameOfProperty(one),
      worlds: findWorldsSpec(one),
    }));
    this.#areLimited = this.#watched.some(({ worlds }) => typeof worlds !== 'string');
  }

  /** The world has been made: its properties are watched from here on. */
  begin(world: World, variables: Variables): void {
    this.#run = {
      world,
      log: world.log,
      state: world.state,
      clients: this.#clients,
      get now() {
        return world.now;
      },
    };
    this.#variables = variables;
    this.#catchUp();
  }

  /** Shown each change of an entity, after it and before its consequences. Those by which the world begins are seen by `begin`. */
  readonly change = (change: StateChange): void => {
    if (this.#run === undefined) return;
    this.#catchUp();
    for (const one of this.#watched) attempt(one, this.#run, () => one.watch?.change?.(change));
  };

  /** Called for each call of a step; returns the listener for its answer. */
  call(call: StepCall): (answer: Answer) => void {
    const run = this.#run as WatchedRun;
    const shown = this.#watched.map((one) => {
      let answered: ((answer: Answer) => void) | undefined;
      attempt(one, run, () => {
        answered = one.watch?.call?.(call);
      });
      return (answer: Answer) => attempt(one, run, () => answered?.(answer));
    });
    return (answer) => {
      for (const show of shown) show(answer);
    };
  }

  /** Until when the run must continue after its last step for one of the properties; undefined if no longer. */
  get goesOnUntil(): World['now'] | undefined {
    this.#catchUp();
    const times = this.#watched.flatMap(({ watch, broken }) => (broken === undefined ? (watch?.goesOnUntil?.() ?? []) : []));
    return times.length === 0 ? undefined : times.reduce((last, time) => (time > last ? time : last));
  }

  /** The run is over. */
  end(isCut: boolean): void {
    const run = this.#run;
    if (run === undefined) return;
    this.#catchUp();
    for (const one of this.#watched) attempt(one, run, () => one.watch?.end?.({ isCut }));
  }

  get results(): readonly PropertyResult[] {
    return this.#watched.map((one) => {
      const { evaluated, why, seen, progress, broken } = this.#findVerdict(one);
      const how = one.broken ?? broken;
      return {
        name: one.name,
        kind: one.key,
        index: one.index,
        evaluated: evaluated || how !== undefined,
        ...(evaluated || why === undefined ? {} : { why }),
        ...(seen === undefined ? {} : { seen }),
        ...(progress === undefined ? {} : { progress }),
        ...(how === undefined ? {} : { broken: this.#resultOfBreak(one, how) }),
      };
    });
  }

  get failures(): readonly Failure[] {
    return this.#watched.flatMap((one) => {
      const how = one.broken ?? this.#findVerdict(one).broken;
      return how === undefined ? [] : [this.#describeFailure(one, how)];
    });
  }

  /** A property says nothing of a world to which it does not apply. */
  #findVerdict({ watch, worlds }: WatchedProperty): PropertyVerdict {
    const why = this.#traits.excludes(worlds);
    return why === undefined ? (watch?.verdict() ?? unwatched) : { evaluated: false, why };
  }

  #describeFailure(one: WatchedProperty, how: Break): Failure {
    const run = this.#run as WatchedRun;
    const label = `properties.${one.index}${one.spec.name === undefined ? '' : ` (${one.spec.name})`}`;
    return inPart(label, ['properties', one.index], inShort(failureIn(one.key, how), namesWhereNeeded(run)));
  }

  #resultOfBreak(one: WatchedProperty, how: Break): NonNullable<PropertyResult['broken']> {
    const { message, nearest } = inShort(failureIn(one.key, how), namesWhereNeeded(this.#run as WatchedRun));
    return {
      words: nearest === undefined ? message : `${message} (${nearest})`,
      shape: how.shape,
      at: how.at,
      ...(how.entry === undefined ? {} : { seq: how.entry.seq }),
    };
  }

  /** Begins to watch for the properties whose variables are set by now, and shows all of them the entries that they have not seen. */
  #catchUp(): void {
    const run = this.#run;
    if (run === undefined) return;
    if (this.#variables.size !== this.#tried) {
      this.#tried = this.#variables.size;
      for (const one of this.#watched) if (one.watch === undefined && one.broken === undefined) this.#beginOne(one, run);
    }
    if (run.world.log.length === this.#seen) return;
    for (const entry of run.world.log.entries(this.#seen)) {
      this.#seen = entry.seq;
      if (this.#areLimited) this.#traits.note(entry.event);
      for (const one of this.#watched) attempt(one, run, () => one.watch?.entry?.(entry));
    }
  }

  /** Shows a property the log so far, so that one whose variable is saved late misses no entry. */
  #beginOne(one: WatchedProperty, run: WatchedRun): void {
    const filled = substitute(one.spec as Json, this.#variables);
    if (isLeft(filled)) return;
    attempt(one, run, () => {
      const watch = kindOfProperty(one.spec).watch(filled.right, run);
      one.watch = watch;
      for (const entry of run.world.log.entries()) {
        if (entry.seq > this.#seen) break;
        watch.entry?.(entry);
      }
      watch.change?.(undefined);
    });
  }
}

/** A property in one run. */
interface WatchedProperty {
  readonly index: number;
  readonly spec: PropertySpec;
  readonly key: string;
  readonly name: string;
  readonly worlds: WorldsSpec;
  /** Undefined as long as its variables are not set. */
  watch?: Watch;
  /** Set if the property itself has failed. */
  broken?: Break;
}

const unwatched: PropertyVerdict = { evaluated: false, why: 'no step has saved its variables' };

/** An error of a property is a finding, and ends no run. */
const attempt = (one: WatchedProperty, run: WatchedRun, look: () => void): void => {
  if (one.broken !== undefined) return;
  const done = tryCatch(look, (thrown) => (thrown instanceof Error ? thrown.message : String(thrown)));
  if (!isLeft(done)) return;
  const entry = run.log.entry(run.world.log.length);
  one.broken = { words: `the property itself failed: ${done.left}`, entry, at: run.now, shape: 'failed itself' };
};

const failureIn = (key: string, { mismatch, words, entry }: Break): Failure => {
  const seen = entry === undefined ? undefined : place(entry, words === undefined || mismatch === undefined ? '' : `: ${words}`);
  return {
    path: [key],
    message: mismatch === undefined ? (words ?? '') : mismatchText(mismatch),
    ...(mismatch === undefined ? {} : { mismatch }),
    ...seen,
  };
};
