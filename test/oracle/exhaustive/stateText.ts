import { readModels } from '../../../engine/cloud/state/readModels.ts';
import type { StateDump } from '../../../engine/cloud/state/state.ts';
import { type DurationMs, days, later, type VirtualTime, worldStart } from '../../../engine/kernel/time.ts';
import type { WorldSnapshot } from '../../../engine/world/snapshot.ts';
import { quotaRecount } from '../audit/allocation/quotas.ts';
import type { AuditDump } from '../audit/audit.ts';
import { recounts } from '../audit/recounts.ts';
import { readRecount } from '../reads/readRecount.ts';

/**
 * When a small world begins: so late that no count and no duration is as large as a time. So a number in a state is a time if it is at
 * least this, and nothing else is.
 */
export const beginsAfter = days(36_500);
export const beginning = later(worldStart, beginsAfter);

/** What the text of a state keeps besides what it keeps in every world. */
export interface KeptInText {
  /** Ids that acts and faults name: they stay as they are. */
  readonly names: ReadonlySet<string>;
  /** Limits of calls that may be reached: the lengths of their windows, by the first word of their quotas. */
  readonly limits: ReadonlyMap<string, DurationMs>;
}

/**
 * The state of a world as a text that is the same for two worlds that go on alike, whatever their entities are called and whenever they
 * came there. Times are told from now on, and ids by the order in which they come. It has all that a rule may look at, what is due and in
 * which order, and what the audit remembers. `ids`: of all entities that there ever were.
 */
export const textOfState = ({ loop, callers }: WorldSnapshot, ids: ReadonlySet<string>, kept: KeptInText, beside: unknown): string => {
  const { now, state } = loop;
  const audit = loop.judge as AuditDump | undefined;
  const named = new Map<string, string>();
  const nameOf = (id: string): string => {
    const name = named.get(id) ?? `#${named.size}`;
    named.set(id, name);
    return name;
  };
  const isName = (word: string): boolean => ids.has(word) && !kept.names.has(word);
  const write: WriteLeaf = (leaf) => {
    if (typeof leaf === 'number') return leaf < beginning ? String(leaf) : `@${now - leaf}`;
    if (typeof leaf !== 'string') return String(leaf);
    if (isName(leaf)) return nameOf(leaf);
    if (plainTexts.has(leaf)) return `"${leaf}"`;
    const text = leaf.replace(idOrTime, (word) => {
      if (!isTime.test(word)) return isName(word) ? nameOf(word) : word;
      return Number(word) < beginning ? word : `@${now - Number(word)}`;
    });
    if (text === leaf && plainTexts.size < plainTextsMax && leaf.search(idOrTime) < 0) plainTexts.add(leaf);
    return `"${text}"`;
  };
  return textOf(
    [
      tablesOf(state),
      state.readModels.map((model, k) => partOf(readModels[k], model, now, kept)),
      audit === undefined ? null : { ...audit, now: null, settings: null, held: null, books: booksOf(audit.books, now, kept) },
      callers.held,
      [...new Set(kept.limits.values())].map((windowMs) => now % windowMs),
      beside,
    ],
    write,
  );
};

type WriteLeaf = (leaf: unknown) => string;

/** Texts in which no id or time can stand: most are the same in every state. */
const plainTexts = new Set<string>();
const plainTextsMax = 10_000;

/** An id that the engine makes, or a time. */
const idOrTime =
  /(?:sync-)?[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?:-u\d+)?|\b[a-z][\da-z]{13}\b|\b[\w-]+-w\d+\b|\b(?:call|fault)-\d+\b|\b\d{13,}\b/g;
const isTime = /^\d{13,}$/;

/** Entities with what is due for each, and in which order of all that is due. */
const tablesOf = ({ tables }: StateDump): unknown => {
  const orders = tables
    .flatMap(({ timers }) => timers.flat())
    .flatMap((timer) => (timer === null ? [] : [timer[1]]))
    .sort((a, b) => a - b);
  return tables.map(({ kind, keys, rows, timers }) => {
    const status = keys.indexOf('status');
    return [
      kind,
      rows.map((row) => row.filter((_, k) => !isRecord(keys[k] as string, kind, String(row[status])))),
      timers.map((list) => list.map((timer) => timer && [timer[0], orders.indexOf(timer[1])])),
    ];
  });
};

/** Fields of entities that no rule looks at: answers show them, or the ids of entities make them. */
const records: ReadonlySet<string> = new Set(['createdAt', 'mountSince', 'releases', 'delayTime', 'executionTime', 'ip', 'ports']);

/** The same of one kind, or in one status: what comes next writes them anew, and what is due is in the timers. */
// biome-ignore format: a table
const recordsOf: Readonly<Record<string, readonly string[]>> = {
  'pod':           ['startedAt'],
  'worker':        ['startedAt'],
  'cluster':       ['since'],
  'pod RUNNING':   ['since'],
  'pod EXITED':    ['since'],
  'pod ERROR':     ['since'],
  'job COMPLETED': ['queuedAt', 'startedAt'],
  'job FAILED':    ['queuedAt', 'startedAt'],
  'job TIMED_OUT': ['queuedAt', 'startedAt'],
  'job CANCELLED': ['queuedAt', 'startedAt'],
};

const isRecord = (field: string, kind: string, status: string): boolean =>
  records.has(field) || recordsOf[kind]?.includes(field) === true || recordsOf[`${kind} ${status}`]?.includes(field) === true;

/**
 * Amounts billed only add up, and the call that was made last only names what the next one makes; so both are left out. Of the limits of calls,
 * those count that may be reached.
 */
const partOf = (name: (typeof readModels)[number] | undefined, model: unknown, now: VirtualTime, { limits }: KeptInText): unknown => {
  if (name === 'billing' || name === 'twins') return null;
  return name === 'quotas' ? countsIn(model as Windows, now, limits) : model;
};

/**
 * The books of the audit. Those of limits count calls as the read model does; those of reads have only what answers show. When a book was last looked
 * at only stands in its messages, and the call that was made last is over.
 */
const booksOf = (books: readonly unknown[], now: VirtualTime, { limits }: KeptInText): unknown =>
  books.map((book, k) => {
    if (recounts[k] === readRecount) return null;
    if (book === null || typeof book !== 'object' || book instanceof Map) return book;
    const { now: _, call: __, ...kept } = book as { readonly now?: VirtualTime; readonly call?: unknown };
    if (recounts[k] !== quotaRecount) return kept;
    const { windows, ...rest } = kept as unknown as { readonly windows: Windows };
    return { ...rest, windows: countsIn(windows, now, limits) };
  });

type Windows = ReadonlyMap<number, { readonly number: number; readonly calls: ReadonlyMap<string, number> }>;

const countsIn = (windows: Windows, now: VirtualTime, limits: KeptInText['limits']): unknown =>
  [...windows].flatMap(([windowMs, { number, calls }]) => {
    const counted = [...calls].filter(([quota]) => limits.has(quota.split(' ')[0] ?? ''));
    return number === Math.floor(now / windowMs) && counted.length > 0 ? [[windowMs, counted]] : [];
  });

/** Plain data as a text. */
const textOf = (value: unknown, write: WriteLeaf): string => {
  if (typeof value !== 'object' || value === null) return write(value);
  let text = '';
  if (Array.isArray(value)) {
    for (const item of value) text += `${textOf(item, write)},`;
    return `[${text}]`;
  }
  if (value instanceof Map) {
    for (const [key, item] of value) text += `${textOf(key, write)}:${textOf(item, write)},`;
    return `<${text}>`;
  }
  if (value instanceof Set) {
    for (const item of value) text += `${textOf(item, write)},`;
    return `(${text})`;
  }
  const isInHeap = 'place' in value && typeof value.place === 'number';
  for (const key in value)
    if (!isInHeap || !ofHeaps.includes(key)) text += `${write(key)}:${textOf((value as Readonly<Record<string, unknown>>)[key], write)},`;
  return `{${text}}`;
};

/** Where a page of the audit stands in its heap follows from what else it says, and is worked out anew where a book is loaded. */
const ofHeaps: readonly string[] = ['due', 'order', 'place'];
