import { type Either, left, right } from 'fp-ts/lib/Either.js';
import { isSame, type Json } from '../../../kernel/canonical.ts';
import { suggestion } from '../../../kernel/collections/nearest.ts';
import type { StudySpec } from '../format/format.ts';

/** The configuration that a study names as its baseline; undefined if it names none. Left says why the name is wrong. */
export const findBaseline = <One extends { readonly values: readonly Json[] }>(
  { baseline }: StudySpec,
  varied: readonly string[],
  configurations: readonly One[],
): Either<string, One | undefined> => {
  if (baseline === undefined) return right(undefined);
  if (typeof baseline === 'number') {
    const found = configurations[baseline - 1];
    return found === undefined ? left(`there is no configuration ${baseline}: they are 1 to ${configurations.length}`) : right(found);
  }
  const unknown = Object.keys(baseline).find((name) => !varied.includes(name));
  if (unknown !== undefined) return left(`${unknown} is not varied${suggestion(unknown, varied, 'the file', 'what is varied')}`);
  const found = configurations.filter(({ values }) => varied.every((name, k) => !(name in baseline) || isSame(baseline[name], values[k])));
  const [only, ...others] = found;
  if (only === undefined) return left('no configuration has these values: write them as in `vary`, or give the number of one');
  if (others.length > 0) return left(`${found.length} configurations have these values: give ${lackingWords(baseline, varied)}, too`);
  return right(only);
};

const lackingWords = (baseline: Readonly<Record<string, Json>>, varied: readonly string[]): string =>
  varied.filter((name) => !(name in baseline)).join(' and ');
