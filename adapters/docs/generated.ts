import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isLeft } from 'fp-ts/lib/Either.js';
import {
  deciders,
  invariants,
  lifecycleMermaid,
  parseScenario,
  type Rule,
  rules,
  type Scenario,
  scenarioJsonSchema,
} from '../../engine/index.ts';
import { readerFor, readText, scenarioFiles } from '../cli/files.ts';

/** Every file that is made from the code, or holds blocks that are, as it should read now. Paths from the project's top. */
export const generatedFiles = (top: string): ReadonlyMap<string, string> => {
  const readme = readFileSync(join(top, 'README.md'), 'utf8');
  return new Map([
    ['scenarios/scenario.schema.json', `${JSON.stringify(scenarioJsonSchema(), null, 2)}\n`],
    ['scenarios/README.md', catalogue(top)],
    ['README.md', withBlocks(readme, readmeBlocks(top))],
  ]);
};

/** Replaces what stands between `<!-- begin NAME -->` and `<!-- end NAME -->`; every block must be there. */
export const withBlocks = (text: string, blocks: ReadonlyMap<string, string>): string =>
  [...blocks].reduce((whole, [name, content]) => {
    const [begin, end] = [`<!-- begin ${name} -->`, `<!-- end ${name} -->`];
    const [from, to] = [whole.indexOf(begin), whole.indexOf(end)];
    if (from === -1 || to < from) throw new Error(`the block ${name} is missing`);
    return `${whole.slice(0, from + begin.length)}\n${content}\n${whole.slice(to)}`;
  }, text);

const readmeBlocks = (top: string): ReadonlyMap<string, string> =>
  new Map([
    ['job lifecycle', mermaid('job')],
    ['worker lifecycle', mermaid('worker')],
    ['first scenario', fenced('yaml', readFileSync(join(top, firstScenario), 'utf8'))],
    ['first timeline', fenced('text', readFileSync(join(top, firstScenario.replace('.scenario.yaml', '.timeline.txt')), 'utf8'))],
    ['library example', fenced('ts', readFileSync(join(top, 'test/readmeExample.ts'), 'utf8').replace('../engine/index.ts', 'podsim'))],
    ['invariants', invariants.map(({ name, about }) => `- \`${name}\`: ${about}`).join('\n')],
    ['policy rules', policyRules()],
  ]);

const firstScenario = 'scenarios/jobs/retry-after-failure.scenario.yaml';

const mermaid = (kind: 'job' | 'worker'): string => fenced('mermaid', lifecycleMermaid(deciders[kind].lifecycle));

const fenced = (language: string, text: string): string => `\`\`\`${language}\n${text.trimEnd()}\n\`\`\``;

/** The rules of the queue that rest on nothing public. */
const policyRules = (): string =>
  rules
    .filter(
      ({ source, group }) =>
        source === 'policy' &&
        (group === 'jobs and the queue API' || group.startsWith('serverless') || group.startsWith('auth') || group === 'faults'),
    )
    .map(({ id, text }) => `- \`${id}\`: ${text}`)
    .join('\n');

/** `scenarios/README.md`: which scenarios teach which rule, and the rules that none teaches yet. */
const catalogue = (top: string): string => {
  const scenarios = allScenarios(top);
  const teaching = (id: string) => scenarios.filter(({ spec }) => spec.teaches?.includes(id) === true);
  const groups = [...new Set(rules.map(({ group }) => group))];
  const sections = groups.flatMap((group) => {
    const taught = rules.filter((rule) => rule.group === group && teaching(rule.id).length > 0);
    if (taught.length === 0) return [];
    return [`## ${group}`, '', '| rule | scenarios |', '|---|---|', ...taught.map((rule) => taughtRow(rule, teaching(rule.id))), ''];
  });
  const untaught = rules.filter(({ id }) => teaching(id).length === 0).map(({ id }) => `\`${id}\``);
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
  ].join('\n');
};

const taughtRow = ({ id }: Rule, scenarios: readonly Scenario[]): string =>
  `| \`${id}\` | ${scenarios.map(({ file, spec }) => `[${spec.title.replaceAll('|', '\\|')}](${file.replace(/^.*?scenarios\//, '')})`).join('<br>')} |`;

/** The first run of every scenario file, in order of the files' names. */
export const allScenarios = (top: string): readonly Scenario[] => {
  if (readdirSync(join(top, 'scenarios')).length === 0) return [];
  return scenarioFiles([join(top, 'scenarios')]).flatMap((file) => {
    const parsed = parseScenario(file, readText(file), readerFor(file));
    if (isLeft(parsed)) throw new Error(`${file} cannot be read: ${parsed.left[0]?.message}`);
    return parsed.right.slice(0, 1);
  });
};
