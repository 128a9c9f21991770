import { canonicalFields, canonicalText, type FieldNames, type Json, sortKeys } from './canonical.ts';
import { longText } from './log/longText.ts';
import type { LogEntry } from './logEntry.ts';
import type { Steps } from './steps.ts';

/**
 * Writes an entry as one line of text: `{"seq":…,"at":…,"cause":…,"type":…,…data}`. Data keys are sorted, but values from callers and
 * handlers keep their order: clients see them as they came, also in a world that was read from its log.
 */
export const entryText = ({ seq, at, cause, event }: LogEntry): string => {
  const data = canonicalFields(event, givenFields, 'type');
  return `{"seq":${seq},"at":${at},"cause":${cause},"type":${canonicalText(event.type)}${data === '' ? '' : `,${data}`}}`;
};

/** The same text in steps and in pieces, for an entry whose event is long. */
export function* longEntryText({ seq, at, cause, event }: LogEntry): Steps<readonly string[]> {
  const { type, ...data } = event as { readonly type: string };
  const [first = '', ...pieces] = yield* longText(data, givenFields);
  return [`{"seq":${seq},"at":${at},"cause":${cause},"type":${canonicalText(type)},${first.slice(1)}`, ...pieces];
}

/** An entry as an object whose keys have the order of that text. So a shown entry does not reveal whether it was read from a log. */
export const entryView = ({ seq, at, cause, event }: LogEntry): Json => ({
  seq,
  at,
  cause,
  type: event.type,
  ...(sortKeys(event as unknown as Json, givenFields) as object),
});

/** The beginning of a log: the podsim that wrote it, and the definition of its world. */
export interface LogStart {
  readonly podsim: { readonly format: number };
  readonly definition: unknown;
}

/** The text of a log's header, in the same orders: the definition was given. */
export const startText = (log: LogStart): string => canonicalText(log, givenFields);

/** The fields of a log, at any depth, whose values callers and handlers give: JSON of any form, or rows with any names. */
export const givenFields: FieldNames = new Set([
  'body',
  'definition',
  'env',
  'headers',
  'input',
  'metrics',
  'output',
  'outputs',
  'payload',
  'query',
]);
