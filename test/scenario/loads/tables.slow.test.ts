import { describe, expect, test } from 'vitest';
import { play } from '../../../engine/scenario/play/play.ts';
import { record } from '../../../engine/scenario/recording/record.ts';
import { readCsv } from '../../../engine/scenario/tables/csv.ts';
import { podsim } from '../../support/commandLine.ts';
import { Folder } from '../../support/folder.ts';
import { file, playedText, problemsOf, scenariosOf, scenarioText } from '../../support/worlds/playing.ts';

/** Reads from files that are given as texts. */
const from = (files: Readonly<Record<string, string>>) => (path: string) => files[path];
const call = 'with: { endpoint: ep-a, body: { input: {} } }';
const loadOf = (parts: string) => scenarioText(`load:\n  - { ${call}, ${parts} }`);
const drawnFrom = (empirical: string) => scenarioText('', `, handler: { duration: { empirical: ${empirical} } }`);

/** The arrival times of the only load. */
const arrivalsOf = (trace: string, name: string, text: string) =>
  scenariosOf(loadOf(`trace: ${trace}`), from({ [name]: text }))[0]?.spec.load?.[0]?.trace;

describe('arrivals', () => {
  // biome-ignore format: a table
  test.each([
    ['in seconds',                     '{ file: a.csv, at: t, unit: s }',      'a.csv',    't\n0\n1.5\n2\n',                                  [0, 1_500, 2_000]],
    ['in parts of a millisecond',      '{ file: a.csv, at: t, unit: us }',     'a.csv',    't\n499\n500\n1.2e6\n',                            [0, 1, 1_200]],
    ['in hours',                       '{ file: a.csv, at: t, unit: h }',      'a.csv',    't\n0.5\n24',                                      [1_800_000, 86_400_000]],
    ['as durations, without a unit',   '{ file: a.csv, at: t }',               'a.csv',    't\n500ms\n1m30s\n',                               [500, 90_000]],
    ['as date-times, from the first',  '{ file: a.csv, at: t }',               'a.csv',    't\n2026-01-01T09:00:00Z\n2026-01-01T10:00:00.25+00:30\n', [0, 1_800_250]],
    ['counted from the first row',     '{ file: a.csv, at: t, unit: s, origin: first }', 'a.csv', 't\n1767225600.5\n1767225601\n',             [0, 500]],
    ['of one of several columns',      '{ file: a.csv, at: t, unit: ms }',     'a.csv',    'id,t,name\n7,10,x\n8,20,y\n',                     [10, 20]],
    ['with lines as Windows has them', '{ file: a.csv, at: t, unit: ms }',     'a.csv',    't,n\r\n10,x\r\n20,y\r\n',                         [10, 20]],
    ['with a byte order mark',         '{ file: a.csv, at: t, unit: ms }',     'a.csv',    '\uFEFFt\n10\n',                                   [10]],
    ['of objects after such a mark',    '{ file: a.ndjson, at: t, unit: ms }',     'a.ndjson',   '\uFEFF{"t":10}\n',                                   [10]],
    ['in quotes, beside text in quotes', '{ file: a.csv, at: "the, t", unit: ms }', 'a.csv', '"the, t",note\n"10","a ""b"", c\nd"\n20,\n',     [10, 20]],
    ['with blank lines and spaces',    '{ file: a.csv, at: t, unit: ms }',     'a.csv',    '\n t , n\n\n 10 , x\n\n20,y\n\n',                 [10, 20]],
    ['as NDJSON',                      '{ file: a.ndjson, at: t, unit: s }',   'a.ndjson', '{"t":1,"x":{}}\n\n{"x":0,"t":"2s"}\r\n',            [1_000, 2_000]],
    ['as JSON lines',                  '{ file: a.jsonl, at: t, unit: s }',    'a.jsonl',  '{"t":1e-3}',                                      [1]],
    ['in a folder below',              '{ file: sub/a.csv, at: t, unit: s }',  'sub/a.csv', 't\n1\n',                                         [1_000]],
    ['at the same time',               '{ file: a.csv, at: t, unit: s }',      'a.csv',    't\n1\n1\n1\n',                                    [1_000, 1_000, 1_000]],
  ])('%s are read', (_, trace, name, text, times) => {
    expect(arrivalsOf(trace, name, text)).toStrictEqual(times);
  });
});

describe('a file is refused, at its line, when', () => {
  const csv = (column: string) => `trace: { file: a.csv, at: ${column}, unit: s }`;

  // biome-ignore format: a table
  test.each([
    ['it has no such column',          csv('strated'), 'started,took\n1,2\n',       "a.csv:1:1: there is no column 'strated'; did you mean 'started'? (the columns are started, took)"],
    ['it has other separators',        csv('t'),       't;u\n1;2\n',                "a.csv:1:1: there is no column 't'; there is only t;u"],
    ['a cell is no number',            csv('t'),       't\n1\nsoon\n',              "a.csv:3:1: t: 'soon' is not a number, nor a duration such as 1.5s"],
    ['a cell has a decimal comma',     csv('t'),       't\n"1,5"\n',                "a.csv:2:1: t: '1,5' is not a number, nor a duration such as 1.5s"],
    ['a number is hexadecimal',        csv('t'),       't\n0x10\n',                 "a.csv:2:1: t: '0x10' is not a number"],
    ['a cell is empty',                csv('t'),       't,u\n1,2\n,3\n',            'a.csv:3:1: t: is empty'],
    ['a row is short',                 csv('u'),       't,u\n1,2\n3\n',             'a.csv:3:1: u: is empty'],
    ['a time is negative',             csv('t'),       't\n-1\n',                   "a.csv:2:1: t: '-1' is negative"],
    ['a time is infinite',             csv('t'),       't\n1e999\n',                "a.csv:2:1: t: '1e999' is longer than time lasts"],
    ['times are not in order',         csv('t'),       't\n1\n3\n2\n',              'a.csv:4:1: t: 2s comes below 3s: sort the rows by this column'],
    ['there is no unit',               'trace: { file: a.csv, at: t }', 't\n1\n',  "a.csv:2:1: t: '1' has no unit: give `unit`, one of us, ms, s, m, h"],
    ['date-times end',                 csv('t'),       't\n2026-01-01T00:00:00Z\n5', "a.csv:3:1: t: '5' is not a date-time, and the first row has one"],
    ['it is empty',                    csv('t'),       '',                          'a.csv:1:1: has no rows: the first line names the columns, and each line below it is one row'],
    ['it has a header only',           csv('t'),       't\r\n',                     'a.csv:1:1: has no rows'],
    ['a quote is not closed',          csv('t'),       't,u\n1,"a\n2,b\n',          'a.csv:2:1: a cell with quotes must begin and end with one, and double those within'],
    ['a quote is not doubled',         csv('t'),       't,u\n1,"a"b"\n',            'a.csv:2:1: a cell with quotes must begin and end with one'],
    ['a line breaks within quotes before', csv('t'),   't,u\n1,"a\nb"\nx,y\n',      "a.csv:4:1: t: 'x' is not a number"],
    ['it has too many rows',           csv('t'),       `t\n${'1\n'.repeat(100_001)}`, 'a.csv:100002:1: more than 100000 rows: cut the file'],
    ['it has too many characters',     csv('t'),       `t\n${' '.repeat(4_000_000)}`, 'a.csv:1:1: the file has 4000002 characters; a scenario reads at most 4000000'],
  ])('%s', (_, load, text, problem) => {
    expect(problemsOf(loadOf(load), from({ 'a.csv': text })).join('\n')).toContain(problem);
  });

  // biome-ignore format: a table
  test.each([
    ['a line is not JSON',             '{"t":1}\n{"t":\n',   'a.ndjson:2:1: is not a JSON object, such as {"t": 1.5}'],
    ['a line is a list',               '[1]',                'a.ndjson:1:1: is not a JSON object'],
    ['a line has no such field',       '{"t":1}\n{"tt":2}',  "a.ndjson:2:1: there is no column 't'; did you mean 'tt'?"],
    ['a field is not a number',        '{"t":[1]}',          "a.ndjson:1:1: t: '[1]' is not a number"],
    ['it has no lines',                '\n\n',               'a.ndjson:1:1: has no rows: each line is one JSON object'],
  ])('%s', (_, text, problem) => {
    expect(problemsOf(loadOf('trace: { file: a.ndjson, at: t, unit: s }'), from({ 'a.ndjson': text })).join('\n')).toContain(problem);
  });
});

describe('what names a file is refused, at its place in the scenario, when', () => {
  // biome-ignore format: a table
  test.each([
    ['there is no file',               loadOf('trace: { file: b.csv, at: t }'),              "7:69: load.0.trace.file: there is no file 'b.csv' in the scenario's folder"],
    ['it leaves the folder',           loadOf('trace: { file: ../a.csv, at: t }'),           "load.0.trace.file: '../a.csv' leaves the scenario's folder"],
    ['it is absolute',                 loadOf('trace: { file: /a.csv, at: t }'),             "load.0.trace.file: '/a.csv' leaves the scenario's folder"],
    ['it names no column',             loadOf('trace: { file: a.csv }'),                     "load.0.trace: missing property 'at'"],
    ['it has another key',             loadOf('trace: { file: a.csv, at: t, units: s }'),    "load.0.trace: unknown key 'units'; did you mean 'unit'?"],
    ['it has another unit',            loadOf('trace: { file: a.csv, at: t, unit: sec }'),   "load.0.trace.unit: 'sec' is not known here; did you mean 's'?; the choices are us, ms, s, m, h"],
    ['a distribution names no column', drawnFrom('{ file: a.csv, at: t }'),                  "world.endpoints.0.handler.duration.empirical: unknown key 'at'"],
    ['a distribution has too many values', drawnFrom('{ file: many.csv, column: t, unit: s }'), 'many.csv:1:1: has 10001 different values; a distribution has at most 10000: round them'],
    ['durations are of no job',        scenarioText('load:\n  - { act: listPods, with: {}, burst: { size: 1 }, durations: [1s] }'), 'load.0.durations: is about jobs and requests: use it with run, runsync or requestEndpoint'],
    ['durations are given twice',      scenarioText("load:\n  - { with: { endpoint: ep-a, body: {}, handler: { duration: { fixed: 1s } } }, burst: { size: 1 }, durations: [1s] }"), 'load.0.durations: says how long each job takes: remove the `duration`'],
    ['a list is neither',   scenarioText('steps:\n  - { act: run, with: { endpoint: ep-a, handler: { duration: { empirical: 5 } }, body: { input: {} } } }'), 'steps.0.with.handler.duration.empirical: run refuses this: '],
  ])('%s', (_, text, problem) => {
    const read = from({ 'a.csv': 't\n1\n', 'many.csv': `t\n${Array.from({ length: 10_001 }, (_, k) => k).join('\n')}` });
    const found = scenariosOrProblems(text, read);
    expect(found.join('\n')).toContain(problem);
  });

  test('but the input of a job is its own', () => {
    const text = scenarioText(
      'steps:\n  - { act: run, with: { endpoint: ep-a, body: { input: { trace: { file: gone.csv }, empirical: { file: x } } } } }',
    );
    expect(problemsOf(text)).toStrictEqual([]);
  });
});

/** What validation says: errors, or findings. */
const scenariosOrProblems = (text: string, read: (path: string) => string | undefined): readonly string[] => {
  const problems = problemsOf(text, read);
  return problems.length > 0 ? problems : scenariosOf(text, read).flatMap(({ findings }) => findings.map(({ message }) => message));
};

describe('a distribution from a file', () => {
  const read = from({
    'a.csv': 'took\n2\n1\n2\n2\n9\n',
    'sub/w.yaml': 'endpoints: [{ id: ep-a, handler: { duration: { empirical: { file: a.csv, column: took, unit: ms } } } }]',
    'sub/a.csv': 'took\n5\n',
  });
  const values = [
    { ms: 1_000, weight: 1 },
    { ms: 2_000, weight: 3 },
    { ms: 9_000, weight: 1 },
  ];
  const column = '{ file: a.csv, column: took, unit: s }';

  test('has each value as often as it is there, the shortest first', () => {
    const [scenario] = scenariosOf(drawnFrom(column), read);
    expect(scenario?.definition.endpoints[0]?.handler.duration).toStrictEqual({ kind: 'empirical', values });
  });

  test('can be how users think, when calls come, and how one call differs', () => {
    const [scenario] = scenariosOf(
      scenarioText(`load:
  - { ${call}, closed: { users: 1, thinkTime: { empirical: ${column} } }, exactly: 1 }
  - { ${call}, renewal: { interarrival: { empirical: ${column}, max: 5s } }, exactly: 1 }
  - { with: { endpoint: ep-a, body: { input: {} }, handler: { duration: { empirical: ${column} } } }, burst: { size: 1 } }`),
      read,
    );
    const [closed, renewal, differs] = scenario?.spec.load ?? [];
    expect(closed?.closed?.thinkTime).toStrictEqual({ kind: 'empirical', values });
    expect(renewal?.renewal?.interarrival).toStrictEqual({ kind: 'empirical', values, maxMs: 5_000 });
    expect(differs?.with?.handler).toMatchObject({ duration: { empirical: [{ value: '1000ms', weight: 1 }, {}, {}] } });
  });

  test('can be set by a step', () => {
    const [scenario] = scenariosOf(
      scenarioText(`steps:\n  - { act: setHandler, with: { endpoint: ep-a, body: { duration: { empirical: ${column} } } } }`),
      read,
    );
    expect(scenario?.findings).toStrictEqual([]);
    expect(scenario?.spec.steps?.[0]?.with?.body).toMatchObject({ duration: { empirical: [{ value: '1000ms', weight: 1 }, {}, {}] } });
  });

  test('in an included file is beside that file', () => {
    const [scenario] = scenariosOf('title: x\nworld: { include: sub/w.yaml }', read);
    expect(scenario?.definition.endpoints[0]?.handler.duration).toStrictEqual({ kind: 'empirical', values: [{ ms: 5, weight: 1 }] });
  });

  test('may be named by a variable of the matrix, and is read once for all seeds', () => {
    let reads = 0;
    const counting = (path: string) => {
      reads += 1;
      return read(path);
    };
    const text = `${drawnFrom('{ file: $file, column: took, unit: s }')}\nmatrix: { seeds: 1..20, variables: { file: [a.csv] } }`;
    expect(scenariosOf(text, counting)).toHaveLength(20);
    expect(reads).toBe(1);
  });
});

describe('durations as they were', () => {
  const read = from({ 'a.csv': 'started,took\n0,3\n1,1\n2,2\n' });
  const replayed = loadOf('trace: { file: a.csv, at: started, unit: s }, durations: { file: a.csv, column: took, unit: s }');
  const ranFor = (text: string, reader = read): number[] => {
    const [scenario] = scenariosOf(text, reader);
    if (scenario === undefined) throw new Error('there is no run');
    return [...play(scenario).world.log.entries()].flatMap(({ event }) => (event.type === 'JobStarted' ? [event.attempt.runsMs] : []));
  };

  test('are those of the jobs, in the order in which they come', () => {
    expect(ranFor(replayed)).toStrictEqual([3_000, 1_000, 2_000]);
  });

  test('can be a list, with any arrivals; after the last the first one follows', () => {
    expect(ranFor(loadOf('durations: [1s, 2s], constant: { every: 1s }, exactly: 5'))).toStrictEqual([1_000, 2_000, 1_000, 2_000, 1_000]);
    expect(ranFor(loadOf('durations: [1s, 2s, 4s], closed: { users: 2, thinkTime: { fixed: 1s } }, exactly: 3'))).toStrictEqual([
      1_000, 2_000, 4_000,
    ]);
  });

  test('change nothing else of how a call differs', () => {
    const text = scenarioText(
      'load:\n  - { with: { endpoint: ep-a, body: { input: {} }, handler: { outcomes: [fail] } }, durations: [7s], burst: { size: 1 } }',
    );
    const failed = playedText(text).world.log.entries();
    expect([...failed].find(({ event }) => event.type === 'JobFailed')).toMatchObject({ at: 7_000 });
  });

  test('of a job that its client submits again stay the same', () => {
    const text = scenarioText(
      'load:\n  - { with: { endpoint: ep-a, body: { input: {} }, handler: { outcomes: [fail] } }, durations: [7s, 1s], burst: { size: 1 }, onFailure: { retry: client, attempts: 2 } }',
    );
    expect(ranFor(text)).toStrictEqual([7_000, 7_000]);
  });

  test('that are too few are warned of', () => {
    const few = loadOf('burst: { size: 3 }, durations: [1s, 2s]');
    expect(scenariosOrProblems(few, read)).toStrictEqual([
      'load.0.durations: has 2 durations for more clients: after the last, the first one follows',
    ]);
    expect(scenariosOrProblems(replayed, read)).toStrictEqual([]);
  });

  test('are in the log, so a recording needs no file', () => {
    const [scenario] = scenariosOf(replayed, read);
    if (scenario === undefined) throw new Error('there is no run');
    const { header, log, fingerprint } = play(scenario).world;
    const written = record(header, [...log.entries()]);
    const text = written._tag === 'Right' ? written.right : '';
    const [again] = scenariosOf(text);
    if (again === undefined) throw new Error('there is no run');
    const replay = play(again);
    expect(text).not.toContain('a.csv');
    expect(replay.world.fingerprint()).toBe(fingerprint.call(play(scenario).world));
  });
});

describe('sizes', () => {
  const bySize = (column: string) =>
    scenarioText('', `, handler: { duration: { bySize: { size: { empirical: { file: a.csv, column: ${column} } }, slope: 12ms } } }`);

  test('may be the numbers of a column', () => {
    const [scenario] = scenariosOf(bySize('pages'), from({ 'a.csv': 'pages\n20\n7\n20\n' }));
    expect(scenario?.definition.endpoints[0]?.handler.duration).toMatchObject({
      size: {
        kind: 'empirical',
        values: [
          { value: 7, weight: 1 },
          { value: 20, weight: 2 },
        ],
      },
    });
  });

  test('are whole, and the line says so where they are not', () => {
    expect(problemsOf(bySize('pages'), from({ 'a.csv': 'pages\n20\n7.5\n' }))).toStrictEqual([
      "a.csv:3:1: pages: '7.5' is not a whole number from 1 to 9007199254740991",
    ]);
  });

  test('may have a remainder from another column', () => {
    const text = bySize('pages').replace('slope: 12ms', 'slope: 12ms, remainder: { empirical: { file: a.csv, column: rest, unit: ms } }');
    const [scenario] = scenariosOf(text, from({ 'a.csv': 'pages,rest\n20,5\n' }));
    expect(scenario?.definition.endpoints[0]?.handler.duration).toMatchObject({ remainder: { values: [{ ms: 5, weight: 1 }] } });
  });
});

describe('renewal', () => {
  test('of exponential times is a Poisson process; of fixed ones it is even', () => {
    const [scenario] = scenariosOf(loadOf('renewal: { interarrival: { fixed: 2s } }, for: 7s'));
    if (scenario === undefined) throw new Error('there is no run');
    const arrived = [...play(scenario).world.log.entries()].flatMap(({ at, event }) => (event.type === 'JobQueued' ? [at] : []));
    expect(arrived).toStrictEqual([2_000, 4_000, 6_000]);
  });

  test('has an end', () => {
    expect(problemsOf(loadOf('renewal: { interarrival: { fixed: 2s } }'))).toStrictEqual([
      '7:5: load.0: the load would never end: give `exactly` or `for`',
    ]);
  });
});

describe('CSV', () => {
  test('that is written by the rules is read as it was', () => {
    const cells = ['a', '', ' b ', 'c,d', 'e"f"', 'g\nh', 'i\r\nj', '"'];
    const rows = cells.map((one, k) => [one, cells[(k * 3) % cells.length] ?? '', 'end']);
    const text = rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\r\n');
    const read = readCsv(text);
    expect(read._tag === 'Right' ? read.right.map((row) => row.cells) : []).toStrictEqual(rows);
  });

  test('of a million quotes is read at once', () => {
    expect(readCsv('"'.repeat(1_000_001))._tag).toBe('Left');
    expect(readCsv(`a\n${'"'.repeat(1_000_000)}`)._tag).toBe('Right');
  });
});

describe('on disk', () => {
  const folder = new Folder();
  folder.write('a.csv', 'started\n1\n2\n');
  folder.write('large.csv', `started\n${'1\n'.repeat(2_000_000)}`);
  const validated = (name: string) =>
    podsim('run', '--check', folder.write(file, loadOf(`trace: { file: ${name}, at: started, unit: s }`)));

  test('a file beside the scenario is read', async () => {
    expect(await validated('a.csv')).toMatchObject({ code: 0, out: '1 run, nothing wrong\n' });
  });

  test('a large one is not', async () => {
    expect(await validated('large.csv')).toMatchObject({
      code: 3,
      err: expect.stringContaining('large.csv: has 4000008 bytes; a scenario file has at most'),
    });
  });

  test('a page has what the file says', async () => {
    await validated('a.csv');
    await podsim('page', folder.at(file), '-o', folder.at('p.html'));
    expect(folder.read('p.html')).toContain('a.csv":"started');
  });
});
