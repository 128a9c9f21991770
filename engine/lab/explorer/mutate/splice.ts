import type { Json, JsonObject } from '../../../kernel/canonical.ts';
import type { Choice } from '../choice.ts';
import { listFaults, listLoads, listSteps, type Story, type StoryStep, withFaults, withLoads, withSteps } from '../story.ts';

/** Crossover: the steps of another story follow those of this one, in a world that has the resources of both. */
export const splice = (story: Story, other: Story, choice: Choice): Story | undefined => {
  const steps = listSteps(other);
  if (steps.length === 0 || story['inputs'] !== undefined || other['inputs'] !== undefined) return undefined;
  const added = renameTaken(steps.slice(0, 1 + choice.below(steps.length)), collectNames(listSteps(story)));
  const world = mergeWorlds(story['world'], other['world']);
  const merged = withSteps(world === undefined ? story : { ...story, world }, [...listSteps(story), ...added]);
  const faulty = choice.happens(1, 2) ? withFaults(merged, [...listFaults(merged), ...listFaults(other)]) : merged;
  return choice.happens(1, 4) ? withLoads(faulty, [...listLoads(faulty), ...listLoads(other)]) : faulty;
};

const collectNames = (steps: readonly StoryStep[]): ReadonlySet<string> =>
  new Set(steps.flatMap(({ name, save }) => [...(typeof name === 'string' ? [name] : []), ...Object.keys((save ?? {}) as JsonObject)]));

/** Renames variables and steps of the added story that this story has, too. */
const renameTaken = (steps: readonly StoryStep[], taken: ReadonlySet<string>): readonly StoryStep[] => {
  const newName = (name: string): string => {
    let other = name;
    while (taken.has(other)) other = `${other}x`;
    return other;
  };
  const inText = (text: string): string => text.replaceAll(/(?<!\$)\$(\w+)/g, (_, name: string) => `$${newName(name)}`);
  const inJson = (value: Json): Json => {
    if (typeof value === 'string') return inText(value);
    if (value === null || typeof value !== 'object') return value;
    if (Array.isArray(value)) return value.map((item: Json) => inJson(item));
    return Object.fromEntries(Object.entries(value as JsonObject).map(([key, field]) => [key, inJson(field)]));
  };
  return steps.map((step) => {
    const { save, name, after, ...rest } = inJson(step) as JsonObject;
    return {
      ...rest,
      ...(typeof name === 'string' ? { name: newName(name) } : {}),
      ...(typeof after === 'string' ? { after: newName(after) } : {}),
      ...(save === undefined
        ? {}
        : { save: Object.fromEntries(Object.entries(save as JsonObject).map(([key, path]) => [newName(key), path])) }),
    };
  });
};

/** Merges the lists of parts that have ids. Of two parts with the same id, the first one stays. */
const mergeWorlds = (one: Json | undefined, other: Json | undefined): Json | undefined => {
  if (one === undefined || other === undefined) return one ?? other;
  const [mine, theirs] = [one as JsonObject, other as JsonObject];
  if (mine['exactly'] !== undefined || theirs['exactly'] !== undefined) return one;
  const lists = joinedParts.flatMap((part): readonly (readonly [string, Json])[] => {
    const [some, more] = [listItems(mine[part]), listItems(theirs[part])];
    if (some.length + more.length === 0) return [];
    // A world that names no hosts has many.
    if (part === 'hosts' && some.length === 0) return [];
    const ids = new Set(some.map(({ id }) => id));
    return [[part, [...some, ...more.filter(({ id }) => !ids.has(id))]]];
  });
  return { ...theirs, ...mine, ...Object.fromEntries(lists) };
};

const joinedParts = ['hosts', 'accounts', 'templates', 'endpoints'] as const;

const listItems = (part: Json | undefined): readonly JsonObject[] =>
  Array.isArray(part) ? (part as unknown as readonly JsonObject[]) : [];
