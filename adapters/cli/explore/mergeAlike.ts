import { canonicalText, type Json } from '../../../engine/kernel/index.ts';
import type { FoundFailure } from '../../explorer/exploration.ts';
import type { ShortFailure } from '../../explorer/shrinkRun.ts';

/** A failure with its shortest story; absent where it was not shortened. */
export interface FoundAndShort {
  readonly found: FoundFailure;
  readonly short: ShortFailure | undefined;
}

/**
 * Failures that come down to the same story are one finding, whichever properties it breaks: they have one cause. The one that was
 * found first stays, and says what else its story breaks.
 */
export const mergeAlike = (found: readonly FoundFailure[], shrunk: readonly ShortFailure[]): readonly FoundAndShort[] => {
  const byStory = new Map<string, FoundAndShort[]>();
  found.forEach((one, k) => {
    const short = shrunk[k];
    const { properties: _broken, title: _title, ...story } = short?.story ?? {};
    const key = short === undefined || short.isStopped ? `unshortened ${k}` : canonicalText(story as Json);
    byStory.set(key, [...(byStory.get(key) ?? []), { found: one, short }]);
  });
  return [...byStory.values()].map((alike) => {
    const [{ found: first, short } = alike[0] as FoundAndShort] = alike;
    const others = new Set(alike.flatMap((one) => one.short?.failure.property ?? []));
    others.delete(short?.failure.property ?? '');
    if (short === undefined || alike.length === 1) return { found: first, short };
    const too = others.size === 0 ? '' : ` (the same story breaks ${[...others].join(', ')}, too)`;
    const times = Math.max(...alike.map((one) => one.found.times));
    return { found: { ...first, times }, short: { ...short, failure: { ...short.failure, words: `${short.failure.words}${too}` } } };
  });
};
