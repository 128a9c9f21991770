import { describe, expect, test, vi } from 'vitest';
import type { Answer, Operation } from '../../engine/api/operation.ts';
import { readSchemaNode } from '../../engine/api/reading/schemaNode.ts';
import { operations } from '../../engine/api/table.ts';
import { findRule } from '../../engine/cloud/rulebook/rules.ts';
import { canonicalText, type Json } from '../../engine/kernel/canonical.ts';
import { mutationsOf, unfilled } from '../support/sequences/bodyMutations.ts';
import { answered, contractFor, type Given, populatedWorld } from '../support/worlds/populatedWorld.ts';
import { goodRequests } from './goodRequests.ts';

test('every operation of the table has a good request here', () => {
  expect(Object.keys(goodRequests).sort()).toStrictEqual(operations.map(({ id }) => id).sort());
});

describe.each(operations.map((row) => [row.id, row] as const))('%s', (id, row) => {
  const request = goodRequests[id] ?? {};
  const { world, stage } = populatedWorld(contractFor(row));
  const { named, body } = { named: request.named?.(stage) ?? {}, body: request.body?.(stage) };
  const query = request.query ?? {};
  const given: Given = { named, query, body };
  const put = (some: Given): Answer => answered(world, id, { ...given, ...some });
  /** One line for each of these calls that is not answered as the rulebook says. */
  const wrong = (status: number, calls: readonly (readonly [what: string, some: Given])[]): string[] =>
    calls.flatMap(([what, some]) => {
      const words = wrongRefusal(put(some), status);
      return words === undefined ? [] : [`${what}: ${words}`];
    });

  test('refuses a call without a key, or with an unknown one: 401', () => {
    expect(
      wrong(401, [
        ['no key', { as: null }],
        ['a stranger', { as: 'stranger' }],
      ]),
    ).toStrictEqual([]);
    expect(wrong(401, [['no key, and everything else wrong', { as: null, named: nowhere(row), body: 7 }]])).toStrictEqual([]);
  });

  test('allows a read-only key to read, and not to write: 200, 403', () => {
    if (row.permission?.level === 'write') {
      expect(
        wrong(403, [
          ['a reader', { as: 'reader' }],
          ['a reader, wrong beyond that', { as: 'reader', named: nowhere(row), body: 7 }],
        ]),
      ).toStrictEqual([]);
    } else expect(put({ as: 'reader' }).status).toBe(row.success.status);
  });

  const kinds = Object.values(row.resolves ?? {});
  // A worker that polls would ask again at once after any refusal but this (worker-api.take).
  const absent = row.api === 'worker' && row.resume !== undefined ? 429 : 404;
  if (kinds.length > 0)
    test(`does not know an id that does not exist: ${absent}, whatever the body`, () => {
      const unknown = kinds.map((kind) => [`no such ${kind}`, { named: { ...named, [kind]: 'nowhere' } }] as const);
      expect(wrong(absent, unknown)).toStrictEqual([]);
      expect(
        wrong(
          absent,
          unknown.map(([what, some]) => [`${what}, and a wrong body`, { ...some, body: 7, query: broken(row) }]),
        ),
      ).toStrictEqual([]);
    });

  test('shows nothing to another account: 404 for named ids, and none of them in lists', () => {
    const ids = Object.values(stage).filter((one) => one !== '');
    const names = (value: Json | undefined): boolean =>
      [...ids, 'ep-a', 'ep-lb', 'ep-real'].some((one) => canonicalText(value ?? null).includes(`"${one}"`));
    if (names(named) || names(body)) return expect(wrong(absent, [['bob', { as: 'bob' }]])).toStrictEqual([]);
    const other = populatedWorld(contractFor(row));
    const answer = answered(other.world, id, { ...given, as: 'bob' });
    expect(answer.status).toBe(row.success.status);
    expect(names(answer.body)).toBe(false);
    for (const list of Object.values((row.permission?.level === 'read' && answer.body) || {}))
      if (Array.isArray(list)) expect(list).toStrictEqual([]);
  });

  test('refuses every body that does not fit its schema: 422, and 400 for a missing one', () => {
    const { body: schema } = row;
    if (schema === undefined) return expect(body).toBeUndefined();
    // A body that is passed on to a worker is for the worker to check.
    if (row.passesOn) return expect(schema.safeParse('anything').success).toBe(true);
    // What a worker posts is any object: all else is 400, as on the platform.
    if (row.api === 'worker') {
      const others = ['a text', 7, null, [1], undefined].map((value) => [`${value}`, { body: value as Json }] as const);
      return expect(wrong(400, others)).toStrictEqual([]);
    }
    // What a model is asked is any object: its worker reads it.
    if (row.quota === 'openai') {
      const others = ['a text', 7, null, [1]].map((value) => [`${value}`, { body: value as Json }] as const);
      expect(wrong(422, others)).toStrictEqual([]);
      return expect(wrong(400, [['no body', { body: undefined }]])).toStrictEqual([]);
    }
    const bodies = [body, ...(request.others ?? [])];
    expect(bodies.filter((one) => !schema.safeParse(one).success)).toStrictEqual([]);
    expect(unfilled(readSchemaNode(schema), bodies)).toStrictEqual([]);
    // The queue discards the keys at the top that it does not know.
    const isDiscarded = (what: string) => row.rules.includes('job.unknown-keys') && discarded.test(what);
    const mutations = bodies
      .flatMap((one) => mutationsOf(readSchemaNode(schema), one))
      .filter(({ what }) => !isDiscarded(what))
      .map(({ what, value }) => [what, { body: value }] as const);
    const needless = request.oneOf === undefined ? [] : [['lacks one of some', { body: without(body, request.oneOf) }] as const];
    expect(mutations.length).toBeGreaterThan(4);
    expect(wrong(422, [...mutations, ...needless])).toStrictEqual([]);
    if (!schema.safeParse(undefined).success) expect(wrong(400, [['no body', { body: undefined }]])).toStrictEqual([]);
  });

  const bodies = [body, ...(request.others ?? [])].filter((one) => one !== undefined);
  if (bodies.length > 0 && row.passesOn !== true && row.api !== 'worker' && row.quota !== 'openai')
    test('reads every property that its body may have: none is accepted and forgotten', () => {
      const seen = new Set<string>();
      const { run, refersTo } = row;
      const spies = [
        vi.spyOn(row, 'run').mockImplementation((sim, asked) =>
          run(
            sim,
            changePart(asked, 'body', (given) => noteReads(seen, given)),
          ),
        ),
        ...(refersTo === undefined
          ? []
          : [vi.spyOn(row as Required<typeof row>, 'refersTo').mockImplementation((given) => refersTo(noteReads(seen, given)))]),
      ];
      for (const one of bodies) answered(populatedWorld(contractFor(row)).world, id, { ...given, body: one });
      for (const spy of spies) spy.mockRestore();
      const properties = new Set(bodies.flatMap((one) => Object.keys(one as object)));
      const dropped = [...(row.secrets ?? []).map(([name]) => name), ...(row.api === 'queue' ? unread : [])];
      expect([...properties].filter((name) => !seen.has(name) && !dropped.includes(name)).sort()).toStrictEqual([]);
    });

  const parameters = Object.entries(row.query?.shape ?? {});
  if (parameters.length > 0)
    test('refuses a parameter that does not fit its schema, or that is given twice: 422', () => {
      const calls = parameters.flatMap(([name, one]) => {
        const takesAny = one.safeParse(' ~ ').success && !boundLater.includes(name);
        return [['twice', ['1', '2']] as const, ...(takesAny ? [] : [['wrong', ' ~ '] as const])].map(
          ([what, value]) => [`${name} ${what}`, { query: { ...query, [name]: value } }] as const,
        );
      });
      expect(wrong(422, calls)).toStrictEqual([]);
    });

  test('ignores a parameter that it does not have', () => {
    const elsewhere = populatedWorld(contractFor(row));
    expect(answered(elsewhere.world, id, { ...given, query: { ...query, oneTooMany: '1' } }).status).toBe(row.success.status);
  });

  test('answers a good request with its status and its schema', () => {
    const answer = put({});
    expect(answer.body === undefined ? [] : (row.success.schema?.safeParse(answer.body).error?.issues ?? [])).toStrictEqual([]);
    expect(answer.status).toBe(row.success.status);
    expect(answer.body === undefined).toBe(row.success.schema === undefined);
  });
});

/** An input is stored as it was sent. For the others the simulator does less than the rule says (job.run). */
const unread = ['input', 's3Config', 'webhookV2'];

/** The same object, which notes what is read of it. */
const noteReads = <Given>(seen: Set<string>, given: Given): Given =>
  new Proxy(given as object, {
    get(target, key) {
      seen.add(String(key));
      return Reflect.get(target, key);
    },
  }) as Given;

/** The same object, one part of it changed when it is read. */
const changePart = <Given extends object, Key extends keyof Given>(
  given: Given,
  part: Key,
  change: (value: Given[Key]) => Given[Key],
): Given => new Proxy(given, { get: (target, key) => (key === part ? change(target[part]) : Reflect.get(target, key)) });

/** What is wrong with a refusal. It must have this status, a rule of the rulebook, and a problem document with the same status (errors.problem). */
const wrongRefusal = ({ status, body, headers, rule }: Answer, wanted: number): string | undefined => {
  if (status !== wanted) return `${status} (${rule ?? 'no rule'}), not ${wanted}: ${canonicalText(body ?? null).slice(0, 200)}`;
  if (findRule(rule ?? '') === undefined) return `refused by ${rule}, which is no rule`;
  const { title, detail, status: said, errors } = body as { readonly [key: string]: Json | undefined };
  if (
    said !== status ||
    typeof title !== 'string' ||
    typeof detail !== 'string' ||
    headers?.['content-type'] !== 'application/problem+json'
  )
    return `its problem is ${canonicalText(body ?? null)}`;
  return status !== 422 || (Array.isArray(errors) && errors.length > 0) ? undefined : 'names no errors';
};

const nowhere = ({ resolves }: Operation): Given['named'] & {} =>
  Object.fromEntries(Object.values(resolves ?? {}).map((kind) => [kind, 'nowhere']));

/** A query that has the operation's first parameter twice. */
const broken = ({ query }: Operation): Given['query'] & {} =>
  Object.fromEntries(
    Object.keys(query?.shape ?? {})
      .slice(0, 1)
      .map((name) => [name, ['1', '2']]),
  );

/** Parameters whose schema takes any text, because settings of the world are their bounds. */
const boundLater = ['wait'];

const without = (body: Json | undefined, names: readonly string[]): Json =>
  Object.fromEntries(Object.entries(body ?? {}).filter(([name]) => !names.includes(name))) as Json;

const discarded = /^\$(\.requests)?(\[\d+\])? has a property too many$/;
