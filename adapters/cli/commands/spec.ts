import { type End, exitCodes } from '../terminal/exit.ts';
import type { HelpTable, Program } from '../terminal/help.ts';
import type { SchemaOptions } from '../write/schemas.ts';

const { fail, pass } = exitCodes;

/** `podsim spec`: the commands that say which rules, operations, contracts, times and file formats there are. */
export const addSpecCommands = (program: Program, end: End): void => {
  const spec = program.command('spec').helpCommand(false).description('look things up: rules, operations, contracts, times, schema');

  spec
    .command('rules')
    .description('print the rulebook; one rule, with the scenarios and lessons that show it; or a lifecycle')
    .argument('[name]', 'a rule’s id; or pod, job, worker, cluster, endpoint, …')
    .option('--mermaid', 'draw the lifecycle as a Mermaid diagram')
    .option('--xstate', 'print the lifecycle as an XState machine, which the editor of stately.ai imports')
    .option('--json', 'print JSON')
    .action((name: string | undefined, options) => {
      end(import('../onDemand.ts').then(({ rulesCommand }) => rulesCommand(name, options)));
    });

  spec
    .command('operations')
    .description('list what steps, tests and clients may call; or one operation, with its parameters, and how it is called')
    .argument('[name]', 'an operation, such as run or createEndpoint')
    .option('--json', 'print JSON')
    .action((name: string | undefined, options) => {
      end(import('../onDemand.ts').then(({ operationsCommand }) => operationsCommand(name, options)));
    });

  spec
    .command('contracts')
    .description('list the contracts of the management API; or say how one differs from another, or from an OpenAPI document')
    .argument('[diff]', 'the word diff; without it, what each contract added is listed')
    .argument('[first]', 'a contract, such as 2026-08, or a document')
    .argument('[second]', 'another')
    .option('--json', 'print JSON')
    .action((verb: string | undefined, first: string | undefined, second: string | undefined, options) => {
      end(import('../onDemand.ts').then(({ contractCommand }) => contractCommand(verb, first, second, options)));
    });

  spec
    .command('times')
    .description('print the measured times, with what each rests on')
    .option('--json', 'print JSON')
    .action((options) => {
      end(import('../onDemand.ts').then(({ timesCommand }) => timesCommand(options)));
    });

  spec
    .command('schema')
    .description('print the JSON Schema of scenario files, for editors')
    .option('--lesson', 'print that of lesson files')
    .option('--study', 'print that of study files')
    .option('--report', 'print that of what run --reporter json prints')
    .option('--study-report', 'print that of what study --json prints')
    .option('--explore-report', 'print that of what explore --reporter json prints')
    .option('--fidelity-report', 'print that of what fidelity --reporter json prints')
    .option('--fidelity-check', 'print that of what fidelity --check --reporter json prints')
    .option('--client-report', 'print that of what explore --reporter json prints of a client')
    .option('--jobs', 'print that of the files of jobs that observe submits')
    .option('--observation', 'print that of what observe writes, and fidelity plays')
    .option('--task', 'print that of task files, which agents do')
    .action((options: SchemaOptions) => {
      end(import('../onDemand.ts').then(({ schemaCommand }) => schemaCommand(options)));
    });
};

// biome-ignore format: a table
export const specHelp = {
  'spec rules': {
    examples: [
      ['podsim spec rules', 'the whole rulebook'],
      ['podsim spec rules job.retry', 'one rule, with its source'],
      ['podsim spec rules job --mermaid', 'the lifecycle of a job, as a diagram'],
      ['podsim spec rules job --xstate > job.js', 'the same as a machine, for the editor of stately.ai'],
    ],
    codes: { [pass]: 'printed' },
  },
  'spec operations': {
    examples: [
      ['podsim spec operations', 'all of them'],
      ['podsim spec operations run', 'one: its path, its query and body, and scenarios that call it'],
    ],
    codes: { [pass]: 'printed' },
  },
  'spec contracts': {
    examples: [
      ['podsim spec contracts', 'the contracts, and what each added, with its source'],
      ['podsim spec contracts diff 2026-08 2026-11', 'what differs, and which scenarios touch it'],
      ['podsim spec contracts diff 2026-11 openapi.json', 'how far a document that you have is from it'],
    ],
    codes: { [pass]: 'nothing differs, or the list is printed', [fail]: 'something differs' },
  },
  'spec times': {
    examples: [['podsim spec times', 'each time, its spread, and the facts that it rests on']],
    codes: { [pass]: 'printed' },
  },
  'spec schema': {
    examples: [
      ['podsim spec schema > scenario.schema.json', 'for `# yaml-language-server: $schema=scenario.schema.json`'],
      ['podsim spec schema --lesson', 'of lesson files'],
      ['podsim spec schema --study', 'of study files'],
      ['podsim spec schema --report', 'of what `podsim run --reporter json` prints'],
      ['podsim spec schema --study-report', 'of what `podsim study --json` prints'],
      ['podsim spec schema --explore-report', 'of what `podsim explore --reporter json` prints'],
    ],
    codes: { [pass]: 'printed' },
  },
} satisfies HelpTable;
