import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { readMap } from '../../adapters/twin/records/fields.ts';
import { readJobs } from '../../adapters/twin/records/readJobs.ts';
import { readWhere } from '../../adapters/twin/records/where.ts';

const folder = mkdtempSync(join(tmpdir(), 'podsim-records-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let number = 0;
const read = (content: string | Uint8Array, { map = [], where = [] }: { map?: readonly string[]; where?: readonly string[] } = {}) => {
  number += 1;
  const file = join(folder, `f${number}`);
  writeFileSync(file, content);
  return readJobs([file], { map: readMap(map), where: readWhere(where) });
};

/** What was read: `submitted delay execution` of each job, in order. */
const jobsOf = async (...args: Parameters<typeof read>) => {
  const { jobs } = await read(...args);
  return Array.from({ length: jobs.length }, (_, k) => `${jobs.submitted.at(k)} ${jobs.delay.at(k)} ${jobs.execution.at(k)}`);
};

const objects = [
  { id: 'b', submitted: '2026-10-05T00:00:02Z', delayTime: 100, executionTime: 2_000, status: 'COMPLETED', workerId: 'w1' },
  {
    id: 'a',
    submitted: '2026-10-05T00:00:01Z',
    delayTime: 0,
    executionTime: 1_500,
    status: 'FAILED',
    workerId: 'w2',
    output: { text: 'a } [ "b\\" ' },
  },
];
const start = Date.UTC(2026, 9, 5);
const both = [`${start + 1_000} 0 1500`, `${start + 2_000} 100 2000`];
const csv =
  'id,submitted,delayTime,executionTime,status\nb,2026-10-05T00:00:02Z,100,2000,COMPLETED\na,2026-10-05T00:00:01Z,0,1500,FAILED\n';

describe('the same jobs are read from each form', () => {
  // biome-ignore format: a table
  test.each<[string, string | Uint8Array]>([
    ['CSV',                          csv],
    ['with ends of lines of Windows', csv.replaceAll('\n', '\r\n')],
    ['with a mark of its byte order', `\uFEFF${csv}`],
    ['with semicolons',              csv.replaceAll(',', ';')],
    ['with tabs',                    csv.replaceAll(',', '\t')],
    ['with quotes and lines in them', csv.replace('\nb,', '\n"b, or ""c""\nand d",')],
    ['gzip',                         gzipSync(csv)],
    ['NDJSON',                       objects.map((one) => JSON.stringify(one)).join('\n')],
    ['an array',                     JSON.stringify(objects)],
    ['an array over lines',          JSON.stringify(objects, null, 2)],
    ['gzip of an array',             gzipSync(JSON.stringify(objects))],
  ])('%s', async (_, content) => {
    expect(await jobsOf(content)).toStrictEqual(both);
  });
});

describe('times are read as they are written', () => {
  // biome-ignore format: a table
  test.each([
    ['with a blank, without a zone', '2026-10-05 00:00:01',           start + 1_000],
    ['with a zone',                  '2026-10-05T02:00:01.5+02:00',   start + 1_500],
    ['a date alone',                 '2026-10-05',                    start],
    ['seconds since 1970',           String(start / 1_000 + 1),       start + 1_000],
    ['milliseconds since 1970',      String(start + 1),               start + 1],
    ['seconds since the start',      '12.5',                          12_500],
  ])('%s', async (_, text, ms) => {
    expect(await jobsOf(`submitted,executionTime\n${text},5\n`)).toStrictEqual([`${ms} NaN 5`]);
  });

  test('arrivals follow from ends', async () => {
    expect(await jobsOf('ended,delay,execution\n100,20000,30000\n')).toStrictEqual(['50000 20000 30000']);
    expect(await jobsOf('submitted,started,ended\n10,12,15\n')).toStrictEqual(['10000 2000 3000']);
  });

  test('columns may have other names and units', async () => {
    const text = 'when,took (s),waited\n7,1.5,0.25\n';
    expect(await jobsOf(text, { map: ['submitted=when:ms,execution=took (s)', 'delay=waited:s'] })).toStrictEqual(['7 250 1500']);
  });
});

test('rows are wanted or not', async () => {
  expect(await jobsOf(csv, { where: ['status=COMPLETED|OK'] })).toStrictEqual(both.slice(1));
  expect(await jobsOf(csv, { where: ['status!=COMPLETED'] })).toStrictEqual(both.slice(0, 1));
});

test('rows that cannot be read are left out, with the reason and their lines', async () => {
  const rows = ['1,5', '2,', '3,-5', '4,abc', 'later,5', '6,5,7', '2026-10-05T00:00:00Z,5', '8,NaN', '-9,5', '2026-02-30,5'];
  const { jobs, leftOut } = await read(`submitted,executionTime\n${rows.join('\n')}\n`);
  expect(jobs.length).toBe(1);
  expect(leftOut.lines.map((line) => line.replaceAll(/\/\S+\/f\d+/g, 'f'))).toStrictEqual([
    '2 rows: executionTime is no duration: a number, or one such as 1.5s, is expected (f:5, f:9)',
    '1 row: says not how long it ran (f:3)',
    '1 row: executionTime is negative (f:4)',
    "1 row: submitted is no time such as 2026-01-31T10:00:00Z, or a number of seconds or ms since 1970: 'later' (f:6)",
    '1 row: has 3 cells, and the first line 2 columns, separated by commas (f:7)',
    '1 row: submitted has date-times with a zone, and the first row seconds since the start of the records (f:8)',
    "1 row: submitted is negative: '-9' (f:10)",
    "1 row: submitted is no date that there is: '2026-02-30' (f:11)",
  ]);
});

describe('what is no file of records is refused, in words', () => {
  const bomb = gzipSync('0'.repeat(3_000_000));
  const lines = gzipSync(`executionTime\n${'0'.repeat(900_000)}\n`.repeat(40));
  // biome-ignore format: a table
  test.each<[string, string | Uint8Array, string, Parameters<typeof read>[1]?]>([
    ['an empty file',            '',                                           'is empty: it should have a row for each job'],
    ['a header alone',           'submitted,executionTime\n',                  'has no rows: below the names of the columns, each job has a row'],
    ['no durations',             'submitted,speed\n1,2\n',                     'says of no job how long it ran, or how long it waited: the columns are submitted, speed; name one with --map execution=COLUMN,delay=COLUMN, or'],
    ['nothing of a job',         'a,b\n1,2\n',                                 'says of no job how long it ran, or when it came, or how long it waited: the columns are a, b; name one with --map execution=COLUMN,submitted=COLUMN,delay=COLUMN, or with'],
    ['nothing but bad rows',     'submitted,executionTime\n1,x\n',             'no job can be read from 1 rows\n  1 row: executionTime is no duration'],
    ['two columns of one name',  'a,a\n1,2\n',                                 "two columns are named 'a'"],
    ['two columns for one field', 'executionTime,duration\n1,2\n',             "'executionTime' and 'duration' may both be execution: say which with --map execution=executionTime"],
    ['very many columns',        `${Array.from({ length: 2_000 }, (_, k) => `c${k}`).join(',')}\n`, 'has 2000 columns; at most 1500 are read'],
    ['a line without an end',    bomb,                                         'the line is longer than 1000000 characters'],
    ['a gzip bomb',              lines,                                        'unpacks to more than 200 times what it is'],
    ['what is no text',          Uint8Array.of(0, 1, 2, 255, 10),              'is no text in UTF-8: save it as that'],
    ['a workbook',               Uint8Array.of(0x50, 0x4b, 3, 4, 20, 0),       ': is a workbook of a spreadsheet, or another archive: save its sheet as CSV, or unpack it'],
    ['an old workbook',          Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1),  'is a workbook'],
    ['a header of two shapes',   'TIMESTAMP,ContextTokens,GeneratedTokens,app,func,end_timestamp,duration\n', 'its columns are those of Azure LLM inference 2023 or 2024 and of Azure Functions 2021: say what is meant, such as --map submitted=TIMESTAMP or --map submitted=end_timestamp'],
    ['a gzip file that was cut', gzipSync(csv).subarray(0, 40),                'is no whole gzip file'],
    ['an array that was cut',    '[{"executionTime": 1}, {"executionTime":',   'the object that begins here has no end: the file was cut'],
    ['a list of numbers',        '[1, 2]',                                     'has no rows: it should have an object for each job'],
    ['an unknown column',        csv,                                          "there is no column 'ran'", { map: ['execution=ran'] }],
    ['an unknown field',         csv,                                          "'executon' is no field; did you mean 'execution'?", { map: ['executon=id'] }],
    ['a map that is none',       csv,                                          "--map 'id': write FIELD=COLUMN", { map: ['id'] }],
    ['a condition on nothing',   csv,                                          "--where state: there is no column 'state'", { where: ['state=1'] }],
    ['a condition that none meets', csv,                                       '--where leaves out 2', { where: ['status=NONE'] }],
  ])('%s', async (_, content, words, options) => {
    await expect(async () => read(content, options)).rejects.toThrow(words);
  });
});

test('records that are not there are said to be missing', async () => {
  await expect(readJobs(['missing.csv'], { map: readMap([]), where: readWhere([]) })).rejects.toThrow(
    /^missing\.csv: there is no such file; /,
  );
});

describe('which column was taken for what is said in short', () => {
  // biome-ignore format: a table
  test.each<[string, string, string, string?]>([
    ['the platform\'s names',          'id,submitted,delayTime,executionTime,status', 'submitted=submitted, delay=delayTime, execution=executionTime, status=status; left out: id'],
    ['a start that is derived from',   'start_time,wait_ms,run_ms,machine,state',     'started=start_time, delay=wait_ms, execution=run_ms, status=state; left out: machine; start_time is taken as started; if it is when the job came: --map submitted=start_time', 'execution=run_ms'],
    ['a start that was named',         'start_time,wait_ms,run_ms',                   'started=start_time, delay=wait_ms, execution=run_ms', 'execution=run_ms,started=start_time'],
    ['a start beside the submission',  'submitted,start_time,executionTime',          'submitted=submitted, started=start_time, execution=executionTime'],
    ['very many others',               `submitted,executionTime,${Array.from({ length: 14 }, (_, k) => `c${k}`).join(',')}`, 'submitted=submitted, execution=executionTime; left out: c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, … and 2 more'],
  ])('%s', async (_, header, words, map) => {
    const row = header.split(',').map((column) => (column === 'status' || column === 'state' ? 'OK' : '5')).join(',');
    const { columns } = await read(`${header}\n${row}\n${row}\n`, map === undefined ? {} : { map: [map] });
    expect(columns).toStrictEqual([words]);
  });
});

test('a file that is named twice is refused', async () => {
  await expect(readJobs(['a.csv', 'b.csv', 'a.csv'], { map: new Map(), where: [] })).rejects.toThrow('a.csv is named twice');
});
