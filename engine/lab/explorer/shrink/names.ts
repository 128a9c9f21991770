import { kindCreatedBy } from '../../../cloud/entities.ts';
import type { Json } from '../../../kernel/canonical.ts';
import { listSteps, type Story } from '../story.ts';
import { withPart, withTexts } from '../storyPaths.ts';
import type { Pass } from './search.ts';

/** Shrinking pass: gives seeds, variables and ids the shortest names with which the story still fails. Ids and seeds are part of the keys of draws. */
export const shortenNames: Pass = (search) => {
  if (search.story['seed'] !== undefined) seeds.find((seed) => search.accept(withPart(search.story, ['seed'], seed)));
  for (const [name, kind] of variablesIn(search.story)) {
    const taken = variablesIn(search.story).map(([other]) => other);
    search.accept(renameVariable(search.story, name, freeName(kind, taken)));
  }
  for (const [part, kind] of parts) {
    for (const id of idsIn(search.story, part))
      search.accept(renameEverywhere(search.story, id, freeName(kind, idsIn(search.story, part))));
  }
};

const seeds = ['a', 'b', 'c', 'd'];

/** Parts of the world whose items have ids, and a short word for each. */
const parts: readonly (readonly [part: string, word: string])[] = [
  ['endpoints', 'ep'],
  ['templates', 'template'],
  ['hosts', 'host'],
  ['accounts', 'team'],
];

/** The ids that a part of a story's world gives. */
const idsIn = ({ world }: Story, part: string): readonly string[] => {
  const items = (world as { readonly [key: string]: Json } | undefined)?.[part];
  return Array.isArray(items) ? items.flatMap((item: Json) => (item as { readonly id?: string } | null)?.id ?? []) : [];
};

/** Every id that a story's world gives: failures of stories that differ only in these are the same. */
export const worldIds = (story: Story): readonly string[] => parts.flatMap(([part]) => idsIn(story, part));

/** The variables that steps save, and a word for what each is. */
const variablesIn = (story: Story): readonly (readonly [name: string, word: string])[] =>
  listSteps(story).flatMap(({ act, save }) =>
    Object.entries((save ?? {}) as { readonly [name: string]: Json }).map(
      ([name, path]) => [name, path === 'id' ? (kindCreatedBy(String(act)) ?? 'it') : String(path).replaceAll(/\W/g, '')] as const,
    ),
  );

const freeName = (word: string, taken: readonly string[]): string => {
  let name = word;
  for (let number = 2; taken.includes(name); number++) name = `${word}${number}`;
  return name;
};

const renameVariable = (story: Story, from: string, to: string): Story => ({
  ...story,
  steps: withTexts(
    story['steps'] ?? [],
    (text) => text.replaceAll(new RegExp(`\\$${from}(?![\\w-])`, 'g'), `$$${to}`),
    (name) => (name === from ? to : name),
  ),
});

/** Replaces an id where it is a whole word, and where it begins the name of one of its workers. */
const renameEverywhere = (story: Story, from: string, to: string): Story => {
  const word = new RegExp(`(?<![\\w$.-])${from.replaceAll(/[^\w-]/g, '')}(?!\\w|-(?!w\\d))`, 'g');
  return withTexts(story, (text) => text.replaceAll(word, to)) as Story;
};
