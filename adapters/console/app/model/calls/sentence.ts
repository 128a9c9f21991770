import { sayDuration } from '../../../../../engine/kernel/index.ts';
import type { TimePart, Waterfall } from './waterfall.ts';

/**
 * Where the time of a job or a request went, in a sentence: `Waited 24.2 s: 15.4 s cold start of ep-chat-w4, 8.8 s behind 8 others. Ran 3.4 s.
 * COMPLETED.`
 */
export const describeWork = ({ phases, end, status }: Waterfall, nameOf: (id: string) => string): string => {
  const onPath = phases.filter(({ isOnPath }) => isOnPath);
  const waits = onPath.filter(isWait);
  const runs = onPath.filter((part) => !isWait(part));
  const wait = waits.length === 0 ? 'Did not wait.' : `Waited ${sayDuration(sumLengths(waits))}: ${listWaits(waits, nameOf).join(', ')}.`;
  const ran = runs.length === 0 ? '' : ` Ran ${sayDuration(sumLengths(runs))}${describeSlowdown(runs)}.`;
  return `${wait}${ran} ${end === undefined ? `${status} until now.` : `${status}.`}`;
};

const isWait = ({ what }: TimePart): boolean =>
  what.startsWith('queue') || what === 'cold start' || what === 'wake' || what === 'until it is retried';

const measureLength = ({ from, to }: TimePart): number => to - from;
const sumLengths = (parts: readonly TimePart[]): number => parts.reduce((sum, part) => sum + measureLength(part), 0);

/** The longest first; of two of a kind their sum. A single one has taken the whole wait. */
const listWaits = (waits: readonly TimePart[], nameOf: (id: string) => string): readonly string[] => {
  const sums = new Map<string, number>();
  for (const part of waits) {
    const words = nameWait(part, nameOf);
    sums.set(words, (sums.get(words) ?? 0) + measureLength(part));
  }
  if (sums.size === 1) return [...sums.keys()];
  return [...sums].sort(([, a], [, b]) => b - a).map(([words, ms]) => `${sayDuration(ms)} ${words}`);
};

const nameWait = ({ what, worker, behind }: TimePart, nameOf: (id: string) => string): string => {
  if (what === 'queue') return 'in the queue';
  if (what === 'queue: behind others') return behind.length === 1 ? 'behind another' : `behind ${behind.length} others`;
  const words = what.replace(/^queue: /, '');
  return worker !== undefined && (what === 'cold start' || what === 'wake') ? `${words} of ${nameOf(worker)}` : words;
};

const describeSlowdown = (runs: readonly TimePart[]): string => {
  const slowed = sumLengths(runs.filter(({ what }) => what === 'slowed by others'));
  return slowed === 0 ? '' : `, ${sayDuration(slowed)} of it because of others on its worker`;
};
