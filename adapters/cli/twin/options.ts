import { parseDuration } from '../../../engine/index.ts';
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

export const configurationFrom = ({
  endpoint,
  workersMin,
  workersMax,
  idleTimeout,
  queueDelay,
}: ConfigurationOptions): GivenConfiguration => {
  const inFile = endpoint === undefined ? {} : readConfiguration(endpoint, readAnyText(endpoint));
  const said = {
    workersMin: workersMin === undefined ? undefined : countOf(workersMin, '--workers-min'),
    workersMax: workersMax === undefined ? undefined : countOf(workersMax, '--workers-max'),
    idleTimeoutMs: idleTimeout === undefined ? undefined : durationOf(idleTimeout, '--idle-timeout'),
    queueDelay: queueDelay === undefined ? undefined : durationOf(queueDelay, '--queue-delay') / 1_000,
  };
  return { ...inFile, ...Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined)) };
};

const countOf = (text: string, option: string): number => {
  if (!/^\d{1,6}$/.test(text)) throw new BadInput(`${option} '${text}': give a whole number, such as 3`);
  return Number(text);
};

export const durationOf = (text: string, option: string): number => {
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
