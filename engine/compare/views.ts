import type { DomainEvent } from '../cloud/input.ts';
import type { Json } from '../kernel/canonical.ts';
import { Page } from '../kernel/collections/page.ts';
import type { LogEntry } from '../kernel/logEntry.ts';
import { type Divergence, divergence } from '../world/reports/divergence.ts';
import type { CauseChain } from '../world/reports/explain/causes.ts';
import { whatIfText } from './chart.ts';
import type { EntityHistory, HistoryDivergence } from './histories.ts';
import type { LogsCompared } from './logs.ts';
import { logsText } from './text.ts';
import type { Difference, WhatIf } from './whatIf.ts';

/** A view shows at most this many entities in each group, and at most this many events of each. */
const entitiesMax = 100;
const eventsMax = 50;

/** The most characters in each group of a view; each history has a tenth of that. Unlimited unless a server sets it. */
type Size = number;

/** Two logs side by side, for programs. */
export const logsView = (compared: LogsCompared, nameA: string, nameB: string, size: Size = Number.POSITIVE_INFINITY): Json => {
  const { divergence: parted, histories } = compared;
  return {
    same: parted === undefined,
    divergence: divergenceView(parted, size),
    entities: {
      same: histories.same,
      onlyInA: groupView(histories.onlyInA, historyView(size), size),
      onlyInB: groupView(histories.onlyInB, historyView(size), size),
      differing: groupView(histories.differing, differingView(size), size),
    },
    text: logsText(compared, nameA, nameB),
  };
};

/** The effect of a change, for programs. Delays are in ms, costs in USD, utilization from 0 to 1. */
export const whatIfView = (result: WhatIf, size: Size = Number.POSITIVE_INFINITY): Json => {
  const { at, times, replications, differences, first } = result;
  return {
    at,
    times: times as unknown as Json,
    seeds: replications.map(({ seed }) => seed),
    differences: differences.map((one) => differenceView(one, 'without', 'with')),
    replications: replications.map(({ seed, without, with: changed }) => ({ seed, without, with: changed })),
    divergence: divergenceView(divergence(first.without, first.with), size),
    text: whatIfText(result),
  };
};

/** The metrics of two runs, or the means of several, for programs. */
export const differencesView = (differences: readonly Difference[]): Json => differences.map((one) => differenceView(one, 'a', 'b'));

const differenceView = ({ name, unit, better, without, with: changed, difference, replications }: Difference, a: string, b: string) => ({
  metric: name,
  unit,
  better,
  [a]: without,
  [b]: changed,
  difference: difference?.mean ?? null,
  low: difference?.low ?? null,
  high: difference?.high ?? null,
  replications,
});

/** The first difference of two logs, with the causes on both sides; null if there is none. */
export const divergenceView = (parted: Divergence | undefined, size: Size = Number.POSITIVE_INFINITY): Json => {
  if (parted === undefined) return null;
  const { seq, causesOfA, causesOfB } = parted;
  const [a, b] = [chainView(causesOfA, size), chainView(causesOfB, size)];
  return { seq, a: a.links, b: b.links, leftOutOfA: a.leftOut, leftOutOfB: b.leftOut };
};

const chainView = ({ links, leftOut }: CauseChain, size: Size) => {
  const page = new Page({ answerItems: links.length, answerSize: size / 10 });
  const cut = page.fill(links, entryView);
  return { links: page.items, leftOut: leftOut + cut };
};

const groupView = <T>(items: readonly T[], view: (item: T) => Json, size: Size): Json => {
  const page = new Page({ answerItems: entitiesMax, answerSize: size });
  page.fill(items, view);
  return { count: items.length, shown: page.items };
};

const historyView =
  (size: Size) =>
  ({ kind, id, entries }: EntityHistory): Json => {
    const { shown, leftOut } = eventsView(entries, size);
    return { kind, id, events: shown, leftOut };
  };

const differingView =
  (size: Size) =>
  ({ kind, id, shared, from, a, b }: HistoryDivergence): Json => {
    const [ofA, ofB] = [eventsView(a, size), eventsView(b, size)];
    return { kind, id, shared, from: Number(from), a: ofA.shown, b: ofB.shown, leftOutOfA: ofA.leftOut, leftOutOfB: ofB.leftOut };
  };

const eventsView = (entries: readonly LogEntry<DomainEvent>[], size: Size) => {
  const page = new Page({ answerItems: eventsMax, answerSize: size / 10 });
  const leftOut = page.fill(entries, entryView);
  return { shown: page.items, leftOut };
};

const entryView = ({ seq, at, cause, event }: LogEntry): Json => ({ seq, at, cause, ...event }) as unknown as Json;
