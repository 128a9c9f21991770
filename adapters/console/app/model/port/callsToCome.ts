import type { DomainEvent } from '../../../../../engine/cloud/index.ts';
import type { LogEntry } from '../../../../../engine/kernel/index.ts';
import type { Scenario } from '../../../../../engine/scenario/index.ts';

/** A call of a lesson's scenario that brings work to an endpoint. */
export interface CallToCome {
  readonly at: number;
  readonly endpoint: string;
}

/**
 * The load of a lesson, as far as a lesson may show it before its questions. A call that waits for an event or for the end of another call,
 * or that follows a refusal, would reveal what happens. So only the calls before the first such call are known, and none of a load that has
 * one.
 */
export const callsToCome = (
  { spec: { steps = [], load = [] } }: Scenario,
  entries: readonly LogEntry<DomainEvent>[],
): readonly CallToCome[] => {
  if (load.some((one) => adapting.some((key) => key in one))) return [];
  const calls = entries.flatMap(({ at, event }) => {
    const endpoint = event.type === 'InputReceived' && works.includes(event.operation) ? event.request.params['endpoint_id'] : undefined;
    return endpoint === undefined ? [] : [{ at, endpoint }];
  });
  const first = steps.findIndex((step) => step.when !== undefined);
  if (first === -1) return calls;
  if (load.length > 0) return [];
  const known = steps.slice(0, first).reduce((count, { act, repeat }) => count + (works.includes(act ?? '') ? (repeat?.times ?? 1) : 0), 0);
  return calls.slice(0, known);
};

const adapting: readonly string[] = ['closed', 'onRefusal', 'onFailure', 'giveUpAfter'];
const works: readonly string[] = ['run', 'runsync', 'request'];
