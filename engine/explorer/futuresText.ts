import { type DomainEvent, idOf, kindOf } from '../entities.ts';
import type { LogEntry } from '../kernel/log.ts';
import { formatVirtualTime } from '../kernel/time.ts';
import { namesIn, type ShortNames } from '../reports/shortNames.ts';
import type { Futures, FuturesAt } from './futures.ts';

/** When the failure became inevitable, and what made it so: one or two sentences. */
export const inevitableText = ({ moments, inevitableFrom, entries }: Futures): string => {
  const [first, last] = [moments[0], moments.at(-1)];
  if (first === undefined || last === undefined) return 'no other future was played';
  const names = namesIn(entries);
  if (inevitableFrom === undefined)
    return `it is not inevitable before ${whatHappened(entries.slice(last.after), names)}: right before that ${shareOf(last)} futures fail`;
  if (inevitableFrom === 0)
    return `it is inevitable from the beginning on: ${shareOf(first)} futures fail, with other draws and fewer steps`;
  const [before, from] = [moments[inevitableFrom - 1] as FuturesAt, moments[inevitableFrom] as FuturesAt];
  const cause = whatHappened(entries.slice(before.after, from.after), names);
  return `from ${timeOf(from)} on, after ${cause}, ${shareOf(from)} futures fail; before that ${shareOf(before)}`;
};

/** The share of futures that fail from each moment on, a line for each, as a bar and in numbers. */
export const futuresPlot = ({ moments, entries }: Futures): readonly string[] => {
  const names = namesIn(entries);
  const rows = moments.map((moment, k) => {
    const happened = entries.slice(moments[k - 1]?.after ?? 0, moment.after);
    return { moment, time: timeOf(moment), words: k === 0 ? 'the beginning' : `after ${whatHappened(happened, names)}` };
  });
  const [timeWidth, wordsWidth] = [widest(rows.map(({ time }) => time)), widest(rows.map(({ words }) => words))];
  return rows.map(
    ({ moment, time, words }) => `${time.padStart(timeWidth)}  ${words.padEnd(wordsWidth)}  ${barOf(moment)}  ${shareOf(moment)}`,
  );
};

const barLength = 20;

const barOf = ({ failing, of }: FuturesAt): string => {
  const full = Math.round((failing / of) * barLength);
  return `${'█'.repeat(full)}${'░'.repeat(barLength - full)}`;
};

const timeOf = ({ at }: FuturesAt): string => formatVirtualTime(at);
const shareOf = ({ failing, of }: FuturesAt): string => `${failing} of ${of}`;
const widest = (texts: readonly string[]): number => Math.max(...texts.map(({ length }) => length));

/** What happened from one moment to another: the newest input and the newest event, because the older ones are nearer to the other moment. */
const whatHappened = (entries: readonly LogEntry<DomainEvent>[], names: ShortNames): string => {
  const call = entries.findLast(({ event }) => event.type === 'InputReceived');
  const last = entries.findLast(({ event }) => kindOf(event) !== undefined);
  const parts = [call && callText(call), last && `${eventText(last, names)} (entry ${last.seq})`].filter((part) => part !== undefined);
  return parts.length === 0 ? `entry ${entries.at(-1)?.seq ?? 0}` : parts.join(' and ');
};

/** A step by its name, if it has one. */
const callText = ({ event }: LogEntry<DomainEvent>): string => {
  if (event.type !== 'InputReceived') return '';
  const [, name] = /^step\/([^/]+)/.exec(event.key ?? '') ?? [];
  return name === undefined ? `the call ${event.operation}` : `the step '${name}'`;
};

const eventText = ({ event }: LogEntry<DomainEvent>, names: ShortNames): string => {
  const kind = kindOf(event);
  return kind === undefined ? event.type : `${event.type} of ${names.inText(idOf(kind, event))}`;
};
