import { type Either, left, right } from 'fp-ts/lib/Either.js';
import { KeyDigests, markOf } from '../../cloud/account/keyDigest.ts';
import type { SomeSettings } from '../../cloud/entities.ts';
import type { DomainEvent } from '../../cloud/input.ts';
import type { Json } from '../../kernel/canonical.ts';
import type { LogEntry } from '../../kernel/logEntry.ts';
import type { LogHeader } from '../../simulator/definition.ts';
import { engineVersion, logFormat } from '../../simulator/version.ts';

type Fields = { readonly [name: string]: Json };

/**
 * How a log of one format reads in the next. Only the notation changes: no rule is followed, nothing is drawn, and no entry is
 * added or removed, because entries refer to each other by number.
 */
export interface Upcaster {
  readonly definition: (definition: Fields) => Fields;
  readonly event: (event: Fields) => Fields;
}

const asItWas: Upcaster = { definition: (definition) => definition, event: (event) => event };

/** The digests of the keys in logs that are read: most of their calls have one of few. */
const digests = new KeyDigests();

type Unmarked = { readonly secret: string };

const markKey = ({ secret, ...key }: Unmarked): Fields => ({ ...key, ...markOf(secret, digests) });

/** Worlds of earlier logs refused unknown keys (job.unknown-keys), and took any text as an image (container.image): they go on so. */
const settingsBefore = ({ job, pod, ...others }: SomeSettings): Json =>
  ({ ...others, job: { unknownKeys: 'refuse', ...job }, pod: { images: 'any', ...pod } }) as unknown as Json;

/** From this format on a log has the digests of keys, and not what clients send. */
export const formatOfDigests = 5;

/** The step to it. */
const withoutSecrets: Upcaster = {
  definition: ({ accounts, settings, ...definition }) => ({
    ...definition,
    settings: settingsBefore(settings as SomeSettings),
    accounts: (accounts as unknown as readonly { readonly id: string; readonly keys: readonly Unmarked[] }[]).map(({ id, keys }) => ({
      id,
      keys: keys.map(markKey),
    })),
  }),
  event: (event) => {
    const { type, key, client } = event as {
      readonly type: string;
      readonly key: Unmarked;
      readonly client: { readonly key: string | null };
    };
    if (type === 'AccountKeyCreated') return { ...event, key: markKey(key) };
    if (type === 'InputReceived' && client.key !== null) return { ...event, client: { ...digests.of(client.key) } };
    return event;
  },
};

/**
 * One for every format ever released, by its number, to the next format. A change of what the log says increases `logFormat`. It
 * needs an upcaster from the format before, and a log of the new format in `test/world/history/`.
 */
export const upcasters: ReadonlyMap<number, Upcaster> = new Map([
  // Format 2 names how draws are made. A log of format 1 keeps the first version when it is rerun, forked or continued.
  [1, { definition: (definition) => ({ ...definition, draws: 'podsim-draw-1' }), event: (event) => event }],
  // Format 3 leaves out calls without consequences, and counts them where a limit needs the count. Older logs read the same.
  [2, asItWas],
  // The fingerprints of format 4 cover the definition and no more of the header. What a log says is the same.
  [3, asItWas],
  [4, withoutSecrets],
  // A log of format 5 or older keeps the first price list: it adds up to the same costs.
  [5, { definition: (definition) => ({ ...definition, prices: 'podsim-prices-1' }), event: (event) => event }],
  // Format 7 keeps the order of the keys in what callers and handlers gave. What a log says is the same.
  [6, asItWas],
  // Format 8 says how time passes where a world is served. Older logs do not: a server goes on as its options say.
  [7, asItWas],
  // Format 9 has events of what was measured. Older logs have none of them: their worlds follow the textbook.
  [8, asItWas],
  // Format 10 has events of jobs that share a worker. In older logs a simulated worker has one.
  [9, asItWas],
  // Format 11 has events of what later contracts have added. Older logs have none of them.
  [10, asItWas],
  // Format 12 has events of tags, cost centers and global volumes. Older logs have none of them.
  [11, asItWas],
  // Format 13 has events of batches. Older logs have none of them.
  [12, asItWas],
]);

/** How this podsim reads the log with a given header. */
export interface Reading {
  readonly header: LogHeader;
  readonly entry: (entry: LogEntry<DomainEvent>) => LogEntry<DomainEvent>;
}

/** How to read a log with this header; left says why it cannot be read. `steps` and `format` are this podsim's own unless given. */
export const upcasterOf = (header: unknown, steps = upcasters, format = logFormat): Either<string, Reading> => {
  const { podsim, definition } = (header ?? {}) as { readonly podsim?: Partial<LogHeader['podsim']>; readonly definition?: Fields };
  const from = podsim?.format;
  if (typeof from !== 'number' || !Number.isSafeInteger(from) || from < 1) return left(`is no podsim log of format ${format}`);
  if (from === format) return right({ header: header as LogHeader, entry: (entry) => entry });
  if (from > format) return left(tooNew(from, podsim?.engine, format));
  const way = Array.from({ length: format - from }, (_, k) => steps.get(from + k));
  if (way.includes(undefined))
    return left(`is of format ${from}, which this podsim ${engineVersion} no longer reads: it reads format ${format}`);
  const through = (value: unknown, part: keyof Upcaster): unknown =>
    way.reduce<Fields>((read, step) => step?.[part](read) ?? read, value as Fields);
  return right({
    header: { podsim: { ...podsim, format }, definition: through(definition, 'definition') } as LogHeader,
    entry: (entry) => ({ ...entry, event: through(entry.event, 'event') as DomainEvent }),
  });
};

const tooNew = (from: number, engine: unknown, format: number): string => {
  const by = typeof engine === 'string' ? `podsim ${engine}` : 'a later podsim';
  const take = typeof engine === 'string' ? `${by} or a later one` : 'one that reads it';
  return `was written by ${by} in format ${from}, and this podsim ${engineVersion} reads formats up to ${format}: take ${take}`;
};
