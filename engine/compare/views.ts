import type { DomainEvent } from '../entities.ts';
import type { Json } from '../kernel/canonical.ts';
import type { LogEntry } from '../kernel/log.ts';
import { type Divergence, divergence } from '../projections/divergence.ts';
import { whatIfText } from './chart.ts';
import type { LogsCompared } from './logs.ts';
import type { Parting, Story } from './stories.ts';
import { logsText } from './text.ts';
import type { WhatIf } from './whatIf.ts';

/** A view shows no more entities than this in each group, and no more events of each. */
const storiesMax = 100;
const eventsMax = 50;

/** Two logs side by side, for programs. */
export const logsView = (compared: LogsCompared, nameA: string, nameB: string): Json => {
  const { divergence: parted, stories } = compared;
  return {
    same: parted === undefined,
    divergence: divergenceView(parted),
    entities: {
      same: stories.same,
      onlyInA: groupView(stories.onlyInA, storyView),
      onlyInB: groupView(stories.onlyInB, storyView),
      differing: groupView(stories.differing, partingView),
    },
    text: logsText(compared, nameA, nameB),
  };
};

/** What a change does, for programs. Delays in ms, costs in USD, utilization from 0 to 1. */
export const whatIfView = (result: WhatIf): Json => {
  const { at, replications, differences, first } = result;
  return {
    at,
    seeds: replications.map(({ seed }) => seed),
    differences: differences.map(({ name, unit, better, without, with: changed, difference, replications: count }) => ({
      metric: name,
      unit,
      better,
      without,
      with: changed,
      difference: difference?.mean ?? null,
      low: difference?.low ?? null,
      high: difference?.high ?? null,
      replications: count,
    })),
    replications: replications.map(({ seed, without, with: changed }) => ({ seed, without, with: changed })),
    divergence: divergenceView(divergence(first.without, first.with)),
    text: whatIfText(result),
  };
};

const divergenceView = (parted: Divergence | undefined): Json => {
  if (parted === undefined) return null;
  const { seq, causesOfA, causesOfB } = parted;
  return { seq, a: causesOfA.map(entryView), b: causesOfB.map(entryView) };
};

const groupView = <T>(items: readonly T[], view: (item: T) => Json): Json => ({
  count: items.length,
  shown: items.slice(0, storiesMax).map(view),
});

const storyView = ({ kind, id, entries }: Story): Json => ({ kind, id, events: eventsView(entries) });

const partingView = ({ kind, id, shared, from, a, b }: Parting): Json => ({
  kind,
  id,
  shared,
  from: Number(from),
  a: eventsView(a),
  b: eventsView(b),
});

const eventsView = (entries: readonly LogEntry<DomainEvent>[]): Json => entries.slice(0, eventsMax).map(entryView);

const entryView = ({ seq, at, cause, event }: LogEntry): Json => ({ seq, at, cause, ...event }) as unknown as Json;
