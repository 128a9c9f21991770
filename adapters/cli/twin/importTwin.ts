import { join } from 'node:path';
import { formatDuration, parseDuration } from '../../../engine/index.ts';
import { makeFolderSync } from '../../store/files.ts';
import { importTwin } from '../../twin/importTwin.ts';
import { type GivenConfiguration, readConfiguration } from '../../twin/own.ts';
import { BadRecords } from '../../twin/records/badRecords.ts';
import { readMap } from '../../twin/records/fields.ts';
import { readWhere } from '../../twin/records/where.ts';
import { checkFolder, readAnyText, writeText } from '../files.ts';
import { BadInput, exitCodes } from '../terminal/exit.ts';
import { plain, print } from '../terminal/terminal.ts';

export interface TwinImportOptions {
  readonly out: string;
  readonly map?: readonly string[];
  readonly where?: readonly string[];
  readonly endpoint?: string;
  readonly workersMin?: string;
  readonly workersMax?: string;
  readonly idleTimeout?: string;
  readonly queueDelay?: string;
  readonly goal: string;
  readonly seed: string;
}

/** `podsim twin import`: a scenario and a study that are like an endpoint of which there are records. */
export const twinImportCommand = async (files: readonly string[], options: TwinImportOptions): Promise<number> => {
  checkFolder(options.out);
  const goal = durationOf(options.goal, '--goal');
  const imported = await orBadInput(() =>
    importTwin(files, {
      map: readMap(options.map ?? []),
      where: readWhere(options.where ?? []),
      given: configurationFrom(options),
      seed: options.seed,
      goal: formatDuration(goal),
    }),
  );
  print(`${plain(imported.report.join('\n'))}\n`);
  makeFolderSync(options.out);
  for (const { name, text } of imported.files) writeText(join(options.out, name), text);
  const names = imported.files.map(({ name }) => name);
  if (names.includes('twin.study.yaml')) {
    print(`${options.out} has ${names.join(', ')}; play it with: podsim study ${join(options.out, 'twin.study.yaml')}\n`);
    return exitCodes.pass;
  }
  const vital = imported.fit.unknown.filter(({ isVital }) => isVital).map(({ words }) => `\n  ${words}`);
  process.stderr.write(`${plain(`nothing is recommended, and no study written, because this is not known:${vital.join('')}`)}\n`);
  return exitCodes.incomplete;
};

const configurationFrom = ({ endpoint, workersMin, workersMax, idleTimeout, queueDelay }: TwinImportOptions): GivenConfiguration => {
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

const durationOf = (text: string, option: string): number => {
  const ms = parseDuration(text);
  if (ms === undefined) throw new BadInput(`${option} '${text}': give a duration, such as 30s or 5m`);
  return ms;
};

const orBadInput = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (error instanceof BadRecords) throw new BadInput(error.message);
    throw error;
  }
};
