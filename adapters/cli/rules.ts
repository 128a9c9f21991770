import { entities, findRule, type Kind, kinds, lifecycleMermaid, lifecycleTable, rules } from '../../engine/index.ts';
import { BadInput, exitCodes } from './exit.ts';

/** `podsim rules`: the rulebook, one rule, or a lifecycle as a table or a Mermaid diagram. */
export const rulesCommand = (name: string | undefined, { mermaid }: { readonly mermaid?: boolean }): number => {
  process.stdout.write(`${textOf(name, mermaid === true)}\n`);
  return exitCodes.pass;
};

const textOf = (name: string | undefined, mermaid: boolean): string => {
  if (name === undefined) {
    if (mermaid) throw new BadInput(`--mermaid draws a lifecycle; name one of ${kinds.join(', ')}`);
    const width = Math.max(...rules.map(({ id }) => id.length));
    return rules.map(({ id, text, source }) => `${id.padEnd(width)}  ${text} [${source}]`).join('\n');
  }
  const kind = kinds.find((candidate) => candidate === name);
  if (kind !== undefined) return (mermaid ? lifecycleMermaid : lifecycleTable)(entities[kind satisfies Kind].lifecycle);
  const rule = findRule(name);
  if (rule === undefined)
    throw new BadInput(`there is no lifecycle and no rule '${name}'; lifecycles: ${kinds.join(', ')}; for all rules: podsim rules`);
  const caveat = rule.caveat === undefined ? '' : `\n  but: ${rule.caveat}`;
  return `${rule.id}\n  ${rule.text}${caveat}\n  source: ${rule.source}`;
};
