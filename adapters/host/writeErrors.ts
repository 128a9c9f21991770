import type { Rejection } from '../../engine/index.ts';
import { StoreFull, StoreUnwritable } from '../store/problems.ts';

/** What became of a request whose world cannot be kept: it was refused; or it was done, and may be lost; or it made a world that is not there. */
export type Fate = 'refused' | 'done' | 'unmade';

/** The refusal of a request whose world cannot be kept. */
export const writeRejection = (trouble: Error, fate: Fate): Rejection => {
  const passes = isPassing(trouble);
  return {
    kind: 'failing',
    rule: 'store.unwritable',
    detail: `${trouble.message}; ${(passes ? forNow : forGood)[fate]}`,
    // What may be done already must not be asked for again unseen.
    ...(passes && fate !== 'done' ? { retryAfter: 1 } : {}),
  };
};

/** Whether it is worth trying again. */
export const isPassing = (error: unknown): boolean => error instanceof StoreFull || error instanceof StoreUnwritable;

// biome-ignore format: a table
const forNow: Readonly<Record<Fate, string>> = {
  refused: 'until then this world can be read, and not changed',
  done:    'what was asked for is done, and kept as soon as it can be: look before you ask again; until then this world can be read, and not changed',
  unmade:  'the world was not made',
};

// biome-ignore format: a table
const forGood: Readonly<Record<Fate, string>> = {
  refused: 'this world can be read, and not changed any more',
  done:    'what was asked for may be lost: look when it is started again; this world can be read, and not changed any more',
  unmade:  'the world was not made',
};
