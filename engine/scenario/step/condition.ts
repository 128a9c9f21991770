import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js';
import { type CountingKind, type CountOf, entities, findProfile, type Kind, kinds } from '../../cloud/entities.ts';
import type { State } from '../../cloud/state/state.ts';
import type { WorkerStatus } from '../../cloud/worker/lifecycle.ts';
import { listing, suggestion, suggestionAmong } from '../../kernel/collections/nearest.ts';
import { finish } from '../../kernel/steps.ts';
import { pluralize } from '../../kernel/text/pluralize.ts';
import { idMeant, listIdsOfKind } from '../../world/reports/knownIds.ts';
import type { World } from '../../world/world.ts';
import type { Mismatch } from './expectation.ts';

/** The condition of a `when`. */
export type Condition =
  | { readonly type: 'status'; readonly kind: Kind; readonly id: string; readonly statuses: readonly string[] }
  | {
      readonly type: 'count';
      readonly kind: Kind;
      readonly id: string;
      readonly of: string;
      readonly count: number;
      readonly status?: string;
    };

/** Conditions of every form. */
export const conditionExamples: readonly string[] = [
  'job $job is FAILED',
  'worker ep-a-w1 is IDLE or RUNNING',
  'job $job is gone',
  'endpoint ep-a has 2 workers',
  'endpoint ep-a has 1 worker IDLE',
  'endpoint ep-a has 3 waiting jobs',
];

const conditionHelp = `write it like one of: ${conditionExamples.join('; ')}`;

/** The facts for editors about a text that is a condition. */
export const conditionWords = () => ({
  examples: [...conditionExamples],
  pattern: conditionPattern(),
  patternErrorMessage: `cannot be read; ${conditionHelp}`,
});

/** A pattern of conditions, for editors; variables may replace ids, statuses and numbers. */
const conditionPattern = (): string => {
  const variable = '\\$[\\w.-]+';
  const forms = kinds.flatMap((kind) => {
    const status = [...entities[kind].lifecycle.statuses.map((row) => row.status), 'gone', variable].join('|');
    const { counts } = findProfile(kind);
    return [
      `${kind} \\S+ is (?:${status})(?:(?: or |, ?)(?:${status}))*`,
      ...(counts.length === 0 ? [] : [`${kind} \\S+ has (?:\\d+|${variable}) (?:${counts.join('|')})s?(?: [A-Z]+)?`]),
    ];
  });
  return `^\\s*(?:${forms.join('|')})\\s*$`;
};

/** Describes the problem of a condition that may have variables; undefined if it has none. */
export const conditionProblem = (text: string): string | undefined => {
  const condition = parseCondition(text.replaceAll(/\$[\w.-]+/g, 'x'));
  return isLeft(condition) ? condition.left : undefined;
};

/** Reads a condition after its variables have been filled in; left is the problem. */
export const parseCondition = (text: string): Either<string, Condition> => {
  const status = /^(\w+) (\S+) is (.+)$/.exec(text.trim());
  if (status !== null) return statusCondition(status[1] ?? '', status[2] ?? '', status[3] ?? '');
  const count = /^(\w+) (\S+) has (\d+) ([a-z][a-z ]*?)s?(?: ([A-Z]+))?$/.exec(text.trim());
  if (count !== null) return countCondition(count[1] ?? '', count[2] ?? '', Number(count[3]), count[4] ?? '', count[5]);
  return unreadable;
};

const unreadable = left(`cannot be read; ${conditionHelp}`);

const statusCondition = (word: string, id: string, list: string): Either<string, Condition> => {
  const kind = kinds.find((name) => name === word);
  if (kind === undefined)
    return left(`there is no kind of entity '${word}'${suggestion(word, kinds, 'docs/reference/lifecycles.md', 'the kinds')}`);
  const known = entities[kind].lifecycle.statuses.map((row) => row.status);
  const statuses = list.split(/ or |, ?/);
  const unknown = statuses.find((name) => name !== 'gone' && !known.includes(name));
  if (unknown !== undefined) return left(neverIs(kind, unknown, known, ['gone']));
  return right({ type: 'status', kind, id, statuses });
};

/**
 * Describes a wrong status, and lists the valid ones. Words other than statuses, such as `gone`, are listed but never suggested: `gone`
 * differs from `DONE` by a letter, and holds whenever there is no such entity.
 */
export const neverIs = (kind: Kind, status: string, known: readonly string[], beside: readonly string[] = []): string =>
  `a ${kind} is never ${status}${suggestionAmong(status, known, listing([...known, ...beside], `\`podsim spec rules ${kind}\``, 'its statuses'))}`;

const countCondition = (word: string, id: string, count: number, of: string, status: string | undefined): Either<string, Condition> => {
  const kind = kinds.find((name) => name === word);
  const counter = kind === undefined ? undefined : findCounter(kind, of);
  if (kind === undefined || counter === undefined) return unreadable;
  if (status === undefined) return right({ type: 'count', kind, id, of, count });
  if (counter.byStatusOf === null) return unreadable;
  const known = entities[counter.byStatusOf].lifecycle.statuses.map((row) => row.status);
  if (!known.includes(status)) return left(neverIs(counter.byStatusOf, status, known));
  return right({ type: 'count', kind, id, of, count, status });
};

/** Reads a number off the state; `kind`: the kind whose statuses may select the counted entities. */
interface Counter {
  readonly byStatusOf: Kind | null;
  readonly read: (state: State, id: string, status: string | undefined) => number;
}

const counters: { readonly [K in CountingKind]: { readonly [Of in CountOf<K>]: Counter } } = {
  endpoint: {
    worker: {
      byStatusOf: 'worker',
      read({ fleet }, id, status) {
        const { active, counts } = fleet.of(id);
        return status === undefined ? active : (counts[status as WorkerStatus] ?? 0);
      },
    },
    'waiting job': { byStatusOf: null, read: ({ queues }, id) => queues.length(id) },
  },
};

const findCounter = (kind: Kind, of: string): Counter | undefined =>
  findProfile(kind).counts.includes(of) ? (counters as Readonly<Record<string, Readonly<Record<string, Counter>>>>)[kind]?.[of] : undefined;

/** Reads a condition about this world, in which `job-2` is its second job; left is the problem. */
export const conditionIn = ({ log, state }: Pick<World, 'log' | 'state'>, text: string): Either<string, Condition> => {
  const condition = parseCondition(text);
  if (isLeft(condition)) return condition;
  const { kind } = condition.right;
  const id = finish(idMeant(log, condition.right.id));
  // Entities that no call creates, such as workers, may appear while time passes.
  if (findProfile(kind).createdBy.length === 0 || state.find(kind, id) !== undefined) return right({ ...condition.right, id });
  const known = finish(listIdsOfKind(log, kind));
  if (known.includes(id)) return right({ ...condition.right, id });
  return left(`names no ${kind} of this world: there is no '${id}'${listKnown(kind, id, known)}`);
};

const listKnown = (kind: Kind, id: string, known: readonly string[]): string => {
  if (known.length === 0) return `, and no other ${kind} yet`;
  if (!findProfile(kind).numbered) return suggestion(id, known, '`podsim log show`');
  return `; there ${known.length === 1 ? `is only ${kind}-1` : `are ${kind}-1 to ${kind}-${known.length}`}`;
};

/** Whether the condition holds in the world now. */
export const holds = (condition: Condition, { state }: Pick<World, 'state'>): boolean => {
  switch (condition.type) {
    case 'status': {
      const entity = state.find(condition.kind, condition.id);
      return condition.statuses.includes(entity?.status ?? 'gone');
    }
    case 'count':
      return findCounter(condition.kind, condition.of)?.read(state, condition.id, condition.status) === condition.count;
  }
};

/** How the world differs from a condition that does not hold; undefined if it holds. */
export const unmet = (condition: Condition, world: Pick<World, 'state'>): Mismatch | undefined => {
  if (holds(condition, world)) return undefined;
  const { kind, id } = condition;
  const what = `${kind} ${id}`;
  if (condition.type === 'status')
    return { what, expected: condition.statuses.join(' or '), actual: world.state.find(kind, id)?.status ?? 'gone' };
  const { of, count, status } = condition;
  const words = (number: number): string => `${pluralize(number, of)}${status === undefined ? '' : ` ${status}`}`;
  return { what, expected: words(count), actual: words(findCounter(kind, of)?.read(world.state, id, status) ?? 0) };
};

/** Describes the actual state, such as `; job 7 is IN_PROGRESS`; empty if the condition holds. */
export const describeUnmet = (condition: Condition, world: Pick<World, 'state'>): string => {
  const instead = unmet(condition, world);
  return instead === undefined ? '' : `; ${instead.what} ${condition.type === 'status' ? 'is' : 'has'} ${instead.actual}`;
};
