import { findKind, type Kind, type Settings } from '../../../engine/cloud/entities.ts';
import type { DomainEvent, InputEvent } from '../../../engine/cloud/input.ts';
import type { StateChange } from '../../../engine/cloud/state/state.ts';
import { InvariantViolation } from '../../../engine/kernel/invariant.ts';
import { asSteps, type Steps } from '../../../engine/kernel/steps.ts';
import { type VirtualTime, worldStart } from '../../../engine/kernel/time.ts';
import { changeSettings } from '../../../engine/simulator/definition.ts';
import type { Judge, JudgeSources, QuietCall } from '../../../engine/simulator/judge.ts';
import { AuditState, type AuditStateDump } from './auditState.ts';
import type { DueWatch } from './dueWatch.ts';
import { type Invariant, invariants, looksAt } from './invariants.ts';
import type { AuditEntry, Broken, InputEntry, Recount, Sources } from './recount.ts';
import { recounts } from './recounts.ts';

/**
 * Checks every invariant after each entry of the log, against books of its own. These are kept from events alone, by other code
 * than `State`. An event passes only the checks that look at events of its type.
 */
export class Audit implements Judge {
  readonly #sources: Omit<Sources, 'settings'> & { settings: Settings };
  readonly #auditState: AuditState;
  readonly #recounts: readonly Recount[];
  /** Those that look when time has passed. */
  readonly #timed: readonly Timed[];
  /** The names of the invariants that are checked; undefined = all. The books of the others are kept, too. */
  readonly #names: ReadonlySet<string> | undefined;
  /** Those of them that look at each change. */
  readonly #checked: readonly Invariant[];
  readonly #checks = new Map<DomainEvent['type'], Checks>();
  #now: VirtualTime = worldStart;

  /** Checks the named invariants; all of them if there are no `names`. `settings` are those at the start of the world. */
  constructor({ state, settings, names, keyless = new Set() }: JudgeSources) {
    this.#auditState = new AuditState();
    this.#sources = { settings, state, keyless, counted: this.#auditState };
    this.#recounts = recounts.map(({ open }) => open(this.#sources));
    this.#timed = this.#recounts.filter(looks).map((recount) => ({ watch: recount.watch, recount }));
    this.#names = names && new Set(names);
    this.#checked = invariants.filter((row): row is Invariant => 'broken' in row && this.#isChecked(row.name));
  }

  /** An event of an entity. */
  check(change: StateChange): void {
    const { event } = change;
    if (change.at > this.#now) this.passTo(change.at, change.seq, change);
    const { rows, handlers } = this.#checks.get(event.type) ?? this.#findChecks(event.type, change.kind);
    this.#auditState.count(change);
    for (const { name, broken } of rows) {
      const words = broken(change, this.#auditState, this.#sources.state);
      if (words !== undefined) this.#complain({ name, words }, change.seq);
    }
    for (const handle of handlers) {
      const broken = handle(event, change);
      if (broken !== undefined) this.#complain(broken, change.seq);
    }
    this.#auditState.record(change);
  }

  /** An input. */
  checkInput(event: InputEvent, { seq, at, cause }: Omit<InputEntry, 'kind' | 'id' | 'event'>): void {
    if (at > this.#now) this.passTo(at, seq);
    if (event.type === 'SettingsChanged') this.#sources.settings = changeSettings(this.#sources.settings, event.settings);
    const { handlers } = this.#checks.get(event.type) ?? this.#findChecks(event.type, undefined);
    if (handlers.length === 0) return;
    const entry: InputEntry = { kind: 'input', id: '', event, seq, at, cause };
    for (const handle of handlers) {
      const broken = handle(event, entry);
      if (broken !== undefined) this.#complain(broken, seq);
    }
  }

  /** A call was answered with success, and nothing followed from it. `seq`: the newest entry. */
  checkQuiet(call: QuietCall, seq: number): void {
    for (const { leavesNothing } of this.#recounts) {
      const broken = leavesNothing?.(call);
      if (broken !== undefined) this.#complain(broken, seq);
    }
  }

  /** Everything that was due before this time must have happened. `seq`: the entry that says so, or the newest one. `change`: that entry. */
  passTo(at: VirtualTime, seq: number, change?: StateChange): void {
    this.#now = at;
    for (const { watch, recount } of this.#timed) {
      if (watch.after >= at) continue;
      const broken = recount.timePasses(at, change);
      if (broken !== undefined) this.#complain(broken, seq);
    }
  }

  *dump(): Steps<AuditDump> {
    const books: unknown[] = [];
    for (const recount of this.#recounts) {
      books.push(recount.dump());
      yield;
    }
    return { now: this.#now, settings: this.#sources.settings, ...(yield* this.#auditState.dump()), books };
  }

  *load(dump: unknown): Steps<void> {
    const { now, settings, books, ...rest } = dump as AuditDump;
    this.#now = now;
    this.#sources.settings = settings;
    yield* this.#auditState.load(rest);
    for (const [k, recount] of this.#recounts.entries()) yield* asSteps(recount.load(books[k]));
    for (const { watch } of this.#timed) watch.set();
  }

  #isChecked(name: string): boolean {
    return this.#names?.has(name) !== false;
  }

  #complain({ name, words }: Broken, seq: number): void {
    if (this.#isChecked(name)) throw new InvariantViolation(`${words} (entry ${seq})`, name);
  }

  /** What looks at events of a type: the invariants of its kind, then the recounts with a handler for it. */
  #findChecks(type: DomainEvent['type'], kind: Kind | undefined = findKind({ type } as DomainEvent)): Checks {
    const rows = this.#checked.filter((row) => kind !== undefined && looksAt(row, kind, type));
    const handlers = this.#placesOf(type).map((k) => this.#recounts[k]?.on[type] as Handle);
    const checks = { rows, handlers };
    this.#checks.set(type, checks);
    return checks;
  }

  /** The places, in their table, of the recounts with a handler for a type. */
  #placesOf(type: DomainEvent['type']): readonly number[] {
    const known = placesByType.get(type);
    if (known !== undefined) return known;
    const places = this.#recounts.flatMap(({ on }, k) => (on[type] === undefined ? [] : [k]));
    placesByType.set(type, places);
    return places;
  }
}

/** Kept for all worlds, whose recounts have handlers for the same types: in a short world, looking for these would cost more than the checks. */
const placesByType = new Map<DomainEvent['type'], readonly number[]>();

type Looks = Recount & Required<Pick<Recount, 'timePasses' | 'watch'>>;

const looks = (recount: Recount): recount is Looks => recount.timePasses !== undefined && recount.watch !== undefined;

/** A recount that looks when time passes, and its watch, which is at hand so. */
interface Timed {
  readonly watch: DueWatch;
  readonly recount: Looks;
}

type Handle = (event: DomainEvent, entry: AuditEntry) => Broken | undefined;

interface Checks {
  readonly rows: readonly Invariant[];
  readonly handlers: readonly Handle[];
}

export interface AuditDump extends AuditStateDump {
  readonly now: VirtualTime;
  readonly settings: Settings;
  /** The books of each recount, in the order of their table. */
  readonly books: readonly unknown[];
}
