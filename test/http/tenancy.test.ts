import { describe, expect, test } from 'vitest';
import { type AccessLevel, resourceGroups } from '../../engine/account/events.ts';
import type { Operation } from '../../engine/api/operation.ts';
import { operations } from '../../engine/api/table.ts';
import type { Json } from '../../engine/kernel/canonical.ts';
import { goodRequests } from '../api/goodRequests.ts';
import { type Got, type Served, served } from '../support/served.ts';
import { paramsOf, type Stage, staged } from '../support/stage.ts';

describe.each(operations.map((row) => [row.id, row] as const))('%s', (_, row) => {
  test('is done for whoever has a key that may, in the own account, and for nobody else', async () => {
    const { world, stage } = staged();
    // What waits is answered at once: on this clock a wait moves time.
    await using server = await served({ making: () => world, clock: { clock: 'auto' } });
    const good = goodRequest(row, stage);
    const keys = await keysFor(server, row);
    const strangers = await answers(server, good, keys.strangers);
    const stinted = await answers(server, good, keys.stinted);
    const [other] = (await answers(server, good, [['another account', 'key-of-bob']])) as [Answered];

    expect([...strangers, ...stinted].map(verdict)).toStrictEqual([
      ...keys.strangers.map(([what]) => [what, 401, 'no RateLimit']),
      ...keys.stinted.map(([what]) => [what, 403, row.api === 'management' ? 'RateLimit' : 'no RateLimit']),
    ]);
    const isNamed = idsIn(stage).some((one) => JSON.stringify([good.path, good.body]).includes(`${one}`));
    expect(verdict(other)).toStrictEqual(['another account', isNamed ? 404 : row.success.status, 'no RateLimit']);
    // Nobody is told more of the first account than they have said themselves.
    for (const [, got] of [...strangers, ...stinted, other]) expect(toldBy(got, stage, good)).toStrictEqual([]);
    expect(listsIn(row, other[1].body)).toStrictEqual([]);
    // After all of that, a key that may is answered as ever.
    const mayRead = await answers(server, good, [['a key that may', isReading(row) ? 'key-of-reader' : 'key-of-alice']]);
    expect(mayRead.map(verdict)).toStrictEqual([['a key that may', row.success.status, 'no RateLimit']]);
  });
});

test('what one account makes, another does not see in any list', async () => {
  const { world, stage } = staged();
  await using server = await served({ making: () => world });
  for (const row of operations.filter((one) => isReading(one) && one.finds === undefined)) {
    const mine = await server.get(goodRequest(row, stage).path, { key: 'key-of-alice' });
    const theirs = await server.get(goodRequest(row, stage).path, { key: 'key-of-bob' });
    expect([row.id, mine.status, theirs.status]).toStrictEqual([row.id, 200, 200]);
    expect(toldBy(theirs, stage, { method: 'GET', path: '' })).toStrictEqual([]);
  }
  // Or nothing would have been shown above.
  const { body } = await server.get('/v2/pods?includeClusterPods=true', { key: 'key-of-alice' });
  expect(toldBy({ status: 200, headers: new Headers(), body }, stage, { method: 'GET', path: '' })).toContain(stage.pod);
});

test('keys without the group of an operation, and of another account, learn no more from it than that they may not', async () => {
  const { world, stage } = staged();
  await using server = await served({ making: () => world });
  const key = await newKey(server, { account: 'acc-b', permissions: {}, rateLimitExempt: true });
  for (const row of operations.filter(({ permission }) => permission !== null)) {
    const good = goodRequest(row, stage);
    const there = await server.ask(good.method, good.path, { ...good, key });
    const nowhere = await server.ask(
      good.method,
      pathOf(row, Object.fromEntries(Object.keys(row.finds ?? {}).map((name) => [name, 'x']))),
      {
        ...good,
        key,
      },
    );
    expect([there.status, there.body]).toStrictEqual([403, nowhere.body]);
  }
});

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly body?: Json;
}

type Answered = readonly [what: string, got: Got];
type Key = readonly [what: string, key: string | null];

const answers = async (server: Served, { method, path, body }: Sent, keys: readonly Key[]): Promise<readonly Answered[]> => {
  const all: Answered[] = [];
  for (const [what, key] of keys) all.push([what, await server.ask(method, path, { key, ...(body === undefined ? {} : { body }) })]);
  return all;
};

const verdict = ([what, { status, headers }]: Answered): readonly unknown[] => {
  const told = headers.has('ratelimit') || headers.has('ratelimit-policy');
  return [what, status, told ? 'RateLimit' : 'no RateLimit'];
};

/** A request that alice's key is answered. */
const goodRequest = (row: Operation, stage: Stage): Sent => {
  const { named, query = {}, body } = goodRequests[row.id] ?? {};
  const search = new URLSearchParams(query).toString();
  const path = `${pathOf(row, paramsOf(row.id, named?.(stage) ?? {}))}${search === '' ? '' : `?${search}`}`;
  return { method: row.methods[0] ?? 'GET', path, ...(body === undefined ? {} : { body: body(stage) }) };
};

const pathOf = ({ path }: Operation, params: Readonly<Record<string, string>>): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));

/** Keys that are none, or none any more, and keys that are one too few for this. */
const keysFor = async (
  server: Served,
  row: Operation,
): Promise<{ readonly strangers: readonly Key[]; readonly stinted: readonly Key[] }> => {
  const revoked = await newKey(server, { name: 'revoked' });
  await server.ask('DELETE', '/_podsim/v1/keys/revoked');
  const expired = await newKey(server, { expiresIn: '1s' });
  await server.advance({ by: '1s' });
  const strangers: Key[] = [
    ['nobody', null],
    ['an unknown key', 'key-of-nobody'],
    ['a revoked key', revoked],
    ['an expired key', expired],
  ];
  if (row.permission === null) return { strangers, stinted: [] };
  const { group, level } = row.permission;
  // A queue may be purged only so often, and here it is tried more often than that.
  const made = (body: Json) => newKey(server, { ...(body as object), rateLimitExempt: row.api === 'queue' });
  const stinted: Key[] = [['a key for all but this group', await made({ permissions: permissions('write', group) })]];
  if (level === 'write') stinted.push(['a key that may read', await made({ permissions: permissions('read') })]);
  if (group === 'queue') stinted.push(['a key for other endpoints', await made({ endpoints: ['ep-other', 'ep-nowhere'] })]);
  return { strangers, stinted };
};

const permissions = (level: AccessLevel, but?: string): Json =>
  Object.fromEntries(resourceGroups.filter((group) => group !== but).map((group) => [group, level]));

const newKey = async (server: Served, body: Json): Promise<string> => {
  const { status, body: made } = await server.post('/_podsim/v1/keys', body);
  expect(status).toBe(201);
  return made.key;
};

const isReading = ({ permission }: Operation): boolean => permission?.level === 'read';

const idsIn = (stage: Stage): readonly string[] => [...Object.values(stage), 'ep-a'];

/** What an answer says of the first account, beyond what its caller has. */
const toldBy = ({ headers, body }: Got, stage: Stage, sent: Sent): readonly string[] => {
  const words = JSON.stringify([[...headers], body ?? null]);
  const known = JSON.stringify([sent.path, sent.body ?? null]);
  return [...idsIn(stage), 'acc-a', 'key-of-alice'].filter((one) => new RegExp(`\\b${one}\\b`).test(words) && !known.includes(one));
};

/** The lists of an account's own things that an answer holds; the catalogue is every account's. */
const listsIn = ({ permission }: Operation, body: unknown): readonly unknown[] =>
  permission?.level !== 'read' || typeof body !== 'object' || permission.group === 'billing'
    ? []
    : Object.values(body ?? {}).flatMap((list) => (Array.isArray(list) ? list : []));
