import { type Json, type Limits, limitWords } from '../../engine/index.ts';

/**
 * What is wrong with a parsed JSON value: it is nested too deep, or holds a number like 1e999, which no log could store. This check
 * uses no recursion, because the value may be deep; code that handles the value afterwards may.
 */
export const unfitFor = (value: Json, { bodyDepth }: Pick<Limits, 'bodyDepth'>): string | undefined => {
  let level: readonly Json[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > bodyDepth) return `is nested more than ${bodyDepth} deep: flatten it (${limitWords('bodyDepth')})`;
    const below: Json[] = [];
    for (const part of level) {
      if (typeof part === 'number' && !Number.isFinite(part)) return 'holds a number that is too large for JSON';
      if (part === null || typeof part !== 'object') continue;
      for (const key of Object.keys(part)) below.push((part as { readonly [key: string]: Json })[key] as Json);
    }
    level = below;
  }
  return undefined;
};
