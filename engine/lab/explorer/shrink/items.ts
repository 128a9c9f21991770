import { canonicalText } from '../../../kernel/canonical.ts';
import { namesUsed } from '../../../scenario/format/variables.ts';
import { listFaults, listLoads, listSteps, type Story, type StoryStep, withFaults, withLoads, withSteps } from '../story.ts';
import type { Pass, Search } from './search.ts';

/** A list of a story whose items are independent of each other. */
export interface ListOf {
  readonly of: (story: Story) => readonly StoryStep[];
  readonly with: (story: Story, list: readonly StoryStep[]) => Story;
}

const loads: ListOf = { of: listLoads, with: withLoads };
const lists: readonly ListOf[] = [loads, { of: listSteps, with: withSteps }, { of: listFaults, with: withFaults }];

/** Shrinking pass: leaves out loads. It runs before steps are left out, because a load is many calls. */
export const leaveOutLoads: Pass = (search) => leaveOutChunks(search, loads);

/** Shrinking pass: cuts the steps after the failure. Bisection finds the shortest prefix that still fails. */
export const cutEnd: Pass = (search) => {
  const { story } = search;
  const steps = listSteps(story);
  let [holds, fails] = [-1, steps.length];
  while (fails - holds > 1) {
    const middle = Math.floor((holds + fails) / 2);
    if (search.accept(withSteps(story, steps.slice(0, middle)))) fails = middle;
    else holds = middle;
  }
};

/** Shrinking pass: leaves out all loads, steps or faults, then half of them, a quarter, … , one (Zeller's ddmin), from the end on. */
export const leaveOutItems: Pass = (search) => {
  for (const list of lists) leaveOutChunks(search, list);
};

export const leaveOutChunks = (search: Search, list: ListOf): void => {
  for (let size = list.of(search.story).length; size >= 1; size = Math.floor(size / 2)) {
    let end = list.of(search.story).length;
    while (end > 0) {
      const items = list.of(search.story);
      const begin = Math.max(0, end - size);
      search.accept(list.with(search.story, [...items.slice(0, begin), ...items.slice(end)]));
      end = begin;
    }
  }
};

/** Shrinking pass: leaves out a step together with the steps that depend on it, by a variable or by its name. */
export const leaveOutThreads: Pass = (search) => {
  for (let place = listSteps(search.story).length - 1; place >= 0; place--) {
    const steps = listSteps(search.story);
    const first = steps[place];
    if (first === undefined) continue;
    const gone = new Set([first]);
    for (const step of steps.slice(place + 1)) if ([...gone].some((other) => depends(step, other))) gone.add(step);
    if (gone.size > 1)
      search.accept(
        withSteps(
          search.story,
          steps.filter((step) => !gone.has(step)),
        ),
      );
  }
};

const depends = (step: StoryStep, on: StoryStep): boolean => {
  if (on['name'] !== undefined && step['after'] === on['name']) return true;
  const saved = Object.keys((on['save'] ?? {}) as object);
  return saved.length > 0 && namesUsed(canonicalText(step)).some((name) => saved.includes(name));
};

/** The most items whose pairs are all tried. */
const itemsMax = 10;

/** Shrinking pass: leaves out two items at once if neither can be left out by itself. */
export const leaveOutPairs: Pass = (search) => {
  for (;;) {
    const places = lists.flatMap((list) => list.of(search.story).map((item) => [list, item] as const));
    if (places.length > itemsMax) return;
    const pairs = places.flatMap((one, k) => places.slice(k + 1).map((other) => [one, other] as const));
    const { story } = search;
    if (!pairs.some(([one, other]) => search.accept(leaveOutItem(leaveOutItem(story, ...one), ...other)))) return;
  }
};

const leaveOutItem = (story: Story, list: ListOf, item: StoryStep): Story =>
  list.with(
    story,
    list.of(story).filter((one) => one !== item),
  );
