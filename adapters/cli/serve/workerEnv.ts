import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isUpStatus } from '../../../engine/cloud/index.ts';
import { parseDuration } from '../../../engine/kernel/index.ts';
import { explainSimulated, workerEnvironment } from '../../fleet/workerEnvironment.ts';
import { makeFolderSync } from '../../store/files.ts';
import { BadInput, exitCodes } from '../terminal/exit.ts';
import { readUrl } from './options.ts';

export interface WorkerEnvOptions {
  readonly url: string;
  readonly apiKey: string;
  readonly worker?: string;
  readonly count?: string;
  readonly out?: string;
  readonly controlToken?: string;
}

/** The fields of endpoints and workers that this command needs. */
interface ShownEndpoint {
  readonly handler: { readonly external?: object };
}
interface ShownWorker {
  readonly status: string;
  readonly endpointId: string;
  readonly real: { readonly isHeard: boolean } | null;
}

/** `podsim worker-env`: prints the variables that make a process the worker of an endpoint, a `KEY=VALUE` a line. */
export const workerEnvCommand = async (endpointId: string, options: WorkerEnvOptions): Promise<number> => {
  const url = readUrl('--url', options.url).href.replace(/\/$/, '');
  const endpoints = await fetchEntities<ShownEndpoint>(url, 'endpoint', options);
  const endpoint = endpoints.get(endpointId);
  if (endpoint === undefined) throw new BadInput(`there is no endpoint ${endpointId} at ${url}; there are: ${joinIds(endpoints.keys())}`);
  if (endpoint.handler.external === undefined) throw new BadInput(explainSimulated(endpointId));
  const all = await fetchEntities<ShownWorker>(url, 'worker', options);
  const workers = new Map([...all].filter(([, worker]) => worker.endpointId === endpointId && isUpStatus(worker.status)));
  const { worker, out } = options;
  const count = readCount(options.count);
  if (worker !== undefined && !workers.has(worker))
    throw new BadInput(`${endpointId} has no worker ${worker} that is up or starting; those are: ${joinIds(workers.keys())}`);
  if (worker !== undefined && count > 1) throw new BadInput('--worker names one worker, and --count asks for several: give one of them');
  if (count > 1 && out === undefined) throw new BadInput('--count gives each worker a file of its own: name their folder by --out');
  const free = [...workers].flatMap(([id, { real }]) => (real?.isHeard === true ? [] : [id]));
  const wanted = worker === undefined ? free.slice(0, count) : [worker];
  if (wanted.length === 0) throw new BadInput(noneFree(endpointId, [...workers.keys()]));
  if (wanted.length < count)
    throw new BadInput(`${endpointId} has ${wanted.length} workers without a process, not ${count}: ${joinIds(wanted)}`);
  const pingIntervalMs = await fetchPingInterval(url, options);
  const writeEnvironment = (workerId: string): string =>
    Object.entries(workerEnvironment({ url, endpointId, workerId, apiKey: options.apiKey, pingIntervalMs, lease: randomUUID() }))
      .map(([name, value]) => `${name}=${value}\n`)
      .join('');
  if (out === undefined) process.stdout.write(wanted.map(writeEnvironment).join(''));
  else writeEach(out, new Map(wanted.map((workerId) => [workerId, writeEnvironment(workerId)])));
  return exitCodes.pass;
};

const readCount = (text = '1'): number => {
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new BadInput(`--count '${text}' is no number of workers; give a whole number such as 3`);
  return Number(text);
};

/** Writes a file for each worker, and prints their names. They hold a key, so only their owner may read them. */
const writeEach = (folder: string, texts: ReadonlyMap<string, string>): void => {
  for (const [workerId, text] of texts) {
    const path = join(folder, `${workerId}.env`);
    try {
      makeFolderSync(folder);
      writeFileSync(path, text, { mode: 0o600 });
    } catch (error) {
      throw new BadInput(`${path} cannot be written (${(error as NodeJS.ErrnoException).code}): name another folder by --out`);
    }
    process.stdout.write(`${path}\n`);
  }
};

const noneFree = (endpointId: string, up: readonly string[]): string =>
  up.length === 0
    ? `no worker of ${endpointId} is up or starting: submit a job, or give the endpoint \`workers: { min: 1 }\``
    : `every worker of ${endpointId} has a process already: end one and name its worker by --worker (${joinIds(up)}), or raise \`workers.max\``;

const joinIds = (ids: Iterable<string>): string => [...ids].join(', ') || 'none';

/** How long a server may take to answer, in wall-clock time. */
const answerMsMax = 10_000;

/** The entities of one kind, by id, in the order in which they were made. */
const fetchEntities = async <T>(url: string, kind: string, options: WorkerEnvOptions): Promise<ReadonlyMap<string, T>> => {
  type Shown = Readonly<Record<string, Readonly<Record<string, T>>>>;
  const entities = await fetchPart<Shown>(url, `state?kind=${kind}&limit=1000`, 'entities', options);
  return new Map(Object.entries(entities[kind] ?? {}));
};

/** How often the world counts on a ping, in ms. */
const fetchPingInterval = async (url: string, options: WorkerEnvOptions): Promise<number> => {
  type Settings = Readonly<Record<string, Readonly<Record<string, string>>>>;
  const settings = await fetchPart<Settings>(url, 'info?all=true', 'settings', options);
  return parseDuration(settings['worker']?.['pingInterval'] ?? '') as number;
};

/** A part of what the control plane answers. */
const fetchPart = async <T>(url: string, path: string, part: string, { controlToken }: WorkerEnvOptions): Promise<T> => {
  const response = await fetch(`${url}/_podsim/v1/${path}`, {
    headers: controlToken === undefined ? {} : { authorization: `Bearer ${controlToken}` },
    signal: AbortSignal.timeout(answerMsMax),
  }).catch((error: unknown) => error as Error);
  if (response instanceof Error && response.name === 'TimeoutError')
    throw new BadInput(`${url} has not answered for ${answerMsMax / 1_000} s: give the address that \`podsim serve\` prints by --url`);
  if (response instanceof Error)
    throw new BadInput(`there is no server at ${url}: start one by \`podsim serve\`, or say where it is by --url`);
  if (response.status === 401 || response.status === 403)
    throw new BadInput(`the control plane at ${url} refuses: give its --control-token, as the server has it`);
  const body: unknown = await response.json().catch(() => undefined);
  const found = (body as Readonly<Record<string, T>> | undefined)?.[part];
  if (!response.ok || found === undefined)
    throw new BadInput(`${url} is no world of podsim (${response.status}): give the address that \`podsim serve\` prints`);
  return found;
};
