import type { Placement } from '../container/placement.ts';
import { entities, idOf, kindOf } from '../entities.ts';
import type { VirtualTime } from '../kernel/time.ts';
import type { Run } from '../scenario/run.ts';
import type { KeptStory } from './corpus.ts';
import type { Story } from './story.ts';

/** A story with what its run has shown that helps to vary it. */
export const keptFrom = (story: Story, run: Run): KeptStory => ({
  story,
  moments: momentsOf(run),
  hosts: hostsOf(run),
  seen: seenIn(run),
  entries: run.world.log.length,
});

/** At most so many moments of a story are remembered, from its beginning to its end. */
const momentsMax = 64;

/**
 * The moments at which a timer fired in a run, and those at which one is still to fire: where a step may meet a timer. A timer's first
 * entry is caused by an earlier one, from the time at which the timer was set.
 */
const momentsOf = ({ world }: Run): readonly VirtualTime[] => {
  const moments = new Set<VirtualTime>();
  const times: VirtualTime[] = [];
  for (const { at, cause } of world.log.entries()) {
    times.push(at);
    if (cause > 0 && (times[cause - 1] ?? at) < at) moments.add(at);
  }
  for (const { due } of world.calendar.soonest(pendingMax)) moments.add(due);
  return thinned([...moments]);
};

/** How many of the timers that are still to fire are looked at. */
const pendingMax = 24;

const thinned = (moments: readonly VirtualTime[]): readonly VirtualTime[] =>
  moments.length <= momentsMax
    ? moments
    : Array.from({ length: momentsMax }, (_, k) => moments[Math.floor((k * moments.length) / momentsMax)] as VirtualTime);

/** At most so many hosts of a story are remembered: those that were used first. */
const hostsMax = 8;

const hostsOf = ({ world }: Run): readonly string[] => {
  const hosts = new Set<string>();
  for (const { event } of world.log.entries()) {
    const { placement } = event as { readonly placement?: Placement | null };
    if (placement !== undefined && placement !== null) hosts.add(placement.hostId);
    if (hosts.size === hostsMax) break;
  }
  return [...hosts];
};

/** At most so many conditions of a story are remembered. */
const seenMax = 32;

/** Entities are named by the variables that hold their ids; workers by their own, which follow from the endpoint's. */
const seenIn = ({ world, variables }: Run): readonly string[] => {
  const names = new Map([...variables].flatMap(([name, value]) => (typeof value === 'string' ? [[value, `$${name}`] as const] : [])));
  const status = new Map<string, string>();
  const seen = new Set<string>();
  for (const { event } of world.log.entries()) {
    const kind = kindOf(event);
    if (kind === undefined) continue;
    const id = idOf(kind, event);
    const name = names.get(id) ?? (kind === 'worker' ? id : undefined);
    if (name === undefined) continue;
    const { lifecycle } = entities[kind];
    const now = lifecycle.to(status.get(`${kind} ${id}`) ?? lifecycle.initial, event.type);
    status.set(`${kind} ${id}`, now);
    if (!lifecycle.isFinal(now)) seen.add(`${kind} ${name} is ${now}`);
    if (seen.size === seenMax) break;
  }
  return [...seen];
};
