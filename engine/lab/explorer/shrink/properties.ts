import type { Story } from '../story.ts';
import { type Path, pathsIn, without } from '../storyPaths.ts';
import type { Pass } from './search.ts';

/**
 * Leaves out properties that the failure does not need, and items of lists in them; the outermost first, because they hold the most.
 * Steps, loads and faults are no properties: other passes leave them out.
 */
export const leaveOutProperties: Pass = (search) => {
  const tried = new Set<string>();
  for (;;) {
    const path = candidatesIn(search.story).find((one) => !tried.has(one.join('/')));
    if (path === undefined) return;
    // The items after a removed one move up.
    if (!search.accept(leaveOut(search.story, path))) tried.add(path.join('/'));
  }
};

/** The keys that a story must keep. */
const kept: readonly string[] = ['title'];
const items: readonly string[] = ['steps', 'load', 'faults'];

const candidatesIn = (story: Story): readonly Path[] =>
  pathsIn(story).filter((path) => !kept.includes(path.at(-1) ?? '') && !(items.includes(path[0] ?? '') && path.length <= 2));

/** The properties to remove together with a property: a step without its call still lets time pass. */
const partners: Readonly<Record<string, readonly string[]>> = {
  when: ['within'],
  within: ['when'],
  act: ['with', 'as', 'save', 'expect'],
};

/** The story without a property, and without what goes with it. */
export const leaveOut = (story: Story, path: Path): Story =>
  (partners[path.at(-1) ?? ''] ?? []).reduce((left, name) => without(left, [...path.slice(0, -1), name]), without(story, path));
