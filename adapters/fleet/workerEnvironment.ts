/** Where a worker's process finds its world. */
export interface WorkerPlace {
  /** The server, or one of its worlds: `http://127.0.0.1:8787`, `http://127.0.0.1:8787/worlds/w-2`. */
  readonly url: string;
  readonly endpointId: string;
  readonly workerId: string;
  readonly apiKey: string;
  /** How often the process is to ping, in ms of wall-clock time: as often as its world counts on (`worker.pingInterval`). */
  readonly pingIntervalMs: number;
  /** Tells the process from others as the same worker, in each of its calls; none unless given. */
  readonly lease?: string;
}

/** Why an endpoint can have no real workers. */
export const explainSimulated = (endpointId: string): string =>
  `the jobs of ${endpointId} are simulated: give the endpoint \`handler: { external: {} }\` in its scenario, and real workers take them`;

/** The SDK takes whole seconds, and pings without a pause below one. */
const wholeSeconds = (ms: number): number => Math.max(1, Math.floor(ms / 1_000)) * 1_000;

/**
 * The variables that make a process the worker of an endpoint, for the platform's own SDK and for any other that speaks its protocol. The
 * templates have the placeholders of the platform: `$ID` is the worker where jobs are taken, and the job where results are posted. The
 * SDK adds `&name=value` to them without a look, so each has a query.
 */
export const workerEnvironment = (place: WorkerPlace): Readonly<Record<string, string>> => {
  const { url, endpointId, workerId, apiKey, pingIntervalMs } = place;
  const lease = place.lease === undefined ? '' : `&lease=${place.lease}`;
  const base = `${url}/v2/${endpointId}`;
  return {
    RUNPOD_WEBHOOK_GET_JOB: `${base}/job-take/$ID?gpu=podsim${lease}`,
    RUNPOD_WEBHOOK_POST_OUTPUT: `${base}/job-done/$RUNPOD_POD_ID/$ID?gpu=podsim${lease}`,
    RUNPOD_WEBHOOK_POST_STREAM: `${base}/job-stream/$RUNPOD_POD_ID/$ID?gpu=podsim${lease}`,
    // The process appends its own query to this URL.
    RUNPOD_WEBHOOK_PING: `${base}/ping/$RUNPOD_POD_ID${lease}`,
    RUNPOD_PING_INTERVAL: String(wholeSeconds(pingIntervalMs)),
    RUNPOD_POD_ID: workerId,
    RUNPOD_POD_HOSTNAME: workerId,
    RUNPOD_ENDPOINT_ID: endpointId,
    RUNPOD_AI_API_KEY: apiKey,
    // A machine without GPUs would fail the checks that the SDK makes at its start.
    RUNPOD_SKIP_AUTO_SYSTEM_CHECKS: 'true',
    RUNPOD_SKIP_GPU_CHECK: 'true',
  };
};
