import { commandIds } from '../../engine/api/commands/commands.ts';
import { type EventOf, findId, findKind, type Kind } from '../../engine/cloud/entities.ts';
import type { DomainEvent, InputEvent } from '../../engine/cloud/input.ts';
import { type StateChange, stateFor } from '../../engine/cloud/state/state.ts';
import type { LogEntry } from '../../engine/kernel/logEntry.ts';
import { type LogHeader, readSettings } from '../../engine/simulator/definition.ts';
import { Invariants } from '../../engine/simulator/invariants.ts';
import { Audit } from './audit/audit.ts';

/** Folds a log again, checks its invariants and recounts it, or has those checked that are named. Throws at the first entry that breaks one. */
export const auditLog = ({ definition }: LogHeader, entries: Iterable<LogEntry<DomainEvent>>, names?: readonly string[]): void => {
  const state = stateFor(definition);
  const invariants = new Invariants(state, names);
  const audit = new Audit({ state, settings: readSettings(definition), names, keyless: commandIds });
  for (const entry of entries) {
    const { seq, at, cause, event } = entry;
    const kind = findKind(event);
    if (kind === undefined) {
      state.replay(entry);
      audit.checkInput(event as InputEvent, { seq, at, cause });
      continue;
    }
    const slot = state.slot(kind, findId(kind, event));
    const from = state.apply(slot, event as EventOf<Kind>, at);
    const change = { kind, id: slot.entity.id, event, seq, at, from, entity: slot.entity } as StateChange;
    invariants.check(change);
    audit.check(change);
  }
};
