import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { DomainEvent, Request } from '../../engine/cloud/input.ts';
import { packedTypes, packings } from '../../engine/cloud/packings.ts';
import { entryText } from '../../engine/kernel/entryText.ts';
import { EventLog } from '../../engine/kernel/log.ts';
import type { VirtualTime } from '../../engine/kernel/time.ts';
import { checkProperty } from '../support/checkProperty.ts';

type Type = 'InputReceived' | 'JobQueued' | 'JobStarted' | 'JobCompleted' | 'JobExpired' | 'WorkerTookJob' | 'WorkerFreed';
type EventOf<T extends Type> = Extract<DomainEvent, { readonly type: T }>;

/** The fields that an object may lack, each with a value: the compiler asks for those that are new. */
type Lacking<Whole> = { readonly [Field in Lack<Whole>]: unknown };
type Lack<Whole> = Whole extends unknown ? { [F in keyof Whole]-?: object extends Pick<Whole, F> ? F : never }[keyof Whole] : never;

const request: Request = { params: { endpoint_id: 'ep-a' }, query: {}, body: { input: { prompt: 'hi' } } };
const terms = { ttlMs: 86_400_000, executionTimeoutMs: null, retentionMs: 1_800_000, lowPriority: false, webhook: null, handler: null };
const attempt = { runsMs: 7_200, ending: 'complete' } as const;
const [jobId, workerId] = ['484e3190-b592-4415-aa9a-7b285f3b480c-u1', 'ep-a-w1'];

/** What is kept without an object, of each type. */
const ordinary: { readonly [T in Type]: readonly EventOf<T>[] } = {
  InputReceived: [
    { type: 'InputReceived', operation: 'run', client: { digest: 'd' }, request, key: 'k' },
    {
      type: 'InputReceived',
      operation: 'runsync',
      client: { key: null, because: 'operator' },
      request: { ...request, body: { input: null } },
    },
  ],
  JobQueued: [{ type: 'JobQueued', jobId, endpointId: 'ep-a', source: 'run', input: [1, 'a', null], terms }],
  JobStarted: [
    { type: 'JobStarted', jobId, workerId, attempt, timeoutMs: 300_000 },
    { type: 'JobStarted', jobId, workerId, attempt: { runsMs: 0, ending: 'hang' }, timeoutMs: 2 ** 40 },
  ],
  JobCompleted: [{ type: 'JobCompleted', jobId, workerId, output: { a: 1 }, executionTime: 2 ** 33 }],
  JobExpired: [
    { type: 'JobExpired', jobId, reason: 'ttl', workerId },
    { type: 'JobExpired', jobId, reason: 'retention', workerId: null },
  ],
  WorkerTookJob: [{ type: 'WorkerTookJob', workerId, jobId }],
  WorkerFreed: [
    { type: 'WorkerFreed', workerId, jobId, succeeded: true },
    { type: 'WorkerFreed', workerId, jobId, succeeded: false },
  ],
};

/** What such an event may say besides: then it stays whole. */
const besides: { readonly [T in Type]: Lacking<EventOf<T>> } = {
  InputReceived: { key: undefined, counted: [{ of: 'team', windowMs: 1_000 }] },
  JobQueued: { batch: { id: 'batch-1', place: 1 } },
  JobStarted: {},
  JobCompleted: { bare: true },
  JobExpired: {},
  WorkerTookJob: { places: 2 },
  WorkerFreed: { looksInMs: 10 },
};
const besidesInAttempt: Lacking<EventOf<'JobStarted'>['attempt']> = {
  loadsMs: 1,
  postMs: 1,
  output: null,
  error: 'failed',
  stream: { count: 1, everyMs: 1 },
  status: 404,
  headers: {},
  shared: true,
  tokens: { input: 1, output: 1 },
  external: true,
};
const besidesInRequest: Lacking<Request> = {
  method: 'GET',
  headers: { 'idempotency-key': 'a' },
  body: undefined,
  unreadable: { kind: 'malformed', detail: 'no JSON' },
  podsim: {},
};

const packingOf = (type: string) => packedTypes.find((row) => row.type === type);
const put = (event: DomainEvent, cells: unknown[] = []) => packingOf(event.type)?.put(event as never, cells, 0);
const given = (changed: object) => ({ ...ordinary.InputReceived[0], request: { ...request, ...changed } }) as DomainEvent;

describe('a packing', () => {
  test('is there for each of these types, once', () => {
    expect(packedTypes.map(({ type }) => type).sort()).toStrictEqual(Object.keys(ordinary).sort());
  });

  test.each(Object.values(ordinary).flat())('gives what it was given: $type', (event) => {
    const cells: unknown[] = ['before'];
    const width = packingOf(event.type)?.put(event as never, cells, 1) ?? 0;
    expect(width).toBe(cells.length - 1);
    const taken = packingOf(event.type)?.take(cells, 1);
    expect(taken).toStrictEqual(event);
    expect(JSON.stringify(taken)).toBe(JSON.stringify(event));
  });

  test('leaves an event whole that says more', () => {
    for (const [type, fields] of Object.entries(besides))
      for (const [name, value] of Object.entries(fields))
        if (name !== 'key')
          expect([type, name, put({ ...ordinary[type as Type][0], [name]: value } as DomainEvent)]).toStrictEqual([type, name, 0]);
    for (const [name, value] of Object.entries(besidesInAttempt))
      expect([name, put({ ...ordinary.JobStarted[0], attempt: { ...attempt, [name]: value } } as DomainEvent)]).toStrictEqual([name, 0]);
    expect(put({ type: 'WorkerFreed', workerId, requestId: 'request-1', succeeded: true })).toBe(0);
  });

  test('leaves a call whole that does more than submit an input', () => {
    for (const [name, value] of Object.entries(besidesInRequest)) expect([name, put(given({ [name]: value }))]).toStrictEqual([name, 0]);
    for (const params of [{}, { endpoint_id: 'ep-a', job_id: jobId }, { id: 'a' }]) expect(put(given({ params }))).toBe(0);
    for (const body of [null, 'text', {}, [], { input: 1, webhook: 'https://a.example' }]) expect(put(given({ body }))).toBe(0);
    expect(put(given({ query: { after: '1' } }))).toBe(0);
  });
});

test('a log gives packed events and whole ones in their order', () => {
  const events = Array.from({ length: 300 }, (_, k): DomainEvent[] => [
    ...Object.values(ordinary).flat(),
    { type: 'ClockAdvanced', from: k as VirtualTime, ran: k },
    { type: 'WorkerTookJob', workerId, jobId, places: k },
  ]).flat();
  const log = new EventLog<DomainEvent>(undefined, undefined, packings);
  for (const [k, event] of events.entries()) log.append(k as VirtualTime, k, event);
  expect([...log.entries()]).toStrictEqual(events.map((event, k) => ({ seq: k + 1, at: k, cause: k, event })));
  expect(log.entry(events.length)?.event).toStrictEqual(events.at(-1));
  // What is packed is made anew for each reader; what is whole stays.
  expect(log.entry(1)?.event).not.toBe(events[0]);
  expect(log.entry(events.length)?.event).toBe(events.at(-1));
});

const loggedOf = (events: readonly DomainEvent[], at = 0) => {
  const log = new EventLog<DomainEvent>(undefined, undefined, packings);
  for (const event of events) log.append(at as VirtualTime, at, event);
  return log;
};
const writtenBy = (log: EventLog<DomainEvent>) => log.batches().map((batch) => new TextDecoder().decode(batch.lines()));
const textOf = (log: EventLog<DomainEvent>) => Array.from(log.entries(), (entry) => `${entryText(entry)}\n`);

const plain = 'a string that is long and plain';

describe('the lines of a log', () => {
  test('are the texts of its entries, packed and whole', () => {
    const events = Array.from({ length: 100 }, () => Object.values(ordinary).flat()).flat();
    const unusual = [
      { type: 'Unknown' },
      { type: 'WorkerTookJob', workerId, jobId, places: 2 },
      { type: 'WorkerTookJob', workerId: '大'.repeat(100_000), jobId },
    ] as unknown as DomainEvent[];
    const log = loggedOf([...unusual, ...events]);
    expect(log.batches()).toHaveLength(2);
    expect(writtenBy(log).join('')).toBe(textOf(log).join(''));
    expect([...log.texts(1_050)]).toStrictEqual(Array.from(log.entries(1_050), (entry) => entryText(entry)));
  });

  test.each(Object.keys(ordinary))('have any values as the texts have them: %s', (type) => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('', '"', '\\', '\u007f', '\ud83d', '大 😀 é', plain, `${plain}"`, `${plain}é`),
    );
    const number = fc.oneof(fc.maxSafeNat(), fc.constantFrom(0, -0, 9, 10, 2 ** 53 - 1, 2 ** 53, 1e21, -1, 0.5, Number.NaN));
    const anyOf = (value: unknown): fc.Arbitrary<unknown> => {
      if (typeof value === 'string') return text;
      if (typeof value === 'number') return number;
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return fc.constant(value);
      return fc.record(Object.fromEntries(Object.entries(value).map(([key, field]) => [key, anyOf(field)])));
    };
    const { type: _, ...fields } = ordinary[type as Type][0] as DomainEvent;
    checkProperty(
      fc.property(anyOf(fields), fc.maxSafeNat(), (others, at) => {
        const event = { type, ...(others as object) } as DomainEvent;
        // The second has the same strings again.
        const log = loggedOf([event, event], at);
        expect(writtenBy(log)).toStrictEqual([textOf(log).join('')]);
        expect([...log.texts(0)]).toStrictEqual([...log.entries()].map((entry) => entryText(entry)));
      }),
      40,
    );
  });
});
