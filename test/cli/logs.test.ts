import { describe, expect, test } from 'vitest';
import { LogFileWriter, readLog } from '../../adapters/store/logFile.ts';
import { type DomainEvent, kinds } from '../../engine/entities.ts';
import { podsim } from '../support/commandLine.ts';
import { Folder } from '../support/folder.ts';
import { passing } from './stories.ts';

const scenario = 'scenarios/jobs/retry-after-failure.scenario.yaml';
const folder = new Folder();
const recorded = (name: string, path: string, ...args: string[]): string => {
  podsim('run', path, '--log', folder.at(name), ...args);
  return folder.at(name);
};
const log = recorded('a.log', scenario);
const other = recorded('b.log', scenario, '--seed', 'another');
const idOf = (path: string): string => /"jobId":"([^"]+)"/.exec(folder.read(path))?.[1] ?? '';

/** The log of a changed scenario, as the engine writes it: every check matches. */
const rewritten = (name: string, change: (text: string) => string): string => {
  const file = folder.write(`${name}.scenario.yaml`, change(passing));
  return recorded(name, file);
};

/** The log with one event changed, as if podsim 0.0.9 had written it. */
const forged = (name: string, type: string, change: (event: DomainEvent) => object): string => {
  const { header, entries } = readLog(log);
  const writer = new LogFileWriter(folder.at(name), { ...header, podsim: { ...header.podsim, engine: '0.0.9', ruleset: 'of-old' } });
  const at = entries.findIndex(({ event }) => event.type === type);
  writer.sink(entries.map((entry, k) => (k === at ? { ...entry, event: change(entry.event) as DomainEvent } : entry)));
  writer.close();
  return folder.at(name);
};

test('a run writes its log under the name that was given, and no other file', () => {
  const own = new Folder();
  podsim('run', scenario, '--log', own.at('only.log'));
  expect(own.names()).toStrictEqual(['only.log']);
});

describe('replay', () => {
  const stateOf = (...args: string[]) => JSON.parse(podsim('replay', log, ...args).out);
  const jobOf = (...args: string[]) => stateOf(...args).job[idOf('a.log')];

  test('shows the state at the end, of every kind', () => {
    expect(Object.keys(stateOf())).toStrictEqual(kinds);
    expect(stateOf().worker['ep-a-w1'].status).toBe('IDLE');
    expect(jobOf().status).toBe('COMPLETED');
  });

  // biome-ignore format: a table
  test.each([
    ['before the job came',            ['--seq', '7'],      undefined],
    ['after the entry that queued it', ['--seq', '8'],      'IN_QUEUE'],
    ['at the end of an instant',       ['--at', '0s'],      'IN_PROGRESS'],
    ['just before it failed',          ['--at', '1999ms'],  'IN_PROGRESS'],
    ['after all that came at once',    ['--at', '2s'],      'IN_PROGRESS'],
    ['at the entry that failed it',    ['--seq', '11'],     'FAILED'],
    ['long after the end',             ['--at', '5d'],      'COMPLETED'],
    ['after the last entry',           ['--seq', '999'],    'COMPLETED'],
    ['before anything',                ['--seq', '0'],      undefined],
  ])('or as it was %s', (_, args, status) => {
    expect(jobOf(...args)?.status).toBe(status);
  });

  // biome-ignore format: a table
  test.each([
    ['a bare number for a time', ['--at', '5'],               "--at '5' is no virtual time; write it as a duration since the start, such as 1m30s"],
    ['no number for an entry',   ['--seq', 'last'],           "--seq 'last' is no entry's number"],
    ['both',                     ['--at', '1s', '--seq', '1'], 'give --at or --seq, not both'],
  ])('and refuses %s', (_, args, words) => {
    expect(podsim('replay', log, ...args)).toStrictEqual({ code: 3, out: '', err: `${words}\n` });
  });
});

describe('rerun', () => {
  test('gives the same log', () => {
    const fingerprint = JSON.parse(podsim('run', scenario, '--reporter', 'json').out).runs[0].fingerprint;
    const { code, out } = podsim('rerun', log);
    expect(out).toMatch(new RegExp(`^the same log again: \\d+ entries, fingerprint ${fingerprint}\n$`));
    expect(code).toBe(0);
  });

  test('gives the same log for a server that was killed during an advance', () => {
    const { header, entries } = readLog(log);
    const writer = new LogFileWriter(folder.at('cut.log'), header);
    writer.sink(entries.slice(0, entries.findIndex(({ event }) => event.type === 'WorkerTookJob') + 1));
    writer.close();
    const { code, out } = podsim('rerun', folder.at('cut.log'));
    expect(out).toMatch(/^the same log again: \d+ entries, fingerprint \w+; it ends during the effects of an input/);
    expect(code).toBe(0);
  });

  test('or says where it diverges from a log that the rules cannot produce', () => {
    const { code, out } = podsim(
      'rerun',
      forged('forged.log', 'JobFailed', (event) => ({ ...event, error: 'another' })),
    );
    expect(out).toMatch(
      /^the log was written by podsim 0\.0\.9 with other rules \(of-old\) than this podsim \d+\.\d+\.\d+ has \([0-9a-f]{16}\)\n/,
    );
    expect(out).toMatch(/\nthe first difference is entry 11\nlog:\n {2}\{"seq":11.*"another".*\n {4}because of \{"seq":10/);
    expect(out).toMatch(/\nrerun:\n {2}\{"seq":11.*"handler failed"/);
    expect(code).toBe(1);
  });
});

describe('a log of other rules that the current rules cannot fold is refused with that reason', () => {
  // biome-ignore format: a table
  test.each<[string, string, (event: DomainEvent) => object, readonly string[]]>([
    ['when it is replayed',  'WorkerTookJob', () => ({ type: 'CallerLeft', call: 'x' }),           ['replay']],
    ['when it is explained', 'WorkerTookJob', () => ({ type: 'CallerLeft', call: 'x' }),           ['explain']],
    ['when it is rerun',     'InputReceived', (event) => ({ ...event, operation: 'teleport' }),    ['rerun']],
  ])('%s', (_, type, change, [command = '']) => {
    const path = forged(`${command}.log`, type, change);
    const { code, out, err } = podsim(command, path, ...(command === 'explain' ? ['job-1'] : []));
    expect(err).toMatch(/^the log was written by podsim 0\.0\.9 with other rules .*, so it cannot be read: /);
    expect({ code, out }).toStrictEqual({ code: 3, out: '' });
  });
});

describe('diff', () => {
  test('finds no difference where there is none', () => {
    expect(podsim('diff', log, log)).toMatchObject({ code: 0, out: expect.stringMatching(/^the same \d+ entries\n$/) });
  });

  test('shows the first entry that differs, on both sides, with its chain of causes', () => {
    const { code, out } = podsim('diff', log, other);
    const lines = out.trimEnd().split('\n');
    expect(lines[0]).toBe('the first difference is entry 8');
    expect(lines[1]).toBe(`${log}:`);
    expect(lines[2]).toMatch(new RegExp(`^ {2}\\{"seq":8,.*"type":"JobQueued",.*${idOf('a.log')}`));
    expect(lines[3]).toMatch(/^ {4}because of \{"seq":7,.*"type":"InputReceived"/);
    expect(lines[4]).toBe(`${other}:`);
    expect(lines[5]).toMatch(new RegExp(`^ {2}\\{"seq":8,.*${idOf('b.log')}`));
    expect(lines).toHaveLength(7);
    expect(code).toBe(1);
  });

  test('says which of them ends first', () => {
    const short = rewritten('short.log', (text) => text.replace(/ {2}- \{ when[\s\S]*/, ''));
    const long = rewritten('long.log', (text) => text);
    expect(podsim('diff', short, long).out).toContain(`${short}: ends before\n${long}:\n`);
  });

  test('says where only the headers differ', () => {
    const [plain, limited] = [
      rewritten('plain.log', (text) => text),
      rewritten('limited.log', (text) => text.replace('settings: {', 'settings: { pod: { provision: 9s },')),
    ];
    expect(podsim('diff', plain, limited)).toMatchObject({ code: 0, out: expect.stringContaining('; only the headers differ\n') });
  });
});

describe('explain', () => {
  test('explains a job: each event, its rule, its causes, refusals, and possible next events', () => {
    const { code, out } = podsim('explain', log, 'job-1');
    expect(out).toMatch(new RegExp(`^job ${idOf('a.log')} is COMPLETED: `));
    expect(out).toMatch(
      / 11 {2}00:00:02\.000 {2}JobFailed: IN_PROGRESS → FAILED, .*\(job\.fail\)\n +because of JobStarted #10 ← WorkerTookJob #9 ← JobQueued #8 ← InputReceived #7\n/,
    );
    expect(out).toMatch(/what was refused\n +22 {2}00:00:04\.000 {2}retry: .*FAILED or TIMED_OUT.*\(job\.retry-refused\)\n/);
    expect(out).toMatch(/what will happen by itself\n +00:30:04\.000 {2}its timer 'retention' asks for ExpireJob\n +1d 00:00:00\.000 {2}/);
    expect(out).toMatch(/what can happen to it now\n(?: {2}Job\w+ → \w+: .*\n)+$/);
    expect(code).toBe(0);
  });

  test('knows a job by its own id, and by its number', () => {
    expect(podsim('explain', log, idOf('a.log')).out).toBe(podsim('explain', log, 'job-1').out);
  });

  // biome-ignore format: a table
  test.each([
    ['ep-a-w1', /^worker ep-a-w1 is IDLE: .*\n[\s\S]*WorkerTookJob: IDLE → RUNNING/],
    ['ep-a',    /^endpoint ep-a is ACTIVE: .*\n[\s\S]*EndpointCreated: /],
    ['team',    /^account team is OPEN: .*\n[\s\S]*AccountOpened: /],
  ])('explains %s', (id, words) => {
    expect(podsim('explain', log, id)).toMatchObject({ code: 0, out: expect.stringMatching(words) });
  });

  test('says what a waiting job waits for', () => {
    const waiting = rewritten('waiting.log', (text) =>
      text.replace('min: 1, max: 1', 'min: 0, max: 0').replace(/ {2}- \{ when[\s\S]*/, ''),
    );
    const { out } = podsim('explain', waiting, 'job-1');
    expect(out).toContain('what it waits for\n  it is number 1 of 1 in the queue of ep-a');
    expect(out).toContain('no worker will ever start');
  });

  test('says when nothing can happen any more', () => {
    const gone = rewritten('gone.log', (text) => `${text}  - { when: job $job is gone, within: 1d }\n`);
    expect(podsim('explain', gone, 'job-1').out).toMatch(/ is REMOVED: [\s\S]*\nnothing can happen to it any more\n$/);
  });

  // biome-ignore format: a table
  test.each([
    ['ep-a-w2', 'it knows ep-a-w1'],
    ['ep-b',    'it knows ep-a'],
    ['job-7',   'it knows job-1'],
    ['-u1',     '-u1'],
    ['zebra',   "knows no entity 'zebra'\n"],
  ])('suggests names similar to the unknown %s', (id, words) => {
    const { code, out, err } = podsim('explain', log, '--', id);
    expect(err).toContain(words);
    expect(err).toContain(`${log} knows no entity '${id}'`);
    expect({ code, out }).toStrictEqual({ code: 3, out: '' });
  });
});
