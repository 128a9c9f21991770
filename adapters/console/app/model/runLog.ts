import { type DomainEvent, findId, findKind, kinds, type State } from '../../../../engine/cloud/index.ts';
import { firstIndex, type LogEntry } from '../../../../engine/kernel/index.ts';
import { type LogHeader, settingsAfter } from '../../../../engine/simulator/index.ts';
import { Keyframes, ShortNames } from '../../../../engine/world/index.ts';
import { Requests } from './calls/callRows.ts';
import { Causes } from './causes.ts';
import { JobBars } from './charts/jobBars.ts';
import { Lanes } from './charts/lanes.ts';
import { Lives } from './charts/lives.ts';
import type { TimeRange } from './charts/range.ts';
import { RunSeries } from './charts/runSeries.ts';
import { Depth } from './depth.ts';
import { Labels } from './labels.ts';
import { Landmarks } from './landmarks.ts';
import { findRule } from './rules.ts';
import { Whereabouts } from './scope/whereabouts.ts';

type SettingsAfter = ReturnType<typeof settingsAfter>;

/**
 * A log as the console holds it: its entries, its state at any of them, and the data that views draw again and again. All of this is folded
 * once, as entries arrive. The log only grows.
 */
export class RunLog {
  readonly header: LogHeader;
  readonly names = new ShortNames();
  /** The names of entities in views. */
  readonly labels = new Labels(this.names);
  readonly causes = new Causes();
  readonly lanes = new Lanes();
  readonly jobs = new JobBars();
  readonly depth = new Depth();
  readonly landmarks = new Landmarks();
  readonly lives = new Lives();
  readonly whereabouts = new Whereabouts();
  readonly requests = new Requests();
  readonly series = new RunSeries();
  readonly #keyframes: Keyframes;
  /** Those after `first`. */
  #entries: LogEntry<DomainEvent>[] = [];
  /** The rule behind each entry; empty if there is none. */
  #rules: string[] = [];
  readonly #most: number;
  readonly #settingChanges: LogEntry<DomainEvent>[] = [];

  /** `most`: with more entries than this, the log forgets the oldest half. */
  constructor(header: LogHeader, most = Number.POSITIVE_INFINITY) {
    this.header = header;
    this.#most = most;
    this.#keyframes = new Keyframes(header);
    this.lanes.handOver = this.settingsAt(0).worker.handOver;
  }

  append(entries: readonly LogEntry<DomainEvent>[]): void {
    for (const entry of entries) {
      const change = this.#keyframes.append(entry);
      this.#entries.push(entry);
      this.#rules.push(findRule(entry.event, change));
      this.names.learn(entry.event);
      this.causes.add(entry);
      this.landmarks.add(entry, change);
      const state = this.#keyframes.at(entry.seq);
      this.series.add(entry, change, state);
      this.requests.add(entry, state);
      if (entry.event.type === 'SettingsChanged') {
        this.#settingChanges.push(entry);
        this.lanes.handOver = this.settingsAt(entry.seq).worker.handOver;
      }
      if (change === undefined) continue;
      this.labels.learn(change);
      this.lives.add(change);
      this.whereabouts.add(change);
      this.lanes.add(change);
      this.jobs.add(change, this.whereabouts.findHost(change.id) ?? '');
      this.depth.add(change);
    }
    if (this.#entries.length > this.#most) this.#forget(this.length - this.#most / 2);
  }

  /** The number of forgotten entries. Everything that only they record is forgotten, too. */
  get first(): number {
    return this.#keyframes.first;
  }

  #forget(seq: number): void {
    const before = this.first;
    this.#keyframes.forget(seq);
    const newest = this.#entries[this.first - 1 - before];
    if (newest === undefined) return;
    this.#entries = this.#entries.slice(this.first - before);
    this.#rules = this.#rules.slice(this.first - before);
    for (const fold of [this.causes, this.lives, this.requests, this.whereabouts]) fold.forget(newest.seq);
    for (const fold of [this.depth, this.lanes, this.jobs]) fold.forget(newest.at);
    this.landmarks.forget(newest.seq, newest.at);
    this.series.forget(newest);
    const known = this.#idsKnown();
    this.names.keep(known);
    this.labels.keep(known);
  }

  /** The ids that views may still show: entities that existed then, and entities in the log since. */
  #idsKnown(): ReadonlySet<string> {
    const state = this.#keyframes.at(this.first);
    const ids = new Set(kinds.flatMap((kind) => [...state.all(kind)].map(({ id }) => id)));
    for (const { seq } of this.#entries) {
      const id = this.subject(seq);
      if (id !== undefined) ids.add(id);
    }
    return ids;
  }

  /** The number of entries, and of the newest entry. */
  get length(): number {
    return this.first + this.#entries.length;
  }

  /** The time from which the log is known: 0, or the time of the oldest remaining entry. */
  get begin(): number {
    return this.first === 0 ? 0 : (this.#entries[0]?.at ?? 0);
  }

  /** The time of the newest entry. */
  get end(): number {
    return this.#entries.at(-1)?.at ?? 0;
  }

  entry(seq: number): LogEntry<DomainEvent> | undefined {
    return this.#entries[seq - 1 - this.first];
  }

  /** The entries after that number, as explanations read them. */
  *entries(after = 0): IterableIterator<LogEntry<DomainEvent>> {
    for (let k = Math.max(0, after - this.first); k < this.#entries.length; k++) yield this.#entries[k] as LogEntry<DomainEvent>;
  }

  /** The time of an entry; 0 before the first. */
  at(seq: number): number {
    return this.entry(seq)?.at ?? 0;
  }

  /** Finds the last entry at or before a time; 0 if there is none. */
  lastUpTo(at: number): number {
    return this.first + firstIndex(this.#entries.length, (k) => (this.#entries[k] as LogEntry).at > at);
  }

  /** The state after an entry. It is valid until the next call. */
  stateAt(seq: number): State {
    return this.#keyframes.at(seq);
  }

  settingsAt(seq: number): SettingsAfter {
    return settingsAfter(
      this.header.definition,
      this.#settingChanges.filter((entry) => entry.seq <= seq),
    );
  }

  /** The times of the entries of a range, and its end. */
  *timesIn({ from, to }: TimeRange): Generator<number> {
    for (const { at } of this.entries(this.lastUpTo(from - 1))) {
      if (at > to) break;
      yield at;
    }
    yield to;
  }

  rule(seq: number): string {
    return this.#rules[seq - 1 - this.first] ?? '';
  }

  /** The id of the entity that an entry is about; undefined for an input. */
  subject(seq: number): string | undefined {
    const event = this.entry(seq)?.event;
    const kind = event === undefined ? undefined : findKind(event);
    return event === undefined || kind === undefined ? undefined : findId(kind, event);
  }
}
