import { type Rule, rules } from '../../../engine/cloud/index.ts';
import type { LessonText } from '../../console/app/pageData.ts';
import { overHttpOnly } from '../../docs/overHttpOnly.ts';
import { liveFigure } from '../liveFigure.ts';
import { type PlayableScenario, pageOfLesson, pageOfScenario } from '../playable.ts';
import { plainMarkdown, type SitePage } from '../sitePage.ts';

export const pageOfRule = (id: string): string => `rules/${id}.html`;

/** A page for each rule, which plays the scenario that teaches it, and one that lists them. */
export const rulePages = (scenarios: readonly PlayableScenario[], lessons: readonly LessonText[]): readonly SitePage[] => [
  indexOfRules(),
  ...rules.map((rule) => rulePage(rule, listTeachers(rule.id, scenarios), lessonsAbout(rule.id, lessons))),
];

const indexOfRules = (): SitePage => {
  const groups = [...new Set(rules.map(({ group }) => group))];
  const lines = groups.flatMap((group) => [
    `## ${plainMarkdown(group)}`,
    '',
    ...rules.filter((rule) => rule.group === group).map(({ id, text }) => `- \`${id}\`: ${text}`),
    '',
  ]);
  const words = `The ${rules.length} rules that the simulator follows. Refusals, lifecycles, scenarios and lessons name them by these ids. [Fidelity](../engine/FIDELITY.md) says what each rests on.`;
  return page('rules/index.html', 'Rules', ['# Rules', '', words, '', ...lines]);
};

const rulePage = (rule: Rule, teachers: readonly PlayableScenario[], lessons: readonly LessonText[]): SitePage => {
  const { id, text, source, group, caveat } = rule;
  const [first, ...others] = teachers;
  const path = pageOfRule(id);
  const test = overHttpOnly[id];
  return page(path, id, [
    `# ${plainMarkdown(id)}`,
    '',
    `${text}.`,
    '',
    `Source: ${source}. It is one of the rules about [${plainMarkdown(group)}](index.html).`,
    '',
    ...(caveat === undefined ? [] : [`**But:** ${caveat}.`, '']),
    ...(first === undefined ? [] : ['## See it happen', '', liveFigure(path, first), '']),
    ...(test === undefined ? [] : [`It needs HTTP, so no scenario can show it: \`${test}\` does.`, '']),
    ...list('## Other scenarios that show it', others.map(linkToScenario)),
    ...list('## Lessons about it', lessons.map(linkToLesson)),
  ]);
};

/** Those that are about the rule first, then those that are short. */
const listTeachers = (id: string, scenarios: readonly PlayableScenario[]): readonly PlayableScenario[] => {
  const place = ({ runs }: PlayableScenario): number => runs[0]?.spec.teaches?.indexOf(id) ?? -1;
  return scenarios
    .filter((scenario) => place(scenario) >= 0)
    .sort((a, b) => place(a) - place(b) || a.scenario.text.length - b.scenario.text.length);
};

const lessonsAbout = (id: string, lessons: readonly LessonText[]): readonly LessonText[] =>
  lessons.filter(({ text }) => /^rules: \[(.*)\]$/m.exec(text)?.[1]?.split(', ').includes(id) === true);

const linkToScenario = ({ file, runs }: PlayableScenario): string =>
  `- [${plainMarkdown(runs[0]?.spec.title ?? file)}](../${pageOfScenario(file)})`;

const linkToLesson = ({ file, number, title }: LessonText): string => `- [${number}. ${plainMarkdown(title)}](../${pageOfLesson(file)})`;

const list = (heading: string, items: readonly string[]): readonly string[] => (items.length === 0 ? [] : [heading, '', ...items, '']);

const page = (path: string, title: string, lines: readonly string[]): SitePage => ({
  path,
  source: path,
  title,
  markdown: lines.join('\n'),
  kind: 'rule',
});
