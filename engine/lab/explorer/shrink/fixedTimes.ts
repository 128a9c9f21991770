import type { Json } from '../../../kernel/canonical.ts';
import { formatDuration } from '../../../kernel/time.ts';
import { partAt, pathsIn, withPart } from '../storyPaths.ts';
import { findLeast, roundMs } from './findLeast.ts';
import type { Pass } from './search.ts';

/** Shrinking pass: replaces random times by fixed ones, if the story still fails. Then no draw decides. */
export const fixDrawnTimes: Pass = (search) => {
  for (const path of pathsIn(search.story).filter((one) => isDrawn(partAt(search.story, one)))) {
    const candidate = (ms: number) => withPart(search.story, path, { fixed: formatDuration(ms) });
    const least = findLeast(roundMs, longestMs, (ms) => search.fails(candidate(ms)));
    if (least !== undefined) search.accept(candidate(least));
  }
};

const longestMs = 3_600_000;

const kinds: readonly string[] = [
  ...['uniform', 'exponential', 'lognormal', 'erlang', 'gamma', 'weibull', 'pareto', 'triangular', 'empirical'],
];

const isDrawn = (part: Json | undefined): boolean =>
  part !== null && typeof part === 'object' && !Array.isArray(part) && Object.keys(part).some((name) => kinds.includes(name));
