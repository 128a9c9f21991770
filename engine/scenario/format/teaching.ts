import { isLeft } from 'fp-ts/lib/Either.js';
import { readYaml } from './yamlFile.ts';

/** A scenario or a lesson that shows a rule at work, by its title. */
export interface Shown {
  readonly kind: 'scenario' | 'lesson';
  readonly file: string;
  readonly title: string;
}

/** Finds the scenario or the lesson in a file, if it teaches the rule; undefined for any other file, readable or not. */
export const findTeaching = (file: string, text: string, rule: string): Shown | undefined => {
  // Reading YAML takes long, and most files do not name the rule.
  if (!text.includes(rule)) return undefined;
  const yaml = readYaml(file, text);
  if (isLeft(yaml)) return undefined;
  const { title, teaches, rules } = (yaml.right.data ?? {}) as { readonly [name: string]: unknown };
  for (const [kind, taught] of [
    ['scenario', teaches],
    ['lesson', rules],
  ] as const)
    if (Array.isArray(taught) && taught.includes(rule)) return { kind, file, title: String(title) };
  return undefined;
};
