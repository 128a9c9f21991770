import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  controlOperations,
  entities,
  invariants,
  type Kind,
  lifecycleMermaid,
  metricRows,
  operations,
  threads,
} from '../../engine/index.ts';
import { clientProperties, traitWords, worldTraits } from '../../engine/lab/explorer/index.ts';
import { studyMeasures } from '../../engine/lab/study/index.ts';
import { templates } from '../cli/write/templates.ts';
import { allLessons, courseTable } from './lessons.ts';
import { loadScenario, showCoverage, showFailure, showResults, showStandIn, workersScenario } from './loadExample.ts';

/** The content of the blocks between `<!-- begin NAME -->` and `<!-- end NAME -->` in the pages, by name. */
export const pageBlocks = (top: string): ReadonlyMap<string, string> => {
  const read = (path: string): string => readFileSync(join(top, path), 'utf8');
  /** A test of the project, with the import that it has in a project where podsim is installed. */
  const testExample = (name: string): string =>
    fence('ts', read(`test/examples/${name}.test.ts`).replace('../../adapters/vitest/index.ts', 'podsim/vitest'));
  /** One top-level part of a scenario file. */
  const part = (path: string, key: string): string => fence('yaml', new RegExp(`^${key}:\n(?: .*\n)*`, 'm').exec(read(path))?.[0] ?? '');
  return new Map([
    ['pod lifecycle', mermaid('pod')],
    ['job lifecycle', mermaid('job')],
    ['request lifecycle', mermaid('request')],
    ['worker lifecycle', mermaid('worker')],
    ['cluster lifecycle', mermaid('cluster')],
    ['first scenario', fence('yaml', read(firstScenario))],
    ['first timeline', fence('text', read(firstScenario.replace('.scenario.yaml', '.timeline.txt')))],
    ['load results', fence('text', showResults(read(loadScenario)))],
    ['metrics', metricTable()],
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
    ['library example', fence('ts', read('test/house/readmeExample.ts').replace('../../engine/index.ts', 'podsim'))],
    ['test example', testExample('retry')],
    ['fork example', testExample('whatIf')],
    ['retrying example', testExample('retrying')],
    ['client example', testExample('client')],
    ['explore example', testExample('explored.slow')],
    ['node example', fence('js', read('test/examples/node.test.mjs'))],
    ['jest example', fence('js', read('test/examples/jest.test.mjs'))],
    ['go example', fence('go', read('test/examples/go/podsim_test.go'))],
    ['java example', fence('java', read('test/examples/java/PodsimTest.java'))],
    ['csharp example', fence('csharp', read('test/examples/csharp/PodsimTest.cs'))],
    ['fakes example', fence('python', read('test/examples/python/test_fakes.py'))],
    ['compose example', fence('yaml', read('test/examples/compose.yaml'))],
    ['k6 example', fence('js', read('test/examples/k6.js'))],
    ['msw example', testExample('msw.long')],
    ['actions example', fence('yaml', read('test/examples/github-actions.yaml'))],
    ['pytest example', fence('python', read('test/examples/python/test_queue.py'))],
    ['course', courseTable(allLessons(top))],
    ['task example', fence('yaml', read('test/examples/third-task.yaml'))],
    ['study example', fence('yaml', read('scenarios/studies/flashboot.study.yaml'))],
    ['study of shares', fence('yaml', read('scenarios/studies/most-days.study.yaml'))],
    ['study table of shares', fence('text', read('test/cli/study/most-days.study.txt'))],
    ['study with circumstances', fence('yaml', read('scenarios/studies/whatever-the-start.study.yaml'))],
    ['study table with circumstances', fence('text', read('test/cli/study/whatever-the-start.study.txt'))],
    ['study table', fence('text', read('test/cli/study/flashboot.study.txt'))],
    ['flashboot under both timings', fence('text', read('test/cli/study/flashboot.timings.txt'))],
    ['workers and idling under both timings', fence('text', read('test/cli/study/workers-and-idle.timings.txt'))],
    ['study with its scenario', fence('yaml', templates['study'] ?? '')],
    ['study measures', measureTable()],
    ['jobs file', fence('yaml', read('test/examples/six.jobs.yaml'))],
    ['kubernetes workers', fence('yaml', read('test/examples/kubernetes-workers.yaml'))],
    ['lesson example', fence('yaml', templates['lesson'] ?? '')],
    ['invariants', invariants.map(({ name, about }) => `- \`${name}\`: ${about}`).join('\n')],
    ['client with a mistake', fence('js', read('test/examples/clients/poller.mjs'))],
    ['own properties', fence('js', read('test/examples/clients/watcher.properties.mjs'))],
    ['client without it', fence('js', read('test/examples/clients/poller.mended.mjs'))],
    ['task', fence('yaml', read('scenarios/tasks/orphaned-pod.task.yaml'))],
    ['small world', fence('yaml', read('scenarios/worlds/queue.world.yaml'))],
    ['found file', fence('yaml', read('test/examples/found.yaml'))],
    ['explore in a build', fence('yaml', read('test/examples/explore-in-a-build.yaml'))],
    ['found client', fence('yaml', read('test/examples/clients/found.yaml'))],
    ['properties of clients', clientTable()],
    ['faults that hit clients', faultTable()],
    ['control plane', controlPlane()],
    ['world with real workers', fence('yaml', read('test/examples/workers/world.yaml'))],
    ['worker in Node', fence('js', read('test/examples/workers/handler.mjs'))],
    ['worker in Python', fence('python', read('test/examples/workers/handler.py'))],
    ['stand-in', fence('yaml', showStandIn(read(workersScenario)))],
    ['study of real workers', fence('yaml', read('scenarios/studies/real-workers.study.yaml'))],
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

/** What clients should hold, and who complained that one did not. */
const clientTable = (): string =>
  [
    '| property | holds if | complaint |',
    '|---|---|---|',
    ...clientProperties.map(({ name, about, complaint: { repository, issue } }) => {
      const [, short = ''] = repository.split('/');
      return `| \`${name}\` | ${about} | [${short}#${issue}](https://github.com/${repository}/issues/${issue}) |`;
    }),
  ].join('\n');

/** What clients meet by which fault, and whom it hit. */
const faultTable = (): string =>
  [
    '| fault | what a client meets | it hit |',
    '|---|---|---|',
    ...Object.entries(threads).map(([kind, { meets, thread }]) => {
      const [repository = '', number = ''] = thread.split('#');
      return `| \`${kind}\` | ${meets} | [${repository.split('/')[1]}#${number}](https://github.com/${repository}/issues/${number}) |`;
    }),
  ].join('\n');

/** The control plane's routes, in the order of their paths. */
const controlPlane = (): string => {
  const routes = controlOperations.map(({ methods, path, summary, query }) => {
    const options = Object.keys(query?.shape ?? {}).map((name) => `\`${name}\``);
    const queried = options.length === 0 ? '' : ` (${options.join(', ')})`;
    return { path, row: `| \`${methods[0]} ${path.replace('/_podsim/v1/', '')}\` | ${summary}${queried} |` };
  });
  const sorted = routes.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
  return ['| under `/_podsim/v1/` | |', '|---|---|', ...sorted.map(({ row }) => row)].join('\n');
};

/** What a worker's process calls. */
const workerRoutes = (): string => {
  const rows = operations
    .filter(({ api }) => api === 'worker')
    .map(({ methods, path, summary }) => `| \`${methods[0]} ${path}\` | ${summary} |`);
  return ['| route | |', '|---|---|', ...rows].join('\n');
};

const metricTable = (): string =>
  ['| metric | unit | |', '|---|---|---|', ...metricRows.map(({ name, unit, about }) => `| \`${name}\` | ${unit} | ${about} |`)].join('\n');

/** The measures of studies. */
const measureTable = (): string => {
  const rows = [...studyMeasures].map(([name, { unit, about }]) => `| \`${name}\` | ${unit} | ${about} |`);
  return ['| measure | unit | of each play |', '|---|---|---|', ...rows].join('\n');
};

const mermaid = (kind: Kind): string => fence('mermaid', lifecycleMermaid(entities[kind].lifecycle));

const fence = (language: string, text: string): string => `\`\`\`${language}\n${text.trimEnd()}\n\`\`\``;
