import { isLeft } from 'fp-ts/lib/Either.js';
import { z } from 'zod';
import { ask, defineTool } from '../tool.ts';
import { tellLines } from '../words.ts';
import { ofWorld, readBodySchema } from './given.ts';

const { seq, at, seed, id } = readBodySchema('forkWorld').shape as Record<string, z.ZodType>;

/** Tries something else from a point of the past, and compares. */
export const forkTool = defineTool({
  name: 'fork',
  title: 'Fork a world at a point of its past, or compare two worlds',
  description:
    'Makes a world with the same past up to now (or to a log entry, or a time) and a future of its own, so that another action can be tried from there. With `compare`, the ids of two worlds, says where their logs part and how their entities differ.',
  input: z.strictObject({
    seq: seq as z.ZodType<number | undefined>,
    at: at as z.ZodType<string | undefined>,
    seed: seed as z.ZodType<string | undefined>,
    id: id as z.ZodType<string | undefined>,
    compare: z.array(z.string().max(100)).length(2).optional().describe('The ids of two worlds; `default` is the first'),
    ...ofWorld,
  }),
  isReadOnly: false,
  *run({ compare, world, ...body }) {
    if (compare !== undefined) {
      const compared = yield* ask({ operation: 'compareWorlds', body: { worlds: compare } });
      if (isLeft(compared)) return compared.left;
      return tellLines((compared.right as { readonly text: string }).text.split('\n'), 'compare earlier, or `explain` an entity in each');
    }
    const forked = yield* ask({ operation: 'forkWorld', world, body: body as never });
    if (isLeft(forked)) return forked.left;
    const made = forked.right as unknown as { readonly id: string; readonly now: { readonly virtual: string }; readonly entries: number };
    return {
      text: `forked: world ${made.id}, now ${made.now.virtual}, ${made.entries} log entries; name it as \`world\` of the other tools`,
      isError: false,
    };
  },
});
