import { relative } from 'node:path';
import { entities, findRule, type Kind, kinds, type Rule, rules } from '../../../engine/cloud/index.ts';
import { suggestionAmong } from '../../../engine/kernel/index.ts';
import { lessonEnding, lessonNumber } from '../../../engine/lab/lesson/index.ts';
import { alignColumns } from '../../../engine/process/index.ts';
import { findTeaching, type Shown } from '../../../engine/scenario/index.ts';
import { lifecycleMermaid, lifecycleSource, lifecycleTable } from '../../../engine/world/index.ts';
import { filesBelow, readAnyText, scenarioEnding } from '../files.ts';
import { ownScenarios } from '../ownFiles.ts';
import { BadInput, exitCodes } from '../terminal/exit.ts';
import { print, printJson } from '../terminal/terminal.ts';

export interface RulesOptions {
  readonly mermaid?: boolean | undefined;
  readonly xstate?: boolean | undefined;
  readonly json?: boolean | undefined;
}

/**
 * `podsim spec rules`: lists the rulebook; or shows one rule, with its scenarios; or a lifecycle as a table, a Mermaid diagram or an XState
 * machine.
 */
export const rulesCommand = (name: string | undefined, options: RulesOptions): number => {
  const [form, other] = forms.filter((one) => options[one] === true);
  if (other !== undefined) throw new BadInput(`give --${form} or --${other}, not both`);
  const kind = kinds.find((candidate) => candidate === name);
  if (kind !== undefined) showLifecycle(kind, form);
  else if (form === 'mermaid' || form === 'xstate') throw new BadInput(noLifecycle(form, name));
  else if (name === undefined) listRules(form === 'json');
  else showRule(ruleNamed(name), form === 'json');
  return exitCodes.pass;
};

/** The forms of a lifecycle besides the table. Rules can be JSON, too. */
const forms = ['mermaid', 'xstate', 'json'] as const;
type Form = (typeof forms)[number];

const noLifecycle = (form: 'mermaid' | 'xstate', name: string | undefined): string => {
  const does = { mermaid: 'draws a lifecycle', xstate: 'prints a lifecycle' }[form];
  const all = `name one of ${kinds.join(', ')}`;
  return name === undefined
    ? `--${form} ${does}; ${all}`
    : `--${form} ${does}, and there is none of '${name}'${suggestionAmong(name, kinds, all)}`;
};

const listRules = (json: boolean): void => {
  if (json) return printJson({ rules });
  print(`${alignColumns(rules.map(({ id, text, source }) => [id, `${text} [${source}]`])).join('\n')}\n`);
};

const showLifecycle = (kind: Kind, form: Form | undefined): void => {
  const { lifecycle } = entities[kind];
  const { initial, statuses, rows } = lifecycle;
  if (form === 'json') printJson({ kind, initial, statuses, rows });
  // What other programs read stays as it is.
  else if (form === undefined) print(`${lifecycleTable(lifecycle)}\n`);
  else process.stdout.write(`${{ mermaid: lifecycleMermaid, xstate: lifecycleSource }[form](lifecycle)}\n`);
};

const ruleNamed = (name: string): Rule => {
  const rule = findRule(name);
  if (rule !== undefined) return rule;
  const all = `lifecycles: ${kinds.join(', ')}; for all rules: podsim spec rules`;
  throw new BadInput(`there is no lifecycle and no rule '${name}'${suggestionAmong(name, rulebookNames(), all)}`);
};

/** The arguments of `podsim spec rules`: kinds, for their lifecycles, and rules. */
export const rulebookNames = (): readonly string[] => [...kinds, ...rules.map(({ id }) => id)];

const showRule = ({ caveat, ...rule }: Rule, json: boolean): void => {
  const shown = findTeachers(rule.id);
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

/** The shipped scenarios and lessons that teach the rule, as paths from the working directory. */
const findTeachers = (rule: string): readonly Shown[] => {
  const folder = ownScenarios();
  if (folder === undefined) return [];
  return filesBelow(folder, [scenarioEnding, lessonEnding]).flatMap(
    (file) => findTeaching(relative('.', file), readAnyText(file), rule) ?? [],
  );
};
