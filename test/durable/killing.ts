import fc from 'fast-check';
import { type Disk, realDisk } from '../../adapters/store/disk.ts';
import { openFileStore } from '../../adapters/store/fileStore.ts';
import type { DomainEvent } from '../../engine/cloud/input.ts';
import type { LogEntry } from '../../engine/kernel/logEntry.ts';
import type { LogHeader } from '../../engine/simulator/definition.ts';
import { ServingProcess } from '../support/serving/servingProcess.ts';

/** What an answer confirmed to a client, as far as a log can be checked for it. */
export interface Told {
  /** The length of the log at the time of the answer. */
  readonly seq: number;
  /** The job that was submitted, where one was. */
  readonly jobId: string | undefined;
}

export interface KillingOptions {
  readonly folder: string;
  readonly clients: number;
  /** The server is killed when the clients have so many answers, while others are on their way. */
  readonly answers: number;
  readonly seed: number;
  readonly more?: readonly string[];
}

const key = 'podsim-dev-key';
const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };

/** Serves a folder to many clients, kills the server meanwhile, and returns what the clients know. */
export const killedWhileServing = async ({ folder, clients, answers, seed, more = [] }: KillingOptions): Promise<readonly Told[]> => {
  await using server = new ServingProcess(['serve', '--port', '0', '--data-dir', folder, '--clock', 'realtime', '--speed', '100', ...more]);
  const url = await server.url();
  const told: Told[] = [];
  const busy: Promise<void>[] = [];
  const stop = new AbortController();
  await new Promise<void>((enough) => {
    const onAnswer = (answer: Told): void => {
      if (told.push(answer) === answers) enough();
    };
    for (let client = 0; client < clients; client++) busy.push(calling(url, draws(seed, client), stop.signal, onAnswer).then(enough));
  });
  server.signal('SIGKILL');
  await server.ended.catch(() => undefined);
  stop.abort();
  await Promise.all(busy);
  return told;
};

/** One client, until its server is gone. */
const calling = async (url: string, draw: () => number, signal: AbortSignal, onAnswer: (answer: Told) => void): Promise<void> => {
  let mine = 'none';
  try {
    while (!signal.aborted) {
      const [method, path, body] = callFor(draw(), mine);
      const answer = await fetch(`${url}${path}`, { method, headers, signal, ...(body === undefined ? {} : { body }) });
      const { id } = (await answer.json().catch(() => ({}))) as { readonly id?: string };
      const submitted = path.includes('/run') && answer.status === 200 ? id : undefined;
      if (submitted !== undefined) mine = submitted;
      onAnswer({ seq: Number(answer.headers.get('x-podsim-seq')), jobId: submitted });
    }
  } catch {
    // The server was killed, as intended.
  }
};

const callFor = (draw: number, job: string): readonly [method: string, path: string, body?: string] => {
  if (draw < 0.5) return ['POST', '/v2/ep-demo/run', JSON.stringify({ input: { draw } })];
  if (draw < 0.6) return ['POST', '/v2/ep-demo/runsync?wait=1000', JSON.stringify({ input: { draw } })];
  if (draw < 0.8) return ['GET', `/v2/ep-demo/status/${job}`];
  if (draw < 0.9) return ['POST', `/v2/ep-demo/cancel/${job}`];
  if (draw < 0.95) return ['GET', '/v2/pods'];
  return ['POST', '/v2/templates', JSON.stringify({ name: `t${draw}`, image: 'an-image' })];
};

/** Numbers from 0 to 1, another row of them for each client. */
const draws = (seed: number, client: number): (() => number) => {
  const values = fc.sample(fc.double({ min: 0, max: 1, noNaN: true }), { numRuns: 500, seed: seed * 1_000 + client });
  let next = 0;
  return () => values[next++ % values.length] ?? 0;
};

/** The default world as it is in the store. */
export interface KeptLog {
  readonly header: LogHeader;
  readonly length: number;
  readonly link: string;
  readonly entries: readonly LogEntry<DomainEvent>[];
}

export const keptIn = async (folder: string, disk: Disk = realDisk): Promise<KeptLog> => {
  const store = await openFileStore(folder, { disk });
  try {
    const log = await store.open('default');
    const entries: LogEntry<DomainEvent>[] = [];
    for await (const entry of log.read(0)) entries.push(entry);
    return { header: log.header, length: log.length, link: log.link, entries };
  } finally {
    await store.close();
  }
};
