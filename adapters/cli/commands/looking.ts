import { type End, exitCodes } from '../terminal/exit.ts';
import type { HelpTable, Program } from '../terminal/help.ts';

const { pass } = exitCodes;

/** The commands that show what has happened, and why. */
export const addLookingCommands = (program: Program, end: End): void => {
  program
    .command('page')
    .description('write an HTML file that plays runs and shows them: open it by double click; or a picture of one run')
    .argument('[files...]', 'scenario files, folders with some below, or logs; without any, a new scenario')
    .option('--seed <seed>', 'play scenarios with this seed instead of the file’s')
    .option('--only <text>', 'only runs whose file, title or matrix member holds this text, in any letter case')
    .requiredOption('-o, --out <file>', 'the file to write: .html, or .svg or .png for a picture')
    .option('--at <time>', 'of a picture: draw a line at this virtual time, such as 1m30s')
    .action((files: string[], options) => {
      end(import('../onDemand.ts').then(({ pageCommand }) => pageCommand(files, options)));
    });

  program
    .command('explain')
    .description('explain why a job, a worker, an endpoint … is in its status')
    .argument('<log>', 'a log file, or a scenario of one run')
    .argument('<entity>', 'its id; job-2 is the log’s second job')
    .option('--last <n>', 'only the newest n steps and refusals; 6 unless given')
    .option('--of <entity>', 'only what concerns this entity, too: of a worker, what it did for one job')
    .option('--json', 'print JSON')
    .action((log: string, entity: string, options) => {
      end(import('../onDemand.ts').then(({ explainCommand }) => explainCommand(log, entity, options)));
    });
};

// biome-ignore format: a table
export const lookingHelp = {
  page: {
    examples: [
      ['podsim page a.scenario.yaml -o replay.html', 'a page to look through one run'],
      ['podsim page scenarios --only retry -o retries.html', 'several runs in one page'],
      ['podsim page a.log -o replay.html', 'the inputs of a log, which the page plays again'],
      ['podsim page a.scenario.yaml -o run.svg', 'a picture of the run, for a slide; .png, too'],
    ],
    codes: { [pass]: 'written' },
  },
  explain: {
    examples: [
      ['podsim explain a.log job-1', 'the first job of a log'],
      ['podsim explain a.log ep-a-w1 --last 10', 'the last ten steps of a worker'],
      ['podsim explain a.log ep-a-w1 --of job-2', 'what a worker did for one job'],
    ],
    codes: { [pass]: 'printed' },
  },
} satisfies HelpTable;
