import { noKeyName } from '../api/contract/noKey.ts';
import { type DomainEvent, idOf, type Kind, kindOf, profileOf } from '../entities.ts';
import type { Client } from '../input.ts';
import type { Json } from '../kernel/canonical.ts';
import { canonicalText } from '../kernel/canonical.ts';
import type { FieldWords } from '../kernel/entity.ts';
import type { LogEntry } from '../kernel/log.ts';
import { type Sha256, sha256Hex } from '../kernel/sha256.ts';
import { formatDuration, formatVirtualTime } from '../kernel/time.ts';

/** A longer timeline shows only its beginning and its end, and the digest of the whole. */
const linesMax = 300;
const linesAtEachEnd = 100;

/**
 * A log as text, one line per event. Generated ids get short names, `job-1`, in order of appearance.
 * `shown` selects lines; the names are those of the whole log.
 */
export const timeline = (entries: Iterable<LogEntry<DomainEvent>>, shown?: (entry: LogEntry<DomainEvent>) => boolean): string =>
  `${timelineLines(entries, shown === undefined ? {} : { shown }).join('\n')}\n`;

export interface TimelineOptions {
  readonly shown?: (entry: LogEntry<DomainEvent>) => boolean;
  /** The platform's own, for the digest of a long timeline. */
  readonly sha256?: Sha256;
}

/** The same as an array of lines. */
export const timelineLines = (
  entries: Iterable<LogEntry<DomainEvent>>,
  { shown, sha256 = sha256Hex }: TimelineOptions = {},
): readonly string[] => {
  const names = new ShortNames();
  const rows: (readonly string[])[] = [];
  for (const entry of entries) {
    if (entry.event.type === 'ClockAdvanced') continue;
    const entity = names.learn(entry);
    if (shown === undefined || shown(entry)) rows.push(row(entry, entity, names));
  }
  const widths = [0, 1, 2, 3].map((column) =>
    rows.reduce((widest, cells) => Math.max(widest, cells[column]?.length ?? 0), headings[column]?.length ?? 0),
  );
  const lines = rows.map((cells) => line(cells, widths));
  return [line(headings, widths), ...shortened(lines, sha256), ...names.legend()];
};

const headings: readonly string[] = ['seq', 'virtual time', 'entity', 'event', 'what'];

const line = (cells: readonly string[], widths: readonly number[]): string =>
  cells
    .map((cell, column) => (column === 0 ? cell.padStart(widths[0] ?? 0) : cell.padEnd(widths[column] ?? 0)))
    .join('  ')
    .trimEnd();

const shortened = (lines: readonly string[], sha256: Sha256): readonly string[] => {
  if (lines.length <= linesMax) return lines;
  const left = lines.length - 2 * linesAtEachEnd;
  return [
    ...lines.slice(0, linesAtEachEnd),
    `… ${left} lines more; all ${lines.length} have the digest ${sha256(lines.join('\n')).slice(0, 16)} …`,
    ...lines.slice(-linesAtEachEnd),
  ];
};

const row = ({ seq, at, event }: LogEntry<DomainEvent>, entity: string, names: ShortNames): readonly string[] => {
  const kind = kindOf(event);
  const what = kind === undefined ? inputWords(event, names) : fields(event, kind, names);
  return [String(seq), formatVirtualTime(at), entity, event.type, what];
};

const inputWords = (event: DomainEvent, names: ShortNames): string => {
  if (event.type === 'InputReceived') {
    const { method, params, query, body } = event.request;
    const parts = [
      ...(method === undefined ? [] : [method]),
      ...Object.values(params).map((id) => names.known(id)),
      ...Object.entries(query).map(([name, value]) => `${name}=${String(value)}`),
    ];
    return [event.operation, ...parts, ...(body === undefined ? [] : [short(canonicalText(body))])].join(' ');
  }
  if (event.type === 'CallsCounted') return event.counted.map(({ of, calls }) => `${of} +${calls}`).join(', ');
  if (event.type === 'SeedChanged') return event.seed;
  if (event.type === 'SettingsChanged') return short(canonicalText(event.settings));
  if (event.type === 'InputRefused') return `${event.status} ${event.rule}: ${names.inText((event.errors ?? [event.detail]).join('; '))}`;
  return '';
};

/** Every field of the event in its own order; durations are formatted, and entities have their short names. */
const fields = (event: DomainEvent, kind: Kind | undefined, names: ShortNames): string => {
  const own = `${kind}Id`;
  let text = '';
  for (const key of Object.keys(event)) {
    const value = (event as unknown as Readonly<Record<string, Json>>)[key] as Json;
    if (key === 'type' || key === own || value === null) continue;
    const label = key.endsWith('Id') || key.endsWith('Ms') ? key.slice(0, -2) : key;
    text += `${text === '' ? '' : ' '}${label}=${fieldText(kind, key, value, names)}`;
  }
  return text;
};

const fieldText = (kind: Kind | undefined, key: string, value: Json, names: ShortNames): string => {
  const words = kind === undefined ? undefined : wordsOf(kind, key);
  if (words !== undefined) return words(value as never, (id) => names.known(id));
  if (typeof value === 'number' && (key.endsWith('Ms') || key.endsWith('Time'))) return formatDuration(value);
  if (typeof value === 'number' && (key === 'until' || key === 'checkAt')) return formatVirtualTime(value as never);
  if (typeof value === 'string' && key.endsWith('Id')) return names.known(value);
  if (value !== null && typeof value === 'object' && !Array.isArray(value) && (key === 'attempt' || key === 'terms'))
    return `{${fields({ type: '', ...value } as never, undefined, names)}}`;
  return typeof value === 'string' && /^[\w./:-]+$/.test(value) ? value : short(names.inText(canonicalText(value)));
};

/** How the kind wants a field of its events to read. */
const wordsOf = (kind: Kind, field: string): FieldWords[string] | undefined => {
  const { words } = profileOf(kind);
  return Object.hasOwn(words, field) ? words[field] : undefined;
};

const short = (text: string): string => (text.length > 120 ? `${text.slice(0, 117)}…` : text);

/** Short names for generated ids, and the names of keys for their secrets. */
class ShortNames {
  readonly #keys = new Map<string, string>();
  readonly #callers = new Map<number, string>();
  readonly #names = new Map<string, string>();
  readonly #counts = new Map<string, number>();

  /** Learns from an entry, for those after it. Returns the name of the entity it is about, or of its caller. */
  learn({ seq, cause, event }: LogEntry<DomainEvent>): string {
    const kind = kindOf(event);
    if (event.type === 'AccountKeyCreated') this.#keys.set(event.key.secret, event.key.name);
    if (event.type === 'InputReceived') this.#learnCaller(seq, event.client);
    return kind === undefined ? this.#callerOf(event, seq, cause) : this.#nameOf(kind, idOf(kind, event));
  }

  #learnCaller(seq: number, client: Client): void {
    const keyless = 'because' in client && client.because === 'operator' ? 'operator' : noKeyName;
    this.#callers.set(seq, client.key === null ? keyless : (this.#keys.get(client.key) ?? 'stranger'));
  }

  /** The caller of the input with that number. Seeds and settings are changed by the operator. */
  #callerOf({ type }: DomainEvent, seq: number, cause: number): string {
    if (type === 'SeedChanged' || type === 'SettingsChanged') return 'operator';
    return this.#callers.get(type === 'InputReceived' ? seq : cause) ?? 'client';
  }

  #nameOf(kind: Kind, id: string): string {
    const known = this.#names.get(id);
    if (known !== undefined) return known;
    if (!profileOf(kind).numbered) return id;
    const count = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, count);
    this.#names.set(id, `${kind}-${count}`);
    return `${kind}-${count}`;
  }

  known(id: string): string {
    return this.#names.get(id) ?? id;
  }

  inText(text: string): string {
    return text.replace(uuids, (id) => this.#names.get(id) ?? id);
  }

  legend(): readonly string[] {
    const lines = [...this.#names].slice(0, linesAtEachEnd).map(([id, name]) => `${name} = ${id}`);
    return lines.length === 0 ? [] : ['', ...lines];
  }
}

const uuids = /(?:sync-)?[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}-u1/g;
