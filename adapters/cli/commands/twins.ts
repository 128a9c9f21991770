import type { Command } from 'commander';
import { type End, exitCodes } from '../terminal/exit.ts';
import type { HelpTable, Program } from '../terminal/help.ts';
import { requireKnown } from '../terminal/knownName.ts';
import { refuseOfOtherActions } from '../terminal/otherActions.ts';
import type { TwinCheckOptions } from '../twin/checkTwin.ts';
import type { TwinImportOptions } from '../twin/importTwin.ts';
import { withRecordOptions } from '../twin/options.ts';

const { fail, incomplete, pass } = exitCodes;

/** The command that makes a scenario of what an endpoint did, and holds it against what it does later. */
export const addTwinCommands = (program: Program, end: End): void => {
  withRecordOptions(
    program
      .command('twin')
      .description(
        'make a scenario and a study that are like an endpoint, from records of its jobs: CSV, NDJSON or a JSON array, also as gzip',
      )
      .argument('<action>', 'import: fit a scenario and a study to records; check: whether newer records are as these have it')
      .argument('<files...>', 'files with a row for each job; for check, the folder that import wrote, and newer files'),
  )
    .option('--goal <duration>', 'what 95 % of waits are to be within, in the study', '30s')
    .option('--circumstances', 'a study whose answer is to hold with a fifth more jobs, a tenth longer ones, and slower starts, too')
    .option('--seed <seed>', 'of the tests of fit', 'twin')
    .option('-o, --out <folder>', 'of import: the folder to write into')
    .option('--force', 'of import: write over files of the folder that differ from what is written')
    .option('--results <dir>', 'of check: where results of studies are kept, so that none is computed twice', '.podsim/results')
    .option('--jobs <n>', 'of check: play the study in this many threads; in one for each processor unless given')
    .action((action: string, files: string[], options: TwinImportOptions & TwinCheckOptions, command: Command) => {
      requireKnown(action, ['import', 'check'], `there is no \`podsim twin ${action}\``);
      refuseOfOtherActions(command, action);
      if (action === 'check') end(import('../twin/checkTwin.ts').then(({ twinCheckCommand }) => twinCheckCommand(files, options)));
      else end(import('../twin/importTwin.ts').then(({ twinImportCommand }) => twinImportCommand(files, options)));
    });
};

// biome-ignore format: a table
export const twinHelp = {
  twin: {
    examples: [
      ['podsim twin import jobs.csv -o twin', 'writes twin/twin.scenario.yaml, twin/twin.study.yaml, and twin/twin.html with a picture of each fit'],
      ['podsim twin import a.ndjson.gz b.csv -o twin --workers-max 3 --idle-timeout 5s', 'of an endpoint that was set like this'],
      ['podsim twin import jobs.csv -o twin --map submitted=ts,execution=took:s --where status=ok', 'columns with names of their own'],
      ['podsim twin check twin newer.csv --workers-max 4 --idle-timeout 5m', 'predicted against happened, and which piece has drifted'],
    ],
    codes: {
      [pass]: 'the twin and its study are written; with check, nothing has drifted',
      [fail]: 'the records contradict the twin, so its study recommends nothing; with check, something has drifted, or happened otherwise than predicted',
      [incomplete]: 'the records do not tell what a recommendation needs, or whether something has drifted',
    },
  },
} satisfies HelpTable;
