import { isLeft } from 'fp-ts/lib/Either.js';
import { z } from 'zod';
import { ask, defineTool } from '../tool.ts';
import { tellLines } from '../words.ts';
import { ofWorld } from './given.ts';

interface StateSaid {
  readonly at: { readonly virtual: string };
  readonly count: number;
  readonly entities: Readonly<Record<string, Readonly<Record<string, { readonly status: string; readonly name?: string }>>>>;
}

/** The state of a world, or why an entity is in its status. */
export const explainTool = defineTool({
  name: 'explain',
  title: 'Show the state, or explain why an entity is as it is',
  description:
    'With an entity (an id, or job-2 for the second job): its status, how it came to it with the rules behind each step, refused calls about it, what it waits for, and what can happen next. Without: the status of every entity.',
  input: z.strictObject({ entity: z.string().min(1).max(200).optional(), ...ofWorld }),
  isReadOnly: true,
  *run({ entity, world }) {
    if (entity === undefined) {
      const state = yield* ask({ operation: 'getState', world, query: { limit: 500 } });
      return isLeft(state) ? state.left : tellState(state.right as unknown as StateSaid);
    }
    const explained = yield* ask({ operation: 'explainEntity', world, params: { entity }, query: { limit: 12 } });
    if (isLeft(explained)) return explained.left;
    return tellLines((explained.right as { readonly text: string }).text.split('\n'), 'the newest steps come last');
  },
});

/** A line a kind and status; the ids of many are left out. */
const tellState = ({ at, count, entities }: StateSaid) => {
  const lines = Object.entries(entities).flatMap(([kind, all]) => {
    const byStatus = new Map<string, string[]>();
    for (const [id, { status, name }] of Object.entries(all))
      byStatus.set(status, [...(byStatus.get(status) ?? []), name === undefined || name === id ? id : `${name} (${id})`]);
    return [...byStatus].map(
      ([status, ids]) => `${kind} ${status}: ${ids.slice(0, 12).join(', ')}${ids.length > 12 ? `, and ${ids.length - 12} more` : ''}`,
    );
  });
  return tellLines([`now ${at.virtual}; ${count} entities`, ...lines], '`explain` one entity');
};
