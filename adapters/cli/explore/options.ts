import { type Command, Option } from 'commander';

/** The options of `explore`, as they are given. */
export interface ExploreOptions {
  readonly runs: string;
  readonly seed: string;
  readonly jobs?: string;
  readonly out: string;
  readonly reporter: string;
  readonly for?: string;
  readonly page?: string;
  readonly corpus?: string;
  readonly propose?: string;
  readonly chance?: boolean;
  readonly timing?: string;
  readonly property?: readonly string[];
  readonly world?: string;
  readonly run?: string;
  readonly exec?: string;
  readonly withhold?: string;
  readonly mayGiveUp?: string;
}

export const withExploreOptions = (command: Command): Command =>
  command
    .description('play random variations of scenarios, or run a client in many worlds, and write what breaks as short scenarios')
    .argument('[paths...]', 'scenario files, or folders with some below: what is varied; or the module of one client')
    .optionsGroup('How much is tried:')
    .addOption(new Option('--runs <n>', 'how many are played').default('1000').conflicts('for'))
    .option('--for <duration>', 'as many as are played in this time, such as 60s, instead')
    .option('--seed <seed>', 'of all choices: the same seed finds the same failures', '1')
    .option('--jobs <n>', 'play in this many threads; in one for each processor unless given')
    .optionsGroup('Of scenarios:')
    .option('--corpus <dir>', 'a folder of stories to vary, too: those that show something new are added to it')
    .option(
      '--propose <dir>',
      'write a scenario into this folder for each thing that a client should be ready for, and the files never show',
    )
    .option('--chance', 'vary the files alone, and learn nothing from what runs show: to compare')
    .option('--timing <name>', 'with these times, such as measured-2026-12, in place of those of the files')
    .optionsGroup('Of a client:')
    .option('--exec <command>', 'a client that is any command, with PODSIM_URL and PODSIM_API_KEY, instead of a module')
    .option('--property <names...>', 'the properties that are checked; all unless given')
    .option('--world <file>', 'the scenario whose world and faults it meets')
    .option('--run <n>', 'only the run with this number')
    .option('--may-give-up <share>', 'of its runs, those in which it may give up or be cut, such as 1/2; 1/10, or what its module exports')
    .option('--withhold <duration>', 'with --exec: in half of the runs, withhold one answer for so long, such as 10s, in real time')
    .optionsGroup('What is written and shown:')
    .option('--out <dir>', 'the folder for what is found', 'found')
    .option('--page <dir>', 'write an HTML page into this folder for each failure')
    .option('--reporter <name>', 'pretty, json or junit', 'pretty');

/** What is explored: a client is a module, or any command; scenarios are YAML. */
export const isOfClient = ([path = '']: readonly string[], { exec }: ExploreOptions): boolean =>
  exec !== undefined || /\.[cm]?[jt]s$/.test(path);

/** Options that mean something for others alone. One that is given for the other is named, and not left out in silence. */
export const strangerTo = (what: 'client' | 'scenarios', options: ExploreOptions): string | undefined => {
  const { for: lasts, corpus, propose, chance, timing, property, world, run, mayGiveUp, withhold } = options;
  const ofScenarios = { for: lasts, corpus, propose, chance, timing };
  const ofClient = { property, world, run, 'may-give-up': mayGiveUp, withhold };
  const strange = what === 'client' ? ofScenarios : ofClient;
  return Object.entries(strange).find(([, value]) => value !== undefined)?.[0];
};
