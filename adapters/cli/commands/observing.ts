import type { ObserveOptions } from '../observe/observe.ts';
import { type End, exitCodes } from '../terminal/exit.ts';
import type { HelpTable, Program } from '../terminal/help.ts';

const { incomplete, pass } = exitCodes;

/** The command that records what is seen of a real endpoint. */
export const addObservingCommands = (program: Program, end: End): void => {
  program
    .command('observe')
    .description('record what an endpoint of the platform does as an observation, which `podsim fidelity` judges')
    .argument('<url>', 'where the queue API answers, such as https://api.runpod.ai')
    .requiredOption('--endpoint <id>', 'the endpoint')
    .requiredOption('--key-env <name>', 'the environment variable that has the key')
    .option('--jobs <file>', 'submit the jobs in this file, each once; none unless given')
    .option('--spend-max <usd>', 'submit nothing where the jobs could cost more than this')
    .option('--for <duration>', 'how long to poll; 5m unless given, or until all jobs have ended')
    .option('--every <duration>', 'how often to poll', '1s')
    .option('--management <url>', 'where the management API answers; at the same address unless given')
    .option('--author <name>', 'who gives the observation; unknown unless given')
    .option('-o, --out <file>', 'the observation file to write; it has the time in its name unless given')
    .action((url: string, options: ObserveOptions) => {
      end(import('../observe/observe.ts').then(({ observeCommand }) => observeCommand(url, options)));
    });
};

// biome-ignore format: a table
export const observingHelp = {
  observe: {
    examples: [
      ['podsim observe https://api.runpod.ai --endpoint abc123 --key-env RUNPOD_API_KEY --for 10m', 'only watches'],
      ['podsim observe https://api.runpod.ai --endpoint abc123 --key-env RUNPOD_API_KEY --jobs a.jobs.yaml --spend-max 0.10', 'submits jobs, for 10 cents at most'],
    ],
    codes: {
      [pass]: 'the observation is written',
      [incomplete]: 'it ended early, also by Ctrl-C: what was seen by then is in NAME.partial.observation.yaml',
    },
  },
} satisfies HelpTable;
