import type { Command } from 'commander';
import { parseDuration } from '../../../engine/kernel/index.ts';
import { type GivenConfiguration, readConfiguration } from '../../twin/own.ts';
import { BadRecords } from '../../twin/records/badRecords.ts';
import { readAnyText } from '../files.ts';
import { BadInput } from '../terminal/exit.ts';

/** How an endpoint was set, as a person says it. */
export interface ConfigurationOptions {
  readonly endpoint?: string;
  readonly workersMin?: string;
  readonly workersMax?: string;
  readonly idleTimeout?: string;
  readonly queueDelay?: string;
}

/** How records are read, and how their endpoint was set. */
export interface RecordOptions extends ConfigurationOptions {
  readonly map?: readonly string[];
  readonly where?: readonly string[];
  readonly from?: string;
}

export const withRecordOptions = (command: Command): Command =>
  command
    .option('--map <fields...>', 'which column a field is in, such as submitted=ts,execution=took:s')
    .option('--where <conditions...>', 'only rows with this value, such as status=COMPLETED, or without: region!=EU')
    .option('--from <time>', 'only jobs from then on: 2026-10-11T01:00, or 6d after the first one')
    .option('--endpoint <file>', 'how the endpoint was set: the JSON that GET /v2/serverless/{id} answers')
    .option('--workers-min <n>', 'its workers.min')
    .option('--workers-max <n>', 'its workers.max')
    .option('--idle-timeout <duration>', 'its workers.idleTimeout')
    .option('--queue-delay <duration>', 'how long a job waits before its scaler adds a worker');

export const configurationFrom = ({
  endpoint,
  workersMin,
  workersMax,
  idleTimeout,
  queueDelay,
}: ConfigurationOptions): GivenConfiguration => {
  const inFile = endpoint === undefined ? {} : readConfiguration(endpoint, readAnyText(endpoint));
  const said = {
    workersMin: workersMin === undefined ? undefined : parseCount(workersMin, '--workers-min'),
    workersMax: workersMax === undefined ? undefined : parseCount(workersMax, '--workers-max'),
    idleTimeoutMs: idleTimeout === undefined ? undefined : parseDurationOption(idleTimeout, '--idle-timeout'),
    queueDelay: queueDelay === undefined ? undefined : parseDurationOption(queueDelay, '--queue-delay') / 1_000,
  };
  const given: GivenConfiguration = { ...inFile, ...Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined)) };
  refuseImpossible(given);
  return given;
};

/** What the platform takes for no endpoint, so that no job of the records can have met it. */
const refuseImpossible = ({
  workersMin = 0,
  workersMax = Math.max(1, workersMin),
  idleTimeoutMs = 1_000,
  queueDelay = 0.5,
}: GivenConfiguration): void => {
  if (workersMax < 1) throw new BadInput('workers.max 0: no job has run then: give at least 1');
  if (workersMin > workersMax) throw new BadInput(`workers.min ${workersMin}: is more than workers.max ${workersMax}`);
  if (idleTimeoutMs < 1_000 || idleTimeoutMs > 3_600_000 || idleTimeoutMs % 1_000 !== 0)
    throw new BadInput(`idleTimeout ${idleTimeoutMs / 1_000}s: give whole seconds from 1s to 1h`);
  if (queueDelay < 0.5) throw new BadInput(`queueDelay ${queueDelay}s: give at least 500ms, which adds workers almost at once`);
};

const parseCount = (text: string, option: string): number => {
  if (!/^\d{1,6}$/.test(text)) throw new BadInput(`${option} '${text}': give a whole number, such as 3`);
  return Number(text);
};

export const parseDurationOption = (text: string, option: string): number => {
  const ms = parseDuration(text);
  if (ms === undefined) throw new BadInput(`${option} '${text}': give a duration, such as 30s or 5m`);
  return ms;
};

export const orBadInput = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (error instanceof BadRecords) throw new BadInput(error.message);
    throw error;
  }
};
