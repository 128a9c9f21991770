import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js';
import { entities, type Kind, kinds } from '../entities.ts';
import type { WorkerStatus } from '../worker/lifecycle.ts';
import type { World } from '../world.ts';

/** What a `when` waits for. */
export type Condition =
  | { readonly type: 'status'; readonly kind: Kind; readonly id: string; readonly statuses: readonly string[] }
  | { readonly type: 'workers'; readonly endpointId: string; readonly count: number; readonly status: string | undefined }
  | { readonly type: 'queue'; readonly endpointId: string; readonly count: number };

const forms = [
  'job $job is FAILED',
  'worker ep-a-w1 is IDLE or RUNNING',
  'job $job is gone',
  'endpoint ep-a has 2 workers',
  'endpoint ep-a has 1 worker IDLE',
  'endpoint ep-a has 3 waiting jobs',
];

export const conditionHelp = `write it like one of: ${forms.join('; ')}`;

/** What is wrong with a condition that may have variables; undefined if nothing is. */
export const conditionProblem = (text: string): string | undefined => {
  const condition = parseCondition(text.replaceAll(/\$[\w.-]+/g, 'x'));
  return isLeft(condition) ? condition.left : undefined;
};

/** Reads a condition whose variables have been filled in; left says what is wrong with it. */
export const parseCondition = (text: string): Either<string, Condition> => {
  const status = /^(\w+) (\S+) is (.+)$/.exec(text.trim());
  if (status !== null) return statusCondition(status[1] ?? '', status[2] ?? '', status[3] ?? '');
  const workers = /^endpoint (\S+) has (\d+) workers?(?: ([A-Z]+))?$/.exec(text.trim());
  if (workers !== null) return workersCondition(workers[1] ?? '', Number(workers[2]), workers[3]);
  const queue = /^endpoint (\S+) has (\d+) waiting jobs?$/.exec(text.trim());
  if (queue !== null) return right({ type: 'queue', endpointId: queue[1] ?? '', count: Number(queue[2]) });
  return left(`cannot be read; ${conditionHelp}`);
};

const statusCondition = (word: string, id: string, list: string): Either<string, Condition> => {
  const kind = kinds.find((name) => name === word);
  if (kind === undefined) return left(`there is no kind of entity '${word}'; the kinds are ${kinds.join(', ')}`);
  const known = entities[kind].lifecycle.statuses.map((row) => row.status);
  const statuses = list.split(/ or |, ?/);
  const unknown = statuses.find((name) => name !== 'gone' && !known.includes(name));
  if (unknown !== undefined) return left(`a ${kind} is never ${unknown}; it is ${known.join(', ')}, or gone`);
  return right({ type: 'status', kind, id, statuses });
};

const workersCondition = (endpointId: string, count: number, status: string | undefined): Either<string, Condition> => {
  const known = entities.worker.lifecycle.statuses.map((row) => row.status);
  if (status !== undefined && !known.includes(status as never)) return left(`a worker is never ${status}; it is ${known.join(', ')}`);
  return right({ type: 'workers', endpointId, count, status });
};

/** Whether the condition holds in the world now. */
export const holds = (condition: Condition, { state }: World): boolean => {
  switch (condition.type) {
    case 'status': {
      const entity = state.find(condition.kind, condition.id);
      return condition.statuses.includes(entity?.status ?? 'gone');
    }
    case 'workers': {
      const crew = state.fleet.of(condition.endpointId);
      const count = condition.status === undefined ? crew.active : (crew.counts[condition.status as WorkerStatus] ?? 0);
      return count === condition.count;
    }
    case 'queue':
      return state.queues.length(condition.endpointId) === condition.count;
  }
};
