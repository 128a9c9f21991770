import { isLeft } from 'fp-ts/lib/Either.js';
import { z } from 'zod';
import { json } from '../../api/contract/parts/json.ts';
import { ask, defineTool } from '../tool.ts';
import { tellLines } from '../words.ts';
import { readBodySchema } from './given.ts';

const { id, seed, start, clock } = readBodySchema('createWorld').shape as Record<string, z.ZodType>;

interface WorldSaid {
  readonly id: string;
  readonly seed: string;
  readonly now: { readonly virtual: string };
  readonly clock: { readonly clock: string };
  readonly entries: number;
  readonly keys: readonly { readonly name: string; readonly account: string; readonly key: string }[];
}

/** Makes a world, or opens one that exists. */
export const worldTool = defineTool({
  name: 'world',
  title: 'Make or open a world',
  description:
    'Makes a world of its own: an account, its endpoints, pods and hosts, on virtual time. With the id of a world that exists, shows that one. Without arguments, lists all. The same seed and the same calls give the same world.',
  input: z.strictObject({
    id: (id as z.ZodType<string | undefined>).describe('world-1, world-2, … unless given'),
    seed: seed as z.ZodType<string | undefined>,
    start: start as z.ZodType<string | undefined>,
    clock: clock as z.ZodType<{ readonly clock: string } | undefined>,
    world: z
      .record(z.string(), json)
      .optional()
      .describe('What is in it: `world` of a scenario (resource podsim://docs/scenarios); one queue endpoint `ep-demo` unless given'),
  }),
  isReadOnly: false,
  *run(input) {
    const listed = yield* ask({ operation: 'listWorlds' });
    if (isLeft(listed)) return listed.left;
    const { worlds } = listed.right as unknown as { readonly worlds: readonly WorldSaid[] };
    if (Object.keys(input).length === 0) return tellLines(worlds.map(formatWorldLine), 'name one with `id`');
    const open = worlds.find((one) => one.id === input.id);
    const isOpened = open !== undefined && Object.keys(input).length === 1;
    if (isOpened) return tellLines([formatWorldLine(open), ...open.keys.map(keyLine)], 'the rest are keys');
    const made = yield* ask({ operation: 'createWorld', body: input as never });
    if (isLeft(made)) return made.left;
    const world = made.right as unknown as WorldSaid;
    return tellLines([`made ${formatWorldLine(world)}`, ...world.keys.map(keyLine)], 'the rest are keys');
  },
});

const formatWorldLine = ({ id: name, seed: ofDraws, now, clock: policy, entries }: WorldSaid): string =>
  `world ${name}: seed ${ofDraws}, now ${now.virtual}, clock ${policy.clock}, ${entries} log entries`;

const keyLine = ({ name, account, key }: WorldSaid['keys'][number]): string => `  key ${name} of account ${account}: ${key}`;
