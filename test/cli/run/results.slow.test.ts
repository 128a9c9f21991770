import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { resultsLines } from '../../../adapters/cli/run/results/resultsText.ts';
import { reportJsonSchema } from '../../../engine/scenario/format/reportFormat.ts';
import { play } from '../../../engine/scenario/play/play.ts';
import { computeResults } from '../../../engine/scenario/play/results.ts';
import { podsim } from '../../support/commandLine.ts';
import { Folder } from '../../support/folder.ts';
import { scenariosIn } from '../../support/worlds/playing.ts';
import { wellFormed } from '../../support/xml.ts';
import { failing, incomplete, members, passing } from '../stories.ts';

const folder = new Folder();
const loaded = (assertions: string): string =>
  folder.write(
    `${assertions.length}/load.scenario.yaml`,
    `title: a load
world:
  settings: { worker: { imagePull: 1s, start: 1s } }
  endpoints: [{ id: ep-a, workers: { min: 0, max: 2 }, handler: { duration: { fixed: 3s } } }]
load:
  - { with: { endpoint: ep-a, body: { input: {} } }, constant: { every: 1s }, exactly: 8 }
  - { with: { endpoint: ep-x, body: { input: {} } }, burst: { size: 3 }, mayBeRefused: true }
assert:
  - metric: executionTime
    p50: 3s
${assertions}`,
  );
const good = loaded('');
const bad = loaded(`  - metric: delayTime
    of: ep-a
    p50: { gt: 0s }
    p95: { lt: 1500ms }
  - { never: WorkerLaunched }
  - { count: JobCompleted, is: { gte: 20 } }
`);
const said = async (reporter: string, ...files: string[]): Promise<string> => (await podsim('run', ...files, '--reporter', reporter)).out;
const resultsPart = (out: string): string => out.slice(out.indexOf('  results:'), out.lastIndexOf('\n\n'));

test('pretty shows the results of a load, after what failed', async () => {
  expect(resultsPart(await said('pretty', good))).toMatchInlineSnapshot(`
    "  results: 11 calls in 15 s of virtual time, 3 refused
      times: its own worker.imagePull, worker.start; else textbook, not measured
        refused       3 × 404 auth.tenancy
        jobs          8: 8 completed
        throughput    32/min over 15 s
                      count  p50  p90  p95  p99  max
        delayTime         8  3 s  5 s  5 s  5 s  5 s
        executionTime     8  3 s  3 s  3 s  3 s  3 s
        totalTime         8  6 s  8 s  8 s  8 s  8 s
        coldStart         2  2 s  2 s  2 s  2 s  2 s
                      0 s                                 15 s   mean  max
        queueDepth    ▃▃▃▅▅▅▅▅▅▅▅▆▆▆▆▆▆▆▇██▇▆▆▅▅▅▅▅▃▃▃▁▁▁▁▁▁▁▁   1.87    4
        busy workers  ▁▁▁▁▁▃▅▅█████████████████████████████▆▅▅    1.6    2
        initializing  ▅▅▆██▆▅▅▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁   0.27    2
        idle          ▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▆██  0.067    1
        utilization   82.8 %
        cost          0.0090 USD"
  `);
  const out = await said('pretty', bad);
  expect(out.indexOf('✗ ')).toBeLessThan(out.indexOf('  results:'));
  expect(resultsPart(out)).toBe(resultsPart(await said('pretty', good)));
  expect(await said('pretty', folder.write('p/a.scenario.yaml', passing))).not.toContain('results:');
});

test('pretty shows a failed assertion with its line, what was expected, what was found, and where to look', async () => {
  const out = await said('pretty', bad);
  const lines = out.slice(out.indexOf(`  ✗ ${bad}`), out.indexOf('  to repeat')).replaceAll(bad, 'FILE');
  expect(lines).toMatchInlineSnapshot(`
    "  ✗ FILE:14:10: assert.1: delayTime of ep-a p95
          expected  lt 1500ms
          actual    5000ms
          nearest   job-7, entry 54, 00:00:11.000
      ✗ FILE:15:14: assert.2: WorkerLaunched
          expected  never
          actual    2 times
          nearest   ep-a-w1, entry 7, 00:00:00.000
      ✗ FILE:16:32: assert.3: count of JobCompleted
          expected  gte 20
          actual    8
          nearest   job-8, entry 61, 00:00:15.000
    "
  `);
});

test('pretty shows one line of results for each of many runs that pass, all results of one that does not, and all with --timeline', async () => {
  const plainOne = folder.write('p/a.scenario.yaml', passing);
  expect(await said('pretty', good, plainOne)).toMatch(
    /^.*\n {2}✓ load +a load\n {6}8 of 8 jobs completed, 32\/min, delayTime\.p95 5 s, queueDepth\.max 4, 3 refused, 0\.0090 USD\n\n.*\n {2}✓ a .*\n\n2 runs/,
  );
  expect(await said('pretty', bad, plainOne)).toContain(resultsPart(await said('pretty', good)));
  expect((await podsim('run', good, plainOne, '--timeline')).out).toContain(resultsPart(await said('pretty', good)));
  expect((await podsim('run', good, plainOne, '--quiet')).out).not.toContain('completed');
});

test('pretty shows the results of a run alone with --quiet, too, and no timeline', async () => {
  const { out } = await podsim('run', good, '--quiet');
  expect(resultsPart(out)).toBe(resultsPart(await said('pretty', good)));
  expect(out).toMatch(/^✓ a load\n[^\n]*\n {2}results: /);
  expect(out).not.toContain('virtual time  entity');
});

test.each(['tap', 'junit'])('%s says the same of a failure in one line', async (reporter) => {
  expect(await said(reporter, bad)).toContain(`${bad}:14:10: assert.1: delayTime of ep-a p95: expected lt 1500ms, got 5000ms (`);
});

describe('clients that retry and give up', () => {
  const storm = folder.write(
    'storm/load.scenario.yaml',
    `title: a storm
world:
  settings: { worker: { imagePull: 0s, start: 0s } }
  endpoints: [{ id: ep-a, workers: { min: 1, max: 1 }, handler: { duration: { fixed: 3s }, outcomes: [fail] } }]
faults: [{ fault: api-error, match: { operation: run }, window: { to: 1s } }]
load:
  - with: { endpoint: ep-a, body: { input: {}, policy: { ttl: 10s } } }
    burst: { size: 4 }
    onRefusal: { attempts: 3, backoff: constant }
    onFailure: { retry: client, attempts: 2 }
    giveUpAfter: 20s
`,
  );

  test('are in the results for people', async () => {
    expect(
      resultsPart(await said('pretty', storm))
        .split('\n')
        .slice(0, 6),
    ).toMatchInlineSnapshot(`
      [
        "  results: 12 calls in 21 s of virtual time, 4 refused",
        "  times: its own worker.imagePull, worker.start; else textbook, not measured",
        "    refused       4 × 503 fault.window",
        "    retries       8: 4 after a refusal, 4 after a failed job",
        "    gave up       4: 1 out of time, 3 out of attempts",
        "    jobs          8: 3 failed, 5 expired before ending",
      ]
    `);
    expect(await said('pretty', storm, good)).toContain('queueDepth.max 3, 4 refused, 8 retries, 4 gave up, 0.0044 USD\n');
    expect(await said('pretty', good)).not.toContain('gave up');
  });

  test('are properties of a test case, and numbers', async () => {
    expect(await said('junit', storm)).toContain('<property name="results.clients.retriedRefusals" value="4"/>');
    expect(await said('junit', good)).not.toContain('results.clients');
    expect(JSON.parse(await said('json', storm)).runs[0].results.clients).toMatchInlineSnapshot(`
      {
        "outOfAttempts": 3,
        "outOfTime": 1,
        "retriedFailures": 4,
        "retriedRefusals": 4,
      }
    `);
  });
});

test('tap has the results as remarks', async () => {
  expect(await said('tap', good)).toContain(
    'ok 1 - a load\n# results: 11 calls in 15 s of virtual time, 3 refused\n# times: its own worker.imagePull, worker.start; else textbook, not measured\n#   refused',
  );
});

test('junit has the results as properties', async () => {
  const xml = await said('junit', good);
  expect(wellFormed(xml)).toBeUndefined();
  const properties = Object.fromEntries(
    [...xml.matchAll(/<property name="([^"]*)" value="([^"]*)"\/>/g)].map(([, name, value]) => [name, value]),
  );
  expect(properties).toMatchObject({
    'results.calls': '11',
    'results.refusals.404 auth.tenancy': '3',
    'results.all.jobs.outcomes.completed': '8',
    'results.all.jobs.delayTime.p95': '5000',
    'results.all.workers.RUNNING.max': '2',
    'results.all.coldStart.count': '2',
  });
  expect(await said('junit', folder.write('p/a.scenario.yaml', passing))).not.toContain('results.');
});

describe('the JSON report', async () => {
  const isReport = new Ajv({ strict: true }).compile(reportJsonSchema());
  const report = JSON.parse(
    await said('json', good, bad, ...[passing, failing, incomplete, members].map((text, k) => folder.write(`r/${k}.scenario.yaml`, text))),
  );

  test('is what its schema says, whatever the verdict', () => {
    expect(isReport(report), JSON.stringify(isReport.errors)).toBe(true);
    expect(new Set(report.runs.map(({ verdict }: { verdict: string }) => verdict))).toStrictEqual(new Set(['pass', 'fail', 'incomplete']));
  });

  test('has the results of a load, and of nothing else', () => {
    expect(report.runs.map(({ results }: { results?: object }) => results !== undefined)).toStrictEqual([
      true,
      true,
      ...Array(9).fill(false),
    ]);
    expect(report.runs[0].results).toStrictEqual(report.runs[1].results);
  });

  test('has what was expected, in the unit of the file, and its line', () => {
    const [first] = report.runs[1].failedAssertions;
    expect(first).toMatchObject({ file: bad, line: 14, column: 10, expected: 'lt 1500ms', actual: '5000ms' });
    expect(report.runs[1].failedAssertions).toHaveLength(3);
    expect(report.runs[1].failures).toHaveLength(3);
  });

  // biome-ignore format: a table
  test.each<[string, (run: Record<string, unknown>) => object]>([
    ['without a verdict',        ({ verdict: _verdict, ...run }) => run],
    ['of another verdict',       (run) => ({ ...run, verdict: 'good' })],
    ['with a key of its own',    (run) => ({ ...run, extra: 1 })],
    ['with other results',       (run) => ({ ...run, results: { ...(run['results'] as object), calls: -1 } })],
  ])('would not be one %s', (_, change) => {
    expect(isReport({ runs: [change(report.runs[0])] })).toBe(false);
  });
});

describe('in 80 columns', () => {
  test.each([
    'scaling/delay-against-count',
    'scaling/ramp',
    'balancer/load',
    'faults/crash-by-chance',
    'limits/queue-quotas',
    'queue/full',
  ])('fit the results of %s', (file) => {
    const [scenario] = scenariosIn(`scenarios/${file}.scenario.yaml`);
    const results = scenario && computeResults(play(scenario));
    const lines = results === undefined ? [] : resultsLines(results);
    expect(lines.length).toBeGreaterThan(3);
    expect(lines.filter((line) => line.length > 78)).toStrictEqual([]);
  });
});
