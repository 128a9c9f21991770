import { relative } from 'node:path';
import {
  entities,
  findRule,
  type Kind,
  kinds,
  lessonEnding,
  lessonNumber,
  lifecycleMermaid,
  lifecycleTable,
  type Rule,
  rules,
  type Shown,
  shownIn,
  suggestionAmong,
} from '../../engine/index.ts';
import { BadInput, exitCodes } from './exit.ts';
import { filesBelow, readAnyText, scenarioEnding } from './files.ts';
import { ownScenarios } from './ownFiles.ts';
import { print, printJson } from './terminal.ts';

export interface RulesOptions {
  readonly mermaid?: boolean | undefined;
  readonly json?: boolean | undefined;
}

/** `podsim rules`: the rulebook; one rule, and what shows it; or a lifecycle as a table or a Mermaid diagram. */
export const rulesCommand = (name: string | undefined, { mermaid, json }: RulesOptions): number => {
  if (mermaid === true && json === true) throw new BadInput('give --mermaid or --json, not both');
  const kind = kinds.find((candidate) => candidate === name);
  if (mermaid === true && name === undefined) throw new BadInput(`--mermaid draws a lifecycle; name one of ${kinds.join(', ')}`);
  if (name === undefined) listRules(json === true);
  else if (kind === undefined) showRule(ruleNamed(name), json === true);
  else showLifecycle(kind, { mermaid, json });
  return exitCodes.pass;
};

const listRules = (json: boolean): void => {
  if (json) return printJson({ rules });
  const width = Math.max(...rules.map(({ id }) => id.length));
  print(rules.map(({ id, text, source }) => `${id.padEnd(width)}  ${text} [${source}]\n`).join(''));
};

const showLifecycle = (kind: Kind, { mermaid, json }: RulesOptions): void => {
  const { lifecycle } = entities[kind];
  const { initial, statuses, rows } = lifecycle;
  if (json === true) printJson({ kind, initial, statuses, rows });
  else process.stdout.write(`${(mermaid === true ? lifecycleMermaid : lifecycleTable)(lifecycle)}\n`);
};

const ruleNamed = (name: string): Rule => {
  const rule = findRule(name);
  if (rule !== undefined) return rule;
  const all = `lifecycles: ${kinds.join(', ')}; for all rules: podsim rules`;
  throw new BadInput(`there is no lifecycle and no rule '${name}'${suggestionAmong(name, rulebookNames(), all)}`);
};

/** What `podsim rules` takes: kinds, for their lifecycles, and rules. */
export const rulebookNames = (): readonly string[] => [...kinds, ...rules.map(({ id }) => id)];

const showRule = ({ caveat, ...rule }: Rule, json: boolean): void => {
  const shown = shownBy(rule.id);
  if (json) return printJson({ ...rule, caveat: caveat ?? null, shownBy: shown });
  const lines = [
    rule.id,
    `  ${rule.text}`,
    ...(caveat === undefined ? [] : [`  but: ${caveat}`]),
    `  source: ${rule.source}`,
    '',
    shown.length === 0 ? 'no scenario and no lesson shows it' : 'what shows it',
    ...shown.flatMap(({ kind, file, title }) =>
      kind === 'lesson' ? [`  the lesson: ${title}`, `    podsim learn ${lessonNumber(file)}`] : [`  ${title}`, `    podsim run ${file}`],
    ),
  ];
  print(`${lines.join('\n')}\n`);
};

/** The scenarios and lessons that come with podsim and teach the rule, as paths from the working directory. */
const shownBy = (rule: string): readonly Shown[] => {
  const folder = ownScenarios();
  if (folder === undefined) return [];
  return filesBelow(folder, [scenarioEnding, lessonEnding]).flatMap((file) => shownIn(relative('.', file), readAnyText(file), rule) ?? []);
};
