import { kinds } from '../../../engine/cloud/entities.ts';
import type { DomainEvent } from '../../../engine/cloud/input.ts';
import { canonicalText } from '../../../engine/kernel/canonical.ts';
import type { LogEntry } from '../../../engine/kernel/logEntry.ts';
import { sha256Hex } from '../../../engine/kernel/sha256.ts';
import type { LogHeader } from '../../../engine/simulator/definition.ts';
import { replay } from '../../../engine/world/history/rerun.ts';

/** The number of places in a log at which its state is described. */
const places = 10;

/**
 * The state that a log must fold to in every version of podsim: the entities with their statuses, the job counters of the
 * endpoints, and all costs, at some places and at its end. Fields that later versions add to entities are left out.
 */
export const toldBy = (header: LogHeader, entries: readonly LogEntry<DomainEvent>[]) => ({
  entries: entries.length,
  told: Array.from({ length: places }, (_, k) => toldAt(header, entries.slice(0, Math.floor((entries.length * (k + 1)) / places)))),
});

const toldAt = (header: LogHeader, entries: readonly LogEntry<DomainEvent>[]) => {
  const state = replay(header, entries);
  const at = entries.at(-1)?.at ?? (0 as LogEntry['at']);
  const entities = kinds.map((kind) => [...state.all(kind)].map(({ id, status }) => `${kind} ${id} ${status}`));
  const endpoints = [...state.all('endpoint')].map(({ id }) => {
    const { completed, failed, retried, inProgress, inQueue } = state.jobCounters.of(id);
    return { id, completed, failed, retried, inProgress, inQueue };
  });
  const cost = String(state.billing.nanoUsd(at));
  const digest = sha256Hex(canonicalText({ entities: entities.flat().sort(), endpoints, cost }));
  return { seq: entries.length, at: Number(at), entities: entities.flat().length, cost, digest };
};
