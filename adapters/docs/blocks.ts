import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { notSimulated, operations } from '../../engine/api/index.ts';
import { describeTimes, entities, type Kind, newestTiming, threads } from '../../engine/cloud/index.ts';
import { clientProperties, traitWords, worldTraits } from '../../engine/lab/explorer/index.ts';
import { mechanisms, mechanismTable } from '../../engine/lab/fidelity/index.ts';
import { lifecycleMermaid } from '../../engine/world/index.ts';
import { cutTimeline } from '../cli/terminal/cutTimeline.ts';
import { templates } from '../cli/write/templates.ts';
import { loadScenario, showCoverage, showFailure, showResults, showStandIn, workersScenario } from './loadExample.ts';
import { checkObserved } from './timing.ts';

/** The content of the blocks between `<!-- begin NAME -->` and `<!-- end NAME -->` in the pages, by name. */
export const pageBlocks = (top: string): ReadonlyMap<string, string> => {
  const read = (path: string): string => readFileSync(join(top, path), 'utf8');
  /** A test of the project, with the import that it has in a project where podsim is installed. */
  const testExample = (name: string): string =>
    fence('ts', read(`test/examples/${name}.test.ts`).replace('../../adapters/vitest/index.ts', 'podsim/vitest'));
  const libraryExample = (name: string): string =>
    fence(
      'ts',
      read(`test/house/${name}.ts`).replace('../../engine/index.ts', 'podsim').replace('../../adapters/lab/index.ts', 'podsim/lab'),
    );
  /** One top-level part of a scenario file. */
  const part = (path: string, key: string): string => fence('yaml', new RegExp(`^${key}:\n(?: .*\n)*`, 'm').exec(read(path))?.[0] ?? '');
  return new Map([
    ['job lifecycle', mermaid('job')],
    ['first scenario', fence('yaml', read(firstScenario))],
    ['load results', fence('text', showResults(read(loadScenario)))],
    ['errors of the times', errorTable()],
    ['checked observation', fence('text', checkObserved(top, 'three-hundred-starts'))],
    ['observed starts', fence('yaml', read('scenarios/observed/three-hundred-starts.observation.yaml'))],
    ['observed pull', fence('yaml', read('scenarios/observed/pod-pulls.observation.yaml'))],
    ['observed bill', fence('yaml', read('scenarios/observed/billed-against-executed.observation.yaml'))],
    ['coverage', fence('text', showCoverage(read(loadScenario)))],
    ['failed assertion', fence('text', showFailure(read(loadScenario)))],
    ['several at once', part('scenarios/workers/several-at-once.scenario.yaml', 'world')],
    ['sizes of tokens', part('scenarios/concurrency/token-sizes.scenario.yaml', 'world')],
    ['token trace', part('scenarios/concurrency/token-trace.scenario.yaml', 'load')],
    ['properties', part('scenarios/faults/queue-settles-after-outage.scenario.yaml', 'properties')],
    ['traits', worldTraits.map((name) => `- \`${name}\`: ${traitWords(name)}`).join('\n')],
    ['repeated steps', part('scenarios/billing/month-of-stop-and-start.scenario.yaml', 'steps')],
    ['clients that retry', part('scenarios/queue/retry-storm.scenario.yaml', 'load')],
    ['clients with steps', part('scenarios/pods/load-of-pods.scenario.yaml', 'load')],
    ['load by the hour', part('scenarios/queue/a-day-by-the-hour.scenario.yaml', 'load')],
    ['load in bursts', part('scenarios/queue/calm-and-bursts.scenario.yaml', 'load')],
    ['recorded load', part('scenarios/queue/recorded-morning.scenario.yaml', 'load')],
    ['change example', fence('yaml', read('test/examples/two-workers.yaml'))],
    ['sdk example', fence('js', read('test/examples/sdk.mjs'))],
    ['library example', libraryExample('readmeExample')],
    ['world example', libraryExample('worldExample')],
    ['lab example', libraryExample('labExample')],
    ['test example', testExample('retry')],
    ['fork example', testExample('whatIf')],
    ['retrying example', testExample('retrying')],
    ['client example', testExample('client')],
    ['explore example', testExample('explored.slow')],
    ['node example', fence('js', read('test/examples/node.test.mjs'))],
    ['jest example', fence('js', read('test/examples/jest.test.mjs'))],
    ['go example', fence('go', read('test/examples/go/podsim_test.go'))],
    ['fakes example', fence('python', read('test/examples/python/test_fakes.py'))],
    ['recipes', recipes(read('test/examples/python/test_recipes.py'))],
    ['compose npm example', fence('yaml', read('test/examples/compose.npm.yaml'))],
    ['webhook example', fence('js', read('test/examples/webhook.mjs'))],
    ['msw example', testExample('msw.long')],
    ['actions example', fence('yaml', read('test/examples/github-actions.yaml'))],
    ['pytest example', fence('python', read('test/examples/python/test_queue.py'))],
    ['pytest retry example', fence('python', read('test/examples/python/test_retry.py'))],
    ['pytest sdk example', fence('python', read('test/examples/python/test_official_sdk.py'))],
    ['job timeline', fence('text', cutTimeline(read(firstScenario.replace('.scenario.yaml', '.timeline.txt'))))],
    ['task example', fence('yaml', read('test/examples/third-task.yaml'))],
    ['study example', fence('yaml', read('scenarios/studies/flashboot.study.yaml'))],
    ['study with circumstances', fence('yaml', read('scenarios/studies/whatever-the-start.study.yaml'))],
    ['study table', fence('text', read('test/cli/study/flashboot.study.txt'))],
    ['flashboot under both timings', fence('text', read('test/cli/study/flashboot.timings.txt'))],
    ['study with its scenario', fence('yaml', templates['study'] ?? '')],
    ['jobs file', fence('yaml', read('test/examples/six.jobs.yaml'))],
    ['kubernetes workers', fence('yaml', read('test/examples/kubernetes-workers.yaml'))],
    ['lesson example', fence('yaml', templates['lesson'] ?? '')],
    ['client with a mistake', fence('js', read('test/examples/clients/poller.mjs'))],
    ['own properties', fence('js', read('test/examples/clients/watcher.properties.mjs'))],
    ['agent example', fence('js', read('test/examples/agents/renter.mjs'))],
    ['task', fence('yaml', read('scenarios/tasks/orphaned-pod.task.yaml'))],
    ['found file', fence('yaml', read('test/examples/found.yaml'))],
    ['explore in a build', fence('yaml', read('test/examples/explore-in-a-build.yaml'))],
    ['found client', fence('yaml', read('test/examples/clients/found.yaml'))],
    ['properties of clients', clientTable()],
    ['faults that hit clients', faultTable()],
    ['not simulated', notSimulatedTable()],
    ['world with real workers', fence('yaml', read('test/examples/workers/world.yaml'))],
    ['worker in Node', fence('js', read('test/examples/workers/handler.mjs'))],
    ['worker in Python', fence('python', read('test/examples/workers/handler.py'))],
    ['stand-in', fence('yaml', showStandIn(read(workersScenario)))],
    ['routes of workers', workerRoutes()],
  ]);
};

const firstScenario = 'scenarios/jobs/retry-after-failure.scenario.yaml';

/** Fills the blocks of a page with their current content. An unclosed block, or one without known content, is an error. */
export const withBlocks = (text: string, blocks: ReadonlyMap<string, string>): string => {
  const unclosed = new Set([...text.matchAll(/<!-- (?:begin|end) (.*?) -->/g)].map(([, name = '']) => name));
  const filled = text.replace(/<!-- begin (.*?) -->\n.*?<!-- end \1 -->/gs, (_, name: string) => {
    const content = blocks.get(name);
    if (content === undefined) throw new Error(`the block ${name} has no content: name it in adapters/docs/blocks.ts`);
    unclosed.delete(name);
    return `<!-- begin ${name} -->\n${content}\n<!-- end ${name} -->`;
  });
  for (const name of unclosed) throw new Error(`the block ${name} needs a begin line, and after it an end line`);
  return filled;
};

/** Fills the blocks of several pages. A block that no page shows is an error. */
export const withAllBlocks = (pages: ReadonlyMap<string, string>, blocks: ReadonlyMap<string, string>): ReadonlyMap<string, string> => {
  for (const name of blocks.keys()) {
    if (![...pages.values()].some((text) => text.includes(`<!-- begin ${name} -->`))) throw new Error(`no page shows the block ${name}`);
  }
  return new Map([...pages].map(([path, text]) => [path, withBlocks(text, blocks)]));
};

/** The properties that clients should keep, and the complaint behind each. */
const clientTable = (): string =>
  [
    '| property | holds if | complaint |',
    '|---|---|---|',
    ...clientProperties.map(({ name, about, complaint: { repository, issue } }) => {
      const [, short = ''] = repository.split('/');
      return `| \`${name}\` | ${about} | [${short}#${issue}](https://github.com/${repository}/issues/${issue}) |`;
    }),
  ].join('\n');

/** Each test of a file, with its question, under the name of the fake that it replaces. */
const recipes = (text: string): string => {
  const [first = '', ...tests] = text.split(/\n\n\n(?=# )/);
  const parts = tests.map((part) => {
    const [, name = '', question = '', code = ''] = /^# (.+?): ([^\n]+)\n(.*)$/s.exec(part) ?? [];
    return `## ${name}\n\n${question.charAt(0).toUpperCase()}${question.slice(1)}\n\n${fence('python', code)}`;
  });
  return [fence('python', first), ...parts].join('\n\n');
};

/** The effects of each fault on clients, with real reports. */
const faultTable = (): string =>
  [
    '| fault | what a client meets | it hit |',
    '|---|---|---|',
    ...Object.entries(threads).map(([kind, { meets, thread }]) => {
      const [repository = '', number = ''] = thread.split('#');
      return `| \`${kind}\` | ${meets} | [${repository.split('/')[1]}#${number}](https://github.com/${repository}/issues/${number}) |`;
    }),
  ].join('\n');

/** The parts of the platform that podsim lacks. */
const notSimulatedTable = (): string => {
  const rows = notSimulated.map(({ what, paths, answer, instead }) => {
    const asked = paths.map((path) => `, \`${path}\``).join('');
    return `| ${what}${asked} | ${answer} | ${instead} |`;
  });
  return ['| | is answered | instead |', '|---|---|---|', ...rows].join('\n');
};

/** The calls of a worker's process. */
const workerRoutes = (): string => {
  const rows = operations
    .filter(({ api }) => api === 'worker')
    .map(({ methods, path, summary }) => `| \`${methods[0]} ${path}\` | ${summary} |`);
  return ['| route | |', '|---|---|', ...rows].join('\n');
};

const mermaid = (kind: Kind): string => fence('mermaid', lifecycleMermaid(entities[kind].lifecycle));

const fence = (language: string, text: string): string => `\`\`\`${language}\n${text.trimEnd()}\n\`\`\``;

/** The errors of the newest timing, by mechanism, on facts whose authors are left out: the widest first. */
const errorTable = (): string => {
  const errors = describeTimes({ timing: newestTiming, settings: {} }, () => mechanisms).errors ?? [];
  return [
    '| what takes time | facts with values | median error | within a quarter | ranges and bounds kept |',
    '|---|---|---|---|---|',
    ...errors
      .filter(({ facts, bounds }) => facts + bounds > 0)
      .map(({ mechanism, facts, percent, near, bounds, kept }) => {
        const about = mechanismTable[mechanism as keyof typeof mechanismTable];
        const cells = percent === null ? ['unknown', ''] : [`${percent} %`, `${near}`];
        return `| \`${mechanism}\`: ${about} | ${facts} | ${cells.join(' | ')} | ${bounds === 0 ? '' : `${kept} of ${bounds}`} |`;
      }),
  ].join('\n');
};
