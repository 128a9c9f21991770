import { findOperation } from '../../../api/operations.ts';
import type { Kind } from '../../../cloud/entities.ts';
import type { Client, Request } from '../../../cloud/input.ts';
import { callFor } from '../../../compare/acts.ts';
import type { Json } from '../../../kernel/canonical.ts';
import type { Input } from '../../../world/receive.ts';
import { findNext } from '../../../world/reports/explain/next.ts';
import type { World } from '../../../world/world.ts';

/** Something that an agent could do at a point, in words, with the call that does it. */
export interface Option {
  readonly words: string;
  readonly input: Input;
}

/** The most options at a point; how many entities of one kind and status are tried. */
const optionsMax = 16;
const alikeMax = 2;

/** What could be done now to what is there, as `next` lists it. Nothing is made anew: what an agent wants to make, only it knows. */
export const optionsAt = (world: World, client: Client): readonly Option[] => {
  const seen = new Map<string, number>();
  return findNext(world, 100)
    .possible.flatMap(({ kind, id, status, actions }) => {
      const alike = `${kind} ${status}`;
      const count = (seen.get(alike) ?? 0) + 1;
      seen.set(alike, count);
      return count > alikeMax
        ? []
        : actions.flatMap((action) => listCalls(world, kind, id, action).map((call) => describeOption(call, id, client)));
    })
    .slice(0, optionsMax);
};

interface OptionCall {
  readonly act: string;
  readonly params: Readonly<Record<string, string>>;
  readonly body?: Json | undefined;
}

const listCalls = (world: World, kind: Kind, id: string, action: string): readonly OptionCall[] => {
  const entity = world.state.find(kind, id);
  if (entity === undefined || submitting.includes(action)) return [];
  const { act, with: given } = callFor(kind, entity, action);
  const { body, ...names } = (given ?? {}) as Readonly<Record<string, Json>>;
  const resolves = findOperation(act)?.resolves ?? {};
  const params = Object.fromEntries(Object.entries(resolves).flatMap(([param, of]) => [[param, String(names[of ?? ''] ?? '')] as const]));
  if (act === 'updateEndpoint') return scalings.map((workers) => ({ act, params, body: { workers } }));
  return act.startsWith('update') ? [] : [{ act, params, body }];
};

/** These submit new work: only the agent knows which. */
const submitting: readonly string[] = ['run', 'runsync', 'createBatch', 'setHandler'];

/** How an endpoint may be scaled otherwise: not kept up, not up at all, or wider. */
const scalings: readonly { readonly min?: number; readonly max?: number }[] = [{ min: 0 }, { min: 0, max: 0 }, { max: 1 }, { max: 4 }];

const describeOption = ({ act, params, body }: OptionCall, id: string, client: Client): Option => {
  const request: Request = { params, query: {}, ...(body === undefined ? {} : { body }) };
  const detail = body === undefined ? '' : ` ${JSON.stringify(body)}`;
  return { words: `${act} ${id}${detail}`, input: { operation: act, client, request, unguarded: true } };
};
