import { type Either, left, right } from 'fp-ts/lib/Either.js';
import { handlerView } from '../../api/contract/handler/handlerView.ts';
import type { Answer } from '../../api/operation.ts';
import type { DomainEvent } from '../../cloud/input.ts';
import type { Json } from '../../kernel/canonical.ts';
import type { LogEntry } from '../../kernel/logEntry.ts';
import type { Steps } from '../../kernel/steps.ts';
import type { World } from '../../world/world.ts';
import { makeStandIn, readWork } from './recordedWork.ts';

/**
 * Replaces real workers by the work in a log, from now on and in every endpoint of the world that waits for some: each attempt gets the
 * recorded answer to it, or a drawn one (worker-api.stand-in). It is an input, so the world reruns. Left says why there is none.
 */
export function* setStandIns(world: World, entries: Iterable<LogEntry<DomainEvent>>): Steps<Either<string, void>> {
  const work = yield* readWork(entries);
  const endpoints = [...world.state.all('endpoint')].filter(({ handler }) => handler.external !== undefined).map(({ id }) => id);
  if (endpoints.length === 0) return left('no endpoint has an external handler at that point, so none needs a stand-in');
  let count = 0;
  for (const id of endpoints) {
    const { answers = [], atOnce = 1 } = work.get(id) ?? {};
    const handler = makeStandIn(answers, atOnce);
    if (handler === undefined) continue;
    count += 1;
    const request = { params: { id }, query: {}, body: handlerView(handler) as Json };
    const reply = yield* world.callInSteps({ operation: 'setHandler', client: { key: null, because: 'operator' }, request });
    if ('answer' in reply && reply.answer.status !== 200)
      return left(`what was recorded of ${id} cannot be set: ${readDetail(reply.answer)}`);
  }
  if (count > 0) return right(undefined);
  return left(`no real worker has ended a job of ${endpoints.join(', ')} in this log: let one end first, so that something is recorded`);
}

const readDetail = ({ status, body }: Answer): string => {
  const { detail } = (body ?? {}) as { readonly detail?: unknown };
  return `${status}${typeof detail === 'string' ? `, ${detail}` : ''}`;
};
