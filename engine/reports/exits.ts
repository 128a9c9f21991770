import { isLeft } from 'fp-ts/lib/Either.js';
import { entities, type Kind, type Settings, type StateOf } from '../entities.ts';
import { eventsOf } from '../kernel/decider.ts';
import type { VirtualTime } from '../kernel/time.ts';
import { deciderOf } from '../tables.ts';

/** A transition that the lifecycle of an entity allows now, and what would bring it about. */
export interface Exit {
  readonly event: string;
  readonly to: string;
  readonly rule: string;
  readonly description: string;
  readonly trigger: Trigger;
}

/** A timer of the entity itself, at that time if nothing happens before; a call; or what happens to others: entities, hosts, faults. */
export type Trigger =
  | { readonly by: 'timer'; readonly timer: string; readonly at: VirtualTime }
  | { readonly by: 'caller' }
  | { readonly by: 'others' };

/** Every transition out of the entity's status, in the order of its lifecycle. A change within the status is one, too. */
export const exitsOf = (kind: Kind, entity: StateOf<Kind>, settings: Settings): readonly Exit[] => {
  const due = firstEvents(kind, entity, settings);
  return entities[kind].lifecycle.rows
    .filter(({ from }) => from === entity.status)
    .map(({ event, to, rule, description, byCaller }) => ({
      event,
      to,
      rule,
      description,
      trigger: due.get(event) ?? (byCaller === true ? { by: 'caller' } : { by: 'others' }),
    }));
};

/** The event that each running timer would lead to, with the timer that is due first. A decision changes nothing, so it is simply made. */
const firstEvents = (kind: Kind, entity: StateOf<Kind>, settings: Settings): ReadonlyMap<string, Trigger & { readonly by: 'timer' }> => {
  const found = new Map<string, Trigger & { readonly by: 'timer' }>();
  const decider = deciderOf(kind);
  for (const { name, runs, dueAt, command } of decider.timers) {
    const at = runs.includes(entity.status) ? dueAt(entity, settings[kind]) : null;
    if (at === null) continue;
    const decision = decider.decide(command, entity, { now: at, settings: settings[kind] });
    if (isLeft(decision)) continue;
    for (const { type } of eventsOf(decision.right)) {
      const known = found.get(type);
      if (known === undefined || at < known.at) found.set(type, { by: 'timer', timer: name, at });
    }
  }
  return found;
};
