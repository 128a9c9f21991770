import { EventEmitter } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Response } from 'express';
import { isLeft } from 'fp-ts/lib/Either.js';
import { describe, expect, test } from 'vitest';
import { sendFrames } from '../../../adapters/http/streams.ts';
import { Outlet, UnreadStreams } from '../../../adapters/http/unread.ts';
import { defaultLimits, type LimitName, limitTable, parseLimits } from '../../../engine/api/reading/bounds.ts';
import { finish } from '../../../engine/kernel/steps.ts';
import { compilePattern } from '../../../engine/scenario/format/pattern/pattern.ts';
import { RawConnection, type RawHeaders, requestBytes } from '../../support/serving/rawHttp.ts';
import { type Served, type ServedOptions, served } from '../../support/serving/served.ts';
import { callOf, endpointOf, worldOf } from '../../support/worlds/worlds.ts';

/** Every limit of a server is exact: server.limits. */

/** The outcome of something that is `over` larger than the limit: whether it was within the limit, and the message. */
interface Outcome {
  readonly within: boolean;
  readonly said: string;
}

type Case = (over: -1 | 0 | 1) => Promise<Outcome>;

/** The outcome on a server with this limit, and the defaults for the others. */
const withLimit = async (
  name: LimitName,
  value: number,
  asking: (server: Served) => Promise<Outcome>,
  more: ServedOptions = {},
): Promise<Outcome> => {
  await using server = await served({ ...more, limits: { [name]: value, ...more.limits } });
  return await asking(server);
};

const text = (value: unknown): string => JSON.stringify(value);
const control = '/_podsim/v1';

/** Whether a call was refused with this status. */
const refusedBy =
  (status: number) =>
  ({ status: got, body }: { readonly status: number; readonly body: unknown }): Outcome => ({ within: got !== status, said: text(body) });

/** A body of so many bytes, to an operation that has this limit. */
const bytes =
  (name: LimitName, path: string, key = 'key-of-alice'): Case =>
  (over) =>
    withLimit(
      name,
      100,
      async (server) => {
        const response = await fetch(`${server.url}${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...(path.startsWith(control) ? {} : { authorization: `Bearer ${key}` }) },
          body: '{}'.padEnd(100 + over),
        });
        return refusedBy(413)({ status: response.status, body: await response.json() });
      },
      // A call that waits for a worker advances the clock to it.
      { definition: worldOf({ endpoints: [endpointOf('ep-a'), balancer] }), clock: { clock: 'auto' } },
    );

const balancer = endpointOf('ep-lb', { type: 'LOAD_BALANCER', workers: { min: 1, max: 1 } });

/** A number in a query, against its limit of 10. */
const askedFor =
  (name: LimitName, path: (n: number) => string, status = 422): Case =>
  (over) =>
    withLimit(name, 10, async (server) => refusedBy(status)(await server.get(`${control}/${path(10 + over)}`)));

/** A log of `length` entries against a limit of that length, of one less, or of one more. */
const ofLog =
  (name: LimitName, asking: (server: Served) => Promise<Outcome>): Case =>
  async (over) => {
    let length = 0;
    await withLimit(name, defaultLimits[name], async (server) => {
      length = server.world.log.length;
      return { within: true, said: '' };
    });
    return withLimit(name, length - over, asking);
  };

const scenario =
  'title: t\nworld: { endpoints: [{ id: ep-a }] }\nsteps:\n  - { act: run, with: { endpoint: ep-a, body: { input: {} } } }\n';
const change = { change: { act: 'updateEndpoint', with: { endpoint: 'ep-a', body: { workers: { max: 2 } } } }, at: '1s' };

const cases: { readonly [Name in LimitName]: Case } = {
  body: bytes('body', '/v2/pods'),
  runBody: bytes('runBody', '/v2/ep-a/run'),
  runsyncBody: bytes('runsyncBody', '/v2/ep-a/runsync'),
  balancerBody: bytes('balancerBody', '/lb/ep-lb/x'),
  bodiesRead: bytes('bodiesRead', '/v2/ep-a/run'),
  scenarioBody: bytes('scenarioBody', `${control}/scenarios/run`),
  webhookBody: async (over) =>
    withLimit('webhookBody', 100, async (server) => {
      const { body } = await server.post('/v2/ep-a/run', { input: {} });
      const response = await fetch(`${server.url}${control}/webhooks/${body.id}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{}'.padEnd(100 + over),
      });
      return refusedBy(413)({ status: response.status, body: await response.json() });
    }),
  workerBody: async (over) =>
    withLimit('workerBody', 100, async (server) => {
      const response = await fetch(`${server.url}/v2/ep-a/job-done/ep-a-w1/a-job`, {
        method: 'POST',
        headers: { authorization: server.apiKey },
        body: '{}'.padEnd(100 + over),
      });
      // Workers are refused as on the platform: too much is 400. What fits is for a job that is not there.
      return refusedBy(400)({ status: response.status, body: await response.json() });
    }),
  unpackedBody: (over) =>
    withLimit('unpackedBody', 100, async (server) => {
      const response = await fetch(`${server.url}/v2/pods`, {
        method: 'POST',
        headers: { authorization: 'Bearer key-of-alice', 'content-encoding': 'gzip' },
        body: gzipSync('{}'.padEnd(100 + over)),
      });
      return refusedBy(413)({ status: response.status, body: await response.json() });
    }),
  bodyDepth: (over) =>
    withLimit('bodyDepth', 20, async (server) => {
      // The object of the body is the first level, and its input the second.
      let input: object = {};
      for (let depth = 1; depth < 20 + over; depth++) input = { input };
      return refusedBy(400)(await server.post('/v2/ep-a/run', { input } as never));
    }),
  bodyValues: (over) =>
    withLimit('bodyValues', 9, async (server) => {
      // The body, two names, a text, a list, and what is in the list.
      const cmd = Array.from({ length: 4 + over }, () => 'a');
      return refusedBy(413)(await server.post(`${control}/requests/verify`, { operation: 'run', times: cmd } as never));
    }),
  jobValues: (over) =>
    withLimit('jobValues', 9, async (server) => {
      const input = Array.from({ length: 6 + over }, (_, k) => k);
      return refusedBy(413)(await server.post('/v2/ep-a/run', { input } as never));
    }),
  objectNames: (over) =>
    withLimit('objectNames', 9, async (server) => {
      const input = Object.fromEntries(Array.from({ length: 9 + over }, (_, k) => [`name-${k}`, k]));
      return refusedBy(413)(await server.post('/v2/ep-a/run', { input } as never));
    }),
  answerItems: async (over) => {
    const paths = ['events', 'requests', 'next', 'faults', 'keys', 'worlds', 'explain/ep-a'];
    const outcomes = await Promise.all(paths.map((path) => askedFor('answerItems', (n) => `${path}?limit=${n}`)(over)));
    expect(new Set(outcomes.map(({ within }) => within)).size).toBe(1);
    return outcomes.find(({ said }) => !said.includes('answerItems')) ?? (outcomes[0] as Outcome);
  },
  answerSize: async (over) => {
    // Two events are shown; whether the second fits depends on the limit.
    const sizes = await withLimit('answerSize', defaultLimits.answerSize, async (server) => ({
      within: true,
      said: text((await server.get(`${control}/events?limit=2`)).body.events.map((event: unknown) => text(event).length)),
    }));
    const [first = 0, second = 0] = JSON.parse(sizes.said) as number[];
    return withLimit('answerSize', first + second - over, async (server) => {
      const { events, next } = (await server.get(`${control}/events?limit=2`)).body;
      expect(next).toBe(events.length);
      return { within: events.length === 2, said: `answerSize: the page goes on after ${next}` };
    });
  },
  entriesLookedAt: (over) =>
    withLimit('entriesLookedAt', 3, async (server) => {
      const abort = new AbortController();
      const after = server.world.log.length - 3 - over;
      const response = await fetch(`${server.url}${control}/events?after=${after}`, {
        headers: { accept: 'text/event-stream' },
        signal: abort.signal,
      });
      const said = response.status === 409 ? await response.text() : '';
      abort.abort();
      // A page also looks no further, and says where it stopped.
      const page = (await server.get(`${control}/events?type=JobFailed&limit=1`)).body;
      expect([page.next, page.more]).toStrictEqual([3, true]);
      return { within: response.status === 200, said };
    }),
  entriesExplained: (over) =>
    withLimit('entriesExplained', 3, async (server) => {
      const { body } = await server.get(`${control}/explain/ep-a?before=${3 + over + 1}`);
      return { within: body.lookedAfter === 0, said: `entriesExplained: ${body.text}` };
    }),
  streamUnread: async (over) => ({ within: isReadOn(3 + over, 3), said: 'streamUnread' }),
  streamsUnread: async (over) => {
    const all = new UnreadStreams({ streamsUnread: 300 });
    const dropped: string[] = [];
    const stuck = Object.assign(new EventEmitter(), {
      writableNeedDrain: true,
      writableLength: 0,
      cork: () => undefined,
      uncork: () => undefined,
    }) as unknown as Response;
    const outlets = [100, 150 + over, 50].map((bytes) => {
      const outlet = new Outlet(stuck, all, (name) => dropped.push(`${name} of ${bytes}`));
      outlet.send([new Uint8Array(bytes)]);
      return outlet;
    });
    expect(all.sum).toBe(outlets.reduce((sum, { waiting }) => sum + waiting, 0));
    return { within: dropped.length === 0, said: dropped.join() };
  },
  pipelined: (over) =>
    withLimit('pipelined', 3, async (server) => {
      const connection = await RawConnection.open(server.port);
      const headers: RawHeaders = [['host', `127.0.0.1:${server.port}`]];
      const wait = requestBytes('POST', '/v2/ep-a/runsync', [...headers, ['authorization', 'Bearer key-of-alice']], '{"input":{}}');
      connection.send(wait);
      await server.untilWaiting(1);
      connection.send(Buffer.concat(Array.from({ length: 3 + over }, () => requestBytes('GET', '/v2/openapi.json', headers))));
      const first = await connection.answer('POST', 50);
      connection.destroy();
      return typeof first === 'string' ? { within: first === 'silence', said: first } : { within: false, said: first.body };
    }),
  // Entries without room in memory have no room on the disk either.
  logEntriesInMemory: (over) =>
    withTemporaryFilesIn(join(tmpdir(), 'podsim-there-is-no-such-folder'), () =>
      ofLog('logEntriesInMemory', async (server) => {
        if (over === 1) await server.until(() => server.default.durability.writeError !== undefined, 'there was no room for the log');
        return refusedBy(503)(await server.post('/v2/ep-a/run', { input: {} }));
      })(over),
    ),
  advanceEntries: (over) =>
    withLimit('advanceEntries', 10, async (server) => refusedBy(422)(await server.advance({ by: '1s', maxEntries: 10 + over }))),
  worlds: (over) =>
    withLimit('worlds', 3, async (server) => {
      let got = { status: 0, body: undefined as unknown };
      for (let count = 2; count <= 3 + over; count++) got = await server.post(`${control}/worlds`, {});
      return refusedBy(409)(got);
    }),
  journalCalls: (over) =>
    withLimit('journalCalls', 3, async (server) => {
      for (let count = 0; count < 3 + over; count++) await server.get('/v2/pods');
      const { requests, forgotten } = (await server.get(`${control}/requests`)).body;
      expect(requests.length + forgotten).toBe(3 + over);
      return { within: forgotten === 0, said: 'journalCalls' };
    }),
  patternSteps: (over) => {
    const pattern = compilePattern('x');
    if (isLeft(pattern)) throw new Error(pattern.left);
    const [input, search] = [{ text: 'ab'.repeat(100) }, { left: 1_000_000 }];
    expect(finish(pattern.right.testInSteps(input.text, search))).toBe(false);
    return withLimit('patternSteps', 1_000_000 - search.left - over, async (server) => {
      await server.post('/v2/ep-a/run', { input });
      const where = { body: { input: { text: { matches: 'x' } } } };
      return refusedBy(422)(await server.post(`${control}/requests/verify`, { operation: 'run', where }));
    });
  },
  journalBody: (over) => keptAnswer('journalBody', over),
  journalBodies: (over) => keptAnswer('journalBodies', over),
  scenarioEntries: async (over) => {
    const play = async (server: Served) => (await server.post(`${control}/scenarios/run`, { scenario })).body;
    let entries = 0;
    await withLimit('scenarioEntries', defaultLimits.scenarioEntries, async (server) => {
      entries = (await play(server)).entries;
      return { within: true, said: '' };
    });
    return withLimit('scenarioEntries', entries - over, async (server) => {
      const { verdict, unfired } = await play(server);
      return { within: verdict === 'pass', said: text(unfired) };
    });
  },
  recordedEntries: ofLog('recordedEntries', async (server) => refusedBy(409)(await server.get(`${control}/scenario`))),
  comparedEntries: ofLog('comparedEntries', async (server) =>
    refusedBy(409)(await server.post(`${control}/compare`, { worlds: ['default', 'default'] })),
  ),
  whatIfSeeds: (over) =>
    withLimit('whatIfSeeds', 3, async (server) =>
      refusedBy(422)(await server.post(`${control}/compare`, { ...change, seeds: `1..${3 + over}` } as never)),
    ),
  whatIfEntries: async (over) => {
    const compare = (server: Served) => server.post(`${control}/compare`, { ...change, seeds: '1..2' } as never);
    const first = await withLimit('whatIfEntries', 1, async (server) => refusedBy(409)(await compare(server)));
    const entries = Number(/the logs have (\d+) entries after 1 of 2 seeds/.exec(first.said)?.[1]);
    return withLimit('whatIfEntries', entries - over, async (server) => refusedBy(409)(await compare(server)));
  },
  stateEntities: askedFor('stateEntities', (n) => `state?limit=${n}`),
  rewoundEntries: async (over) => {
    const state = await withLimit('rewoundEntries', 2, async (server) =>
      refusedBy(409)(await server.get(`${control}/state?seq=${2 + over}`)),
    );
    const fork = await withLimit('rewoundEntries', 2, async (server) =>
      refusedBy(409)(await server.post(`${control}/forks`, { seq: 2 + over })),
    );
    expect(fork.within).toBe(state.within);
    return fork;
  },
};

/** Runs a function while another folder is the one for temporary files. */
const withTemporaryFilesIn = async <T>(folder: string, work: () => Promise<T>): Promise<T> => {
  const { TMPDIR } = process.env;
  process.env['TMPDIR'] = folder;
  try {
    return await work();
  } finally {
    if (TMPDIR === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = TMPDIR;
  }
};

/** One stored answer against a limit of its length, of one more, or of one less. */
const keptAnswer = async (name: LimitName, over: -1 | 0 | 1): Promise<Outcome> => {
  const call = async (server: Served) => {
    await server.get('/v2/pods');
    return String((await server.get(`${control}/requests`)).body.requests[0].answer);
  };
  let answer = '';
  await withLimit(name, defaultLimits[name], async (server) => {
    answer = await call(server);
    return { within: true, said: '' };
  });
  return withLimit(name, answer.length - over, async (server) => ({ within: (await call(server)) === answer, said: name }));
};

/** Whether a stream stays open when there is more to send and its reader has so many unread bytes. */
const isReadOn = (unread: number, limit: number): boolean => {
  let isDestroyed = false;
  const res = Object.assign(new EventEmitter(), {
    req: { method: 'GET' },
    writableLength: 0,
    writeHead: () => undefined,
    cork: () => undefined,
    uncork: () => undefined,
    write: (_: unknown, then?: () => void) => {
      then?.();
      return true;
    },
    end: () => undefined,
    destroy: () => {
      isDestroyed = true;
    },
  });
  const added = () => ({ frames: [{ id: '1', data: 1 }], ended: false });
  let tell: (() => void) | undefined;
  const world = {
    limits: { streamUnread: limit },
    durability: { onceDurable: (then: () => void) => then() },
    watch: ({ next }: { readonly next: (change: never) => void }) => {
      tell = () => next(undefined as never);
      return () => undefined;
    },
    onClose: () => () => undefined,
    streams: { noteRead: () => undefined },
  };
  const stamp = { world: 'default', instant: 0, seq: 1 };
  sendFrames(res as unknown as Response, { status: 200 }, { backfill: added, next: added }, world as never, stamp, 'req-1');
  res.writableLength = unread;
  tell?.();
  res.emit('close');
  return !isDestroyed;
};

describe.each(Object.keys(limitTable) as LimitName[])('the limit %s', (name) => {
  test.each([
    ['one below it is allowed', -1, true],
    ['exactly as much is allowed', 0, true],
    ['one above it is refused, and the message names the limit', 1, false],
  ] as const)('%s', async (_, over, within) => {
    const outcome = await cases[name](over);
    expect(outcome.within).toBe(within);
    if (!within) expect(outcome.said).toContain(name);
  });
});

describe('limits', () => {
  test('are listed as they are', async () => {
    await using server = await served({ limits: { worlds: 7 } });
    expect((await server.get(`${control}/info`)).body.limits).toStrictEqual({ ...defaultLimits, worlds: 7 });
  });

  // biome-ignore format: a table
  test.each([
    [['worlds=7', 'body=5'],   { ...defaultLimits, worlds: 7, body: 5 }],
    [[],                       defaultLimits],
    [['wolds=7'],              "there is no limit 'wolds'; did you mean 'worlds'? (GET /_podsim/v1/info lists all)"],
    [['worlds'],               "'worlds' is not a limit: write it like worlds=10, with a whole number"],
    [['worlds=1.5'],           "'worlds=1.5' is not a limit: write it like worlds=10, with a whole number"],
    [['worlds=0'],             'worlds=0 is out of range; give a whole number from 1 to 1000000000'],
    [['worlds=1000000001'],    'worlds=1000000001 is out of range; give a whole number from 1 to 1000000000'],
    [['constructor=1'],        "there is no limit 'constructor'; GET /_podsim/v1/info lists all"],
  ])('are read from %j', (texts, expected) => {
    const limits = parseLimits(texts);
    const came = 'left' in limits ? limits.left : limits.right;
    expect(came).toStrictEqual(typeof expected === 'string' ? expect.stringContaining(expected) : expected);
  });
});

test('metrics count what was answered, and measure the process', async () => {
  await using server = await served();
  await server.get('/v2/pods');
  await server.get('/v2/pods', { key: 'nobody' });
  await server.get('/v2/pods');
  server.world.call(callOf('run', { endpoint_id: 'ep-a' }, { body: { input: {} } }));
  const { headers, body } = await server.get(`${control}/metrics`);
  expect(headers.get('content-type')).toMatch(/^text\/plain/);
  expect(body).toContain('podsim_requests_total{operation="listPods",status="200"} 2\n');
  expect(body).toContain('podsim_requests_total{operation="listPods",status="401"} 1\n');
  expect(body).toContain(`podsim_log_entries ${server.world.log.length}\n`);
  expect(body).toContain(`podsim_log_entries_in_memory ${server.world.log.held}\n`);
  for (const name of ['podsim_heap_used_bytes', 'podsim_heap_limit_bytes', 'podsim_event_loop_lag_seconds{of="mean"}'])
    expect(
      Number(
        body
          .split('\n')
          .find((line: string) => line.startsWith(`${name} `))
          ?.split(' ')[1],
      ),
    ).toBeGreaterThanOrEqual(0);
});
