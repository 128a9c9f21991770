import type { Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { WorldHost } from '../../adapters/host/world/worldHost.ts';
import type { Listening } from '../../adapters/http/listening.ts';
import { serveOn } from '../../adapters/http/server.ts';
import { defaultWorldId } from '../../engine/control/operation.ts';
import { Choice } from '../../engine/lab/explorer/choice.ts';
import { World } from '../../engine/world/world.ts';
import { RawConnection, type RawHeaders, requestBytes } from '../support/serving/rawHttp.ts';
import { served } from '../support/serving/served.ts';
import { endpointOf, eventTypes, worldOf } from '../support/worlds/worlds.ts';

const seed = process.env['PODSIM_LAW_SEED'] ?? '1';
const again = `again: PODSIM_LAW_SEED=${seed} npx vitest run test/http/crowd.long.test.ts`;

const clients = 500;
const crowds = 5;
/** All jobs have run after that many seconds: 50 workers take a second for each. */
const lastSecond = 10;
const definition = worldOf({ endpoints: [endpointOf('ep-a', { workers: { min: 50, max: 50 } })] });

test('500 clients wait, half of them go away: the others are answered, and nothing is left behind', async () => {
  const warnings: Error[] = [];
  const warned = (warning: Error) => warnings.push(warning);
  process.on('warning', warned);
  const before = resources();
  const serving = new WorldHost({ clock: { clock: 'manual' }, apiKey: 'key-of-alice' });
  const server = await serveOn(serving, { host: '127.0.0.1', port: 0 });
  const requests: WeakRef<object>[] = [];
  const worlds: WeakRef<object>[] = [];
  server.server.on('request', (req) => requests.push(new WeakRef(req)));
  for (let crowd = 1; crowd <= crowds; crowd++) {
    // A world stores all that happens in it, so each crowd gets a world of its own.
    serving.serve(defaultWorldId, (onChange) => remembered(worlds, new World(definition, { onChange })), { clock: 'manual' });
    await playCrowd(serving, server, new Choice(`crowd ${seed}`, `${crowd}`));
  }
  await server.close();
  expect([requests.length > crowds * clients, worlds.length], again).toStrictEqual([true, crowds]);
  await until(
    () => stillHeld(requests) === 0,
    () => `none of ${requests.length} requests is held in memory; ${stillHeld(requests)} are`,
  );
  await until(
    () => stillHeld(worlds) <= 1,
    () => `but the last of the worlds none is held in memory; ${stillHeld(worlds)} are`,
  );
  await until(
    () => resources().every((count, k) => count <= (before[k] ?? 0)),
    () => `as few connections and timers are left (${resources()}) as there were before (${before})`,
  );
  process.off('warning', warned);
  expect(warnings, again).toStrictEqual([]);
});

const remembered = <T extends object>(refs: WeakRef<object>[], thing: T): T => {
  refs.push(new WeakRef(thing));
  return thing;
};

/** How many of these objects are still reachable after a garbage collection. */
const stillHeld = (refs: readonly WeakRef<object>[]): number => {
  collect();
  return refs.filter((ref) => ref.deref() !== undefined).length;
};

interface Client {
  readonly n: number;
  readonly connection: RawConnection;
  /** In seconds of virtual time; undefined for clients that stay. */
  readonly leavesAt: number | undefined;
  answered: boolean;
}

/** Many clients call and wait. Some leave while the clock is advanced; the others get their answers. */
const playCrowd = async (serving: WorldHost, { port, server }: Listening, dice: Choice): Promise<void> => {
  const world = serving.find(defaultWorldId);
  if (world === undefined) throw new Error('there is no world');
  const { stats: statsBefore } = world;
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
  const timersBefore = timers();
  const crowd = await Promise.all(
    Array.from({ length: clients }, async (_, n): Promise<Client> => {
      const leavesAt = n % 2 === 0 ? dice.below(lastSecond) : undefined;
      return { n, connection: await RawConnection.open(port), leavesAt, answered: false };
    }),
  );
  for (const { n, connection } of crowd)
    connection.send(requestBytes('POST', '/v2/ep-a/runsync', headersFor(port), `{"input":{"n":${n}}}`));
  await until(
    () => world.stats.waiting === clients,
    () => `${clients} wait`,
  );
  const answers = crowd.map(async (client) => {
    const answer = await client.connection.answer('POST');
    if (client.leavesAt === undefined || typeof answer !== 'string') {
      client.answered = true;
      expect(answer, again).toMatchObject({ status: 200 });
      expect(JSON.parse(typeof answer === 'string' ? answer : answer.body), again).toMatchObject({
        status: 'COMPLETED',
        output: { n: client.n },
      });
    }
    client.connection.destroy();
  });
  const operator = await RawConnection.open(port);
  for (let second = 0; second <= lastSecond; second++) {
    const leaving = crowd.filter(({ leavesAt, answered }) => leavesAt === second && !answered);
    for (const { connection } of leaving) connection.destroy();
    // Otherwise the next second could answer clients whose disconnect the server has not noticed yet.
    await until(
      () => world.stats.waiting === world.world.heldCalls.length && world.stats.waiting <= stillThere(crowd, second),
      () => 'the server notices that they left',
    );
    const moved = await operator.ask('POST', '/_podsim/v1/clock/advance', headersFor(port), '{"by":"1s"}');
    expect(moved.status, again).toBe(200);
  }
  await Promise.all(answers);
  operator.destroy();
  const types = eventTypes(world.world);
  const count = (type: string) => types.filter((one) => one === type).length;
  expect([count('CallHeld'), count('CallAnswered') + count('CallAbandoned')], again).toStrictEqual([clients, clients]);
  expect(count('CallAnswered'), again).toBe(crowd.filter(({ answered }) => answered).length);
  expect(count('CallAbandoned'), again).toBeGreaterThan(clients / 8);
  expect([world.stats, world.world.heldCalls], again).toStrictEqual([statsBefore, []]);
  await until(
    () => timers() <= timersBefore,
    () => 'no timers are left',
  );
  await new Promise<void>((none) => {
    const look = () => server.getConnections((_, open) => (open === 0 ? none() : setTimeout(look, 5)));
    look();
  });
};

/** The clients that may still wait after those of that second have left: those without an answer. */
const stillThere = (crowd: readonly Client[], second: number): number =>
  crowd.filter(({ leavesAt, answered }) => !answered && (leavesAt === undefined || leavesAt > second)).length;

test('a client that does not read its stream is cut off, and its buffers are freed', async () => {
  await using server = await served();
  const connection = await RawConnection.open(server.port);
  connection.send(requestBytes('GET', '/_podsim/v1/events', [...headersFor(server.port), ['accept', 'text/event-stream']]));
  expect(await connection.answer()).toMatchObject({ status: 200, goesOn: true });
  connection.stopReading();
  expect(server.default.stats).toStrictEqual({ waiting: 0, watching: 1 });
  const input = { text: 'x'.repeat(500_000) };
  let jobs = 0;
  for (; server.default.stats.watching > 0 && jobs < 100; jobs++) expect((await server.post('/v2/ep-a/run', { input })).status).toBe(200);
  // The operating system buffers most of what was sent; the server holds 4 MB of it at most.
  expect(jobs).toBeGreaterThan(3);
  expect(server.default.stats).toStrictEqual({ waiting: 0, watching: 0 });
  connection.destroy();
});

test('for a client that does not read a download, the server holds one block at most', async () => {
  await using server = await served();
  const input = { text: 'x'.repeat(1_000_000) };
  for (let n = 0; n < 20; n++) await server.post('/v2/ep-a/run', { input });
  const sockets: Socket[] = [];
  server.listening.server.on('connection', (socket) => sockets.push(socket));
  const lazy = await Promise.all(Array.from({ length: 20 }, () => RawConnection.open(server.port)));
  for (const connection of lazy) {
    connection.stopReading();
    connection.send(requestBytes('GET', '/_podsim/v1/log', headersFor(server.port)));
  }
  await server.until(() => sockets.length === lazy.length && sockets.every((socket) => socket.writableNeedDrain), 'each is full');
  // The bytes that the server holds for each of them. The whole download is 20 MB.
  expect(Math.max(...sockets.map((socket) => socket.writableLength))).toBeLessThan(3_000_000);
  for (const connection of lazy) connection.destroy();
});

test('pipelined calls begin one after another: one that waits is abandoned with its connection, and those behind it never begin', async () => {
  await using server = await served();
  const headers = headersFor(server.port);
  const connection = await RawConnection.open(server.port);
  const wait = requestBytes('POST', '/v2/ep-a/runsync', headers, '{"input":{}}');
  const stream = requestBytes('GET', '/_podsim/v1/events', [...headers, ['accept', 'text/event-stream']]);
  connection.send(Buffer.concat([wait, wait, stream, wait]));
  await server.untilWaiting(1);
  expect(await connection.answer('POST', 50)).toBe('silence');
  expect(server.default.stats).toStrictEqual({ waiting: 1, watching: 0 });
  connection.destroy();
  await server.untilWaiting(0);
  expect([...server.world.log.entries()].filter(({ event }) => event.type === 'JobQueued')).toHaveLength(1);
  expect(server.world.heldCalls).toStrictEqual([]);
});

const headersFor = (port: number): RawHeaders => [
  ['host', `127.0.0.1:${port}`],
  ['authorization', 'Bearer key-of-alice'],
];

/** The numbers of connections, listeners and timers that keep this process alive. */
const resources = (): readonly number[] => {
  const names = process.getActiveResourcesInfo();
  return [/^TCP/, /^Timeout$/].map((wanted) => names.filter((name) => wanted.test(name)).length);
};

const until = async (holds: () => boolean, what: () => string): Promise<void> => {
  for (let tries = 0; !holds(); tries++) {
    if (tries > 2_000) throw new Error(`it never happened that ${what()}; ${again}`);
    await new Promise((later) => setTimeout(later, 2));
  }
};

const collect: () => void = (() => {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void;
})();
