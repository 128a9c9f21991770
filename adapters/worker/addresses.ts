import type { StartWorkerOptions } from './jobFunction.ts';

/** The addresses that a worker calls. */
export interface WorkerAddresses {
  readonly take: string;
  readonly stop: string;
  readonly done: (job: string) => string;
  readonly stream: (job: string) => string;
  readonly ping: string | undefined;
}

/** Read from its environment. `$ID` is the worker where it takes jobs, and the job where it posts. */
export const addressesIn = (env: NonNullable<StartWorkerOptions['env']>): WorkerAddresses => {
  const readVariable = (name: string): string => {
    const value = env[name];
    if (value === undefined)
      throw new Error(
        `${name} is not set: start the worker by \`podsim exec --workers ENDPOINT -- node …\`, or with what \`podsim worker-env\` prints`,
      );
    return value;
  };
  const worker = readVariable('RUNPOD_POD_ID');
  const ofWorker = (name: string): string => readVariable(name).replaceAll('$RUNPOD_POD_ID', worker);
  const take = ofWorker('RUNPOD_WEBHOOK_GET_JOB').replace('$ID', worker);
  return {
    take,
    stop: take.replace('/job-take/', '/job-stop/'),
    done: (job) => ofWorker('RUNPOD_WEBHOOK_POST_OUTPUT').replace('$ID', job),
    stream: (job) => ofWorker('RUNPOD_WEBHOOK_POST_STREAM').replace('$ID', job),
    ping: env['RUNPOD_WEBHOOK_PING'] === undefined ? undefined : ofWorker('RUNPOD_WEBHOOK_PING'),
  };
};
