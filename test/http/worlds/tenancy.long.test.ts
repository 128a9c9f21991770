import { describe, expect, test } from 'vitest';
import type { Operation } from '../../../engine/api/operation.ts';
import { operations } from '../../../engine/api/table.ts';
import { type AccessLevel, resourceGroups } from '../../../engine/cloud/account/events.ts';
import type { Json } from '../../../engine/kernel/canonical.ts';
import { type RawAnswer, RawConnection, type RawHeaders } from '../../support/serving/rawHttp.ts';
import { type Served, served } from '../../support/serving/served.ts';
import { contractFor, type PopulatedWorld, populatedWorld } from '../../support/worlds/populatedWorld.ts';
import { type GoodCall, goodCall, pathOf } from '../calls/goodCalls.ts';

describe.each(operations.map((row) => [row.id, row] as const))('%s', (_, row) => {
  test('needs a key of the own account with the permission', async () => {
    const { world, stage } = populatedWorld(contractFor(row));
    // Calls that wait are answered at once: on this clock a wait advances time.
    await using server = await served({ making: () => world, clock: { clock: 'auto' } });
    const good = goodCall(row, stage);
    const keys = await keysFor(server, row);
    const strangers = await answers(server, good, keys.strangers);
    const stinted = await answers(server, good, keys.stinted);
    const [other] = (await answers(server, good, [['another account', 'key-of-bob']])) as [Answered];

    expect([...strangers, ...stinted].map(verdict)).toStrictEqual([
      ...keys.strangers.map(([what]) => [what, 401, 'no RateLimit']),
      ...keys.stinted.map(([what]) => [what, 403, row.api === 'management' ? 'RateLimit' : 'no RateLimit']),
    ]);
    const isNamed = idsIn(stage).some((one) => JSON.stringify([good.path, good.body]).includes(`${one}`));
    expect(verdict(other)).toStrictEqual([
      'another account',
      isNamed ? (row.api === 'worker' && row.resume !== undefined ? 429 : 404) : row.success.status,
      'no RateLimit',
    ]);
    // No answer contains more of the first account than its caller sent.
    for (const [, got] of [...strangers, ...stinted, other]) expect(toldBy(got, stage, good)).toStrictEqual([]);
    if (!isNamed) expect(listed(row, other[1])).toStrictEqual([]);
    // After all these refusals, a key with the permission still succeeds.
    const mayRead = await answers(server, good, [['a key that may', row.permission?.level === 'read' ? 'key-of-reader' : 'key-of-alice']]);
    expect(mayRead.map(verdict)).toStrictEqual([['a key that may', row.success.status, 'no RateLimit']]);
  });
});

test('the resources of an account are in its own lists only', async () => {
  const { world, stage } = populatedWorld('2026-11');
  await using server = await served({ making: () => world });
  const seen = new Set<string>();
  for (const row of operations.filter((one) => one.permission?.level === 'read' && one.resolves === undefined)) {
    const [mine, theirs] = await answers(server, goodCall(row, stage), [
      ['alice', 'key-of-alice'],
      ['bob', 'key-of-bob'],
    ]);
    const none = { method: 'GET', path: '' };
    for (const id of mine === undefined ? [] : toldBy(mine[1], stage, none)) if (idsIn(stage).includes(id)) seen.add(id);
    expect(theirs === undefined ? 'no answer' : toldBy(theirs[1], stage, none)).toStrictEqual([]);
  }
  // Otherwise their absence would prove nothing: jobs and batches are in no list of an account.
  expect([...seen].sort()).toStrictEqual(
    idsIn(stage)
      .filter((id) => ![stage.failedJob, stage.waitingJob, stage.heldJob, stage.batch, stage.batchRequest].includes(id))
      .sort(),
  );
});

test('a key of another account without permissions gets the same answer for ids that exist and ids that do not', async () => {
  const { world, stage } = populatedWorld('2026-11');
  await using server = await served({ making: () => world });
  const key = await newKey(server, { account: 'acc-b', permissions: {}, rateLimitExempt: true });
  for (const row of operations.filter(({ permission }) => permission?.level !== 'none')) {
    const there = goodCall(row, stage);
    const nowhere = {
      ...there,
      path: pathOf(row, Object.fromEntries([...row.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, 'nowhere']))),
    };
    const bodies = [];
    for (const call of [there, nowhere])
      for (const [, { status, body }] of await answers(server, call, [['bob', key]])) bodies.push([status, body]);
    expect(bodies).toStrictEqual([bodies[1], [403, expect.stringContaining(`access denied: ${row.id} needs`)]]);
  }
});

type Answered = readonly [what: string, answer: RawAnswer];
type Key = readonly [what: string, key: string | null];

/** The answers to these keys, in order. */
const answers = async (server: Served, { method, path, body }: GoodCall, keys: readonly Key[]): Promise<readonly Answered[]> => {
  const connection = await RawConnection.open(server.port);
  const all: Answered[] = [];
  for (const [what, key] of keys) {
    const authorization: RawHeaders = key === null ? [] : [['authorization', `Bearer ${key}`]];
    const headers: RawHeaders = [['host', `127.0.0.1:${server.port}`], ...authorization];
    all.push([what, await connection.ask(method, path, headers, body === undefined ? undefined : JSON.stringify(body))]);
  }
  connection.destroy();
  server.hearing.expectNoComplaints();
  return all;
};

const verdict = ([what, { status, headers }]: Answered): readonly unknown[] => {
  const told = headers['ratelimit'] !== undefined || headers['ratelimit-policy'] !== undefined;
  return [what, status, told ? 'RateLimit' : 'no RateLimit'];
};

/** Invalid and expired keys, and keys that lack one permission for this operation. */
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
    ['an unknown key', 'unknown-key'],
    ['a revoked key', revoked],
    ['an expired key', expired],
  ];
  const { group, level } = row.permission ?? { group: 'pods', level: 'none' };
  // The catalog is open to every valid key.
  if (level === 'none') return { strangers, stinted: [] };
  // purge-queue has a limit of its own, and this test exceeds it.
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

/** What this contract does not have is empty in a stage, and names nothing: every text includes the empty one. */
const idsIn = (stage: PopulatedWorld): readonly string[] => [
  ...Object.values(stage).filter((one) => one !== ''),
  'ep-a',
  'ep-lb',
  'ep-real',
];

/** The ids of the first account in an answer, except for those that the caller sent. */
const toldBy = ({ headers, body }: RawAnswer, stage: PopulatedWorld, sent: GoodCall): readonly string[] => {
  const words = `${JSON.stringify(headers)} ${body}`;
  const known = JSON.stringify([sent.path, sent.body ?? null]);
  return [...idsIn(stage), 'acc-a', 'key-of-alice'].filter((one) => new RegExp(`\\b${one}\\b`).test(words) && !known.includes(one));
};

/** The lists of an account's resources in an answer. The catalog is the same for every account. */
const listed = ({ permission }: Operation, { body }: RawAnswer): readonly unknown[] =>
  permission?.level !== 'read' || permission.group === 'billing'
    ? []
    : Object.values(JSON.parse(body) as object).flatMap((list) => (Array.isArray(list) ? list : []));
