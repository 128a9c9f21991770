import { isLeft } from 'fp-ts/lib/Either.js';
import { describe, expect, test } from 'vitest';
import type { Surroundings } from '../../../adapters/cli/observe/surroundings.ts';
import { observationText, parseObservation, type Recording } from '../../../engine/lab/fidelity/index.ts';
import { observe, planOf, sixJobs, targetOf } from '../../support/serving/observing.ts';

const health = { jobs: { completed: 0, failed: 0, inProgress: 0, inQueue: 0, retried: 0 }, workers: { idle: 0, ready: 0 } };
const json =
  (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  () =>
    new Response(JSON.stringify(body), { status, headers });
const page = (status: number) => () => new Response('<html><title>Not here</title></html>', { status });
const silence = () => {
  throw new DOMException('The operation was aborted due to timeout', 'TimeoutError');
};

/** A body without an end. */
const flood = () => {
  const chunk = new Uint8Array(1_048_576).fill(32);
  return new Response(new ReadableStream({ pull: (controller) => controller.enqueue(chunk) }));
};

type Answers = Readonly<Record<string, () => Response>>;

interface Watched {
  readonly recording: Recording;
  readonly calls: readonly string[];
  /** How long it slept each time. */
  readonly slept: readonly number[];
  readonly took: number;
}

/** An endpoint that answers each operation always the same. Nothing knows the management API unless it is given. */
const watch = async (
  answers: Answers,
  { jobs = false, forMs = 10_000 as number | null, endAfter = Number.POSITIVE_INFINITY } = {},
): Promise<Watched> => {
  const calls: string[] = [];
  const slept: number[] = [];
  let now = 0;
  const around: Surroundings = {
    fetch: async (resource, init) => {
      const path = String(resource).replace('http://endpoint.test/v2/', '');
      calls.push(`${init?.method} ${path}`);
      expect(new Headers(init?.headers).get('authorization')).toBe('Bearer a-secret-key');
      const name = path.startsWith('serverless') ? 'management' : (path.split('/')[1] ?? '');
      return (answers[name] ?? page(404))();
    },
    now: () => now,
    sleep: async (ms) => {
      slept.push(ms);
      now += ms;
    },
    isInterrupted: () => calls.length >= endAfter,
  };
  const target = targetOf('http://endpoint.test', 'a-secret-key');
  const recording = await observe(around, target, { plan: jobs ? planOf(sixJobs) : undefined, forMs: forMs ?? undefined });
  return { recording, calls, slept, took: now };
};

const countOf = (calls: readonly string[], part: string): number => calls.filter((call) => call.includes(part)).length;

describe('an endpoint', () => {
  // biome-ignore format: a table
  test.each([
    ['that answers 401',                   json({ error: 'no' }, 401), 'the endpoint answers 401'],
    ['that answers 401 with a page',       page(401),                  'the endpoint answers 401'],
    ['that is not there',                  page(404),                  'the endpoint answers 404'],
    ['that is a web page',                 page(200),                  'a web page (200) came in place of an answer'],
    ['that answers with no JSON',          () => new Response('ok'),   'what is no JSON (200) came in place of an answer'],
    ['that answers with JSON of another',  json({ status: 'ok' }),     'the endpoint answers with JSON that is no health'],
    ['that never stops to answer',         flood,                      'more than 32 MB (200) came in place of an answer'],
    ['that leads elsewhere',               () => new Response(null, { status: 302 }), 'the endpoint answers 302'],
  ])('%s is asked once', async (_, answer, words) => {
    const { recording, calls, took } = await watch({ health: answer, management: answer });
    expect(recording).toMatchObject({ brokenOff: words, polls: [], jobs: [] });
    expect(countOf(calls, '/health')).toBe(1);
    expect(took).toBe(0);
  });

  // biome-ignore format: a table
  test.each([
    ['never answers',             silence,       2, 'the endpoint does not answer in time'],
    ['answers 500 at first',      json({}, 500), 2, 'the endpoint answers 500'],
    ['always says later',         json({}, 429, { 'retry-after': '2' }), 5, 'the endpoint answers 429 (too many calls), 5 times in a row: try again later'],
  ])('that %s is asked a few times', async (_, answer, times, words) => {
    const { recording, calls } = await watch({ health: answer });
    expect(recording.brokenOff).toBe(words);
    expect(countOf(calls, '/health')).toBe(times);
  });

  test('that stops to answer is asked five times more', async () => {
    let polls = 0;
    const { recording, calls } = await watch({ health: () => (++polls === 1 ? json(health)() : page(503)()) });
    expect(recording.brokenOff).toBe('the endpoint answers 503, 5 times in a row: try again later');
    expect([recording.polls.length, countOf(calls, '/health')]).toStrictEqual([1, 6]);
  });

  test('that says when to come back is left alone until then', async () => {
    const answers = [json({}, 429, { 'retry-after': '3' }), json(health)];
    const { recording, slept, took } = await watch({
      health: () => (answers.length > 1 ? answers.shift() : answers[0])?.() ?? page(500)(),
    });
    expect(slept[0]).toBe(3_000);
    expect(recording.brokenOff).toBeUndefined();
    expect(recording.polls.length).toBe(10);
    expect(took).toBe(13_000);
  });

  test('that says so by a date is left alone until then', async () => {
    const headers = { 'retry-after': 'Fri, 27 Nov 2026 12:00:07 GMT', date: 'Fri, 27 Nov 2026 12:00:00 GMT' };
    expect((await watch({ health: json({}, 429, headers) })).slept[0]).toBe(7_000);
  });

  // biome-ignore format: a table
  test.each([
    ['an hour',                  '3600', /asks to wait 3600 s/],
    ['longer than it may watch', '11',   /watched no longer than until it may be asked again/],
  ])('that asks to wait %s is not waited for', async (_, seconds, words) => {
    const { recording, took } = await watch({ health: json({}, 429, { 'retry-after': seconds }) });
    expect(recording.brokenOff).toMatch(words);
    expect(took).toBe(0);
  });

  test('that answers again after a while is watched on', async () => {
    let polls = 0;
    const { recording } = await watch({ health: () => (++polls % 4 === 1 ? json(health)() : silence()) });
    expect(recording.brokenOff).toBeUndefined();
    expect(recording.polls.length).toBeGreaterThan(1);
  });

  test('that changes without an end is watched until the file is full, which can be read', async () => {
    let polls = 0;
    const busy = () => json({ ...health, jobs: { ...health.jobs, completed: ++polls } })();
    const { recording } = await watch({ health: busy }, { forMs: 10_000_000 });
    expect(recording.brokenOff).toMatch(/^it has seen 800 changes/);
    const workerList = Array.from({ length: 10 }, (_, k) => ({ id: `w-${k}`, status: 'RUNNING' }));
    const text = observationText({ ...recording, polls: recording.polls.map((poll) => ({ ...poll, workerList })) });
    expect(isLeft(parseObservation('a.observation.yaml', text, () => undefined))).toBe(false);
  });

  test('whose management API refuses is watched without it, which is asked once', async () => {
    const { recording, calls } = await watch({ health: json(health), management: json({}, 403) });
    expect(recording).toMatchObject({ brokenOff: undefined, endpoint: undefined });
    expect(recording.polls.every(({ workerList }) => workerList === undefined)).toBe(true);
    expect(countOf(calls, 'serverless')).toBe(1);
  });
});

describe('jobs', () => {
  const queued = () => json({ id: 'j-1', status: 'IN_QUEUE' })();

  // biome-ignore format: a table
  test.each([
    ['is refused',           json({}, 401), /^the endpoint answers 401$/],
    ['is answered by a page', page(200),    /^a web page/],
    ['is not answered',      silence,       /whether a job was submitted is not known; its ttl ends it/],
    ['is answered by 500',   json({}, 500), /whether a job was submitted is not known/],
  ])('are no longer submitted once one %s', async (_, answer, words) => {
    const { recording, calls } = await watch({ health: json(health), run: answer }, { jobs: true });
    expect(recording.brokenOff).toMatch(words);
    expect(countOf(calls, '/run')).toBe(1);
  });

  test('that are put off are submitted later, each once', async () => {
    let runs = 0;
    const run = () => (++runs <= 3 ? json({}, 429, { 'retry-after': '1' })() : queued());
    const { recording, calls } = await watch(
      { health: json(health), run, status: json({ id: 'j-1', status: 'COMPLETED' }) },
      { jobs: true },
    );
    expect(recording.brokenOff).toBeUndefined();
    expect(recording.jobs.map(({ at }) => at)).toStrictEqual([3_000, 3_000, 3_000, 3_000, 3_000, 3_000]);
    expect(countOf(calls, '/run')).toBe(9);
  });

  test('that are put off for too long are not submitted', async () => {
    const run = json({}, 429, { 'retry-after': '31' });
    const { recording, calls } = await watch({ health: json(health), run }, { jobs: true, forMs: null });
    expect(recording.brokenOff).toMatch(/took no more jobs in time/);
    expect(countOf(calls, '/run')).toBe(1);
  });

  test('that have not ended in time are cancelled', async () => {
    const answers = { health: json(health), run: queued, status: queued, cancel: json({ id: 'j-1', status: 'CANCELLED' }) };
    const { recording, calls } = await watch(answers, { jobs: true });
    expect(recording.brokenOff).toBe('not all jobs had ended in time; 6 jobs that had not ended were cancelled');
    expect([countOf(calls, '/run'), countOf(calls, '/cancel/')]).toStrictEqual([6, 6]);
  });

  test('that could not be cancelled, each after one try, are said to be left to their ttl', async () => {
    let cancels = 0;
    const cancel = () => (++cancels === 1 ? json({ id: 'j-1', status: 'CANCELLED' }) : json({}, 500))();
    const { recording, calls } = await watch({ health: json(health), run: queued, status: queued, cancel }, { jobs: true });
    expect(recording.brokenOff).toBe(
      'not all jobs had ended in time; 5 of 6 jobs that had not ended could not be cancelled: the ttl ends what is left',
    );
    expect(countOf(calls, '/cancel/')).toBe(6);
  });

  test('are cancelled, and no more are submitted, once a person asks it to end', async () => {
    // The endpoint, its health, and two jobs.
    const answers = { health: json(health), run: queued, status: queued, cancel: json({ id: 'j-1', status: 'CANCELLED' }) };
    const { recording, calls } = await watch(answers, { jobs: true, endAfter: 4 });
    expect(recording).toMatchObject({ brokenOff: 'it was interrupted; 2 jobs that had not ended were cancelled' });
    expect([countOf(calls, '/run'), countOf(calls, '/cancel/')]).toStrictEqual([2, 2]);
  });

  test('of which the endpoint knows nothing are cancelled, until their ttl is over', async () => {
    const { recording, calls } = await watch({ health: json(health), run: queued, status: page(404) }, { jobs: true });
    expect(recording.brokenOff).toMatch(/^the endpoint answers 404; 6 of 6 jobs that had not ended could not be cancelled/);
    expect(countOf(calls, '/cancel/')).toBe(6);
  });

  test('are not submitted where the endpoint has more workers than their file says, and could cost more', async () => {
    const config = { workers: { min: 0, max: 6 }, scaling: { type: 'REQUEST_COUNT', requestCount: 1 }, flashboot: 'OFF' };
    const all = { health: json(health), management: json(config), run: queued };
    const { recording, calls } = await watch(all, { jobs: true });
    expect(recording.brokenOff).toBe('the endpoint has other workers than the jobs file says');
    expect(countOf(calls, '/run')).toBe(0);
  });
});
