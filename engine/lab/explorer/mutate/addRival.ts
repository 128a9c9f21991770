import { isRead, type Operation } from '../../../api/operation.ts';
import { operationsUnder } from '../../../api/operationsUnder.ts';
import { canonicalText, type JsonObject } from '../../../kernel/canonical.ts';
import { listSteps, readContract, type StoryStep, withSteps } from '../story.ts';
import { chooseSpan } from '../timing/timing.ts';
import { insertionPointIn } from './insertionPoint.ts';
import type { Mutation, MutationInput } from './mutation.ts';
import { isAbout, type Names } from './names.ts';
import { againIn } from './repeatStep.ts';
import { stepFor } from './steps.ts';
import { withUsedHosts } from './worldChanges.ts';

/**
 * Creates a second entity like one that a step has created, while the first has a certain status. A later call is about the first one; often
 * it is one that the story makes anyway. The two compete for room, and often the world has room for one of them only: then the second may
 * have taken the place of the first.
 */
export const addRival: Mutation = (story, from) => {
  const { choice, origin } = from;
  const steps = listSteps(story);
  const makers = makersIn(steps);
  const made = origin.seen.filter(({ words }) => makers.has(nameIn(words)));
  if (made.length === 0) return undefined;
  const span = chooseSpan(made, choice);
  const { place, time, names } = insertionPointIn(span, story, choice);
  const maker = makers.get(nameIn(span.words)) as StoryStep;
  if (steps.indexOf(maker) >= place) return undefined;
  const [before, after] = [steps.slice(0, place), steps.slice(place)];
  const isCalledUpon = after.some((step) => canonicalText(step).includes(`"${nameIn(span.words)}"`));
  const calls = isCalledUpon && choice.happens(2, 3) ? [] : callsAbout(span.words, names, steps.length + 1, from);
  const added = withSteps(story, [...before, { ...time, ...againIn(maker, steps) }, ...calls, ...after]);
  return choice.happens(1, 2) ? (withUsedHosts(added, choice, origin.hosts) ?? added) : added;
};

/** By the variable that a story names an entity with: the step that creates the entity. */
const makersIn = (steps: readonly StoryStep[]): ReadonlyMap<string, StoryStep> =>
  new Map(steps.flatMap((step) => Object.keys((step['save'] ?? {}) as JsonObject).map((name) => [`$${name}`, step] as const)));

/** `pod $pod is ERROR` is about `$pod`. */
const nameIn = (words: string): string => words.split(' ')[1] ?? '';

const callsAbout = (words: string, names: Names, number: number, { swarm, choice, origin }: MutationInput): readonly StoryStep[] => {
  const [kind = ''] = words.split(' ');
  const rows = operationsUnder(readContract(origin.story)).filter((row) => changes(kind, row) && isAbout(row, names));
  const wanted = rows.filter((row) => swarm.operations.includes(row));
  if (rows.length === 0) return [];
  const row = choice.of(wanted.length > 0 ? wanted : rows);
  return [{ delay: choice.of(['0s', '1s', '1m']), ...stepFor(row, names, number, choice, swarm.propertyChances) }];
};

const changes = (kind: string, row: Operation): boolean =>
  row.permission !== null && !isRead(row) && Object.values(row.resolves ?? {}).some((one) => one === kind);
