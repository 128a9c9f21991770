import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isLeft } from 'fp-ts/lib/Either.js';
import {
  type Bound,
  contractTable,
  limitTable,
  parseScenario,
  type Rule,
  rules,
  type Scenario,
  scenarioJsonSchema,
  settingRows,
} from '../../engine/index.ts';
import { readerFor, readText, scenarioFiles } from '../cli/files.ts';
import { pageBlocks, withAllBlocks } from './blocks.ts';

/** Every file that is made from the code, or holds blocks that are, as it should read now. Paths are relative to `top`. */
export const generatedFiles = (top: string): ReadonlyMap<string, string> => {
  const scenarios = allScenarios(top);
  const pages = new Map(pagesWithBlocks(top).map((path) => [path, readFileSync(join(top, path), 'utf8')]));
  return new Map([
    ['scenarios/scenario.schema.json', `${JSON.stringify(scenarioJsonSchema(), null, 2)}\n`],
    ['scenarios/README.md', catalogue(scenarios)],
    ['engine/FIDELITY.md', fidelityPage(scenarios)],
    ...withAllBlocks(pages, pageBlocks(top)),
  ]);
};

/** The README and all of `docs/`. */
export const pagesWithBlocks = (top: string): readonly string[] => [
  'README.md',
  ...readdirSync(join(top, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => `docs/${name}`),
];

/** `scenarios/README.md`: which scenarios teach which rule, and the rules that none teaches yet. */
const catalogue = (scenarios: readonly Scenario[]): string => {
  const teaching = (id: string) => scenarios.filter(({ spec }) => spec.teaches?.includes(id) === true);
  const groups = [...new Set(rules.map(({ group }) => group))];
  const sections = groups.flatMap((group) => {
    const taught = rules.filter((rule) => rule.group === group && teaching(rule.id).length > 0);
    if (taught.length === 0) return [];
    return [`## ${group}`, '', '| rule | scenarios |', '|---|---|', ...taught.map((rule) => taughtRow(rule, teaching(rule.id))), ''];
  });
  const untaught = rules.filter(({ id }) => teaching(id).length === 0 && overHttpOnly[id] === undefined).map(({ id }) => `\`${id}\``);
  return [
    '# Scenarios',
    '',
    'Made by `npm run generate` from the `teaches` of the files here; a test keeps it current.',
    '',
    `${scenarios.length} scenarios. Play one with \`podsim run FILE\`; its timeline stands beside it.`,
    '',
    ...sections,
    '## Rules without a scenario',
    '',
    untaught.length === 0 ? 'None.' : untaught.join(', '),
    '',
    `Only HTTP can show these, so no scenario can: ${Object.keys(overHttpOnly)
      .map((id) => `\`${id}\``)
      .join(', ')}.`,
    '',
  ].join('\n');
};

/**
 * Rules about methods, routes and sizes of the wire, and about what is asked of a server: a scenario has none of these, so
 * a test shows each.
 */
// biome-ignore format: a table
export const overHttpOnly: Readonly<Record<string, string>> = {
  'errors.unknown-route': 'test/http/answers.test.ts',
  'errors.body-size':     'test/http/bodySizes.test.ts',
  'queue.methods':        'test/http/answers.test.ts',
  'control.access':       'test/http/controlAccess.test.ts',
  'clock.policy':         'test/http/clocks.test.ts',
  'clock.stall':          'test/http/clocks.test.ts',
  'server.broken':        'test/http/connections.test.ts',
  'store.damaged':        'test/durable/reopened.test.ts',
  'store.unwritable':     'test/durable/full.test.ts',
  'control.clock':        'test/control/clock.test.ts',
  'control.worlds':       'test/control/worlds.test.ts',
  'control.events':       'test/control/events.test.ts',
  'control.explain':      'test/control/explain.test.ts',
  'control.rulebook':     'test/control/about.test.ts',
  'control.scenarios':    'test/control/scenarios.test.ts',
  'control.recording':    'test/control/recording.test.ts',
  'control.compare':      'test/control/compare.test.ts',
  'control.rewind':       'test/control/state.test.ts',
  'control.forks':        'test/control/forks.test.ts',
  'control.health':       'test/control/about.test.ts',
  'server.limits':        'test/http/limits.test.ts',
};

const taughtRow = ({ id }: Rule, scenarios: readonly Scenario[]): string =>
  `| \`${id}\` | ${scenarios.map(({ file, spec }) => `[${spec.title.replaceAll('|', '\\|')}](${file.replace(/^.*?scenarios\//, '')})`).join('<br>')} |`;

/** What each rule rests on, weightiest first, where the simulator falls short of it, and what checks it, as one page. */
const fidelityPage = (scenarios: readonly Scenario[]): string => {
  const section = (title: string, words: string, source: string) => [
    `## ${title}`,
    '',
    words,
    '',
    ...rules.filter((rule) => rule.source.startsWith(source)).map((rule) => fidelityLine(rule, scenarios)),
    '',
  ];
  return [
    '# Fidelity',
    '',
    'Made by `npm run generate` from the rulebook (`engine/rules.ts`); a test keeps it current. Behind each rule stands what checks it: the',
    'scenarios that teach it, played by every run of the tests, or a test; *unchecked* where there is neither. What a rule rests on was read',
    'in documents, and nothing here checks that.',
    '',
    ...section('The contract', 'The interface document says so. What rests on something else is said behind the rule.', 'interface'),
    ...section(
      'What follows the real platform',
      'The interface document is silent; public facts about the platform are followed. What rests on something else is said behind the rule.',
      'platform',
    ),
    ...section(
      'Policy of the simulator',
      'Nothing public says it. A number here is a setting of a world, or a limit of a server, each of which may be overridden, or belongs to the APIs themselves; all are listed below.',
      'policy',
    ),
    ...settingsSection(),
    ...boundsSection(),
  ].join('\n');
};

const fidelityLine = ({ id, text, source, caveat }: Rule, scenarios: readonly Scenario[]): string => {
  const rests = source.includes(',') || source.includes('(') ? ` *(${source})*` : '';
  const short = caveat === undefined ? '' : ` **But:** ${caveat} (\`test/fidelity.test.ts\`).`;
  return `- \`${id}\`: ${text}${rests}${short} — ${checkedBy(id, scenarios)}`;
};

const checkedBy = (id: string, scenarios: readonly Scenario[]): string => {
  const count = scenarios.filter(({ spec }) => spec.teaches?.includes(id) === true).length;
  if (count > 0) return `[${count === 1 ? '1 scenario' : `${count} scenarios`}](../scenarios/README.md)`;
  const test = overHttpOnly[id];
  return test === undefined ? '*unchecked*' : `\`${test}\``;
};

/** Every setting with its default, by kind of entity. */
const settingsSection = (): readonly string[] => [
  '## Settings',
  '',
  '| setting | default | what for | rule |',
  '|---|---|---|---|',
  ...settingRows().map(({ name, value, about, rule }) => `| \`${name}\` | ${value} | ${about.replaceAll('|', '\\|')} | \`${rule}\` |`),
  '',
];

/** Every number that a rule speaks of and that is no setting. */
const boundsSection = (): readonly string[] => [
  '## Limits of a server',
  '',
  'These keep one request, or one client, from holding up a server. `podsim serve --limit worlds=10` sets one; `GET /_podsim/v1/info` lists',
  'them as they are; a refusal names the one that it follows.',
  '',
  ...boundsTable(limitTable),
  '',
  '## Numbers of the APIs',
  '',
  'These are the same for all: what a world answers may not depend on its server.',
  '',
  ...boundsTable(contractTable),
  '',
];

const boundsTable = (table: Readonly<Record<string, Bound>>): readonly string[] => [
  '| name | value | unit | of what | rule |',
  '|---|---|---|---|---|',
  ...Object.entries(table).map(([name, { value, unit, about, rule }]) => `| \`${name}\` | ${value} | ${unit} | ${about} | \`${rule}\` |`),
];

/** The first run of every scenario file, in order of the files' names. */
export const allScenarios = (top: string): readonly Scenario[] => {
  if (readdirSync(join(top, 'scenarios')).length === 0) return [];
  return scenarioFiles([join(top, 'scenarios')]).flatMap((file) => {
    const parsed = parseScenario(file, readText(file), readerFor(file));
    if (isLeft(parsed)) throw new Error(`${file} cannot be read: ${parsed.left[0]?.message}`);
    return parsed.right.slice(0, 1);
  });
};
