import { describe, expect, test } from 'vitest';
import { parseFilter } from '../../adapters/console/app/model/find/filter.ts';
import { FindIndex } from '../../adapters/console/app/model/find/find.ts';
import type { FoundThing } from '../../adapters/console/app/model/find/found.ts';
import { longestWaits } from '../../adapters/console/app/model/moment/waits.ts';
import { busyEntries, busyLog } from './support.ts';

const log = busyLog();
const index = new FindIndex(log);
const find = (text: string, seq = log.length): readonly FoundThing[] => {
  const { likely, others } = index.find(text, seq);
  return [...likely, ...others];
};
const found = (text: string) => find(text).map(({ what, name }) => `${what} ${name}`);

describe('what is found', () => {
  test('begins with what is called so, and no sort pushes another out', () => {
    expect(found('job-1')[0]).toBe('entity job-1');
    const { others } = index.find('job', log.length);
    const sorts = new Set(others.map(({ what }) => what));
    expect(sorts).toStrictEqual(new Set(['entity', 'rule', 'request']));
    for (const sort of sorts) expect(others.filter(({ what }) => what === sort).length).toBeLessThanOrEqual(8);
  });

  test('is an entity by its name, its id and its short name', () => {
    const pod = [...log.lives.ids()].find((id) => log.lives.kind(id) === 'pod') ?? '';
    for (const text of [pod, log.labels.findName(pod), log.names.findName(pod).toUpperCase()])
      expect(find(text).some((one) => one.what === 'entity' && one.id === pod)).toBe(true);
  });

  test('is first what is called exactly so, however that is written', () => {
    const ids = [...log.lives.ids()].filter((id) => log.lives.kind(id) === 'job');
    const id = ids.at(-1) ?? '';
    const number = log.names.findName(id).replace('job-', '');
    for (const text of [`job ${number}`, `job-${number}`, `Job #${number}`, `job${number}`, `go to job ${number}`])
      expect(find(text)[0], text).toMatchObject({ what: 'entity', id });
  });

  test('is a rule that the run has met, with how often', () => {
    const rule = log.rule(log.landmarks.seqs[0] ?? 0);
    const times = busyEntries.filter(({ seq }) => log.rule(seq) === rule).length;
    expect(find(rule)).toContainEqual({ what: 'rule', name: rule, detail: times === 1 ? 'one entry' : `${times} entries` });
    expect(found('job.expired')[0]).toBe('rule job.expired');
    expect(found('no.such-rule')).toStrictEqual([]);
  });

  test('is a refused request by its status and the words of its path, in any order', () => {
    const refused = log.requests.rows.find(({ refusal }) => refusal !== undefined);
    const text = `${refused?.refusal?.event.status} ${refused?.call.operation}`;
    expect(found(text)).toContain(`request #${refused?.seq}`);
    expect(found(text.split(' ').reverse().join(' '))).toContain(`request #${refused?.seq}`);
  });

  test('is an entry by its number, and nothing by no word', () => {
    expect(found('#7')[0]).toBe('entry #7');
    expect(found('7')[0]).toBe('entry #7');
    expect(found(`#${log.length + 1}`)).toStrictEqual([]);
    expect(found('  ')).toStrictEqual([]);
  });
});

describe('a question in words', () => {
  const crashes = busyEntries.filter(({ event }) => event.type === 'WorkerCrashed');
  const waits = longestWaits(log);

  test('why a job waited leads to the end of its longest wait', () => {
    const [wait] = waits;
    const job = log.labels.findName(wait?.id ?? '').replace('-', ' ');
    for (const text of [`why ${job} waited`, `why did ${job} wait`, `${job} slow`])
      expect(find(text)[0], text).toMatchObject({ what: 'entity', id: wait?.id, seq: wait?.seq });
  });

  test('which worker crashed names them, and leads to the first and to the list', () => {
    expect(crashes.length).toBeGreaterThan(0);
    for (const text of ['crash', 'crashes', 'worker crashed', 'which worker crashed', 'which workers crashed'])
      expect(find(text)[0], text).toMatchObject({ what: 'entries', name: 'WorkerCrashed', seq: crashes[0]?.seq });
    const [first] = crashes;
    expect(find('crash')[0]?.detail).toContain(log.labels.findName(log.subject(first?.seq ?? 0) ?? ''));
    const { filter } = find('crash')[0] as Extract<FoundThing, { what: 'entries' }>;
    expect(busyEntries.filter(({ seq }) => parseFilter(log, filter)?.(seq)).length).toBe(crashes.length);
  });

  test('what happened to one entity is one entry', () => {
    const [crash] = crashes;
    const worker = log.labels.findName(log.subject(crash?.seq ?? 0) ?? '');
    expect(find(`${worker} crashed`)[0]).toMatchObject({ what: 'entry', seq: crash?.seq });
  });

  // biome-ignore format: a table
  test.each([
    ['lost host',  'WorkerLostHost'],
    ['host lost',  'WorkerLostHost'],
    ['retry',      'JobRetried'],
    ['expired',    'JobExpired'],
    ['timeout',    'JobTimedOut'],
    ['purged',     'JobPurged'],
    ['cold start', 'WorkerLaunched'],
  ])('%s is the kind of events %s', (text, type) => {
    expect(find(text).filter(({ what }) => what === 'entries')[0]?.name).toBe(type);
  });

  test('all refusals of a status are listed among the calls', () => {
    const refusals = log.requests.rows.filter(({ refusal }) => refusal !== undefined);
    const status = refusals[0]?.refusal?.event.status;
    for (const text of [`${status}`, `${status}s`, `all ${status}s`, `calls with status ${status}`])
      expect(find(text)[0], text).toMatchObject({ what: 'calls', filter: `status:${status}` });
    expect(find('4xx')[0]).toMatchObject({ what: 'calls', filter: 'status:4xx' });
    expect(find('refused')[0]).toMatchObject({ what: 'calls', filter: 'refused', call: refusals[0] });
    // A number that was no status is an entry alone.
    expect(find('199').map(({ what }) => what)).not.toContain('calls');
  });

  test('the slowest are five jobs, by their longest wait', () => {
    for (const text of ['slowest', 'slowest jobs', 'slowest five', 'the 5 slowest jobs', 'longest waits'])
      expect(find(text).slice(0, 5), text).toMatchObject(waits.slice(0, 5).map(({ id, seq }) => ({ what: 'entity', id, seq })));
    expect(waits[0]?.waitedMs).toBeGreaterThanOrEqual(waits[1]?.waitedMs ?? Number.POSITIVE_INFINITY);
  });

  test('what failed is the failure of the run, and all that its lifecycle calls so', () => {
    const first = log.landmarks.seqs[log.landmarks.kinds.indexOf('failure')];
    expect(find('what failed')[0]).toMatchObject({ what: 'entries', filter: 'tone:failure', seq: first });
    const outcome = {
      verdict: 'fail',
      failures: ['a', 'b'],
      failedAssertions: [],
      failureSeqs: [undefined, 9],
      heldAssertions: [],
      fingerprint: '',
    } as const;
    expect(new FindIndex(log, outcome).find('what went wrong', 1).likely[0]).toMatchObject({ what: 'entry', seq: 9, detail: 'b' });
  });

  test('a status is what has it at the moment, and the entries that led to it', () => {
    const [first] = busyEntries.filter(({ seq }) => parseFilter(log, 'kind:worker status:throttled')?.(seq));
    const seq = first?.seq ?? 0;
    const id = log.subject(seq);
    for (const text of ['throttled', 'throttled workers', 'which workers are throttled'])
      expect(find(text, seq)[0], text).toMatchObject({ what: 'entity', id });
    expect(find('throttled', seq)).toContainEqual(
      expect.objectContaining({ what: 'entries', filter: 'kind:worker status:THROTTLED', seq }),
    );
    expect(find('throttled', seq - 1).filter((one) => one.what === 'entity' && one.id === id)).toStrictEqual([]);
    expect(find('in queue').map(({ name }) => name)).toContain('job IN_QUEUE');
  });

  test('what led to a status is a change of it, not what happened meanwhile', () => {
    const into = busyEntries.filter(({ seq }) => parseFilter(log, 'kind:job status:in_progress')?.(seq));
    expect(new Set(into.map(({ event }) => event.type))).toStrictEqual(new Set(['JobStarted']));
  });

  // biome-ignore format: a table
  test.each([
    ['00:00:30',          30_000],
    ['jump to 00:00:30',  30_000],
    ['00:00:30.250',      30_250],
    ['30s',               30_000],
    ['at 1 minute 30 s',  90_000],
    ['1m30s',             90_000],
    ['1d 00:00:30',       86_430_000],
  ])('%s is a time', (text, at) => {
    expect(find(text)[0]).toMatchObject({ what: 'time', at });
  });
});
