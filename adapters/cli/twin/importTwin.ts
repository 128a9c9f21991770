import { basename, join } from 'node:path';
import { formatDuration } from '../../../engine/kernel/index.ts';
import { makeFolderSync } from '../../store/files.ts';
import { importTwin } from '../../twin/importTwin.ts';
import { readMap } from '../../twin/records/fields.ts';
import { readWhere } from '../../twin/records/where.ts';
import { checkFolder, checkUnchanged, writeText } from '../files.ts';
import { BadInput, exitCodes } from '../terminal/exit.ts';
import { plain, print } from '../terminal/terminal.ts';
import { configurationFrom, orBadInput, parseDurationOption, type RecordOptions } from './options.ts';
import { twinPage } from './page.ts';

export interface TwinImportOptions extends RecordOptions {
  readonly out?: string;
  readonly goal: string;
  readonly circumstances?: boolean;
  readonly seed: string;
  readonly force?: boolean;
}

const pageFile = 'twin.html';

/** `podsim twin import`: a scenario and a study that are like an endpoint of which there are records. */
export const twinImportCommand = async (files: readonly string[], options: TwinImportOptions): Promise<number> => {
  const { out } = options;
  if (out === undefined) throw new BadInput('name the folder to write into: -o DIR');
  checkFolder(out);
  const goal = parseDurationOption(options.goal, '--goal');
  const imported = await orBadInput(() =>
    importTwin(files, {
      map: readMap(options.map ?? []),
      where: readWhere(options.where ?? []),
      given: configurationFrom(options),
      from: options.from,
      seed: options.seed,
      goal: formatDuration(goal),
      isForCircumstances: options.circumstances === true,
    }),
  );
  if (options.force !== true) checkUnchanged(out, imported.files);
  print(`${plain(imported.summary.join('\n'))}\n`);
  makeFolderSync(out);
  for (const { name, text } of imported.files) writeText(join(out, name), text);
  const title = files.map((file) => basename(file)).join(', ');
  writeText(join(out, pageFile), twinPage(title, imported));
  const names = [...imported.files.map(({ name }) => name), pageFile];
  if (names.includes('twin.study.yaml')) {
    print(
      `${out} has ${names.join(', ')}; ${pageFile} shows each fit and test. Play it with: podsim study ${join(out, 'twin.study.yaml')}\n`,
    );
    if (imported.doubts.length === 0) return exitCodes.pass;
    process.stderr.write(
      `${plain(`its study will recommend nothing, because the records contradict the twin:${imported.doubts.map((words) => `\n  ${words}`).join('')}`)}\n`,
    );
    return exitCodes.fail;
  }
  const vital = imported.fit.unknown.filter(({ isVital }) => isVital).map(({ words }) => `\n  ${words}`);
  process.stderr.write(`${plain(`nothing is recommended, and no study written, because this is not known:${vital.join('')}`)}\n`);
  return exitCodes.incomplete;
};
