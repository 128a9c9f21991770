import { type Either, left, right } from 'fp-ts/lib/Either.js';
import type { LogHeader } from '../definition.ts';
import type { DomainEvent } from '../entities.ts';
import type { Json } from '../kernel/canonical.ts';
import type { LogEntry } from '../kernel/log.ts';
import { engineVersion, logFormat } from '../version.ts';

type Fields = { readonly [name: string]: Json };

/**
 * How a log of one format reads in the next. It says the same in other words: no rule is followed, nothing is drawn, no
 * entry comes or goes, for entries name each other by their numbers.
 */
export interface Upcaster {
  readonly definition: (definition: Fields) => Fields;
  readonly event: (event: Fields) => Fields;
}

/**
 * One for every format that was ever released, by its number, to the one after it. A change of what the log says raises
 * `logFormat`, and comes with the step from the format before and with a log of the new one in `test/history/`.
 */
export const upcasters: ReadonlyMap<number, Upcaster> = new Map([
  // Format 2 names how draws are made; a log of format 1 keeps the first way when it is rerun, forked or gone on with.
  [1, { definition: (definition) => ({ ...definition, draws: 'podsim-draw-1' }), event: (event) => event }],
  // Format 3 leaves out calls from which nothing follows, and counts them where a limit asks; what older logs say reads the same.
  [2, { definition: (definition) => definition, event: (event) => event }],
]);

/** How the log of a header is read by this podsim. */
export interface Reading {
  readonly header: LogHeader;
  readonly entry: (entry: LogEntry<DomainEvent>) => LogEntry<DomainEvent>;
}

/** How to read a log that begins so; left says why it cannot be read. `steps` and `format` are this podsim's own unless given. */
export const upcasterOf = (header: unknown, steps = upcasters, format = logFormat): Either<string, Reading> => {
  const { podsim, definition } = (header ?? {}) as { readonly podsim?: Partial<LogHeader['podsim']>; readonly definition?: Fields };
  const from = podsim?.format;
  if (typeof from !== 'number' || !Number.isSafeInteger(from) || from < 1) return left(`is no podsim log of format ${format}`);
  if (from === format) return right({ header: header as LogHeader, entry: (entry) => entry });
  if (from > format) return left(tooNew(from, podsim?.engine, format));
  const way = Array.from({ length: format - from }, (_, k) => steps.get(from + k));
  if (way.includes(undefined))
    return left(`is of format ${from}, which this podsim ${engineVersion} reads no more: it reads format ${format}`);
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
