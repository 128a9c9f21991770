import { isLeft } from 'fp-ts/lib/Either.js';
import { middleDraw } from '../kernel/rng.ts';
import type { VirtualTime } from '../kernel/time.ts';
import { entities, findProfile, type Kind, type Settings, type StateOf } from './entities.ts';
import { findDecider } from './state/tables.ts';

/** What a dry run of `decide` is told: when it is, and which settings hold. */
export interface DryRun {
  readonly now: VirtualTime;
  readonly settings: Settings;
}

/**
 * The operations and actions that callers could do to an entity now: those whose command `decide` accepts, by a dry run that records
 * nothing. Null where its kind is not listed among what could be done.
 */
export const listActions = (kind: Kind, entity: StateOf<Kind>, { now, settings }: DryRun): readonly string[] | null => {
  const actions = findProfile(kind).actions?.(entity);
  if (actions === undefined) return null;
  const context = { now, settings: settings[kind], draw: middleDraw };
  return Object.entries(actions).flatMap(([name, command]) => {
    if (command === undefined) return [];
    const isAllowed = command === null ? !isGone(kind, entity) : !isLeft(findDecider(kind).decide(command, entity, context));
    return isAllowed ? [name] : [];
  });
};

const isGone = (kind: Kind, { status }: StateOf<Kind>): boolean => entities[kind].lifecycle.isFinal(status);
