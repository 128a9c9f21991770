import { controlCommands } from '../api/commands/commands.ts';
import type { Operation } from '../api/operation.ts';
import type { ServerOperation } from './operation.ts';
import { compareWorlds } from './queries/compare.ts';
import { downloadLog, getHeader, listEvents } from './queries/events.ts';
import { explainEntity } from './queries/explain.ts';
import { getLiveness, getReadiness } from './queries/health.ts';
import { getInfo } from './queries/info.ts';
import { listFaults, listKeys } from './queries/listings.ts';
import { getMetrics } from './queries/metrics.ts';
import { listNext } from './queries/next.ts';
import { getScenario } from './queries/recording.ts';
import { listRequests } from './queries/requests.ts';
import { getLifecycle, listLifecycles, listRules } from './queries/rulebook.ts';
import { runScenario } from './queries/scenarios.ts';
import { getState } from './queries/state.ts';
import { verifyRequests } from './queries/verify.ts';
import { advanceClock, getClock, setClockPolicy } from './worlds/clock.ts';
import { forkWorld } from './worlds/forks.ts';
import { createWorld, dropWorld, listWorlds, resetWorld } from './worlds/worlds.ts';

/** Every operation of the control plane. A world answers the commands, the server of the worlds all others. */
export const controlOperations: readonly (Operation | ServerOperation)[] = [
  ...controlCommands,
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
  getHeader,
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

/** The operations that the server of the worlds answers. */
export const serverOperations: readonly ServerOperation[] = controlOperations.filter((row) => 'answer' in row);
