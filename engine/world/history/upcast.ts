import { type Either, left, right } from 'fp-ts/lib/Either.js';
import type { DomainEvent } from '../../cloud/input.ts';
import type { JsonObject } from '../../kernel/canonical.ts';
import type { LogEntry } from '../../kernel/logEntry.ts';
import type { LogHeader } from '../../simulator/definition.ts';
import { engineVersion, logFormat } from '../../simulator/version.ts';

/**
 * How a log of one format reads in the next. Only the notation changes: no rule is followed, nothing is drawn, and no entry is
 * added or removed, because entries refer to each other by number.
 */
interface Upcaster {
  readonly definition: (definition: JsonObject) => JsonObject;
  readonly event: (event: JsonObject) => JsonObject;
}

/** The steps that read older formats: each, by its number, leads to the next format. There is none before the first release. */
export interface Formats {
  readonly newest: number;
  readonly steps: ReadonlyMap<number, Upcaster>;
}

export const formats: Formats = { newest: logFormat, steps: new Map() };

/** How this podsim reads the log with a given header. */
export interface Reading {
  readonly header: LogHeader;
  readonly entry: (entry: LogEntry<DomainEvent>) => LogEntry<DomainEvent>;
}

/** How to read a log with this header; left says why it cannot be read. */
export const planReading = (header: unknown, { newest, steps }: Formats = formats): Either<string, Reading> => {
  const { podsim, definition } = (header ?? {}) as { readonly podsim?: Partial<LogHeader['podsim']>; readonly definition?: JsonObject };
  const from = podsim?.format;
  if (typeof from !== 'number' || !Number.isSafeInteger(from) || from < 1) return left(`is no podsim log of format ${newest}`);
  if (from === newest) return right({ header: header as LogHeader, entry: (entry) => entry });
  if (from > newest) return left(tooNew(from, podsim?.engine, newest));
  const way = Array.from({ length: newest - from }, (_, k) => steps.get(from + k));
  if (way.includes(undefined))
    return left(`is of format ${from}, which this podsim ${engineVersion} no longer reads: it reads format ${newest}`);
  const through = (value: unknown, part: keyof Upcaster): unknown =>
    way.reduce<JsonObject>((read, step) => step?.[part](read) ?? read, value as JsonObject);
  return right({
    header: { podsim: { ...podsim, format: newest }, definition: through(definition, 'definition') } as LogHeader,
    entry: (entry) => ({ ...entry, event: through(entry.event, 'event') as DomainEvent }),
  });
};

const tooNew = (from: number, engine: unknown, format: number): string => {
  const by = typeof engine === 'string' ? `podsim ${engine}` : 'a later podsim';
  const take = typeof engine === 'string' ? `${by} or a later one` : 'one that reads it';
  return `was written by ${by} in format ${from}, and this podsim ${engineVersion} reads formats up to ${format}: take ${take}`;
};
