import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Runs the longest files first, so that no worker ends with a long one while the other has nothing left. Files that start processes come
 * before all others: a worker that changed between them and others would load everything again.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return [...files].sort((a, b) => rankOf(a.moduleId) - rankOf(b.moduleId) || (a.moduleId < b.moduleId ? -1 : 1));
  }
}

/** The less, the earlier. Files that are not named below go by the cost that their name says. */
const rankOf = (path: string): number => {
  const place = longest.findIndex((name) => path.endsWith(`/test/${name}.test.ts`));
  return (path.endsWith('.process.test.ts') ? 0 : 1_000) + (place === -1 ? (path.endsWith('.slow.test.ts') ? 500 : 600) : place);
};

/** The longest files, the longest first, as a run of `npm test` showed them. */
export const longest = [
  'cli/explore/explore.long',
  'house/readme.long',
  'world/history/views.long',
  'http/worlds/slices.long',
  'cli/threads.long',
  'store/conformance.long',
  'scenarios.slow',
  'insertion.slow',
  'house/clone.long',
  'store/recovery.long',
  'http/commandLine.long',
  'lab/explorer/explore.long',
  'fleet/exec.long',
  'api/openapi.long',
  'http/worlds/fingerprints.long',
  'lab/explorer/client.long',
  'properties.slow',
  'http/crowd.long',
  'store/logFile.long',
  'console/remote.long',
  'http/worlds/longRun.long',
  'console/lessons.long',
  'http/calls/hostile.long',
  'cli/schemas.long',
  'cli/learn.long',
  'durable/reopened.long',
  'house/package.long',
  'cli/codeCache.long',
  'http/calls/limits.long',
  'cli/usage.long',
  'queueing.long',
  'http/calls/answers.long',
  'record/rewind.long',
  'fleet/sampleWorker.long',
  'durable/containers.long',
  'cli/logs.long',
  'http/worlds/tenancy.long',
  'http/balancer.long',
  'http/controlAccess.long',
  'durable/killed.long',
  'api/linters.long',
  'record/roundTrip.long',
  'house/mutants.slow',
  'lab/explorer/clients.long',
  'lab/study/statistics.long',
  'cli/hostile.long',
  'cli/explore/exploreClient.long',
  'record/everyWorld.long',
  'lab/explorer/clientWebhooks.long',
  'durable/damaged.long',
  'scenario/text/yamlFile.long',
  'store/snapshots.long',
  'steps.long',
  'cli/completion.long',
  'cli/run/run.process',
  'replay.slow',
  'cli/editors.long',
  'record/recorded.slow',
  'http/workerApi.long',
  'lab/study/shards.long',
  'lab/study/killed.long',
  'http/clients/sdk.long',
  'durable/faults.long',
  'durable/full.long',
  'snapshot.slow',
];
