import { isLeft } from 'fp-ts/lib/Either.js';
import { readAs } from '../../../api/reading/readAs.ts';
import type { Json } from '../../../kernel/canonical.ts';
import { findWorldsSpec, nameOfProperty, type PropertySpec, property } from '../../../scenario/properties/table.ts';
import type { Story } from '../story.ts';
import type { KeptStory } from './corpus.ts';

/**
 * The stories, each with the properties of all others that apply to its world, too: a variation of one file is checked by what another
 * file declares. In the order of the files, each property once.
 */
export const shareProperties = (files: readonly KeptStory[]): readonly KeptStory[] => {
  const shared = new Map(
    files
      .flatMap(({ story }) => findDeclared(story))
      .filter(({ spec }) => findWorldsSpec(spec) !== 'own')
      .map((one) => [nameOfProperty(one.spec), one.written] as const),
  );
  if (shared.size === 0) return files;
  return files.map((kept) => ({ ...kept, story: withProperties(kept.story, shared) }));
};

/** A property that the story has already stays as it is there. */
const withProperties = (story: Story, shared: ReadonlyMap<string, Json>): Story => {
  const own = findDeclared(story);
  const known = new Set(own.map(({ spec }) => nameOfProperty(spec)));
  const more = [...shared].flatMap(([name, written]) => (known.has(name) ? [] : [written]));
  return more.length === 0 ? story : { ...story, properties: [...own.map(({ written }) => written), ...more] };
};

interface Declared {
  /** As the file has it. */
  readonly written: Json;
  readonly spec: PropertySpec;
}

const findDeclared = ({ properties }: Story): readonly Declared[] =>
  (Array.isArray(properties) ? properties : []).flatMap((written: Json) => {
    const spec = readAs(property, written);
    return isLeft(spec) ? [] : [{ written, spec: spec.right as PropertySpec }];
  });
