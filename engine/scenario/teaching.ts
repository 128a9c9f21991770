import { isLeft } from 'fp-ts/lib/Either.js';
import { readYaml } from './yamlFile.ts';

/** What shows a rule at work: a scenario of that title. */
export interface Shown {
  readonly kind: 'scenario';
  readonly file: string;
  readonly title: string;
}

/** The scenario in a file, if it says that it teaches the rule; undefined for any other file, readable or not. */
export const shownIn = (file: string, text: string, rule: string): Shown | undefined => {
  // Reading YAML takes long, and most files do not name the rule.
  if (!text.includes(rule)) return undefined;
  const yaml = readYaml(file, text);
  if (isLeft(yaml)) return undefined;
  const { title, teaches } = (yaml.right.data ?? {}) as { readonly title?: unknown; readonly teaches?: unknown };
  return Array.isArray(teaches) && teaches.includes(rule) ? { kind: 'scenario', file, title: String(title) } : undefined;
};
