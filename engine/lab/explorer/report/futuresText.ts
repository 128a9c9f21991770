import { findId, findKind } from '../../../cloud/entities.ts';
import type { DomainEvent } from '../../../cloud/input.ts';
import type { LogEntry } from '../../../kernel/logEntry.ts';
import { formatVirtualTime, type VirtualTime } from '../../../kernel/time.ts';
import { namesIn, type ShortNames } from '../../../world/reports/shortNames.ts';
import type { Futures, FuturesAt } from './futures.ts';
import type { ReportedFutures } from './reportFormat.ts';

/** When the failure became inevitable, and what made it so: one or two sentences. */
export const inevitableText = ({ moments, inevitableFrom, entries }: Futures): string => {
  const [first, last] = [moments[0], moments.at(-1)];
  if (first === undefined || last === undefined) return 'no other future was played';
  const names = namesIn(entries);
  if (inevitableFrom === undefined)
    return `it is not inevitable before ${whatHappened(entries.slice(last.after), names)}: right before that ${formatShare(last)} other futures fail`;
  if (inevitableFrom === 0)
    return `it is inevitable from the beginning on: ${formatShare(first)} other futures fail, with other draws and fewer steps`;
  const [before, from] = [moments[inevitableFrom - 1] as FuturesAt, moments[inevitableFrom] as FuturesAt];
  const cause = whatHappened(entries.slice(before.after, from.after), names);
  return `it is inevitable from ${formatTime(from)} on, after ${cause}: ${formatShare(from)} other futures fail; before that ${formatShare(before)}`;
};

/** The futures as a report has them: plain data, without the log. */
export const reportFutures = (futures: Futures): ReportedFutures => {
  const { moments, inevitableFrom, entries } = futures;
  const names = namesIn(entries);
  return {
    words: inevitableText(futures),
    after: inevitableFrom === undefined ? null : (moments[inevitableFrom] as FuturesAt).after,
    moments: moments.map(({ after, at, failing, of }, k) => {
      const happened = entries.slice(moments[k - 1]?.after ?? 0, after);
      return { after, at, what: k === 0 ? 'the beginning' : shortly(happened, names), failing, of };
    }),
  };
};

/** How many futures fail from each moment on, a line for each moment at which that changes. */
export const futuresPlot = ({ moments }: ReportedFutures): readonly string[] => {
  const rows = moments
    .filter(({ failing }, k) => failing !== moments[k - 1]?.failing)
    .map(({ after, at, failing, of, what }) => {
      const share = `${drawBar(failing, of)} ${String(failing).padStart(String(of).length)}/${of}`;
      return { time: formatVirtualTime(at as VirtualTime), share, entry: `#${after}`, what };
    });
  const [timeWidth, entryWidth] = [widest(rows.map(({ time }) => time)), widest(rows.map(({ entry }) => entry))];
  return rows.map(({ time, share, entry, what }) => `${time.padStart(timeWidth)}  ${share}  ${entry.padEnd(entryWidth)}  ${what}`);
};

const barLength = 10;

const drawBar = (failing: number, of: number): string => {
  const full = Math.round((failing / of) * barLength);
  return `${'█'.repeat(full)}${'░'.repeat(barLength - full)}`;
};

const formatTime = ({ at }: FuturesAt): string => formatVirtualTime(at);
const widest = (texts: readonly string[]): number => Math.max(...texts.map(({ length }) => length));
const formatShare = ({ failing, of }: FuturesAt): string => `${failing} of ${of}`;

/** Describes what happened from one moment to another: the newest input and the newest event, because the older ones are nearer to the other moment. */
const whatHappened = (entries: readonly LogEntry<DomainEvent>[], names: ShortNames): string => {
  const { step, call, last } = findNewest(entries);
  const parts = [
    ...(step === undefined ? [] : [`the step '${step}'`]),
    ...(step !== undefined || call === undefined ? [] : [`the call ${call}`]),
    ...(last === undefined ? [] : [`${eventText(last, names)} (entry ${last.seq})`]),
  ];
  return parts.length === 0 ? `entry ${entries.at(-1)?.seq ?? 0}` : parts.join(' and ');
};

/** The same in fewer words, for a row that has the entry. */
const shortly = (entries: readonly LogEntry<DomainEvent>[], names: ShortNames): string => {
  const { step, call, last } = findNewest(entries);
  const input = step === undefined ? call : `step '${step}'`;
  return [input, last && eventText(last, names)].filter((part) => part !== undefined).join(', ');
};

/** The newest call, by the name of its step if that has one, and the newest event of an entity. */
const findNewest = (entries: readonly LogEntry<DomainEvent>[]) => {
  const event = entries.findLast((one) => one.event.type === 'InputReceived')?.event;
  const [input, last] = [event?.type === 'InputReceived' ? event : undefined, entries.findLast((one) => findKind(one.event) !== undefined)];
  return { step: /^step\/([^/]+)/.exec(input?.key ?? '')?.[1], call: input?.operation, last };
};

const eventText = ({ event }: LogEntry<DomainEvent>, names: ShortNames): string => {
  const kind = findKind(event);
  return kind === undefined ? event.type : `${event.type} of ${names.inText(findId(kind, event))}`;
};
