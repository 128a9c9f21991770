import { findKind } from '../../cloud/entities.ts';
import type { StateChange } from '../../cloud/state/state.ts';
import { type Entry, isMeant } from '../step/assertion.ts';
import type { WatchedRun } from './kind.ts';
import { eventIn, type LookSpec, type StateLookSpec } from './look.ts';
import { lookAtState } from './stateLook.ts';

/** Looks for an event or a state. */
export interface Finder {
  /** Whether this entry is the event that is looked for. */
  readonly isIt: (entry: Entry) => boolean;
  /** Takes in a change of an entity. */
  readonly change: (change: StateChange) => void;
  /** Whether the state that is looked for holds now. False if an event is looked for. */
  readonly holds: () => boolean;
  /** Whether the run has had a candidate: an event of the same kind of entity, or any state. */
  readonly hasLooked: () => boolean;
}

export const buildFinder = (look: LookSpec, run: WatchedRun): Finder => {
  const event = eventIn(look);
  return event === undefined ? stateFinder(look as StateLookSpec, run) : eventFinder(event);
};

const stateFinder = (spec: StateLookSpec, run: WatchedRun): Finder => {
  const look = lookAtState(spec, run);
  return {
    isIt: (entry) => {
      look.entry?.(entry);
      return false;
    },
    change: (change) => look.change?.(change),
    holds: () => look.differences().length === 0,
    hasLooked: () => true,
  };
};

const eventFinder = ({ event: type, of, where }: NonNullable<ReturnType<typeof eventIn>>): Finder => {
  const kind = findKind({ type } as Entry['event']);
  let looked = false;
  return {
    isIt: (entry) => {
      looked ||= findKind(entry.event) === kind && (of === undefined || isMeant(entry, entry.event.type, { of }));
      return isMeant(entry, type, { of, where });
    },
    change: () => undefined,
    holds: () => false,
    hasLooked: () => looked,
  };
};
