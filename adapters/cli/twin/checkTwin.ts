import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { checkTwin } from '../../twin/checkTwin.ts';
import { keptFile, readKept } from '../../twin/kept.ts';
import { readMap } from '../../twin/records/fields.ts';
import { readWhere } from '../../twin/records/where.ts';
import { checkLines } from '../../twin/write/checkText.ts';
import { readAnyText } from '../files.ts';
import { BadInput, exitCodes } from '../terminal/exit.ts';
import { plain, print } from '../terminal/terminal.ts';
import { type ConfigurationOptions, configurationFrom, orBadInput } from './options.ts';
import { type StandingOptions, standingLines } from './standing.ts';

export interface TwinCheckOptions extends ConfigurationOptions, StandingOptions {
  readonly map?: readonly string[];
  readonly where?: readonly string[];
  readonly from?: string;
}

/** `podsim twin check`: whether newer records are as the twin has it, and what was recommended still stands. */
export const twinCheckCommand = async ([folder, ...files]: readonly string[], options: TwinCheckOptions): Promise<number> => {
  if (folder === undefined || files.length === 0)
    throw new BadInput('name the folder that `podsim twin import` wrote, and files of newer records: podsim twin check twin newer.csv');
  const path = join(folder, keptFile);
  if (!existsSync(path)) throw new BadInput(`${folder} has no ${keptFile}: \`podsim twin import FILES -o ${folder}\` writes it`);
  const { map, where } = options;
  const check = await orBadInput(async () => {
    const kept = readKept(path, readAnyText(path));
    const reading = { map: map === undefined ? kept.map : readMap(map), where: where === undefined ? kept.where : readWhere(where) };
    return checkTwin({ ...kept, ...reading, from: options.from }, files, configurationFrom(options));
  });
  print(`${plain(checkLines(check).join('\n'))}\n`);
  const hasDrifted = check.drifts.some(({ isDrifted }) => isDrifted);
  print('Recommendation\n');
  for (const line of await recommendationLines(folder, check.now, hasDrifted || check.isUnexplained, options)) print(`  ${plain(line)}\n`);
  if (hasDrifted || check.isUnexplained) return exitCodes.fail;
  return check.drifts.some(({ isDrifted }) => isDrifted === undefined) ? exitCodes.incomplete : exitCodes.pass;
};

const recommendationLines = async (
  folder: string,
  now: Parameters<typeof standingLines>[1],
  isOff: boolean,
  options: StandingOptions,
): Promise<readonly string[]> => {
  const study = join(folder, 'twin.study.yaml');
  if (!existsSync(study)) return ['there was none: the first records did not tell enough'];
  if (!isOff) return ['stands: nothing that it rests on is seen to have drifted'];
  if (now.length === 0) return ['may not stand: what it rests on does not explain what happened'];
  return standingLines(study, now, options);
};
