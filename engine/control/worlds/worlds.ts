import { type Either, isLeft, left, map, right } from 'fp-ts/lib/Either.js';
import { z } from 'zod';
import { keyResource } from '../../api/contract/account/key.ts';
import { clockPolicy, writtenClockPolicy } from '../../api/contract/clockPolicy.ts';
import { id } from '../../api/contract/parts/id.ts';
import { strictObject } from '../../api/contract/parts/objects.ts';
import { markText } from '../../cloud/account/keyDigest.ts';
import type { Rejection } from '../../cloud/decisions.ts';
import type { Json } from '../../kernel/canonical.ts';
import { formatInstant } from '../../kernel/instant.ts';
import { instant } from '../../scenario/format/words.ts';
import { worldSchema } from '../../scenario/format/worldFormat.ts';
import type { GivenKey, WorldDefinition } from '../../simulator/definition.ts';
import { overLimit } from '../limits.ts';
import { type ListPage, listPage, listRest, lists } from '../listPage.ts';
import { type ControlContext, defaultWorldId, serverOperation, type WorldInfo, type WorldServer } from '../operation.ts';
import { showTimePoint, timePoint } from '../timePoint.ts';
import { definitionAsked, definitionWanted } from './definition.ts';

export const worldResource = strictObject(() => ({
  id: z.string(),
  path: z.string().describe('The base path of its APIs and its control plane'),
  seed: z.string(),
  start: z.iso.datetime(),
  now: timePoint,
  clock: clockPolicy,
  entries: z.int().describe('The number of log entries'),
  keys: z.array(z.strictObject({ name: z.string(), account: z.string(), key: keyResource.shape.key, digest: keyResource.shape.digest })),
}));

/** The parts of a world's definition. None of them is read from a file. */
const wanted = {
  seed: z.string().min(1).max(200).optional().describe('podsim unless given'),
  start: instant.optional(),
  world: worldSchema
    .omit({ include: true })
    .optional()
    .describe('As in a scenario; by default one queue endpoint `ep-demo` and three official templates'),
};

/** GET worlds: every world that this process serves. */
export const listWorlds = serverOperation({
  ...lists,
  id: 'listWorlds',
  ofProcess: true,
  path: '/_podsim/v1/worlds',
  summary: 'List the worlds',
  success: { status: 200, schema: strictObject(() => ({ worlds: z.array(worldResource), ...listRest })) },
  rules: ['control.worlds'],
  answer: (context, { query }) => {
    const page = listPage(context, context.host.worlds(), worldView, query);
    return map(({ items, next }: ListPage) => ({ status: 200, body: { worlds: items, next } }) as const)(page);
  },
});

/** POST worlds: creates another world, which shares nothing with the existing ones. */
export const createWorld = serverOperation({
  id: 'createWorld',
  ofProcess: true,
  methods: ['POST'],
  path: '/_podsim/v1/worlds',
  summary: 'Make a world',
  body: z
    .strictObject({
      id: id.optional().describe('world-1, world-2, … unless given'),
      ...wanted,
      scenario: z.string().min(1).optional().describe('The text of a scenario file: its world, before its first step'),
      clock: writtenClockPolicy.optional().describe('This world’s policy unless given; its name is enough: auto'),
    })
    .default({}),
  bodyMax: 'body',
  success: { status: 201, schema: worldResource },
  refuses: [409],
  rules: ['control.worlds'],
  answer: (context, { body: { id: given, clock, ...asked } }) => {
    const { host, worldId } = context;
    const room = roomFor(host, given);
    if (isLeft(room)) return room;
    const definition = definitionAsked({ ...asked, apiKey: host.apiKey });
    if (isLeft(definition)) return definition;
    const made = host.createWorld(given, postingAs(context, definition.right), clock ?? host.clockPolicy(worldId));
    return right({ status: 201, ...answerOfMade(made, definition.right), headers: { location: findPath(made.id) } });
  },
});

/** Checks that the server may have another world, and that the id is free. */
export const roomFor = (host: WorldServer, given: string | undefined): Either<Rejection, void> => {
  const taken = host.worldNames();
  // Some file systems take names that differ only in case for one.
  const same = taken.find((one) => one.toLowerCase() === given?.toLowerCase());
  if (same !== undefined) return left(no(wordsOfTaken(host, given ?? '', same)));
  const most = host.limits.worlds;
  return taken.length >= most ? overLimit('worlds', `there are ${most} worlds: drop one first`) : right(undefined);
};

const wordsOfTaken = (host: WorldServer, given: string, same: string): string => {
  if (!host.worlds().some(({ id }) => id === same)) return `the world ${same} is stored, but damaged: repair it, or remove its folder`;
  if (same === given) return `the world ${given} exists already: drop it first`;
  return `the world ${same} exists already, and names that differ only in case are one name: drop it first, or choose another name`;
};

/** DELETE worlds/{id}: the world is removed, and its pending calls are refused. */
export const dropWorld = serverOperation({
  id: 'dropWorld',
  ofProcess: true,
  methods: ['DELETE'],
  path: '/_podsim/v1/worlds/{id}',
  summary: 'Drop a world',
  success: { status: 204 },
  refuses: [404, 409],
  rules: ['control.worlds'],
  answer: ({ host }, { params }) => {
    const dropped = params['id'] ?? '';
    if (!host.worlds().some((one) => one.id === dropped))
      return left({ kind: 'unknown', rule: 'control.worlds', detail: `there is no world ${dropped}; GET worlds lists them` });
    if (dropped === defaultWorldId) return left(no('the default world cannot be dropped: POST reset restarts it'));
    host.dropWorld(dropped);
    return right({ status: 204 });
  },
});

/** POST reset: restarts this world from its start, with its own definition or another. All that happened in it is dropped. */
export const resetWorld = serverOperation({
  id: 'resetWorld',
  methods: ['POST'],
  path: '/_podsim/v1/reset',
  summary: 'Restart this world',
  body: z.strictObject(wanted).optional(),
  bodyMax: 'body',
  success: { status: 200, schema: worldResource },
  rules: ['control.worlds'],
  answer: (context, { body: { seed, start, world } = {} }) => {
    const { definition } = context.world.header;
    const [as, from] = [seed ?? definition.seed, start ?? definition.startMs];
    const fresh =
      world === undefined
        ? right({ ...definition, seed: as, startMs: from })
        : definitionWanted({ seed: as, start: from, world, apiKey: context.host.apiKey });
    return isLeft(fresh) ? fresh : right({ status: 200, ...resetTo(context, fresh.right) });
  },
});

const resetTo = (context: ControlContext, definition: WorldDefinition): Shown =>
  answerOfMade(context.host.resetWorld(context.worldId, postingAs(context, definition)), definition);

/** The answer that creates a world: it shows the secrets of the world's keys, this once. */
const answerOfMade = (made: WorldInfo, { accounts }: WorldDefinition): Shown => {
  const afterwards = worldView(made);
  const given = accounts.flatMap(({ keys }) => keys);
  const keys = afterwards.keys.map((key, k) => ({ ...key, key: (given[k] as Partial<GivenKey> | undefined)?.secret ?? key.key }));
  return { body: { ...afterwards, keys }, afterwards };
};

interface Shown {
  readonly body: Json;
  readonly afterwards: Json;
}

/** The server's operator decides to which origins webhooks are really posted. A new world posts to the same origins as this one. */
const postingAs = ({ world }: ControlContext, definition: WorldDefinition): WorldDefinition => {
  const { webhooks } = world.header.definition;
  return webhooks === undefined ? definition : { ...definition, webhooks };
};

export const worldView = ({ id: worldId, world, clock }: WorldInfo) => ({
  id: worldId,
  path: findPath(worldId),
  seed: world.seed,
  start: formatInstant(world.header.definition.startMs),
  now: showTimePoint(world, world.now),
  clock,
  entries: world.log.length,
  keys: [...world.state.keyring.all()].map(({ accountId, key }) => ({
    name: key.name,
    account: accountId,
    key: markText(key),
    digest: key.digest,
  })),
});

export const findPath = (worldId: string): string => (worldId === defaultWorldId ? '/' : `/worlds/${worldId}/`);

const no = (detail: string): Rejection => ({ kind: 'refused', rule: 'control.worlds', detail });
