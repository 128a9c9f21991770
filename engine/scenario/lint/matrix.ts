import type { Json } from '../../kernel/canonical.ts';
import { askWhetherMeant } from '../../kernel/collections/nearest.ts';
import type { ScenarioSpec } from '../file/format.ts';
import { namesUsed } from '../format/variables.ts';
import { type Finding, ofKey, warningAt } from './finding.ts';

/** Variables of a matrix that nothing in the file uses: every member of the matrix is then the same. */
export const matrixFindings = (matrix: ScenarioSpec['matrix'], data: Json): readonly Finding[] => {
  const names = Object.keys(matrix?.variables ?? {});
  if (names.length === 0) return [];
  const { matrix: _, ...rest } = data as { readonly [key: string]: Json };
  const used = new Set(textsIn(rest as Json).flatMap(namesUsed));
  return names.flatMap((name) => {
    if (used.has(name)) return [];
    const others = [...used].filter((other) => !names.includes(other)).map((other) => `$${other}`);
    const meant = askWhetherMeant(`$${name}`, others);
    return [
      ofKey(
        warningAt(
          ['matrix', 'variables', name],
          `nothing uses $${name}, so its values make no difference${meant} (included files cannot use it)`,
        ),
      ),
    ];
  });
};

const textsIn = (value: Json): readonly string[] => {
  if (typeof value === 'string') return [value];
  return value === null || typeof value !== 'object' ? [] : Object.values(value).flatMap((one) => textsIn(one as Json));
};
