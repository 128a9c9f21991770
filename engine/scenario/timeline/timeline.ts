import { noKeyName } from '../../api/contract/parts/noKey.ts';
import { findKind, findProfile, type Kind } from '../../cloud/entities.ts';
import type { Client, ClockPolicy, DomainEvent } from '../../cloud/input.ts';
import { canonicalText, type Json } from '../../kernel/canonical.ts';
import type { FieldWords } from '../../kernel/entity.ts';
import type { LogEntry } from '../../kernel/logEntry.ts';
import { type Sha256, sha256Hex } from '../../kernel/sha256.ts';
import { formatDuration, formatVirtualTime } from '../../kernel/time.ts';
import type { AnswerGiven } from '../../world/history/answers.ts';
import { ShortNames } from '../../world/reports/shortNames.ts';
import type { UnloggedCall } from '../play/unloggedCalls.ts';

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
  /** Which entries have a line; all unless given. */
  readonly shown?: ((entry: LogEntry<DomainEvent>) => boolean) | undefined;
  /** The answers of calls by the entries of these, each shown below its call. Refusals have entries of their own. */
  readonly answers?: ReadonlyMap<number, AnswerGiven> | undefined;
  /** Calls without an entry, in order, each shown with its answer where it was made. */
  readonly unlogged?: readonly UnloggedCall[] | undefined;
  /** The platform's own, for the digest of a long timeline. */
  readonly sha256?: Sha256;
}

/** The same as an array of lines. */
export const timelineLines = (
  entries: Iterable<LogEntry<DomainEvent>>,
  { shown, answers, unlogged = [], sha256 = sha256Hex }: TimelineOptions = {},
): readonly string[] => {
  const names = new TimelineNames();
  const made: (readonly string[] | AnswerGiven)[] = [];
  let next = 0;
  const showUnlogged = (before: number): void => {
    for (let one = unlogged[next]; one !== undefined && one.after < before; one = unlogged[++next]) {
      const entry = { seq: noSeq, ...one.call };
      const caller = names.learn(entry);
      if (shown?.(entry) !== false)
        made.push(['', formatVirtualTime(entry.at), caller, 'call', eventWords(entry.event, names)], one.answer);
    }
  };
  for (const entry of entries) {
    showUnlogged(entry.seq);
    if (entry.event.type === 'ClockAdvanced') continue;
    const entity = names.learn(entry);
    if (shown !== undefined && !shown(entry)) continue;
    made.push(row(entry, entity, names));
    const answer = answers?.get(entry.seq);
    if (answer !== undefined && answer.rule === undefined) made.push(answer);
  }
  showUnlogged(Number.POSITIVE_INFINITY);
  // An answer names the entities that its call creates, so its words wait until all names are known.
  const rows = made.map((one) => ('status' in one ? answerRow(one, names) : one));
  const widths = [0, 1, 2, 3].map((column) =>
    rows.reduce((widest, cells) => Math.max(widest, cells[column]?.length ?? 0), headings[column]?.length ?? 0),
  );
  const lines = rows.map((cells) => line(cells, widths));
  const kept = shorten(lines, sha256);
  return [line(headings, widths), ...kept, ...names.legend(kept)];
};

/** Calls without an entry get a number that no entry has. */
const noSeq = -1;

const headings: readonly string[] = ['seq', 'virtual time', 'entity', 'event', 'what'];

const line = (cells: readonly string[], widths: readonly number[]): string =>
  cells
    .map((cell, column) => (column === 0 ? cell.padStart(widths[0] ?? 0) : cell.padEnd(widths[column] ?? 0)))
    .join('  ')
    .trimEnd();

const shorten = (lines: readonly string[], sha256: Sha256): readonly string[] => {
  if (lines.length <= linesMax) return lines;
  const left = lines.length - 2 * linesAtEachEnd;
  return [
    ...lines.slice(0, linesAtEachEnd),
    `… ${left} lines more; all ${lines.length} have the digest ${sha256(lines.join('\n')).slice(0, 16)} …`,
    ...lines.slice(-linesAtEachEnd),
  ];
};

const row = ({ seq, at, event }: LogEntry<DomainEvent>, entity: string, names: TimelineNames): readonly string[] => [
  String(seq),
  formatVirtualTime(at),
  entity,
  event.type,
  eventWords(event, names),
];

/** Describes an event besides its type and its entity, as timelines show it. */
export const eventWords = (event: DomainEvent, names: NameWords): string => {
  const kind = findKind(event);
  return kind === undefined ? inputWords(event, names) : fields(event, kind, names);
};

/** Gives the names for ids, by themselves and in a text. */
type NameWords = Pick<ShortNames, 'findName' | 'inText'>;

const answerRow = ({ at, status, body }: AnswerGiven, names: TimelineNames): readonly string[] => [
  '',
  formatVirtualTime(at),
  '',
  'answer',
  body === undefined ? String(status) : `${status} ${short(names.inText(canonicalText(body)), answerMax)}`,
];

/** Describes a call's request, as timelines show it. */
export const callWords = ({ operation, request }: Called, names: NameWords): string => {
  const { method, params, query, body } = request;
  const parts = [
    ...(method === undefined ? [] : [method]),
    ...Object.values(params).map((id) => names.findName(id)),
    ...Object.entries(query).map(([name, value]) => `${name}=${String(value)}`),
  ];
  return [operation, ...parts, ...(body === undefined ? [] : [short(canonicalText(body))])].join(' ');
};

/** Describes the call of an operation, with its arguments. */
export type Called = Pick<Extract<DomainEvent, { readonly type: 'InputReceived' }>, 'operation' | 'request'>;

const inputWords = (event: DomainEvent, names: NameWords): string => {
  if (event.type === 'InputReceived') return callWords(event, names);
  if (event.type === 'CallsCounted') return event.counted.map(({ of, calls }) => `${of} +${calls}`).join(', ');
  if (event.type === 'SeedChanged') return event.seed;
  if (event.type === 'SettingsChanged') return short(canonicalText(event.settings));
  if (event.type === 'ClockPolicySet') return policyWords(event.policy);
  if (event.type === 'InputRefused') return `${event.status} ${event.rule}: ${names.inText((event.errors ?? [event.detail]).join('; '))}`;
  return '';
};

const policyWords = (policy: ClockPolicy): string => (policy.clock === 'realtime' ? `realtime × ${policy.speed}` : policy.clock);

/** Every field of the event in its own order; durations are formatted, and entities have their short names. */
const fields = (event: DomainEvent, kind: Kind | undefined, names: NameWords): string => {
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

const fieldText = (kind: Kind | undefined, key: string, value: Json, names: NameWords): string => {
  const words = kind === undefined ? undefined : findWords(kind, key);
  if (words !== undefined) return words(value as never, (id) => names.findName(id));
  if (typeof value === 'number' && (key.endsWith('Ms') || key.endsWith('Time'))) return formatDuration(value);
  if (typeof value === 'number' && (key === 'until' || key === 'checkAt')) return formatVirtualTime(value as never);
  if (typeof value === 'string' && key.endsWith('Id')) return names.findName(value);
  if (value !== null && typeof value === 'object' && !Array.isArray(value) && (key === 'attempt' || key === 'terms'))
    return `{${fields({ type: '', ...value } as never, undefined, names)}}`;
  return typeof value === 'string' && /^[\w./:-]+$/.test(value) ? value : short(names.inText(canonicalText(value)));
};

/** How the kind wants a field of its events to read. */
const findWords = (kind: Kind, field: string): FieldWords[string] | undefined => {
  const { words } = findProfile(kind);
  return Object.hasOwn(words, field) ? words[field] : undefined;
};

const short = (text: string, most = textMax): string => (text.length > most ? `${text.slice(0, most - 3)}…` : text);
const textMax = 120;
/** A reader who asks for answers wants to read them: a bill, a pod. */
const answerMax = 2_000;

/** The names of entities, and of callers, which have the names of their keys. */
class TimelineNames {
  readonly #keys = new Map<string, string>();
  readonly #callers = new Map<number, string>();
  readonly #entities = new ShortNames();

  /** Learns from an entry, for those after it. Returns the name of the entity it is about, or of its caller. */
  learn({ seq, cause, event }: LogEntry<DomainEvent>): string {
    if (event.type === 'AccountKeyCreated') this.#keys.set(event.key.digest, event.key.name);
    if (event.type === 'InputReceived') this.#learnCaller(seq, event.client);
    return this.#entities.learn(event) ?? this.#findCaller(event, seq, cause);
  }

  #learnCaller(seq: number, client: Client): void {
    const keyless = 'because' in client && client.because === 'operator' ? 'operator' : noKeyName;
    this.#callers.set(seq, 'because' in client ? keyless : (this.#keys.get(client.digest) ?? 'stranger'));
  }

  /** The caller of the input with that number. The operator changes seeds, settings and clock policies. */
  #findCaller({ type }: DomainEvent, seq: number, cause: number): string {
    if (type === 'SeedChanged' || type === 'SettingsChanged' || type === 'ClockPolicySet') return 'operator';
    return this.#callers.get(type === 'InputReceived' ? seq : cause) ?? 'client';
  }

  findName(id: string): string {
    return this.#entities.findName(id);
  }

  inText(text: string): string {
    return this.#entities.inText(text);
  }

  /** The names in these lines, with their ids. */
  legend(shown: readonly string[]): readonly string[] {
    const used = new Set(shown.flatMap((line) => line.match(/[a-z]+-\d+/g) ?? []));
    const lines = [...this.#entities.all()].flatMap(([id, name]) => (used.has(name) ? [`${name} = ${id}`] : []));
    return lines.length === 0 ? [] : ['', ...lines];
  }
}
