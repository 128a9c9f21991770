import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { taskJsonSchema } from '../../../engine/agents/index.ts';
import { settingRows } from '../../../engine/cloud/index.ts';
import { jobsJsonSchema, observationJsonSchema } from '../../../engine/lab/fidelity/index.ts';
import { lessonJsonSchema } from '../../../engine/lab/lesson/index.ts';
import { studyJsonSchema } from '../../../engine/lab/study/index.ts';
import { referencePage, type SchemaNode, scenarioParts } from '../../../engine/process/index.ts';
import { scenarioJsonSchema } from '../../../engine/scenario/index.ts';
import { allLessons, courseText } from '../lessons.ts';
import { Examples } from './examples.ts';
import { inlineReferences } from './inlineReferences.ts';
import { lifecyclesText } from './lifecycles.ts';
import { namesText } from './names.ts';
import { type KeyRow, listRows, sectionText } from './page.ts';
import type { FileSource, Section } from './section.ts';
import { controlPlaneText, measuresText } from './tables.ts';

interface ReferencePage {
  readonly name: string;
  readonly title: string;
  readonly intro: string;
  readonly sections: readonly Section[];
}

/** `docs/reference/`: every key of every file that people write, by part; and the names that they take. */
export const referencePages = (top: string): ReadonlyMap<string, string> => {
  const pages = allPages(top);
  return new Map([
    [referencePage('README'), indexText(pages)],
    ...pages.map((page) => [referencePage(page.name), pageText(page)] as const),
    [referencePage('names'), namesText()],
    [referencePage('lifecycles'), lifecyclesText()],
    [referencePage('course'), courseText(allLessons(top))],
    [referencePage('measures'), measuresText()],
    [referencePage('control-plane'), controlPlaneText()],
  ]);
};

/** Every row of the reference, for the test that reads their examples by their schemas. */
export const referenceRows = (top: string): readonly KeyRow[] => allPages(top).flatMap(({ sections }) => sections.flatMap(listRows));

const allPages = (top: string): readonly ReferencePage[] => {
  const scenarios = Examples.below(top, ['scenarios', 'test/examples'], '.scenario.yaml', exampleBlocks(top));
  const settings = new Map(settingRows().map(({ name, value }) => [`world.settings.${name}`, value]));
  const schema = inlineReferences(scenarioJsonSchema() as SchemaNode);
  const scenario: FileSource = {
    name: 'scenario',
    schema,
    example: (path) => scenarios.shortest(path),
    byDefault: (path) => settings.get(path.join('.')),
  };
  const distribution: FileSource = {
    name: 'distribution',
    schema: schema.definitions?.['distribution'] ?? {},
    example: (path) => scenarios.shortestAnywhere(path),
  };
  const drawn: Section = { source: distribution, part: { path: '', what: 'a duration that is drawn' } };
  return [
    ...ofScenarios.map(({ name, title, intro }): ReferencePage => {
      const parts = scenarioParts.filter(({ page }) => page === name).map((part) => ({ source: scenario, part }));
      return { name, title, intro, sections: name === 'distributions' ? [drawn, ...parts] : parts };
    }),
    ...ofOthers.map(({ name, title, intro, what, make, folder, ending }): ReferencePage => {
      const files = Examples.below(top, [folder], ending);
      const source: FileSource = { name, schema: inlineReferences(make() as SchemaNode), example: (path) => files.shortest(path) };
      return { name, title, intro, sections: [{ source, part: { path: '', what } }] };
    }),
  ];
};

/** The YAML of the pages, which tests read, too. */
const exampleBlocks = (top: string): readonly string[] =>
  readdirSync(join(top, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .flatMap((name) => [...readFileSync(join(top, 'docs', name), 'utf8').matchAll(/^```yaml\n(.*?)^```/gms)].map(([, text = '']) => text));

const scenarios = (anchor: string): string => `[Scenarios](../scenarios.md${anchor}) explains them.`;

// biome-ignore format: a table
const ofScenarios = [
  { name: 'scenario',      title: 'Scenarios',            intro: `The keys of a file NAME.scenario.yaml. ${scenarios('')}` },
  { name: 'world',         title: 'Worlds',               intro: 'What there is when a scenario begins, a server starts (`podsim serve --world`), or a test makes a world (`createWorld({ world })`).' },
  { name: 'settings',      title: 'Settings',             intro: 'Numbers of the platform. [Fidelity](../../engine/FIDELITY.md) says what each rests on.' },
  { name: 'endpoints',     title: 'Endpoints',            intro: 'An endpoint as `POST /v2/serverless` takes it, with everything optional but its id.' },
  { name: 'handlers',      title: 'Handlers',             intro: 'What the jobs of an endpoint do, instead of running. [Several jobs on one worker](../concurrency.md) explains `concurrency`, `sharing` and `tokens`; [Real workers](../workers.md) `external`.' },
  { name: 'distributions', title: 'What is drawn',        intro: 'Durations and numbers that differ from job to job. [Determinism](../determinism.md) says how draws are keyed.' },
  { name: 'steps',         title: 'Steps',                intro: `Calls, and what their answers must be. ${scenarios('')}` },
  { name: 'loads',         title: 'Loads',                intro: `Many calls, by a model of when they arrive: exactly one of \`constant\`, \`poisson\`, \`renewal\`, \`ramp\`, \`piecewise\`, \`burst\`, \`trace\` and \`closed\`. ${scenarios('')}` },
  { name: 'faults',        title: 'Faults',               intro: 'What goes wrong. A fault is written in words, or under `exactly` as the log stores it.' },
  { name: 'assertions',    title: 'Assertions',           intro: `What a run must have shown at its end. Each has one of the forms \`sequence\`, \`count\`, \`never\` and \`metric\`. ${scenarios('')}` },
  { name: 'properties',    title: 'Properties',           intro: 'What holds in a scenario, and in every variation of it. [Exploring](../exploring.md) explains them.' },
  { name: 'inputs',        title: 'Inputs',               intro: 'What came from outside, instead of steps and loads: `podsim log record` writes it from a log.' },
];

// biome-ignore format: a table
const ofOthers = [
  { name: 'studies',      title: 'Studies',         intro: '[Studies](../studies.md) explains them.',                      what: 'a study',          make: studyJsonSchema,       folder: 'scenarios/studies',  ending: '.study.yaml' },
  { name: 'lessons',      title: 'Lessons',         intro: '[Lessons](../lessons.md) explains them.',                      what: 'a lesson',         make: lessonJsonSchema,      folder: 'scenarios/lessons',  ending: '.lesson.yaml' },
  { name: 'tasks',        title: 'Tasks',           intro: '[Agents](../agents.md) explains them.',                        what: 'a task',           make: taskJsonSchema,        folder: 'scenarios/tasks',    ending: '.task.yaml' },
  { name: 'jobs',         title: 'Jobs to observe', intro: '[How true are the times?](../fidelity.md) explains them.',     what: 'a file of jobs',   make: jobsJsonSchema,        folder: 'test/examples',      ending: '.jobs.yaml' },
  { name: 'observations', title: 'Observations',    intro: '[Contribute what you saw](../contributing-facts.md) explains them.', what: 'an observation',   make: observationJsonSchema, folder: 'scenarios/observed', ending: '.yaml' },
];

const generated =
  'Generated by `npm run generate` from the schemas that check the files; the examples are from files of the repository, or read by a test.';

const pageText = ({ title, intro, sections }: ReferencePage): string =>
  [`# ${title}`, '', `${generated} [All pages of the reference](README.md).`, '', intro, '', ...sections.map(sectionText)].join('\n');

/** The first page: which part is on which page. */
const indexText = (pages: readonly ReferencePage[]): string =>
  [
    '# The reference of the format',
    '',
    'Every key of the files that people write, with its type, its default and an example.',
    generated,
    '',
    'A duration is written `500ms`, `8s`, `1h30m`. A default of *none* says that nothing stands for what is not given. Unknown keys are errors, and the',
    'message names the page. An editor completes all of this, within `{ }` once a letter is there, where the first line of a file is',
    '`# yaml-language-server: $schema=scenario.schema.json`, with what `podsim spec schema` prints.',
    '',
    '| page | keys of |',
    '|---|---|',
    ...pages.map(({ name, title, sections }) => `| [${title}](${name}.md) | ${sections.map(({ part }) => part.what).join(', ')} |`),
    '| [Names](names.md) | operations, events, data centers, GPU types, invariants: what may stand where a name is asked for |',
    '| [Lifecycles](lifecycles.md) | statuses, and the events that lead from one to the next |',
    '| [The course](course.md) | the lessons, with the rules that they show |',
    '| [Measures](measures.md) | what assertions, lessons, studies and results measure |',
    '| [The control plane](control-plane.md) | the routes below `/_podsim/v1/` |',
    '',
    '`podsim spec operations` lists what a step may call, and `podsim spec operations NAME` what it takes.',
    '',
  ].join('\n');
