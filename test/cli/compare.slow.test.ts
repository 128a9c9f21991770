import { describe, expect, test } from 'vitest';
import { podsim } from '../support/commandLine.ts';
import { Folder } from '../support/folder.ts';

const folder = new Folder();

/** Ten jobs at once, for at most so many workers. */
const scenario = (name: string, max: string, rest = ''): string =>
  folder.write(
    `${name}.scenario.yaml`,
    `title: at most ${max.replace('$', 'so many ')} workers
seed: one
world:
  settings: { worker: { imagePull: 0s, start: 1s } }
  endpoints: [{ id: ep-a, workers: { min: 0, max: ${max} }, handler: { duration: { exponential: { mean: 4s }, max: 20s } } }]
load:
  - { with: { endpoint: ep-a, body: { input: {} } }, burst: { size: 10, every: 1m }, exactly: 10 }
${rest}`,
  );
const [two, five] = [scenario('two', '2'), scenario('five', '5')];
const matrix = scenario('matrix', '$max', 'matrix: { variables: { max: [2, 5, 8] } }\n');
const seeded = scenario('seeded', '$max', 'matrix: { seeds: 1..3, variables: { max: [2, 5] } }\n');
const metrics = ['delayTime.p50', 'delayTime.p95', 'completed', 'failed', 'timedOut', 'utilization', 'bill'];

const json = async (...args: string[]) => JSON.parse((await podsim('log', 'compare', ...args, '--json')).out);
/** The names of the metrics in the tables of an output, in order. */
const tables = (out: string): string[] =>
  [...out.matchAll(/^(delayTime\.p\d\d|timedOut|failed|completed|bill|utilization) +\S/gm)].map(([, name = '']) => name);

describe('two scenario files', () => {
  test('are compared in words, and by their metrics', async () => {
    const { code, out } = await podsim('log', 'compare', two, five);
    expect(out).toMatch(
      new RegExp(
        `^the first difference is entry 3: EndpointCreated of ep-a in both, but not the same\n {2}config\\.workers\\.max: 2 in ${two}, 5 in ${five}\n`,
      ),
    );
    expect(out).toMatch(
      new RegExp(
        `\n\nmetrics: a = ${two}, b = ${five}\ntimes: its own worker.imagePull, worker.start; else textbook, not measured\n +a +b +difference`,
      ),
    );
    expect(tables(out)).toStrictEqual(metrics);
    expect(out).not.toMatch(/\{"(?:seq|at)"/);
    expect(code).toBe(1);
  });

  test('have measured means, and intervals, over many seeds', async () => {
    const { out } = await podsim('log', 'compare', two, five, '--seeds', '1..4');
    expect(out).toContain(`\nmetrics over 4 seeds (few, so intervals are wide): a = ${two}, b = ${five}\n`);
    expect(out).toMatch(/\ndelayTime\.p95 +\d\S* s +\d\S* s +-\S+ s +-\S+ s to -\S+ s +[├●]/);
  });

  test('that are the same differ in nothing', async () => {
    const { code, out } = await podsim('log', 'compare', two, two);
    expect(out).toMatch(/^the same entries, and \d+ entities with the same history\n/);
    expect(out.match(/ no difference$/gm)).toHaveLength(metrics.length);
    expect(code).toBe(0);
    const { out: seeds } = await podsim('log', 'compare', two, two, '--seeds', '1..2');
    expect(seeds.match(/ no difference$/gm)).toHaveLength(metrics.length);
    expect(seeds).not.toMatch(/ to |●/);
  });

  test('whose workers make tokens have what is measured of those, too, and others do not', async () => {
    const tokens = 'scenarios/concurrency/tokens.scenario.yaml';
    const ofTokens = [
      'firstToken.p50',
      'firstToken.p95',
      'tokenTime.p50',
      'batchSize.mean',
      'batchSize.max',
      'tokensPerSecond',
      'tokensPerDollar',
    ];
    const rows = (await json(tokens, tokens)).metrics as readonly { readonly metric: string; readonly a: number }[];
    expect(rows.map(({ metric }) => metric).sort()).toStrictEqual([...metrics, ...ofTokens].sort());
    expect(rows.find(({ metric }) => metric === 'batchSize.max')?.a).toBe(3);
    expect((await json(two, tokens)).metrics).toHaveLength(metrics.length);
    expect((await podsim('log', 'compare', two, five)).out).not.toContain('token');
  });

  test('are JSON for programs', async () => {
    const { same, divergence, entities, text, member, seeds, metrics: measured } = await json(two, five, '--seeds', '7..8');
    expect([same, divergence.seq, member, seeds]).toStrictEqual([
      false,
      3,
      null,
      [
        { a: '7', b: '7' },
        { a: '8', b: '8' },
      ],
    ]);
    expect(Object.keys(entities)).toStrictEqual(['same', 'onlyInA', 'onlyInB', 'differing']);
    expect(text).toContain('the first difference is entry 3');
    expect(measured.map((one: { metric: string }) => one.metric)).toStrictEqual(metrics);
    expect(measured[2]).toStrictEqual({
      metric: 'completed',
      unit: 'jobs',
      better: 'more',
      a: 10,
      b: 10,
      difference: 0,
      low: 0,
      high: 0,
      replications: 2,
    });
  });
});

describe('a matrix', () => {
  test('alone is compared member by member with its first', async () => {
    const { out } = await podsim('log', 'compare', matrix);
    expect(out.match(/^== .*$/gm)).toStrictEqual(['== max=2 and max=5', '== max=2 and max=8']);
    expect(tables(out)).toStrictEqual([...metrics, ...metrics]);
    expect((await json(matrix)).members.map(({ member }: { member: string }) => member)).toStrictEqual([
      'max=2 and max=5',
      'max=2 and max=8',
    ]);
  });

  test('in both files is compared member by member', async () => {
    const other = scenario('other', '$max', 'settings: {}\nmatrix: { variables: { max: [2, 5, 8] } }\n'.replace('settings: {}\n', ''));
    expect((await podsim('log', 'compare', matrix, other)).out.match(/^(?:==|the same entries).*$/gm)).toStrictEqual(
      ['max=2', 'max=5', 'max=8'].flatMap((name) => [`== ${name}`, expect.stringMatching(/^the same entries/)]),
    );
  });

  test('of seeds gives means over them', async () => {
    expect((await podsim('log', 'compare', seeded)).out).toContain(
      '\nmetrics over 3 seeds (few, so intervals are wide): a = max=2, b = max=5\n',
    );
  });

  test('in one file only asks which member is meant', async () => {
    const { code, out, err } = await podsim('log', 'compare', matrix, two);
    expect(err).toBe(
      `${matrix} has the members 'max=2', 'max=5', 'max=8', and ${two} has no matrix: only members of the same names are compared; choose one of each with --only\n`,
    );
    expect({ code, out }).toStrictEqual({ code: 3, out: '' });
    expect((await podsim('log', 'compare', matrix, two, '--only', 'max=2')).out).toMatch(/^the same entries/);
  });

  test('asks which member is changed', async () => {
    expect(await podsim('log', 'compare', matrix, '--change', 'test/examples/two-workers.yaml')).toMatchObject({
      code: 3,
      err: `${matrix} has the members 'max=2', 'max=5', 'max=8': choose one with --only\n`,
    });
  });

  // biome-ignore format: a table
  test.each<[string, readonly string[], string]>([
    ['a member that is not there',    [matrix, '--only', 'max=9'],     `--only 'max=9' matches no member; ${matrix} has the members 'max=2', 'max=5', 'max=8'`],
    ['a single run',                  [two],                           `${two} has no matrix with several members to compare: name two logs or scenarios, or one with --change`],
    ['other numbers of seeds',        [seeded, scenario('more', '$max', 'matrix: { seeds: 1..2, variables: { max: [2, 5] } }\n')], 'give both the same with --seeds 1..20'],
    ['three files',                   [two, five, two],                'name two logs or scenarios, or one with --change'],
    ['more members than are compared', [scenario('many', '$max', 'matrix: { variables: { max: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11] } }\n')], 'has 11 members, and at most 10 are compared at once: choose with --only'],
  ])('refuses %s', async (_, args, words) => {
    const { code, out, err } = await podsim('log', 'compare', ...args);
    expect(err).toContain(words);
    expect({ code, out }).toStrictEqual({ code: 3, out: '' });
  });
});

test('two logs have a table of metrics, each up to its end', async () => {
  const logs = [folder.at('0.log'), folder.at('1.log')] as const;
  await podsim('run', two, '--log', logs[0]);
  await podsim('run', five, '--log', logs[1]);
  const { out } = await podsim('log', 'compare', ...logs);
  expect(tables(out)).toStrictEqual(metrics);
  expect(await podsim('log', 'compare', ...logs, '--seeds', '1..2')).toMatchObject({
    code: 3,
    err: '--seeds is for scenarios; a log has its seed\n',
  });
});
