import type { Frame } from '../../api/operation.ts';
import type { DomainEvent } from '../../cloud/input.ts';
import { entryView } from '../../kernel/entryText.ts';
import type { LogEntry } from '../../kernel/logEntry.ts';
import type { World } from '../../world/world.ts';

/** The least number of newest entries to share, unless their texts are too long. */
const recentMin = 1_024;
/** The most characters of all shared texts. */
const sharedMax = 4_000_000;

/** An entry of the log as a frame, which is made when the first stream wants it, and is the same object for every stream. */
export class SharedFrame {
  readonly seq: number;
  readonly event: DomainEvent;
  readonly #entry: LogEntry<DomainEvent>;
  #frame: (Frame & { readonly text: string }) | undefined;

  constructor(entry: LogEntry<DomainEvent>) {
    this.seq = entry.seq;
    this.event = entry.event;
    this.#entry = entry;
  }

  get frame(): Frame & { readonly text: string } {
    if (this.#frame === undefined) {
      const data = entryView(this.#entry);
      this.#frame = { id: String(this.seq), data, text: JSON.stringify(data) };
    }
    return this.#frame;
  }

  /** How long its text is; 0 as long as no stream has wanted it. */
  get size(): number {
    return this.#frame?.text.length ?? 0;
  }
}

/** The frames of a log. All streams that follow it read the newest from here: each entry is read and serialized once, however many follow. */
export class SharedFrames {
  readonly #log: World['log'];
  /** Consecutive entries, up to the newest that was read. */
  #recent: SharedFrame[] = [];
  #read = 0;

  constructor(log: World['log']) {
    this.#log = log;
  }

  /** Iterates over the frames after that entry, oldest first. */
  *after(seq: number): Generator<SharedFrame> {
    this.#readOn();
    const recent = this.#recent;
    const first = recent[0]?.seq ?? this.#read + 1;
    if (seq + 1 < first)
      for (const entry of this.#log.entries(seq)) {
        if (entry.seq >= first) break;
        yield new SharedFrame(entry);
      }
    for (let k = Math.max(0, seq + 1 - first); k < recent.length; k++) yield recent[k] as SharedFrame;
  }

  #readOn(): void {
    const { length } = this.#log;
    if (length === this.#read) return;
    const from = Math.max(this.#read, length - recentMin);
    const kept = from === this.#read ? this.#recent : [];
    const added = [...this.#log.entries(from)].map((entry) => new SharedFrame(entry));
    this.#recent = withoutOldest([...kept, ...added]);
    this.#read = from + added.length;
  }
}

/** The newest of these. */
const withoutOldest = (all: readonly SharedFrame[]): SharedFrame[] => {
  let [first, size] = [all.length, 0];
  while (first > 0 && all.length - first < recentMin && size <= sharedMax) size += all[--first]?.size ?? 0;
  return all.slice(first);
};

const shared = new WeakMap<World['log'], SharedFrames>();

/** The frames that all streams of a log share. */
export const shareFrames = (log: World['log']): SharedFrames => {
  const frames = shared.get(log) ?? new SharedFrames(log);
  shared.set(log, frames);
  return frames;
};
