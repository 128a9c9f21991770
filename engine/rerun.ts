import { HostList } from './catalog/hosts.ts';
import type { LogHeader } from './definition.ts';
import type { DomainEvent } from './entities.ts';
import type { LogEntry } from './kernel/log.ts';
import { State } from './state.ts';
import { World, type WorldOptions } from './world.ts';

/** Plays the inputs of a log again, at their virtual times, through the rules: the world that comes of it should have the same log. */
export const rerun = ({ definition }: LogHeader, entries: Iterable<LogEntry<DomainEvent>>, options: WorldOptions = {}): World => {
  const world = new World(definition, options);
  for (const { at, event } of entries) {
    if (event.type === 'InputReceived') {
      const { operation, client, request, key } = event;
      world.call({ operation, client, request, at, ...(key === undefined ? {} : { key }) });
    } else if (event.type === 'ClockAdvanced') world.advance({ to: at });
    else if (event.type === 'CallerLeft') world.abandon(event.call);
  }
  return world;
};

/** Folds a log into the state it stands for, as far as `enough` lets it: no rules, no draws. */
export const replay = (
  { definition: { hosts } }: LogHeader,
  entries: Iterable<LogEntry<DomainEvent>>,
  enough: (entry: LogEntry<DomainEvent>) => boolean = () => false,
): State => {
  const state = new State({ sharing: false, ...(hosts === null ? {} : { hosts: new HostList(hosts) }) });
  for (const entry of entries) {
    if (enough(entry)) break;
    state.replay(entry);
  }
  return state;
};
