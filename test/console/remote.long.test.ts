import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { Live } from '../../adapters/console/app/live/live.ts';
import { entryBefore, listCalls } from '../../adapters/console/app/model/calls/requests.ts';
import { Desk } from '../../adapters/console/app/model/desk.ts';
import { writeCurl } from '../../adapters/console/app/model/servedAt.ts';
import { type Following, remoteSource } from '../../adapters/console/app/source/remote.ts';
import { Server } from '../../adapters/console/app/source/server.ts';
import type { DomainEvent } from '../../engine/cloud/input.ts';
import { httpCall } from '../../engine/compare/httpCall.ts';
import type { LogEntry } from '../../engine/kernel/logEntry.ts';
import { until } from '../support/eventually.ts';
import { type Served, served } from '../support/serving/served.ts';
import { endpointOf, runOf, worldOf } from '../support/worlds/worlds.ts';

const definition = worldOf({ endpoints: [endpointOf('ep-a', { workers: { min: 1, max: 2 } })] });

/** What a page reads of a served world. `frame` draws; until then, entries wait. */
class Reader implements Disposable {
  readonly entries: LogEntry<DomainEvent>[] = [];
  readonly batches: number[] = [];
  readonly told: Following[] = [];
  readonly asked: string[] = [];
  headers = 0;
  newest = 0;
  replaced = 0;
  /** Ends the connection that the answer after this one would have. */
  cut: AbortController | undefined;
  #due: (() => void)[] = [];
  readonly #close: () => void;

  constructor(
    url: string,
    { token, draws = true, world = 'default' }: { readonly token?: string; readonly draws?: boolean; readonly world?: string } = {},
  ) {
    const fetching: typeof fetch = (resource, init) => {
      this.asked.push(String(resource).slice(url.length));
      this.cut = new AbortController();
      const signals = [this.cut.signal, ...(init?.signal == null ? [] : [init.signal])];
      return fetch(resource, { ...init, signal: AbortSignal.any(signals) });
    };
    const server = new Server(`${url}/`, fetching);
    if (token !== undefined) server.useToken(token);
    const source = remoteSource({
      server,
      world,
      tell: (following) => this.told.push(following),
      know: (newest) => {
        this.newest = newest;
      },
      onReplaced: () => {
        this.replaced += 1;
      },
      onFrame: (work) => {
        if (draws) setImmediate(work);
        else this.#due.push(work);
      },
      pause: () => new Promise((resolve) => setImmediate(resolve)),
    });
    source.open({
      begin: () => {
        this.headers += 1;
      },
      append: (entries) => {
        this.batches.push(entries.length);
        this.entries.push(...entries);
      },
      follow: () => undefined,
      end: () => expect.unreachable('a live world does not end'),
      fail: () => expect.unreachable('a live world does not fail'),
    });
    this.#close = source.close;
  }

  get state(): string | undefined {
    return this.told.at(-1)?.state;
  }

  frame(): void {
    const due = this.#due;
    this.#due = [];
    for (const work of due) work();
  }

  untilRead(server: Served): Promise<void> {
    return until(
      () => this.entries.length === server.world.log.length && this.state === 'live',
      `${server.world.log.length} entries are read`,
    );
  }

  [Symbol.dispose](): void {
    this.#close();
  }
}

const busy = (server: Served, jobs: number): void => {
  for (let k = 0; k < jobs; k++) server.world.call(runOf('ep-a', { k }));
};

describe('the log of a served world', () => {
  test('is read to its end, and then as it grows', async () => {
    await using server = await served({ definition });
    await server.post('/v2/ep-a/run', { input: {} });
    using reader = new Reader(server.url);
    await reader.untilRead(server);
    await server.post('/v2/ep-a/run', { input: {} });
    await server.advance({ by: '1h' });
    await reader.untilRead(server);
    expect(reader.entries).toStrictEqual([...server.world.log.entries()]);
    expect(reader.headers).toBe(1);
    expect(reader.newest).toBe(server.world.log.length);
  });

  test('is read page by page where it is long, and never in one answer', async () => {
    await using server = await served({ definition, limits: { answerItems: 40 } });
    busy(server, 100);
    using reader = new Reader(server.url);
    await reader.untilRead(server);
    expect(reader.entries).toStrictEqual([...server.world.log.entries()]);
    expect(reader.asked.filter((path) => path.includes('limit=40')).length).toBeGreaterThan(server.world.log.length / 40);
  });

  test('continues where it stopped after each loss of the connection', async () => {
    await using server = await served({ definition });
    using reader = new Reader(server.url);
    for (let k = 0; k < 4; k++) {
      await reader.untilRead(server);
      reader.cut?.abort();
      await until(() => reader.told.filter(({ state }) => state === 'away').length > k, 'the loss is told');
      await server.post('/v2/ep-a/run', { input: { k } });
    }
    await reader.untilRead(server);
    expect(reader.entries).toStrictEqual([...server.world.log.entries()]);
    expect([reader.headers, reader.replaced]).toStrictEqual([1, 0]);
  });

  test('is another after a reset, even if that has the same header and is longer', async () => {
    await using server = await served({ definition });
    using reader = new Reader(server.url);
    busy(server, 3);
    await server.post('/_podsim/v1/clock/advance', { by: '5s' });
    await reader.untilRead(server);
    await server.post('/_podsim/v1/reset', {});
    busy(server, 50);
    await until(() => reader.replaced === 1, 'the reset is told');
  });

  test('is not read further while the page does not draw, and goes on in batches when it does', async () => {
    await using server = await served({ definition });
    busy(server, 12_000);
    expect(server.world.log.length).toBeGreaterThan(24_000);
    using reader = new Reader(server.url, { draws: false });
    const pages = () => reader.asked.filter((path) => path.includes('events')).length;
    await until(() => pages() === 20, 'twenty pages are read');
    // Another page would be asked for before this is answered.
    await server.get('/_podsim/v1/info');
    expect([pages(), reader.entries.length, reader.newest]).toStrictEqual([20, 0, server.world.log.length]);
    await until(() => {
      reader.frame();
      return reader.entries.length === server.world.log.length;
    }, 'all is read');
    expect(Math.max(...reader.batches)).toBe(2_000);
    expect(reader.entries.map(({ seq }) => seq)).toStrictEqual(reader.entries.map((_, k) => k + 1));
  });

  test('continues after the server has dropped a stream that was not read', async () => {
    await using server = await served({ definition, limits: { streamUnread: 20_000 } });
    using reader = new Reader(server.url, { draws: false });
    await until(() => {
      reader.frame();
      return reader.state === 'live';
    }, 'it is live');
    for (let k = 0; k < 300; k++) {
      await server.post('/v2/ep-a/run', { input: { text: 'x'.repeat(10_000) } });
      if (k % 50 === 0) reader.frame();
    }
    await until(() => {
      reader.frame();
      return reader.entries.length === server.world.log.length;
    }, 'all is read');
    expect(reader.entries).toStrictEqual([...server.world.log.entries()]);
  });

  test('of a server with a control token needs the token', async () => {
    await using server = await served({ definition, controlToken: 'open-sesame' });
    using without = new Reader(server.url);
    await until(() => without.state === 'locked', 'it is locked');
    using wrong = new Reader(server.url, { token: 'wrong' });
    await until(() => wrong.state === 'locked', 'it is locked');
    expect(wrong.told).toStrictEqual([{ state: 'locked', because: expect.stringContaining('control token') }]);
    using right = new Reader(server.url, { token: 'open-sesame' });
    await right.untilRead(server);
  });

  test('of a world that is dropped ends, and says so', async () => {
    await using server = await served({ definition });
    await server.post('/_podsim/v1/worlds', { id: 'other' });
    using reader = new Reader(server.url, { world: 'other' });
    await until(() => reader.state === 'live', 'it is live');
    await server.ask('DELETE', '/_podsim/v1/worlds/other');
    await until(() => reader.state === 'gone', 'it is gone');
    expect(reader.told.at(-1)).toMatchObject({ because: expect.stringContaining('there is no world other') });
  });
});

describe('a live console', () => {
  const liveOn = (server: Served, token?: string) => {
    const desk = new Desk();
    const live = new Live({
      desk,
      opened: { root: `${server.url}/`, world: 'default' },
      onFrame: (work) => setImmediate(work),
    });
    if (token !== undefined) live.server.useToken(token);
    live.choose('default');
    return { desk, live, [Symbol.dispose]: () => desk.close() };
  };

  test('follows the end, and stays where a reader has gone', async () => {
    await using server = await served({ definition });
    using page = liveOn(server);
    const { desk, live } = page;
    await until(() => desk.length.value === server.world.log.length, 'the log is read');
    await server.post('/v2/ep-a/run', { input: {} });
    await until(() => desk.seq.value === server.world.log.length, 'the moment follows');
    expect(live.isAtEnd.value).toBe(true);
    desk.go(3);
    await server.post('/v2/ep-a/run', { input: {} });
    await until(() => desk.length.value === server.world.log.length, 'the log is read');
    expect([desk.seq.value, live.isAtEnd.value, live.behind.value]).toStrictEqual([3, false, 0]);
  });

  test('shows the answers of all calls as they come, with the rule of what was refused, and of calls that left no entry, too', async () => {
    await using server = await served({ definition });
    await server.post('/v2/ep-a/run', { input: {} });
    using page = liveOn(server);
    const { desk } = page;
    await until(() => desk.phase.value === 'live', 'the log is read');
    const stop = desk.readAnswers();
    expect(desk.awaitsAnswers.value).toBe(true);
    const lines = (): readonly unknown[] =>
      desk.log === undefined
        ? []
        : listCalls(desk.log, desk.answers.value).map(({ call, client, seq, status, rule }) => [
            call.operation,
            client,
            seq > 0,
            status,
            rule,
          ]);
    await until(() => desk.answers.value?.answers.length === 1, 'the answer of before is read');
    // It waits for its job; meanwhile others are refused, or only read.
    const waits = server.post('/v2/ep-a/runsync?wait=90000', { input: {} });
    await until(() => lines().length === 2, 'the call is there');
    await fetch(`${server.url}/v2/ep-a/health`, { headers: { authorization: 'Bearer wrong' } });
    await server.get('/v2/ep-a/health');
    await server.get('/v2/ep-a/status/no-such-job');
    const shown = (status: number | undefined) => [
      ['run', 'alice', true, 200, undefined],
      ['runsync', 'alice', true, status, undefined],
      ['health', 'stranger', false, 401, 'auth.queue-key'],
      ['health', 'alice', false, 200, undefined],
      ['status', 'alice', false, 404, 'job.expired'],
    ];
    await until(() => lines().length === 5, 'all are read');
    expect(lines()).toStrictEqual(shown(undefined));
    await server.advance({ by: '1h' });
    await waits;
    await until(() => desk.answers.value?.answers.length === 2, 'the late answer is read');
    expect(lines()).toStrictEqual(shown(200));
    stop?.();
  });

  test('moves the clock, sends calls with the key of the world, and says what was refused', async () => {
    await using server = await served({ definition });
    using page = liveOn(server);
    const { desk, live } = page;
    await until(() => live.key !== undefined, 'the end of the key is known');
    expect(live.key).toBe(`…${server.apiKey.slice(-4)}`);
    live.takeKey(server.apiKey);
    expect(live.key).toBe(server.apiKey);
    const run = { method: 'POST', path: 'v2/ep-a/run', body: { input: { k: 1 } }, key: live.key };
    expect(await live.send(run)).toMatchObject({ status: 200 });
    expect(live.command(run)).toBe(`curl ${server.url}/v2/ep-a/run -H 'authorization: Bearer ${server.apiKey}' --json '{"input":{"k":1}}'`);
    await live.control('POST', 'clock/advance', { by: '1m' });
    await until(() => live.clock.value?.reads.ms === 60_000, 'the clock has moved');
    expect(live.trouble.value).toBeUndefined();
    await until(() => desk.length.value === server.world.log.length, 'the log is read');
    await live.control('POST', 'clock/advance', { by: 'x' });
    expect(live.trouble.value).toMatch(/^422: Request validation failed.*by/);
    await until(() => desk.length.value === server.world.log.length, 'the log is read');
  });

  test('reaches to where the world is, also while nothing happens', async () => {
    await using server = await served({ definition, clock: { clock: 'realtime', speed: 1_000 } });
    using page = liveOn(server);
    const { desk, live } = page;
    await until(() => desk.length.value === server.world.log.length, 'the log is read');
    const end = desk.log?.end ?? 0;
    await until(() => {
      void live.readClock();
      return desk.now.value > end + 1_000;
    }, 'time passes');
    expect(desk.log?.end).toBe(end);
    expect([desk.scale.value.end, desk.at.value]).toStrictEqual([desk.now.value, desk.now.value]);
    desk.go(3);
    expect(desk.at.value).toBe(desk.log?.at(3));
  });

  test('says where calls go: to the world at its end, and to a fork before that', async () => {
    await using server = await served({ definition });
    using page = liveOn(server);
    const { desk, live } = page;
    await until(() => desk.length.value === server.world.log.length && desk.settled.value === desk.length.value, 'the log is read');
    await until(() => live.key !== undefined, 'the end of the key is known');
    expect(live.key).toBe(`…${server.apiKey.slice(-4)}`);
    live.takeKey(server.apiKey);
    expect(live.key).toBe(server.apiKey);
    expect(live.serverAt(desk.length.value)).toStrictEqual({ server: { base: server.url, key: server.apiKey } });
    desk.go(3);
    expect(live.serverAt(3)).toStrictEqual({
      server: {
        base: `${server.url}/worlds/then-3`,
        key: server.apiKey,
        making: `curl ${server.url}/_podsim/v1/forks --json '{"seq":3,"id":"then-3"}'`,
      },
    });
    expect(live.recordCommand()).toBe(
      `curl ${server.url}/_podsim/v1/log -o world.log && podsim log record world.log -o world.scenario.yaml`,
    );
  });

  test('asks the same again by the command of each call, which is answered as the call was', async () => {
    await using server = await served({ definition });
    await server.post('/v2/ep-a/run', { input: { k: 1 } });
    await server.get('/v2/ep-a/status/no-such-job');
    await server.get('/v2/ep-a/health');
    await server.ask('DELETE', '/v2/serverless/ep-a');
    await server.get('/v2/ep-a/health');
    using page = liveOn(server);
    const { desk, live } = page;
    await until(() => desk.length.value === server.world.log.length && desk.settled.value === desk.length.value, 'the log is read');
    await until(() => live.key !== undefined, 'the end of the key is known');
    live.takeKey(server.apiKey);
    const stop = desk.readAnswers();
    const calls = () => (desk.log === undefined ? [] : listCalls(desk.log, desk.answers.value));
    await until(() => calls().length === 5 && calls().every(({ status }) => status !== undefined), 'the answers are read');
    const answered: unknown[] = [];
    for (const row of calls()) {
      const command = writeCurl(httpCall(row.call.operation, row.call.request), live.serverAt(entryBefore(row)).server) ?? '';
      const shell = command.replaceAll('curl ', `curl --silent --show-error --noproxy '*' --write-out '\\n%{http_code}\\n' `);
      const { stdout } = await promisify(execFile)('sh', ['-c', shell]);
      answered.push([row.call.operation, ...(stdout.match(/^\d{3}$/gm) ?? []).map(Number)]);
    }
    stop?.();
    // Before the last call the world was as it is at the end; two calls were made at one moment, and have one fork.
    expect(answered).toStrictEqual([
      ['run', 201, 200],
      ['status', 201, 404],
      ['health', 409, 200],
      ['deleteEndpoint', 409, 204],
      ['health', 404],
    ]);
    expect(answered.map((one) => (one as unknown[]).at(-1))).toStrictEqual(calls().map(({ status }) => status));
  });

  test('goes from one world to another, and a fork has its past', async () => {
    await using server = await served({ definition });
    using page = liveOn(server);
    const { desk, live } = page;
    await until(() => desk.length.value === server.world.log.length, 'the log is read');
    const fork = await live.control<{ readonly id: string }>('POST', 'forks', { seq: 4 });
    live.choose(fork?.id ?? '');
    await until(() => desk.length.value > 0 && live.following.value.state === 'live', 'the fork is read');
    const past = [...(desk.log?.entries() ?? [])];
    expect(past).toStrictEqual([...server.world.log.entries()].slice(0, past.length));
    expect(live.worlds.value.map(({ id }) => id)).toStrictEqual(['default', fork?.id]);
  });

  test('reads a reset world from its beginning', async () => {
    await using server = await served({ definition });
    using page = liveOn(server);
    const { desk } = page;
    busy(server, 5);
    await until(() => desk.length.value === server.world.log.length, 'the log is read');
    await server.post('/_podsim/v1/reset', { seed: 'another' });
    await until(
      () => desk.log?.header.definition.seed === 'another' && desk.length.value === server.world.log.length,
      'the new log is read',
    );
  });

  test('records the world as a scenario that gives the same log', async () => {
    await using server = await served({ definition });
    using page = liveOn(server);
    await server.post('/v2/ep-a/run', { input: {} });
    const { playRun } = await import('../../adapters/console/app/source/player.ts');
    const scenario = await page.live.fetchRecording();
    if (scenario === undefined) throw new Error('it is not recorded');
    const told: string[] = [];
    playRun({ scenario, index: 0 }, (message) => {
      if (message.type === 'ended') told.push(message.outcome.fingerprint);
    });
    expect(told).toStrictEqual([server.world.fingerprint()]);
  });
});
