import { isLeft } from 'fp-ts/lib/Either.js';
import type { Kind, Settings, StateOf } from '../../../cloud/entities.ts';
import type { State } from '../../../cloud/state/state.ts';
import { findDecider } from '../../../cloud/state/tables.ts';
import { listEvents } from '../../../kernel/decider.ts';
import { middleDraw } from '../../../kernel/rng.ts';
import type { VirtualTime } from '../../../kernel/time.ts';
import { possibleRows } from './possible.ts';

/** A transition that the lifecycle of an entity allows now, and its trigger. */
export interface Exit {
  readonly event: string;
  readonly to: string;
  readonly rule: string;
  readonly description: string;
  readonly trigger: Trigger;
}

/** A timer of the entity itself, at that time if nothing happens before; a call; or an event of other entities, hosts or faults. */
export type Trigger =
  | { readonly by: 'timer'; readonly timer: string; readonly at: VirtualTime }
  | { readonly by: 'caller' }
  | { readonly by: 'others' };

/** Every transition that may happen to the entity, in the order of its lifecycle. A change within the status is one, too. */
export const listExits = (kind: Kind, entity: StateOf<Kind>, settings: Settings, state: State): readonly Exit[] => {
  const due = firstEvents(kind, entity, settings);
  const rows = possibleRows(kind, entity, state);
  return rows.map(({ event, to, rule, description, byCaller }) => {
    // If both a call and the platform can trigger it, the timer is the platform's.
    const isOnlyWay = rows.every((row) => row.event !== event || row.byCaller === byCaller);
    const timer = byCaller === undefined || isOnlyWay ? due.get(event) : undefined;
    return { event, to, rule, description, trigger: timer ?? (byCaller === true ? { by: 'caller' } : { by: 'others' }) };
  });
};

/** The event that each running timer would lead to, with the timer that is due first. A decision changes nothing, so it is simply made. */
const firstEvents = (kind: Kind, entity: StateOf<Kind>, settings: Settings): ReadonlyMap<string, Trigger & { readonly by: 'timer' }> => {
  const found = new Map<string, Trigger & { readonly by: 'timer' }>();
  const decider = findDecider(kind);
  for (const { name, runs, dueAt, command } of decider.timers) {
    const at = runs.includes(entity.status) ? dueAt(entity, settings[kind]) : null;
    if (at === null) continue;
    const decision = decider.decide(command, entity, { now: at, settings: settings[kind], draw: middleDraw });
    if (isLeft(decision)) continue;
    for (const { type } of listEvents(decision.right)) {
      const known = found.get(type);
      if (known === undefined || at < known.at) found.set(type, { by: 'timer', timer: name, at });
    }
  }
  return found;
};
