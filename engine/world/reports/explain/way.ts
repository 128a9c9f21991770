import { entities, type Kind } from '../../../cloud/entities.ts';
import { lazily } from '../../../kernel/collections/lazily.ts';
import type { Lifecycle, Row } from '../../../kernel/lifecycle.ts';
import { waysFrom } from '../../../kernel/shortestWay.ts';

/** The least steps up to the status that an entity exists for. */
export interface Way {
  readonly to: string;
  /** Null: it can no longer be. */
  readonly steps: readonly WayStep[] | null;
}

type WayStep = Pick<Row, 'event' | 'to' | 'rule' | 'description'> & { readonly byCaller: boolean };

/**
 * Finds the shortest way from a status to success, or else to readiness: a job exists to be COMPLETED, a pod to be RUNNING. Null if the
 * entity is in such a status already, or its kind has none. The first step has the words of the transitions possible now.
 */
export const wayOn = (kind: Kind, status: string, possible: readonly Row[]): Way | null => {
  const way = ways[kind]().get(status) ?? null;
  const [first, ...rest] = way?.steps ?? [];
  const now = possible.find(({ event }) => event === first?.event);
  return way === null || now === undefined ? way : { ...way, steps: [readStep(now), ...rest] };
};

/** A way as a sentence: `to be COMPLETED it must: a ready worker takes it (JobStarted), …`. */
export const wayWords = ({ to, steps }: Way): string =>
  steps === null
    ? `it can no longer be ${to}`
    : `to be ${to} it must: ${steps.map(({ event, description }) => `${description} (${event})`).join('; ')}`;

const readStep = ({ event, to, rule, description, byCaller }: Row): WayStep => ({
  event,
  to,
  rule,
  description,
  byCaller: byCaller === true,
});

/** By status: the way on. They are found when the first of a kind is asked for. */
const findWays = (lifecycle: Lifecycle): ReadonlyMap<string, Way> => {
  const goals = listGoals(lifecycle);
  const [goal] = goals;
  if (goal === undefined) return new Map();
  return new Map(
    lifecycle.statuses.flatMap(({ status }) => {
      if (goals.includes(status)) return [];
      const found = waysFrom(lifecycle, status);
      const reached = goals.flatMap((to) => {
        const rows = found.get(to);
        return rows === undefined ? [] : [{ to, steps: rows.map(readStep) }];
      });
      const nearest = reached.toSorted((a, b) => a.steps.length - b.steps.length)[0];
      return [[status, nearest ?? { to: goal, steps: null }] as const];
    }),
  );
};

const listGoals = ({ statuses }: Lifecycle): readonly string[] => {
  const statusesWith = (tag: string) => statuses.flatMap(({ status, tags }) => (tags.includes(tag) ? [status] : []));
  const successes = statusesWith('succeeded');
  return successes.length > 0 ? successes : statusesWith('ready');
};

const ways = Object.fromEntries(
  Object.entries(entities).map(([kind, { lifecycle }]) => [kind, lazily(() => findWays(lifecycle))]),
) as unknown as { readonly [K in Kind]: () => ReadonlyMap<string, Way> };
