import { access } from './table/access.mjs';
import { agents } from './table/agents.mjs';
import { api } from './table/api.mjs';
import { audit } from './table/audit.mjs';
import { billing } from './table/billing.mjs';
import { catalog } from './table/catalog.mjs';
import { clusters } from './table/clusters.mjs';
import { compare } from './table/compare.mjs';
import { contracts } from './table/contracts.mjs';
import { control } from './table/control.mjs';
import { deadlines } from './table/deadlines.mjs';
import { endpoints } from './table/endpoints.mjs';
import { entities } from './table/entities.mjs';
import { exhaustive } from './table/exhaustive.mjs';
import { explorer } from './table/explorer.mjs';
import { faults } from './table/faults.mjs';
import { fidelity } from './table/fidelity.mjs';
import { handlers } from './table/handlers.mjs';
import { jobs } from './table/jobs.mjs';
import { kernel } from './table/kernel.mjs';
import { lessons } from './table/lessons.mjs';
import { limits } from './table/limits.mjs';
import { measured } from './table/measured.mjs';
import { mounts } from './table/mounts.mjs';
import { patterns } from './table/patterns.mjs';
import { pods } from './table/pods.mjs';
import { projections } from './table/projections.mjs';
import { properties } from './table/properties.mjs';
import { queue } from './table/queue.mjs';
import { reports } from './table/reports.mjs';
import { resources } from './table/resources.mjs';
import { scenario } from './table/scenario.mjs';
import { servers } from './table/servers.mjs';
import { sharedWork, sharing } from './table/sharing.mjs';
import { statistics } from './table/statistics.mjs';
import { studies } from './table/studies.mjs';
import { timing, timingTested } from './table/timing.mjs';
import { madeTokens, tokens } from './table/tokens.mjs';
import { workerApi } from './table/workerApi.mjs';
import { workers } from './table/workers.mjs';
import { world } from './table/world.mjs';

/**
 * Small changes of the engine, each of which breaks the one rule it names: a text that occurs exactly once in the file, and
 * its replacement. The scenarios that teach the rule must fail, or the tests that a row names. `survives` says why nothing can notice; there
 * should be few such rows.
 * @type {readonly { rule: string, file: string, was: string, is: string, tests?: string, survives?: string }[]}
 */
export const mutants = [
  ...access,
  ...limits,
  ...pods,
  ...mounts,
  ...resources,
  ...contracts,
  ...endpoints,
  ...workers,
  ...sharing,
  ...tokens,
  ...timing,
  ...workerApi,
  ...jobs,
  ...queue,
  ...clusters,
  ...catalog,
  ...billing,
  ...faults,
  ...entities,
  ...projections,
  ...measured,
];

/**
 * Small changes of what no scenario plays: each names the tests that must fail, and its file may be an adapter.
 * @type {readonly { tests: string, file: string, was: string, is: string }[]}
 */
export const tested = [
  ...agents,
  ...studies,
  ...fidelity,
  ...servers,
  ...sharedWork,
  ...madeTokens,
  ...patterns,
  ...properties,
  ...kernel,
  ...scenario,
  ...handlers,
  ...lessons,
  ...statistics,
  ...world,
  ...audit,
  ...deadlines,
  ...reports,
  ...api,
  ...explorer,
  ...exhaustive,
  ...control,
  ...compare,
  ...timingTested,
];
