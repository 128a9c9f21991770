import { describe, expect, test } from 'vitest';
import { parseStudy } from '../../../engine/lab/study/index.ts';
import { filesIn, read, scenarioText, studyOf } from './reading.ts';

const max = 'vary: { workers.max: [1, 2] }\n';

describe('a study', () => {
  test('makes a configuration of every combination, each with a scenario of its own', () => {
    const { configurations, varied } = studyOf('vary: { workers.max: [1, 2], idleTimeout: [5s, 1m] }\n');
    expect(varied).toStrictEqual(['workers.max', 'idleTimeout']);
    expect(configurations.map(({ number, name }) => `${number}: ${name}`)).toStrictEqual([
      '1: workers.max=1 idleTimeout=5s',
      '2: workers.max=1 idleTimeout=1m',
      '3: workers.max=2 idleTimeout=5s',
      '4: workers.max=2 idleTimeout=1m',
    ]);
    const workers = configurations.map(({ scenario }) => scenario.definition.endpoints[0]?.config.workers);
    expect(workers).toMatchObject([{ max: 1 }, { max: 1 }, { max: 2 }, { max: 2 }]);
  });

  test('varies lists, texts and whole parts, and shows them as YAML', () => {
    const { configurations } = studyOf(
      "vary: { flashboot: ['OFF', FLASHBOOT], dataCenterIds: [[EU-RO-1], [EU-RO-1, EUR-IS-1]], handler.duration: [{ fixed: 1s }, { fixed: 2s }] }\n",
    );
    expect(configurations).toHaveLength(8);
    expect(configurations[7]?.name).toBe('flashboot=FLASHBOOT dataCenterIds=[EU-RO-1, EUR-IS-1] handler.duration={ fixed: 2s }');
  });

  test('varies a variable of the matrix; the others have one value each, and its seeds do not count', () => {
    const scenario = scenarioText('matrix: { seeds: 1..3, variables: { max: [5, 6], size: [1] } }\n').replace('max: 2', 'max: $max');
    const { configurations } = studyOf('vary: { $max: [1, 2] }\n', scenario);
    expect(configurations.map(({ scenario: one }) => one.definition.endpoints[0]?.config.workers.max)).toStrictEqual([1, 2]);
  });

  test('varies what the scenario includes', () => {
    const files = filesIn({
      'a/a.scenario.yaml': 'title: a\nworld: { include: world.yaml, hosts: [{ id: h, gpu: NVIDIA L4 }] }\n',
      'a/world.yaml': 'endpoints: [{ id: ep-a, workers: { max: 5 } }]\n',
    });
    const study = parseStudy('b.study.yaml', 'study: b\nscenario: a/a.scenario.yaml\nvary: { workers.max: [1, 2] }\n', files);
    expect(study).toMatchObject({ right: { configurations: [{ name: 'workers.max=1' }, { name: 'workers.max=2' }] } });
    const definition = 'right' in study ? study.right.configurations[0]?.scenario.definition : undefined;
    expect([definition?.endpoints[0]?.config.workers.max, definition?.hosts?.length]).toStrictEqual([1, 1]);
  });

  test('may contain its scenario', () => {
    const text = `study: how many?\nscenario:\n${scenarioText().replaceAll(/^/gm, '  ')}\n${max}`;
    expect(parseStudy('b.study.yaml', text.replace(/ {2}title.*\n/, ''), filesIn({}))).toMatchObject({
      right: { configurations: [{ scenario: { spec: { title: 'how many?' } } }, {}] },
    });
    const broken = text.replace('min: 0', 'mni: 0');
    expect(parseStudy('b.study.yaml', broken, filesIn({}))).toMatchObject({
      left: [
        { line: 6, column: 40, message: expect.stringMatching(/^world\.endpoints\.0\.workers: unknown key 'mni'; did you mean 'min'/) },
      ],
    });
  });

  // biome-ignore format: a table
  test.each<[string, string, readonly string[]]>([
    ['a number',    'seeds: 3',               ['1', '2', '3']],
    ['a range',     'seeds: 5..7',            ['5', '6', '7']],
    ['a list',      'seeds: [a, 2, "03"]',    ['a', '2', '03']],
  ])('has the seeds of %s', (_, seeds, wanted) => {
    expect(studyOf(`${max}${seeds}\n`).spec.seeds).toStrictEqual(wanted);
  });

  test('has limits in words, as durations, percentages and numbers', () => {
    const { goal } = studyOf(`${max}goal: { delayTime.p95: { lte: 1m30s }, utilization: { gte: 50%, lte: 0.9 }, cost: { lte: 2 } }\n`).spec;
    expect(goal).toStrictEqual({ 'delayTime.p95': { lte: 90_000 }, utilization: { gte: 0.5, lte: 0.9 }, cost: { lte: 2 } });
  });

  test('has the findings of its scenario that every configuration has', () => {
    const scenario = scenarioText('assert: [{ never: JobFailed, of: $jobs }]\n');
    const found = read(max, scenario, true);
    expect('findings' in found && found.findings.map(({ line, message }) => [line, message])).toStrictEqual([
      [7, expect.stringContaining('$jobs is never saved')],
    ]);
    const varied = read('vary: { assert.0.of: [ep-a, $jobs] }\n', scenario, true);
    expect(varied).toMatchObject({ findings: [] });
  });
});

// biome-ignore format: a table
test.each<[string, string, readonly unknown[]]>([
  ['an unknown setting',            'vary: { worker.strat: [1s, 2s] }',                     ["s/a.study.yaml:3:9: vary.worker.strat: there is no such setting; did you mean 'worker.start'? (`podsim study FILE --settings` lists all)"]],
  ['every unknown setting',         'vary: { x.y: [1], workers.max: [1], z.z: [2] }',       [expect.stringContaining('3:9: vary.x.y: '), expect.stringContaining('3:37: vary.z.z: ')]],
  ['nothing varied',                'vary: {}',                                             ['s/a.study.yaml:3:7: vary: name at least one setting: `podsim study FILE --settings` lists them']],
  ['no values',                     'vary: { workers.max: [] }',                            [expect.stringContaining('3:22: vary.workers.max: ')]],
  ['a value that is none',          'vary: { workers.max: 3 }',                             ['s/a.study.yaml:3:22: vary.workers.max: must be a list of values, or a range such as { from: 1, to: 16, steps: 4 }']],
  ['a value twice',                 'vary: { workers.max: [1, 2, 1] }',                     ['s/a.study.yaml:3:29: vary.workers.max.2: 1 is given twice']],
  ['a value the scenario refuses',  'vary: { workers.max: [1, -2] }',                       [expect.stringMatching(/^s\/a\.study\.yaml:3:26: vary\.workers\.max\.1: with workers\.max=-2: world\.endpoints\.0\.workers\.max: /)]],
  ['a range the scenario refuses',  'vary: { workers.max: { from: 0.5, to: 1.5, steps: 2 } }', [expect.stringMatching(/^s\/a\.study\.yaml:3:22: vary\.workers\.max: with workers\.max=0\.5: /)]],
  ['two values that mean the same', 'vary: { idleTimeout: [60s, 1m] }',                     ['s/a.study.yaml:3:7: vary: with idleTimeout=60s and with idleTimeout=1m the scenario is the same: leave one out, or vary something that it uses']],
  ['two names of one setting',      'vary: { workers.max: [1], max-: [2] }',                [expect.stringContaining('vary.max-: ')]],
  ['a setting twice',               'vary: { idleTimeout: [1s], workers.idleTimeout: [2s] }', ['s/a.study.yaml:3:28: vary.workers.idleTimeout: is the same setting as idleTimeout']],
  ['a part of what is varied',      'vary: { workers: [{ max: 1 }], workers.max: [2] }',    ['s/a.study.yaml:3:32: vary.workers.max: is a part of workers, which is varied too']],
  ['the whole of what is varied',   'vary: { workers.max: [2], workers: [{ max: 1 }] }',    ['s/a.study.yaml:3:27: vary.workers: contains workers.max, which is varied too']],
  ['a grid of a range without steps', 'vary: { workers.max: { from: 1, to: 9 } }',          ['s/a.study.yaml:3:22: vary.workers.max: a grid needs to know how many values: give `steps`, or choose a `sample`']],
  ['one step',                      'vary: { workers.max: { from: 1, to: 9, steps: 1 } }',  ['s/a.study.yaml:3:47: vary.workers.max.steps: counts both ends: give 2 or more, or write a list']],
  ['a range that goes down',        'vary: { workers.max: { from: 9, to: 1, steps: 2 } }',  ['s/a.study.yaml:3:37: vary.workers.max.to: must be more than `from`']],
  ['a range of two kinds',          'vary: { idleTimeout: { from: 5, to: 1m, steps: 2 } }', ['s/a.study.yaml:3:37: vary.idleTimeout.to: one end is a duration and the other a number: write both alike']],
  ['a range of words',              'vary: { idleTimeout: { from: a, to: 1m, steps: 2 } }', ["s/a.study.yaml:3:30: vary.idleTimeout.from: 'a' is no duration such as 500ms, 5s or 2m"]],
  ['a logarithm of zero',           'vary: { workers.max: { from: 0, to: 9, steps: 2, scale: log } }', ['s/a.study.yaml:3:30: vary.workers.max.from: a logarithmic scale begins above 0']],
  ['a thousand million combinations', `vary: { ${['worker.start', 'worker.crashLoop', 'idleTimeout'].map((name) => `${name}: { from: 1, to: 3600, steps: 1000 }`).join(', ')} }`, ['s/a.study.yaml:3:7: vary: makes 1000000000 combinations, and a study has at most 10000: choose a `sample`']],
  ['too many axes for Sobol',       `vary: { ${['start', 'imagePull', 'pullFails', 'flashbootStart', 'priorityFlashbootStart', 'restartAfterCrash', 'unhealthyRetry'].map((name) => `worker.${name}: [1s, 2s]`).join(', ')}, job.ttl: [1h, 2h], job.syncWait: [1s, 2s], job.streamWait: [1s, 2s], job.webhookEvery: [1s, 2s] }\nsample: { sobol: 8 }`, ['s/a.study.yaml:4:9: sample: Sobol’s sequence has at most 10 settings here, and 11 are varied: use latin-hypercube']],
  ['an unknown sample',             `${max}sample: halton`,                                 ['s/a.study.yaml:4:9: sample: must be grid, { latin-hypercube: 64 } or { sobol: 64 }']],
  ['an unknown measure',            `${max}measures: [delayTime.p96]`,                      ["s/a.study.yaml:4:12: measures.0: 'delayTime.p96' is not a measure; did you mean 'delayTime.p90'? (`podsim study --measures` lists all)"]],
  ['a limit on an unknown measure', `${max}goal: { delayTme.p95: { lte: 5s } }`,            [expect.stringMatching(/^s\/a\.study\.yaml:4:9: goal: unknown key 'delayTme\.p95'; did you mean 'delayTime\.p95'/)]],
  ['a limit without a unit',        `${max}goal: { delayTime.p95: { lte: 5 } }`,            [expect.stringMatching(/^s\/a\.study\.yaml:4:31: goal\.delayTime\.p95\.lte: /)]],
  ['a share above one',             `${max}goal: { utilization: { gte: 50 } }`,             ['s/a.study.yaml:4:29: goal.utilization.gte: must be a share such as 50% or 0.5']],
  ['limits that exclude each other', `${max}goal: { cost: { gte: 5, lte: 4 } }`,            ['s/a.study.yaml:4:22: goal.cost.gte: must not be more than `lte`']],
  ['a limit that is none',          `${max}goal: { cost: {} }`,                             ['s/a.study.yaml:4:15: goal.cost: give `lte` (at most) or `gte` (at least)']],
  ['a goal without content',        `${max}goal: {}`,                                       ['s/a.study.yaml:4:7: goal: give a limit such as `delayTime.p95: { lte: 5s }`, or `minimize`']],
  ['a goal with both',              `${max}goal: { minimize: cost, maximize: utilization }`, ['s/a.study.yaml:4:7: goal: give `minimize` or `maximize`, not both']],
  ['a negative number of seeds',    `${max}seeds: -3`,                                      [expect.stringMatching(/^s\/a\.study\.yaml:4:8: seeds: must be a number of seeds from 1 on, a range such as 1\.\.20/)]],
  ['seeds that count down',         `${max}seeds: 5..1`,                                    ['s/a.study.yaml:4:8: seeds: must count upwards, as in 1..20']],
  ['a seed twice',                  `${max}seeds: [a, b, a]`,                               ['s/a.study.yaml:4:15: seeds.2: the seed a is given twice']],
  ['a precision of nothing',        `${max}seeds: { until: { precision: 0%, of: cost } }`,  ['s/a.study.yaml:4:30: seeds.until.precision: must be more than 0%']],
  ['fewer at most than at least',   `${max}seeds: { until: { precision: 5%, of: cost, min: 9, max: 3 } }`, ['s/a.study.yaml:4:57: seeds.until.max: must not be less than `min`']],
  ['an unknown key',                `${max}seed: 3`,                                        [expect.stringMatching(/^s\/a\.study\.yaml:4:1: unknown key 'seed'; did you mean 'seeds'/)]],
  ['broken YAML',                   'vary: { a',                                            [expect.stringMatching(/^s\/a\.study\.yaml:\d+:\d+: /)]],
])('%s is refused, with its place', (_, lines, problems) => {
  expect(read(`${lines}\n`)).toStrictEqual(problems);
});

test('a matrix whose other variables have several values is refused', () => {
  const scenario = scenarioText('matrix: { variables: { max: [5, 6], start: [1s, 2s] } }\n')
    .replace('max: 2', 'max: $max')
    .replace('start: 1s', 'start: $start');
  expect(read('vary: { $max: [1, 2] }\n', scenario)).toStrictEqual([
    's/a.study.yaml:2:11: scenario: the matrix of the scenario has 2 members left: vary its other variables too, or give each one value',
  ]);
});

test('a variable that the scenario does not use changes nothing, and is refused', () => {
  const scenario = scenarioText('matrix: { variables: { size: [1] } }\n');
  expect(read('vary: { size: [1, 2] }\n', scenario)).toStrictEqual([
    expect.stringContaining('with size=1 and with size=2 the scenario is the same'),
  ]);
});

test('a scenario that is not there, or broken, is reported where it is', () => {
  const text = (scenario: string): string => `study: a\nscenario: ${scenario}\nvary: { workers.max: [1] }\n`;
  const files = filesIn({ 'b.scenario.yaml': 'title: b\nworlds: {}\n', 'c.scenario.yaml': 'title: [' });
  expect(parseStudy('a.study.yaml', text('gone.scenario.yaml'), files)).toMatchObject({
    left: [
      {
        file: 'a.study.yaml',
        line: 2,
        column: 11,
        message: "scenario: there is no file 'gone.scenario.yaml' from the folder of the study",
      },
    ],
  });
  expect(parseStudy('a.study.yaml', text('b.scenario.yaml'), files)).toMatchObject({
    left: [{ file: 'b.scenario.yaml', line: 2, message: expect.stringContaining("unknown key 'worlds'; did you mean 'world'") }],
  });
  expect(parseStudy('a.study.yaml', text('c.scenario.yaml'), files)).toMatchObject({ left: [{ file: 'c.scenario.yaml', line: 1 }] });
});
