import { canonicalText } from '../kernel/canonical.ts';
import { writeYaml } from '../scenario/yamlFile.ts';
import type { ExploreBounds } from './explore.ts';
import { type BrokenProperty, outcomeOf } from './outcome.ts';
import { failsAlike } from './sameFailure.ts';
import { shrink } from './shrink.ts';
import type { Story } from './story.ts';

/** A failure with the simplest story that shows it. */
export interface ShrunkFailure {
  readonly story: Story;
  readonly failure: BrokenProperty;
  /** How many stories were played for it. */
  readonly played: number;
}

/** The simplest story that one finds that fails in the same way. */
export const shrunkFailure = (failure: BrokenProperty, story: Story, bounds: ExploreBounds, playedMax: number): ShrunkFailure => {
  const laws = failure.property.startsWith('law ');
  const failing = (candidate: Story): BrokenProperty | undefined => {
    const outcome = outcomeOf(candidate, { ...bounds, laws });
    return outcome.kind === 'failed' ? outcome.failure : undefined;
  };
  const { story: simplest, played } = shrink(
    story,
    (candidate) => {
      const other = failing(candidate);
      return other !== undefined && failsAlike({ story, failure }, { story: candidate, failure: other });
    },
    playedMax,
  );
  return { story: simplest, failure: failing(simplest) ?? failure, played };
};

/** The story as a scenario file, which says first what it breaks. */
export const foundText = (story: Story, { property, words }: BrokenProperty): string => {
  const { title: _title, ...rest } = story;
  return `# ${property}: ${words.replaceAll('\n', ' ')}\n${writeYaml({ title: `Breaks ${property}`, ...rest })}`;
};

/** A name for the file of a failure: the same for the same story. */
export const foundName = (story: Story, { property }: BrokenProperty, sha256: (text: string) => string): string =>
  `${property.replaceAll(/\W+/g, '-')}-${sha256(canonicalText(story)).slice(0, 8)}.scenario.yaml`;
