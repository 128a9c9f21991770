import { findOperation } from '../../../engine/api/index.ts';
import { canonicalText, type Json } from '../../../engine/kernel/index.ts';
import { leastNumber, listSteps, type Story } from '../../../engine/lab/explorer/index.ts';

/** A story without most of its equal polls, and without what follows the failure; and how many were left out. */
export interface Folded {
  readonly story: Story;
  readonly polls: number;
  readonly later: number;
}

/**
 * Leaves out as many steps of a client's story as one finds while it still fails. `isLasting`: nothing that the client did later could make
 * it good; otherwise what follows belongs to the failure.
 */
export const foldSteps = (story: Story, fails: (story: Story) => boolean, isLasting: boolean): Folded => {
  if (!isLasting || !fails(story)) return { ...foldPolls(story, fails), later: 0 };
  const steps = listSteps(story);
  const upTo = (count: number): Story =>
    without(story, new Set([...steps.keys()].filter((place) => place >= count && place < steps.length - 1)));
  const cut = upTo(leastNumber(steps.length - 1, (count) => fails(upTo(count))) ?? steps.length);
  return { ...foldPolls(cut, fails), later: steps.length - listSteps(cut).length };
};

/**
 * Leaves out polls that repeat others, as many as one finds while the story still fails: a client that polls for hours makes thousands of
 * steps. Polls are equal if they ask the same between two calls that do something. The last ones stay. A story that does
 * not fail keeps two of each.
 */
const foldPolls = (story: Story, fails: (story: Story) => boolean): Pick<Folded, 'story' | 'polls'> => {
  const steps = listSteps(story);
  const groups = pollsIn(steps);
  const most = Math.max(0, ...groups.map(({ length }) => length));
  const withMost = (count: number) => {
    const left = new Set(groups.flatMap((group) => group.slice(0, -count)));
    return { story: without(story, left), polls: left.size };
  };
  if (most < 2) return { story, polls: 0 };
  if (!fails(story)) return withMost(2);
  const least = leastNumber(most, (count) => fails(withMost(count).story));
  return least === undefined ? { story, polls: 0 } : withMost(least);
};

/** The places of polls that ask the same, with nothing but polls between them. */
const pollsIn = (steps: readonly Story[]): readonly (readonly number[])[] => {
  const groups: number[][] = [];
  let here = new Map<string, number[]>();
  for (const [place, step] of steps.entries()) {
    if (!isPoll(step)) {
      here = new Map();
      continue;
    }
    const { act = null, with: asked = null, as = null } = step;
    const text = canonicalText([act, asked, as]);
    const group = here.get(text);
    if (group !== undefined) {
      group.push(place);
      continue;
    }
    const first = [place];
    here.set(text, first);
    groups.push(first);
  }
  return groups;
};

const isPoll = ({ act, save }: Story): boolean =>
  typeof act === 'string' && save === undefined && (findOperation(act)?.methods as readonly string[] | undefined)?.includes('GET') === true;

/** Without steps, and without what a property says of them. */
const without = (story: Story, places: ReadonlySet<number>): Story => {
  const all = listSteps(story);
  const gone = new Set([...places].map((place) => all[place]?.['name']));
  const steps = all.filter((_, place) => !places.has(place));
  const { properties } = story;
  const left = Array.isArray(properties) ? { properties: properties.map((one: Json) => forgetting(one, gone)) } : {};
  return { ...story, steps, ...left } as Story;
};

/** What a property says of steps, by their names, is left out with them. */
const forgetting = (property: Json, gone: ReadonlySet<Json | undefined>): Json => {
  if (property === null || typeof property !== 'object' || Array.isArray(property)) return property;
  return Object.fromEntries(
    Object.entries(property).flatMap(([name, value]): [string, Json][] => {
      if ((name !== 'lost' && name !== 'because') || value === null || typeof value !== 'object') return [[name, value as Json]];
      const kept = Object.entries(value).filter(([step]) => !gone.has(step));
      return kept.length === 0 ? [] : [[name, Object.fromEntries(kept) as Json]];
    }),
  );
};
