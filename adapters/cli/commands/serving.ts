import { type Command, Option } from 'commander';
import { type WrittenServeOptions, withEnvironment, withServeOptions, withWorldOptions } from '../serve/options.ts';
import { type End, exitCodes } from '../terminal/exit.ts';
import type { HelpTable, Program } from '../terminal/help.ts';
import { requireKnown } from '../terminal/knownName.ts';
import { refuseOfOtherActions } from '../terminal/otherActions.ts';

const { fail, lagged, pass } = exitCodes;

/** The commands that serve worlds, and the one that prepares a worker of a server. */
export const addServingCommands = (program: Program, end: End): void => {
  // The server is loaded on demand: playing a scenario must not wait for a web server to load.
  withServeOptions(program.command('serve').description('serve both APIs and the control plane over HTTP'), '8787')
    .addOption(withEnvironment(new Option('--until-stdin-closes', 'stop when the standard input ends, as it does when its writer is gone')))
    .action((options) => {
      end(import('../serve/serve.ts').then(({ serve }) => serve(options)));
    });

  withServeOptions(program.command('exec').description('serve for as long as a command runs'), '0')
    .argument('[command...]', 'the command and its arguments, after --')
    .option(
      '--workers <endpoint>',
      'real processes stand for the workers of this endpoint, which runs the command in each; or "ENDPOINT=COMMAND"',
      (one: string, before: readonly string[] = []) => [...before, one],
    )
    .option('--intercept', 'podsim answers at the platform’s own hosts, for every program that the command starts')
    .option('--others <policy>', 'of --intercept: pass or refuse what other hosts are asked for; refuse if CI is set, or pass')
    .action((command: string[], options: WrittenServeOptions) => {
      end(import('../serve/exec.ts').then(({ exec }) => exec(command, options)));
    });

  withWorldOptions(
    program.command('mcp').description('offer worlds to an agent, by the Model Context Protocol on standard input and output'),
  ).action((options) => {
    end(import('../serve/agents.ts').then(({ mcpCommand }) => mcpCommand(options)));
  });

  program
    .command('task')
    .description('have an agent do tasks in worlds, and judge it by what their logs say')
    .argument('<action>', 'run: run the agent on each task under each seed; show: print what the agent is told')
    .argument('<files...>', 'task files, or folders with some below')
    .option('--agent <command>', 'of run: the command that runs the agent, in an empty folder; it gets the address, a key and the task')
    .option('--seeds <range>', 'of run: play with these seeds, such as 1..10; that of the file unless given')
    .option('--timeout <duration>', 'of run: end the agent after so long, in real time', '10m')
    .option('--jobs <n>', 'of run: have so many agents at work at once', '1')
    .option('--regret', 'of run: compare each action with what could have been done instead, by forks')
    .option('--reporter <name>', 'of run: pretty, json or junit', 'pretty')
    .option('--json', 'of run: print JSON')
    .option('--page <dir>', 'of run: write an HTML page into this folder for each run, with the agent’s calls on the tape')
    .action((action: string, files: string[], options, command: Command) => {
      const wanted = requireKnown(action, ['run', 'show'], `there is no \`podsim task ${action}\``);
      refuseOfOtherActions(command, action);
      end(
        import('../task/task.ts').then(({ taskRunCommand, taskShowCommand }) =>
          wanted === 'show' ? taskShowCommand(files) : taskRunCommand(files, options),
        ),
      );
    });

  program
    .command('worker-env')
    .description('print the variables that make a process a worker of an endpoint, for `env` and `docker run --env-file`')
    .argument('<endpoint>', 'the endpoint, whose handler is external')
    .addOption(new Option('--url <url>', 'the server, or a world of it').env('PODSIM_URL').default('http://127.0.0.1:8787'))
    .addOption(new Option('--api-key <key>', 'the key that the worker sends').env('PODSIM_API_KEY').default('podsim-dev-key'))
    .option('--worker <id>', 'the worker that the process stands for; one that is up or starting and has no process unless given')
    .option('--count <n>', 'for so many workers: a file each, in the folder that --out names')
    .option('--out <dir>', 'write WORKER.env into this folder, and print its name')
    .addOption(new Option('--control-token <token>', 'the token that the control plane requires').env('PODSIM_CONTROL_TOKEN'))
    .action((endpoint: string, options) => {
      end(import('../serve/workerEnv.ts').then(({ workerEnvCommand }) => workerEnvCommand(endpoint, options)));
    });
};

// biome-ignore format: a table
export const servingHelp = {
  serve: {
    examples: [
      ['podsim serve --clock auto', 'time runs forward to each answer'],
      ['podsim serve --clock measured --scenario a.scenario.yaml', 'time waits for real workers, and counts how long they took'],
      ['podsim serve --speed 60 --lag-max 2s', 'a minute a second, or an error where this machine cannot follow'],
      ['podsim serve --data-dir data --port 9000', 'worlds are stored, and continued'],
      ['podsim serve --tls', 'HTTPS and HTTP on one port, with a certificate of your own CA (podsim ca)'],
      ['podsim serve --mcp --clock auto', 'agents use its worlds by the Model Context Protocol, at /mcp'],
      ['podsim serve --cors http://localhost:3000', 'a page that runs there may use the server'],
      ['podsim serve --port 0 --json --until-stdin-closes', 'for a test fixture in any language: it ends with its parent'],
      ['podsim serve --log b.log', 'the world of a log, such as a fork, which goes on where it ends'],
      ['podsim serve --scenario a.scenario.yaml --log-format json', 'the world of a scenario; requests are logged as JSON'],
    ],
    codes: { [pass]: 'stopped by a signal, or by the end of the standard input', [lagged]: 'virtual time could not follow its clock (--lag-max)' },
  },
  exec: {
    examples: [
      ['podsim exec --clock auto -- npm test', 'serves while the tests run, with PODSIM_URL and PODSIM_API_KEY'],
      ['podsim exec --intercept --endpoint abc123 -- python client.py', 'a client with api.runpod.ai and abc123 in its code gets podsim there'],
      ['podsim exec --scenario a.scenario.yaml --workers ep-a -- python handler.py', 'real processes are the workers of ep-a'],
      ['podsim exec --scenario a.scenario.yaml --workers "ep-a=python handler.py" -- npm test', 'the same, while the tests run'],
    ],
    codes: { [pass]: 'the exit code is that of the command', [lagged]: 'virtual time could not follow its clock (--lag-max)' },
  },
  mcp: {
    examples: [
      ['podsim mcp', 'what an agent starts: `claude mcp add podsim -- npx podsim mcp` tells it to'],
      ['podsim mcp --scenario a.scenario.yaml --clock manual', 'the world of a scenario, in which time passes only where the agent says so'],
      ['podsim mcp --timing measured-2026-12', 'as long as the platform really takes'],
    ],
    codes: { [pass]: 'the input has ended' },
  },
  task: {
    examples: [
      ['podsim task show a.task.yaml', 'what the agent is told'],
      ['podsim task run tasks --agent "python /work/agent.py" --seeds 1..10', 'every task below the folder, under ten seeds'],
      ['podsim task run a.task.yaml --agent "python /work/agent.py" --regret --page pages', 'one, with what each action has cost, and a page'],
    ],
    codes: { [pass]: 'every task was done', [fail]: 'some were not' },
  },
  'worker-env': {
    examples: [
      ['podsim worker-env ep-a > worker.env', 'for `docker run --network host --env-file worker.env IMAGE`'],
      ['podsim worker-env ep-a --count 3 --out workers', 'a file for each of three workers'],
      ['podsim worker-env ep-a --worker ep-a-w2', 'those of one worker; `env $(podsim worker-env ep-a) python handler.py` starts one'],
    ],
    codes: { [pass]: 'printed, or written' },
  },
} satisfies HelpTable;
