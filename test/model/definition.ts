import type { EndpointConfig } from '../../engine/cloud/endpoint/events.ts';
import type { FaultSpec } from '../../engine/cloud/fault/events.ts';
import type { VirtualTime } from '../../engine/kernel/time.ts';
import type { WorldDefinition } from '../../engine/simulator/definition.ts';
import { gpuHost, keyOf, worldOf } from '../support/worlds/worlds.ts';
import { countGpus, findMemory, type Shape } from './hosts/shapes.ts';
import type { CallLimits, FaultPlan, Plan } from './plan.ts';
import { centers } from './pods/plan.ts';

/** A world with these endpoints, and the times of the plan. */
export const definitionOf = (
  plan: Plan,
  endpoints: WorldDefinition['endpoints'],
  pod: Partial<WorldDefinition['settings']['pod']> = {},
): WorldDefinition => {
  const { limits } = plan;
  return worldOf({
    settings: {
      pod,
      worker: {
        imagePull: plan.pull,
        start: plan.start,
        flashbootStart: plan.startAgain,
        restartAfterCrash: plan.restart,
        crashLoop: plan.crashLoop,
        unhealthyRetry: plan.unhealthyRetry,
        sleep: plan.sleeps ? 'on' : 'off',
        snapshotHit: plan.restores ? 100 : 0,
        remove: plan.remove,
        handOver: plan.handOver,
        takeEvery: plan.takeEvery,
        takeDelay: plan.takeDelay,
      },
      job: {
        workerMissedAfter: plan.missedAfter,
        retriesMax: plan.requeuesMax,
        retentionRun: plan.retention,
        postDelay: plan.post,
        cancelEnds: plan.cancelEnds,
        webhookTries: plan.webhooks.tries,
        webhookAnswers: plan.webhooks.answers,
        webhookGaps: plan.webhooks.gaps,
        streamWait: plan.holds.stream,
        syncWait: plan.holds.sync,
      },
      endpoint: { scalerEvery: plan.scalerEvery, ...(limits === null ? {} : { queuePerWorkerMax: limits.waitingPerWorker }) },
      batch: { retention: plan.retention, activeMax: plan.batchesMax },
      call: { edgeCut: plan.edgeCut },
      account: { contract: plan.contract, ...(limits === null ? {} : accountLimits(limits)) },
    },
    accounts: [{ id: 'acc-a', keys: [{ ...keyOf('alice'), rateLimitExempt: limits === null }] }],
    hosts: plan.hosts.map((units, k) => {
      const dataCenterId = centers[k] ?? '';
      if (countGpus(plan.shapes) !== null) return gpuHost(`host-${k}`, units, { dataCenterId });
      return gpuHost(`host-${k}`, 0, { dataCenterId, gpuTypeId: null, vcpus: units, cudaVersion: null });
    }),
    faults: plan.faults.map(faultOf),
    endpoints,
  });
};

const faultOf = ({ kind, from, until, limit, delay, operation }: FaultPlan): FaultSpec => ({
  fault: ({ slow: 'api-latency', fail: 'api-error', crash: 'worker-crash' } as const)[kind],
  match: operation === null ? {} : { operation },
  from: from as VirtualTime,
  until: until as VirtualTime | null,
  atOnce: kind === 'crash',
  chance: null,
  limit,
  delayMs: delay,
  status: 503,
});

const accountLimits = ({ window, run, read, cancel, purge, minute, hour, heldAtOnce }: CallLimits) => ({
  queueWindow: window,
  runPerWindow: run,
  readPerWindow: read,
  cancelPerWindow: cancel,
  purgePerWindow: purge,
  perMinute: minute,
  perHour: hour,
  readAtOnce: heldAtOnce,
  runAtOnce: heldAtOnce,
  cancelAtOnce: heldAtOnce,
});

export const scalingOf = (scaler: Plan['scaler']): EndpointConfig['scaling'] =>
  'queueDelay' in scaler ? { type: 'QUEUE_DELAY', queueDelay: scaler.queueDelay / 1_000 } : { type: 'REQUEST_COUNT', ...scaler };

/** Each endpoint has an image of its own. */
export const configOf = (plan: Plan, id: string): Partial<EndpointConfig> => ({
  scaling: scalingOf(plan.scaler),
  workers: { min: plan.min, max: plan.max },
  idleTimeoutMs: plan.idle,
  timeout: plan.timeout,
  flashboot: 'FLASHBOOT',
  container: { image: `of/${id}:${plan.image}`, env: { A: String(plan.env) } },
  ...writeCompute(plan.shapes),
  dataCenterIds: plan.center === null ? [] : [plan.center],
});

const writeCompute = (shapes: readonly Shape[]): Pick<EndpointConfig, 'gpu' | 'cpu'> => {
  const count = countGpus(shapes);
  if (count !== null)
    return { cpu: null, gpu: { pools: ['ADA_24'], excludedTypes: [], count, allowedCudaVersions: [], minCudaVersion: null } };
  return {
    gpu: null,
    cpu: shapes.map(({ flavor, units }) => ({ id: flavor ?? '', vcpuCount: units, memory: findMemory({ flavor, units }) })),
  };
};
