import { advanceClock, getClock, setClockPolicy } from './clock.ts';
import { compareWorlds } from './compare.ts';
import { downloadLog, listEvents } from './events.ts';
import { explainEntity } from './explain.ts';
import { forkWorld } from './forks.ts';
import { getLiveness, getReadiness } from './health.ts';
import { getInfo } from './info.ts';
import { listFaults, listKeys } from './listings.ts';
import { getMetrics } from './metrics.ts';
import { listNext } from './next.ts';
import type { ControlOperation } from './operation.ts';
import { getScenario } from './recording.ts';
import { listRequests } from './requests.ts';
import { getLifecycle, listLifecycles, listRules } from './rulebook.ts';
import { runScenario } from './scenarios.ts';
import { getState } from './state.ts';
import { verifyRequests } from './verify.ts';
import { createWorld, dropWorld, listWorlds, resetWorld } from './worlds.ts';

/** The control operations that are not inputs (those are in `api/table.ts`): they read a world, or concern the process. */
export const controlOperations: readonly ControlOperation[] = [
  getLiveness,
  getReadiness,
  getMetrics,
  getInfo,
  getClock,
  advanceClock,
  setClockPolicy,
  resetWorld,
  listWorlds,
  createWorld,
  dropWorld,
  listEvents,
  downloadLog,
  listRequests,
  verifyRequests,
  explainEntity,
  getState,
  forkWorld,
  compareWorlds,
  getScenario,
  listNext,
  listLifecycles,
  getLifecycle,
  listRules,
  listFaults,
  listKeys,
  runScenario,
];
