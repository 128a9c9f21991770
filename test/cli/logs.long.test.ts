import { describe, expect, test } from 'vitest';
import { LogFileWriter, readLog } from '../../adapters/store/file/logFile.ts';
import { kinds } from '../../engine/cloud/entities.ts';
import type { DomainEvent } from '../../engine/cloud/input.ts';
import { podsim } from '../support/commandLine.ts';
import { Folder } from '../support/folder.ts';
import { passing } from './stories.ts';

const scenario = 'scenarios/jobs/retry-after-failure.scenario.yaml';
const folder = new Folder();
const recorded = async (name: string, path: string, ...args: string[]): Promise<string> => {
  await podsim('run', path, '--log', folder.at(name), ...args);
  return folder.at(name);
};
const log = await recorded('a.log', scenario);
const other = await recorded('b.log', scenario, '--seed', 'another');
const idOf = (path: string): string => /"jobId":"([^"]+)"/.exec(folder.read(path))?.[1] ?? '';

/** The log of a changed scenario, as the engine writes it: every check matches. */
const rewritten = async (name: string, change: (text: string) => string): Promise<string> => {
  const file = folder.write(`${name}.scenario.yaml`, change(passing));
  return await recorded(name, file);
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

test('a run writes its log under the name that was given, and no other file', async () => {
  const own = new Folder();
  await podsim('run', scenario, '--log', own.at('only.log'));
  expect(own.names()).toStrictEqual(['only.log']);
});

test('short names find entities of every kind, in explain, replay --of and run --of', async () => {
  const folder = new Folder();
  const file = folder.write('pods.scenario.yaml', podsAndClusters);
  const log = folder.at('pods.log');
  await podsim('run', file, '--log', log);
  const idOf = (type: string): string =>
    new RegExp(`"type":"${type}".*?"(?:pod|cluster|worker)Id":"([^"]+)"`).exec(folder.read('pods.log'))?.[1] ?? '';
  for (const [name, id] of [
    ['pod-1', idOf('PodCreated')],
    ['cluster-1', idOf('ClusterCreated')],
    ['worker-1', 'ep-a-w1'],
    ['endpoint-1', 'ep-a'],
  ] as const) {
    expect(await podsim('explain', log, name)).toStrictEqual({ code: 0, out: expect.stringContaining(id), err: '' });
    expect(await podsim('log', 'show', log, '--of', name)).toStrictEqual(await podsim('log', 'show', log, '--of', id));
    expect(await podsim('run', file, '--of', name)).toStrictEqual(await podsim('run', file, '--of', id));
  }
  expect(await podsim('explain', log, 'pod-9')).toMatchObject({
    code: 3,
    err: expect.stringContaining("knows no entity 'pod-9'; it knows pod-1 to pod-3"),
  });
});

const podsAndClusters = `title: x
world: { endpoints: [{ id: ep-a, workers: { min: 1, max: 1 } }] }
steps:
  - { act: createPod, with: { body: { name: a, image: i, gpu: { id: NVIDIA L4 } } } }
  - act: createCluster
    with:
      body: { name: c, type: TRAINING, image: i, compute: { gpuTypeId: NVIDIA H100 80GB HBM3, gpuCountPerPod: 8, podCount: 2 } }
`;

test('explain, next and replay play a scenario that is given instead of a log', async () => {
  const scenario = 'scenarios/jobs/retry-after-failure.scenario.yaml';
  const log = new Folder().at('played.log');
  await podsim('run', scenario, '--log', log);
  expect(await podsim('explain', scenario, 'job-1')).toStrictEqual(await podsim('explain', log, 'job-1'));
  expect(await podsim('log', 'next', scenario)).toStrictEqual(await podsim('log', 'next', log));
  expect(await podsim('log', 'show', scenario)).toStrictEqual(await podsim('log', 'show', log));
});

describe('replay', () => {
  const stateOf = async (...args: string[]) => JSON.parse((await podsim('log', 'show', log, '--json', ...args)).out);
  const jobOf = async (...args: string[]) => (await stateOf(...args)).job[idOf('a.log')];

  test('shows the state at the end, of every kind', async () => {
    expect(Object.keys(await stateOf())).toStrictEqual(kinds);
    expect((await stateOf()).worker['ep-a-w1'].status).toBe('IDLE');
    expect((await jobOf()).status).toBe('COMPLETED');
  });

  // biome-ignore format: a table
  test.each([
    ['before the job came',            ['--seq', '7'],      undefined],
    ['after the entry that queued it', ['--seq', '8'],      'IN_QUEUE'],
    ['at the end of an instant',       ['--at', '0s'],      'IN_PROGRESS'],
    ['just before it failed',          ['--at', '1999ms'],  'IN_PROGRESS'],
    ['after all that came at once',    ['--at', '2s'],      'IN_PROGRESS'],
    ['at the entry that failed it',    ['--seq', '11'],     'FAILED'],
    ['before anything',                ['--seq', '0'],      undefined],
  ])('or as it was %s', async (_, args, status) => {
    expect((await jobOf(...args))?.status).toBe(status);
  });

  // biome-ignore format: a table
  test.each([
    ['a bare number for a time', ['--at', '5'],               "--at '5' is no virtual time; write it as a duration since the start, such as 1m30s"],
    ['no number for an entry',   ['--seq', 'last'],           "--seq 'last' is no entry's number"],
    ['a time after the end',     ['--at', '5d'],              '--at 5d: the log ends at 00:00:04.000'],
    ['an entry after the last',  ['--seq', '999'],            '--seq 999: the log ends with entry 22'],
    ['both',                     ['--at', '1s', '--seq', '1'], 'give --at or --seq, not both'],
    ['a timeline as JSON',       ['--timeline', '--json'],    '--json prints the state; a timeline is text: leave out --json or the others'],
    ['an unknown kind',          ['--kind', 'jobs'],          "--kind 'jobs' is no kind of entity; did you mean 'job'? (there are account, endpoint, worker, job, batch, request, call, delegation, registry, secret, tag, costCenter, template, volume, globalVolume, host, pod, cluster, fault, and input for calls)"],
    ['an unknown type',          ['--type', 'failed'],        "--type 'failed' is no type of events; did you mean 'JobFailed', 'PodFailed', 'HostFailed', 'BatchFailed', 'RequestFailed' or 'WorkerPullFailed'? (`podsim spec rules job` lists those of jobs; docs/reference/names.md lists all)"],
    ['a time without a unit',    ['--from', '5'],             "--from '5' is no virtual time; write it as a duration since the start, such as 1m30s"],
    ['an unknown entity',        ['--of', 'job-7'],           `${log} knows no entity 'job-7'; it knows job-1`],
  ])('and refuses %s', async (_, args, words) => {
    expect(await podsim('log', 'show', log, ...args)).toStrictEqual({ code: 3, out: '', err: `${words}\n` });
  });

  test('lists every entity with its status for people', async () => {
    expect((await podsim('log', 'show', log, '--at', '2s')).out).toBe(
      [
        'account: 1 OPEN',
        '  team  OPEN  owns resources',
        '',
        'endpoint: 1 ACTIVE',
        '  ep-a  ACTIVE  takes jobs',
        '',
        'worker: 1 RUNNING',
        '  ep-a-w1  RUNNING  runs a job, or handles requests',
        '',
        'job: 1 IN_PROGRESS',
        '  job-1  IN_PROGRESS  runs on a worker',
        '',
      ].join('\n'),
    );
    expect((await podsim('log', 'show', log, '--seq', '0')).out).toBe('there is nothing yet\n');
  });
});

describe('a timeline of a log', () => {
  const linesOf = async (...args: string[]) =>
    (await podsim('log', 'show', log, ...args)).out.split('\n\n')[0]?.trimEnd().split('\n').slice(1) ?? [];
  const seqs = async (...args: string[]) => (await linesOf(...args)).map((line) => Number(line.slice(0, 3)));

  test('is that of the run', async () => {
    const run = (await podsim('run', scenario)).out;
    // A log has the fields of an event in another order.
    const columns = (text: string) => text.split('\n').flatMap((line) => /^ +\d+ {2}\S+ {2}\S+ +\w+/.exec(line)?.[0].trim() ?? []);
    expect(columns((await podsim('log', 'show', log, '--timeline')).out)).toStrictEqual(columns(run));
    expect(columns(run)).toHaveLength(20);
  });

  // biome-ignore format: a table
  test.each<[string, readonly string[], readonly number[]]>([
    ['about an entity, by its short name',   ['--of', 'job-1'],                           [7, 8, 9, 10, 11, 12, 14, 15, 16, 17, 18, 19, 21, 22]],
    ['about a worker',                       ['--of', 'ep-a-w1', '--to', '0s'],           [4, 6, 9, 10]],
    ['about some kinds',                     ['--kind', 'job,account'],                   [1, 2, 8, 10, 11, 15, 17, 18]],
    ['about calls',                          ['--kind', 'input'],                         [7, 14, 21, 22]],
    ['of some types',                        ['--type', 'JobFailed,JobCompleted'],        [11, 18]],
    ['from a time on',                       ['--from', '4s'],                            [18, 19, 21, 22]],
    ['between two times',                    ['--from', '1s', '--to', '00:00:02.000', '--kind', 'job'], [11, 15, 17]],
    ['up to an entry',                       ['--seq', '9', '--kind', 'worker'],          [4, 6, 9]],
  ])('shows only entries %s', async (_, args, expected) => {
    expect(await seqs(...args)).toStrictEqual(expected);
  });

  test('says so when no entry is left', async () => {
    expect(await linesOf('--type', 'PodFailed')).toStrictEqual(['no entry is like that']);
  });

  test('shows the answer to each call that was not refused', async () => {
    const answers = (await linesOf('--answers')).filter((line) => line.includes(' answer '));
    expect(answers.map((line) => line.replace(/ +/g, ' ').trim())).toStrictEqual([
      '00:00:00.000 answer 200 {"id":"job-1","status":"IN_QUEUE"}',
      '00:00:02.000 answer 200 {"id":"job-1","status":"IN_QUEUE"}',
    ]);
  });

  test('of a run has the answers to calls that its log does not have, and which of them are asked for', async () => {
    const reads = folder.write(
      'reads.scenario.yaml',
      `title: a bill is read
world: { hosts: [{ id: host-a, gpu: NVIDIA L4, gpus: 1 }], accounts: [{ id: team, keys: [{ name: dev }, { name: blind, permissions: {} }] }] }
steps:
  - { act: createPod, with: { body: { name: a, image: i, gpu: { id: NVIDIA L4 } } }, save: { pod: id } }
  - { at: 1h, act: getPod, with: { pod: $pod } }
  - { act: getPod, as: blind, with: { pod: $pod }, expect: { status: 403 } }
  - { act: listPodBilling, with: { query: { podId: $pod, bucketSize: day } }, expect: { status: 200 } }
  - { at: 2h, act: deletePod, with: { pod: $pod } }
`,
    );
    const calls = async (...args: string[]) =>
      (await podsim('run', reads, ...args)).out
        .split('\n')
        .flatMap((line) => /^ +(\d*) {2}(\S+) +(\w*) +(InputReceived|call|answer) +(\w+)/.exec(line)?.slice(1).join(' ') ?? []);
    const read = [' 01:00:00.000 dev call getPod', ' 01:00:00.000  answer 200'];
    const unread = [' 01:00:00.000 blind call getPod', ' 01:00:00.000  answer 403'];
    const bill = [' 01:00:00.000 dev call listPodBilling', ' 01:00:00.000  answer 200'];
    expect(await calls('--answers', '--from', '1h')).toStrictEqual([
      ...read,
      ...unread,
      ...bill,
      '11 02:00:00.000 dev InputReceived deletePod',
      ' 02:00:00.000  answer 204',
    ]);
    const [pod = ''] = /\w{14}/.exec((await podsim('run', reads, '--type', 'PodCreated')).out.split('\n')[3] ?? '') ?? [];
    expect(await calls('--answers', '--of', pod, '--from', '1h', '--to', '90m')).toStrictEqual([...read, ...unread]);
    expect(await calls('--kind', 'input', '--from', '1h')).toStrictEqual(['11 02:00:00.000 dev InputReceived deletePod']);
    expect((await podsim('run', reads, '--answers')).out).toMatch(/ answer +200 .*"totalAmount":0\.44/);
  });

  test('of a run is the same: filters and answers', async () => {
    const shown = (await podsim('run', scenario, '--of', 'job-1', '--type', 'InputReceived', '--answers')).out;
    expect(shown.match(/^ +\d* +\S+ .*(?:InputReceived|answer).*$/gm)).toHaveLength(5);
    expect(shown).not.toContain('JobQueued');
  });
});

describe('rerun', () => {
  test('gives the same log', async () => {
    const fingerprint = JSON.parse((await podsim('run', scenario, '--reporter', 'json')).out).runs[0].fingerprint;
    const { code, out } = await podsim('log', 'rerun', log);
    expect(out).toMatch(new RegExp(`^the same log again: \\d+ entries, fingerprint ${fingerprint}\n$`));
    expect(code).toBe(0);
  });

  test('gives the same log for a server that was killed during an advance', async () => {
    const { header, entries } = readLog(log);
    const writer = new LogFileWriter(folder.at('cut.log'), header);
    writer.sink(entries.slice(0, entries.findIndex(({ event }) => event.type === 'WorkerTookJob') + 1));
    writer.close();
    const { code, out } = await podsim('log', 'rerun', folder.at('cut.log'));
    expect(out).toMatch(/^the same log again: \d+ entries, fingerprint \w+; it ends during the effects of an input/);
    expect(code).toBe(0);
  });

  test('or says where it diverges from a log that the rules cannot produce', async () => {
    const { code, out } = await podsim(
      'log',
      'rerun',
      forged('forged.log', 'JobFailed', (event) => ({ ...event, error: 'another' })),
    );
    expect(out).toMatch(
      /^the log was written by podsim 0\.0\.9 with other rules \(of-old\) than this podsim \d+\.\d+\.\d+ has \([0-9a-f]{16}\)\n/,
    );
    expect(out).toMatch(
      /\nthe first difference is entry 11: JobFailed of job-1 in both, but not the same\n {2}error: another in log, handler failed in rerun\n\nlog\n {2}#11 .*error=another.*\n {2}because of #10 /,
    );
    expect(out).toMatch(/\nrerun\n {2}#11 00:00:02\.000 job-1 JobFailed .*error="handler failed"/);
    expect(code).toBe(1);
  });
});

describe('a log of other rules that the current rules cannot fold is refused with that reason', () => {
  // biome-ignore format: a table
  test.each<[string, string, (event: DomainEvent) => object, readonly string[]]>([
    ['when it is replayed',  'WorkerTookJob', () => ({ type: 'CallerLeft', call: 'x' }),           ['log', 'show']],
    ['when it is explained', 'WorkerTookJob', () => ({ type: 'CallerLeft', call: 'x' }),           ['explain']],
    ['when it is rerun',     'InputReceived', (event) => ({ ...event, operation: 'teleport' }),    ['log', 'rerun']],
  ])('%s', async (_, type, change, command) => {
    const path = forged(`${command.join('-')}.log`, type, change);
    const { code, out, err } = await podsim(...command, path, ...(command[0] === 'explain' ? ['job-1'] : []));
    expect(err).toMatch(/^the log was written by podsim 0\.0\.9 with other rules .*, so it cannot be read: /);
    expect({ code, out }).toStrictEqual({ code: 3, out: '' });
  });
});

describe('diff', () => {
  test('is JSON for programs', async () => {
    const json = async (a: string, b: string) => JSON.parse((await podsim('log', 'diff', a, b, '--json')).out);
    expect(await json(log, log)).toStrictEqual({ same: true, onlyHeadersDiffer: false, divergence: null });
    expect(await json(log, other)).toStrictEqual({
      same: false,
      onlyHeadersDiffer: false,
      divergence: {
        seq: 8,
        a: [expect.objectContaining({ seq: 8, type: 'JobQueued' }), expect.objectContaining({ seq: 7 })],
        b: [expect.objectContaining({ seq: 8, type: 'JobQueued' }), expect.objectContaining({ seq: 7 })],
        leftOutOfA: 0,
        leftOutOfB: 0,
      },
    });
  });

  test('finds no difference where there is none', async () => {
    expect(await podsim('log', 'diff', log, log)).toMatchObject({ code: 0, out: expect.stringMatching(/^the same \d+ entries\n$/) });
  });

  test('shows the first entry that differs, on both sides, with its chain of causes', async () => {
    const { code, out } = await podsim('log', 'diff', log, other);
    const lines = out.trimEnd().split('\n');
    expect(lines).toStrictEqual([
      'the first difference is entry 8: JobQueued of job-1 in both, but not the same',
      `  jobId: ${idOf('a.log')} in ${log}, ${idOf('b.log')} in ${other}`,
      '',
      log,
      expect.stringMatching(/^ {2}#8 00:00:00\.000 job-1 JobQueued endpoint=ep-a /),
      '  because of #7 00:00:00.000 InputReceived run ep-a {"input":{"prompt":"hi"}}',
      '',
      other,
      expect.stringMatching(/^ {2}#8 00:00:00\.000 job-1 JobQueued endpoint=ep-a /),
      '  because of #7 00:00:00.000 InputReceived run ep-a {"input":{"prompt":"hi"}}',
    ]);
    expect(code).toBe(1);
  });

  test('says which of them ends first', async () => {
    const short = await rewritten('short.log', (text) => text.replace(/ {2}- \{ when[\s\S]*/, ''));
    const long = await rewritten('long.log', (text) => text);
    expect((await podsim('log', 'diff', short, long)).out).toMatch(
      new RegExp(
        `^the first difference is entry 11: ${short} ends before it, ${long} goes on\n\n${short}\n {2}ends before\n\n${long}\n {2}#11 `,
      ),
    );
  });

  test('says where only the headers differ', async () => {
    const [plain, limited] = [
      await rewritten('plain.log', (text) => text),
      await rewritten('limited.log', (text) => text.replace('settings: {', 'settings: { pod: { provision: 9s },')),
    ];
    expect(await podsim('log', 'diff', plain, limited)).toMatchObject({
      code: 0,
      out: expect.stringContaining('; only the headers differ\n'),
    });
  });
});

describe('explain', () => {
  test('explains a job: each event, its rule, its causes, refusals, and possible next events', async () => {
    const { code, out } = await podsim('explain', log, 'job-1');
    expect(out).toMatch(new RegExp(`^job-1 is COMPLETED: .*\njob-1 = ${idOf('a.log')}\n`));
    expect(out.split(idOf('a.log'))).toHaveLength(2);
    expect(out).toMatch(
      / 11 {2}00:00:02\.000 {2}JobFailed: IN_PROGRESS → FAILED, .*\(job\.fail\)\n +because of JobStarted #10 ← WorkerTookJob #9 ← JobQueued #8 ← InputReceived #7 run\n/,
    );
    expect(out).toMatch(/what was refused\n +22 {2}00:00:04\.000 {2}retry: .*FAILED or TIMED_OUT.*\(job\.retry-refused\)\n/);
    expect(out).toMatch(/what the machine will do\n +00:30:04\.000 {2}its timer 'retention' asks for ExpireJob\n +1d 00:00:00\.000 {2}/);
    expect(out).toMatch(/what the machine may do\n(?: {2}Job\w+ → \w+: .*\n)+$/);
    expect(code).toBe(0);
  });

  test('keeps what callers can do apart from what the machine does', async () => {
    const failed = await podsim('log', 'fork', log, '--seq', '13', '-o', folder.at('failed.log'));
    expect(failed.code).toBe(0);
    const { out } = await podsim('explain', folder.at('failed.log'), 'job-1');
    expect(out).toContain('\nwhat you can do to it now\n  retry\n\nwhat the machine will do\n');
    expect(out.slice(out.indexOf('what the machine may do'))).not.toContain('JobRetried');
    // An account has no list of actions: the events that calls cause stand for them.
    expect((await podsim('explain', log, 'team')).out).toMatch(
      /what you can do to it now\n {2}AccountKeyCreated → OPEN: .*\n(?: {2}Account.*\n)+$/,
    );
  });

  test('shows the newest steps, as many as asked for; six unless asked', async () => {
    const busy = await recorded('busy.log', 'scenarios/queue/one-worker-half-busy.scenario.yaml', '--only', 'seed=1', '--seed', '1');
    const { out } = await podsim('explain', busy, 'ep-a-w1');
    expect(out).toContain('\n  … 7996 earlier steps left out …\n');
    expect(out.match(/ because of /g)).toHaveLength(6);
    expect(out).toMatch(/ JobCompleted #\d+ job-3998 ← .* ← … \d+ more … ← InputReceived #\d+ run\n/);
    expect(Math.max(...[...out.matchAll(/ because of (.*)/g)].map(([, causes = '']) => causes.split(' ← ').length))).toBe(7);
    expect(out.split('\n').length).toBeLessThan(40);
    expect((await podsim('explain', busy, 'ep-a-w1', '--last', '2')).out.match(/ because of /g)).toHaveLength(2);
    const ofOne = (await podsim('explain', busy, 'ep-a-w1', '--of', 'job-2000')).out;
    expect(ofOne).toContain('\n  … 8000 steps without job-2000 left out …\n');
    expect(ofOne.match(/^ +\d+ {2}\S+ {2}Worker\w+/gm)?.map((line) => line.split(/ +/).at(-1))).toStrictEqual([
      'WorkerTookJob',
      'WorkerFreed',
    ]);
  });

  test('is JSON for programs', async () => {
    const explained = JSON.parse((await podsim('explain', log, 'job-1', '--last', '1', '--json')).out);
    expect(explained).toStrictEqual({
      kind: 'job',
      id: idOf('a.log'),
      name: 'job-1',
      status: 'COMPLETED',
      description: 'done, the output can be read',
      history: [
        {
          at: { instant: '2026-01-01T00:00:04.000Z', virtual: '00:00:04.000', ms: 4_000 },
          event: expect.objectContaining({ seq: 18, at: 4_000, cause: 17, type: 'JobCompleted', jobId: idOf('a.log') }),
          from: 'IN_PROGRESS',
          to: 'COMPLETED',
          rule: 'job.complete',
          description: 'the handler returns',
          because: [17, 16, 15, 14].map((seq) => ({ seq, type: expect.any(String) })),
          becauseLeftOut: 0,
        },
      ],
      earlier: 5,
      of: null,
      others: 0,
      refusals: [{ seq: 22, at: expect.any(Object), operation: 'retry', rule: 'job.retry-refused', detail: expect.any(String) }],
      earlierRefusals: 0,
      lookedAfter: 0,
      waitsFor: [],
      way: null,
      actions: [],
      timers: [
        { name: 'retention', at: expect.objectContaining({ ms: 1_804_000 }), then: 'ExpireJob' },
        { name: 'ttl', at: expect.objectContaining({ ms: 86_400_000 }), then: 'ExpireJob' },
      ],
      possible: expect.arrayContaining([
        { event: 'JobDrained', to: 'COMPLETED', rule: 'stream.drain', description: expect.any(String), byCaller: true },
        { event: 'JobExpired', to: 'REMOVED', rule: 'job.retention-run', description: expect.any(String), byCaller: false },
      ]),
    });
  });

  test('knows a job by its own id, and by its number', async () => {
    expect((await podsim('explain', log, idOf('a.log'))).out).toBe((await podsim('explain', log, 'job-1')).out);
  });

  // biome-ignore format: a table
  test.each([
    ['ep-a-w1', /^worker ep-a-w1 is IDLE: .*\n[\s\S]*WorkerTookJob: IDLE → RUNNING/],
    ['ep-a',    /^endpoint ep-a is ACTIVE: .*\n[\s\S]*EndpointCreated: /],
    ['team',    /^account team is OPEN: .*\n[\s\S]*AccountOpened: /],
  ])('explains %s', async (id, words) => {
    expect(await podsim('explain', log, id)).toMatchObject({ code: 0, out: expect.stringMatching(words) });
  });

  test('says what a waiting job waits for', async () => {
    const waiting = await rewritten('waiting.log', (text) =>
      text.replace('min: 1, max: 1', 'min: 0, max: 0').replace(/ {2}- \{ when[\s\S]*/, ''),
    );
    const { out } = await podsim('explain', waiting, 'job-1');
    expect(out).toContain('what it waits for\n  it is number 1 of 1 in the queue of ep-a');
    expect(out).toContain('no worker will ever start');
    expect(out).toContain(
      '\n\nto be COMPLETED it must: a ready worker takes it (JobStarted); the handler returns (JobCompleted)\n\nwhat you can do to it now\n',
    );
  });

  test('says when nothing can happen any more', async () => {
    const gone = await rewritten('gone.log', (text) => `${text}  - { when: job $job is gone, within: 1d }\n`);
    expect((await podsim('explain', gone, 'job-1')).out).toMatch(/ is REMOVED: [\s\S]*\nnothing can happen to it any more\n$/);
  });

  // biome-ignore format: a table
  test.each([
    ['ep-a-w2', 'it knows ep-a-w1'],
    ['ep-b',    'it knows ep-a'],
    ['job-7',   'it knows job-1'],
    ['-u1',     '-u1'],
    ['zebra',   "knows no entity 'zebra': `podsim log show "],
  ])('suggests names similar to the unknown %s', async (id, words) => {
    const { code, out, err } = await podsim('explain', log, '--', id);
    expect(err).toContain(words);
    expect(err).toContain(`${log} knows no entity '${id}'`);
    expect({ code, out }).toStrictEqual({ code: 3, out: '' });
  });
});

describe('next', () => {
  test('says what callers could do at the end of a log, and what the machine will do', async () => {
    const { code, out } = await podsim('log', 'next', log);
    expect(out).toBe(
      [
        'it is 00:00:04.000',
        '',
        'what callers could do now',
        '  ep-a  ACTIVE  run, runsync, purgeQueue, updateEndpoint, deleteEndpoint, setHandler',
        '',
        'what the machine will do next',
        "  00:30:04.000     job-1  its timer 'retention' asks for ExpireJob",
        "  1d 00:00:00.000  job-1  its timer 'ttl' asks for ExpireJob",
        '',
      ].join('\n'),
    );
    expect(code).toBe(0);
  });

  test('or to one entity, and what it waits for', async () => {
    const waiting = await rewritten('next-waiting.log', (text) =>
      text.replace('min: 1, max: 1', 'min: 0, max: 0').replace(/ {2}- \{ when[\s\S]*/, ''),
    );
    expect((await podsim('log', 'next', waiting, 'job-1')).out).toMatch(
      /what callers could do now\n {2}job-1 {2}IN_QUEUE {2}cancel\n {4}waits: it is number 1 of 1 .*\n {4}waits: workers\.max is 0.*\n {4}to be COMPLETED it must: .* \(JobStarted\); .* \(JobCompleted\)\n/,
    );
    expect((await podsim('log', 'next', log, 'ep-a-w1')).out).toBe(
      'it is 00:00:04.000\n\nwhat callers could do now\n  ep-a-w1  IDLE  nothing\n\nwhat the machine will do next\n  nothing: no timer runs\n',
    );
  });

  test('counts what it leaves out', async () => {
    expect((await podsim('log', 'next', log, '--limit', '1')).out).toContain('\n  … 1 more timer …\n');
  });

  test('is JSON for programs, as the control plane answers', async () => {
    expect(JSON.parse((await podsim('log', 'next', log, '--json', '--limit', '1')).out)).toStrictEqual({
      now: { instant: '2026-01-01T00:00:04.000Z', virtual: '00:00:04.000', ms: 4_000 },
      pending: 2,
      next: [{ at: expect.objectContaining({ ms: 1_804_000 }), kind: 'job', id: idOf('a.log'), timer: 'retention', then: 'ExpireJob' }],
      live: 1,
      possible: [
        {
          kind: 'endpoint',
          id: 'ep-a',
          status: 'ACTIVE',
          actions: ['run', 'runsync', 'purgeQueue', 'updateEndpoint', 'deleteEndpoint', 'setHandler'],
          events: ['EndpointUpdated', 'EndpointHandlerSet', 'EndpointDeleted'],
          waitsFor: [],
          way: null,
        },
      ],
    });
  });
});
