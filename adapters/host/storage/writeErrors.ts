import type { Rejection } from '../../../engine/cloud/index.ts';
import { StoreFull, StoreUnwritable } from '../../store/problems.ts';

/** The outcome of a request while the log cannot be written: refused; done, but perhaps not durable; or its new world was not made. */
export type Fate = 'refused' | 'done' | 'unmade';

/** The refusal of a request whose world's log cannot be written. */
export const writeRejection = (error: Error, fate: Fate): Rejection => {
  const passes = isPassing(error);
  return {
    kind: 'failing',
    rule: 'store.unwritable',
    detail: `${error.message}; ${(passes ? forNow : forGood)[fate]}`,
    // A request that may be done already must not be repeated blindly.
    ...(passes && fate !== 'done' ? { retryAfter: 1 } : {}),
  };
};

/** Whether another attempt may succeed. */
export const isPassing = (error: unknown): boolean => error instanceof StoreFull || error instanceof StoreUnwritable;

// biome-ignore format: a table
const forNow: Readonly<Record<Fate, string>> = {
  refused: 'until then this world can be read, and not changed',
  done:    'the request was done, and is written as soon as possible: look before you ask again; until then this world can be read, and not changed',
  unmade:  'the world was not made',
};

// biome-ignore format: a table
const forGood: Readonly<Record<Fate, string>> = {
  refused: 'this world can be read, and not changed any more',
  done:    'the request was done, but may be lost: look when the server is started again; this world can be read, and not changed any more',
  unmade:  'the world was not made',
};
