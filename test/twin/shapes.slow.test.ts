import { describe, expect, test } from 'vitest';
import { importTwin } from '../../adapters/twin/importTwin.ts';
import { readMap } from '../../adapters/twin/records/fields.ts';
import { readJobs } from '../../adapters/twin/records/readJobs.ts';
import { Folder } from '../support/folder.ts';

const folder = new Folder();
const options = { map: new Map(), where: [], given: {}, seed: 'twin', goal: '30s' };

/** `submitted execution size` of each job, times from the first. */
const jobsOf = async (text: string, map: readonly string[] = []): Promise<readonly string[]> => {
  const { jobs, understood } = await readJobs([folder.write('records', text)], { map: readMap(map), where: [] });
  const rows = Array.from({ length: jobs.length }, (_, k) =>
    [jobs.submitted.at(k) - jobs.submitted.at(0), jobs.execution.at(k), jobs.size.at(k)].map((value) => Math.round(value)).join(' '),
  );
  return [/\(.+\)(?= with 2 rows)/.exec(understood[0] ?? '')?.[0] ?? '', ...rows];
};

// Made by hand, after the headers of the files that are public.
// biome-ignore format: a table
const samples: readonly (readonly [name: string, text: string, rows: readonly string[]])[] = [
  ['(BurstGPT 2)', 'Timestamp,Session ID,Elapsed time,Model,Request tokens,Response tokens,Total tokens,Log Type\n5,1,2.5,ChatGPT,472,18,490,Conversation log\n45,2,6,GPT-4,1087,230,1317,API log\n',
    ['0 2500 472', '40000 6000 1087']],
  ['(BurstGPT 1)', 'Timestamp,Model,Request tokens,Response tokens,Total tokens,Log Type\n5,ChatGPT,472,18,490,Conversation log\n45,GPT-4,1087,230,1317,API log\n',
    ['0 NaN 472', '40000 NaN 1087']],
  ['(Azure LLM inference 2023 or 2024)', 'TIMESTAMP,ContextTokens,GeneratedTokens\n2023-11-16 18:15:46.6805900,374,44\n2023-11-16 18:15:50.9951690,396,109\n',
    ['0 NaN 374', '4315 NaN 396']],
  ['(Azure LLM inference 2023 or 2024)', 'TIMESTAMP,ContextTokens,GeneratedTokens\n2024-05-10 00:00:00.009930+00:00,2162,5\n2024-05-10 00:00:00.017335+00:00,2399,6\n',
    ['0 NaN 2162', '7 NaN 2399']],
  ['(Azure Functions 2021)', 'app,func,end_timestamp,duration\n7b2c,e3cf,79.8,78\n7b2c,e3cf,81.5,0.5\n',
    ['0 78000 NaN', '79200 500 NaN']],
  ['(Mooncake)', '{"timestamp": 0, "input_length": 6758, "output_length": 500, "hash_ids": [0, 1]}\n{"timestamp": 3052, "input_length": 7322, "output_length": 490, "hash_ids": [0]}\n',
    ['0 NaN 6758', '3052 NaN 7322']],
];

describe('public records are known by their header', () => {
  test.each(samples)('%s', async (name, text, rows) => {
    expect(await jobsOf(text)).toStrictEqual([name, ...rows]);
  });

  test('what is said of the columns counts more', async () => {
    expect((await jobsOf(samples[0]?.[1] ?? '', ['size=Response tokens'])).slice(1)).toStrictEqual(['0 2500 18', '40000 6000 230']);
  });

  test('without durations nothing is recommended, and what is lacking is said', async () => {
    const { files, fit } = await importTwin([folder.write('azure.csv', samples[2]?.[1] ?? '')], options);
    expect(files).toStrictEqual([]);
    expect(fit.unknown.map(({ words }) => words).join('\n')).toMatch(/how long jobs run: 0 ended well/);
  });
});

describe('rows that count jobs', () => {
  const minutes = (counts: Readonly<Record<number, number>>): string =>
    Array.from({ length: 1_440 }, (_, k) => counts[k + 1] ?? (k % 2 === 0 ? 0 : '')).join(',');
  const day = (counts: Readonly<Record<number, number>>): string =>
    `HashOwner,HashApp,HashFunction,Trigger,${Array.from({ length: 1_440 }, (_, k) => k + 1).join(',')}\no,a,f,http,${minutes(counts)}\n`;

  test('Azure Functions 2019: each file is a day, and a job may come anywhere in its minute', async () => {
    const files = [day({ 1: 2, 1440: 1 }), day({ 2: 3 })].map((text, k) => folder.write(`day-${k}.csv`, text));
    const { jobs, understood } = await readJobs(files, { map: new Map(), where: [] });
    const at = Array.from({ length: jobs.length }, (_, k) => Math.floor(jobs.submitted.at(k) / 60_000));
    expect(at).toStrictEqual([0, 0, 1_439, 1_441, 1_441, 1_441]);
    expect(understood[1]).toBe('counts a minute: the jobs of one are spread over it by chance');
  });

  const poll = (minute: number, completed: number, inProgress: number, inQueue: number) => ({
    at: `2026-10-05T00:0${minute}:00Z`,
    jobs: { completed, failed: 1, inProgress, inQueue, retried: 0 },
    workers: { idle: 0, running: inProgress },
  });
  const polls = [poll(0, 10, 1, 0), poll(1, 12, 2, 1), poll(3, 15, 0, 0), poll(4, 2, 0, 0)];

  test.each([
    ['as they were answered', polls.map((one) => JSON.stringify(one)).join('\n')],
    [
      'as a table',
      `at,completed,failed,inProgress,inQueue,running\n${polls.map(({ at, jobs: { completed, failed, inProgress, inQueue } }) => [at, completed, failed, inProgress, inQueue, inProgress].join(',')).join('\n')}\n`,
    ],
  ])('polls of health, %s: jobs that came between two, and by Little’s law how long they took', async (_, text) => {
    const { jobs, understood, leftOut } = await readJobs([folder.write('polls', text)], { map: new Map(), where: [] });
    const start = Date.UTC(2026, 9, 5);
    expect(Array.from({ length: jobs.length }, (_, k) => Math.floor((jobs.submitted.at(k) - start) / 60_000))).toStrictEqual([0, 0, 0, 0]);
    expect(understood[1]).toContain("5 ended, and by Little's law jobs waited 24 s and ran 1 min on average; at most 2 workers ran");
    expect(leftOut.lines.join()).toContain('counts fewer jobs than the poll before it');
  });
});

test('where many rows cannot be read, nothing is recommended', async () => {
  const rows = Array.from({ length: 700 }, (_, k) => `${60 * k},10,${k % 10 === 0 ? 'x' : 500 + k}`).join('\n');
  const { files, fit } = await importTwin([folder.write('torn.csv', `submitted,delayTime,executionTime\n${rows}\n`)], options);
  expect(files.map(({ name }) => name)).not.toContain('twin.study.yaml');
  expect(fit.unknown[0]?.words).toMatch(/^how many jobs there were: 70 of 700 rows cannot be read/);
});

test('the rows behind a quote that nothing closes are counted, and the quote is named', async () => {
  const rows = Array.from({ length: 700 }, (_, k) => `${k === 500 ? '"' : ''}${60 * k},10,${500 + k}`).join('\n');
  const { fit, summary } = await importTwin([folder.write('quote.csv', `submitted,delayTime,executionTime\n${rows}\n`)], options);
  const why = '200 rows: a cell begins with a quote that nothing ends';
  expect(fit.unknown[0]?.words).toMatch(/^how many jobs there were: 200 of 700 rows cannot be read/);
  expect([fit.unknown[0]?.words, summary.join('\n')]).toStrictEqual([expect.stringContaining(why), expect.stringContaining(why)]);
});

describe('from what says too little, nothing is recommended', () => {
  const rows = (count: number, at: (k: number) => number) => Array.from({ length: count }, (_, k) => `${at(k)},10,${500 + k}`).join('\n');
  test.each([
    ['one row', rows(1, () => 1), 'when jobs come'],
    ['equal times', rows(600, () => 7), 'when jobs come'],
    ['two hundred rows', rows(200, (k) => 60 * k), '200 jobs are too few'],
  ])('%s', async (_, text, words) => {
    const { files, fit } = await importTwin([folder.write('few.csv', `submitted,delayTime,executionTime\n${text}\n`)], options);
    expect(files.map(({ name }) => name)).not.toContain('twin.study.yaml');
    expect(fit.unknown.map((one) => one.words).join('\n')).toContain(words);
  });

  test.each([
    ['mixed separators', '1,2\n3;4\n', '1 row: has 1 cells, and the first line 2 columns'],
    ['NaN', '1,2\n3,NaN\n', '1 row: executionTime is no duration'],
    ['a negative duration', '1,2\n3,-4\n', '1 row: executionTime is negative'],
    [
      'times in two notations',
      '2026-10-05T00:00:00Z,2\n1790000000,4\n',
      'has seconds since 1970, and the first row date-times with a zone',
    ],
  ])('%s: the row is left out, with its reason', async (_, text, words) => {
    const { jobs, leftOut } = await readJobs([folder.write('mixed.csv', `submitted,executionTime\n${text}`)], {
      map: new Map(),
      where: [],
    });
    expect(jobs.length).toBe(1);
    expect(leftOut.lines.join('\n')).toContain(words);
  });
});
