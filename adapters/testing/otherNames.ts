import { worldOperations } from '../../engine/api/index.ts';
import { refuseNames } from './tracked.ts';

/** What other libraries call what a world has. */
// biome-ignore format: a table
const ofWorld: Readonly<Record<string, string>> = {
  key: 'apiKey', apikey: 'apiKey', api_key: 'apiKey', token: 'apiKey',
  baseUrl: 'url', baseURL: 'url', port: 'listen()', server: 'listen()',
  tick: "advance('10s')", now: 'clock.now', fault: "inject({ fault: 'api-error', limit: 1 })",
  close: 'dispose()', stop: 'dispose()', destroy: 'dispose()', pending: 'waitingCalls', measure: 'measures()', invariants: 'toHoldInvariants',
  ...Object.fromEntries(worldOperations.map(({ id }) => [id, `call.${id}({ … })`])),
};

// biome-ignore format: a table
const ofClock: Readonly<Record<string, string>> = {
  ...Object.fromEntries(['advance', 'tick', 'tickAsync', 'advanceBy', 'wait', 'sleep'].map((name) => [name, "advance('10s')"])),
  next: 'advance({ next: true })', runAll: 'advance({ untilIdle: true })', until: "until('job job-1 is COMPLETED')",
  advanceTo: "advance({ to: '2026-01-01T00:00:10Z' })", time: 'clock.now', ms: 'clock.now',
};

/** Has a world, or its clock, say of a name that it has not which it has. */
export const refuseOtherNames = <T extends object>(of: 'world' | 'world.clock', object: T): T => {
  const names = of === 'world' ? ofWorld : ofClock;
  return refuseNames(object, Object.keys(names), (name) => `${of} has no '${name}': write world.${names[name]}`);
};
