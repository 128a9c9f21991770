import { type SchemaNode, scenarioParts } from '../../../engine/process/index.ts';
import { listForms } from '../../cli/look/schemaKeys.ts';
import type { Section } from './section.ts';

/** Parts of scenarios that other places have, too. */
const again: Readonly<Record<string, string>> = {
  'steps.steps': 'steps',
  'steps.settings': 'world.settings',
  'inputs.with': 'steps.with',
  'inputs.expect': 'steps.expect',
  'inputs.settings': 'world.settings',
  'load.steps.with': 'steps.with',
  'load.with': 'steps.with',
  'properties.while': 'properties.always',
  'properties.sometimes': 'properties.never',
  'properties.reachable': 'properties.never',
  'world.endpoints.handler.tokens.output': 'world.endpoints.handler.tokens.prompt',
  'world.endpoints.handler.answers.chunks': 'world.endpoints.handler.chunks',
};

/** The parts of scenarios in other files, by their names there. */
const elsewhere: Readonly<Record<string, string>> = {
  scenario: '',
  solution: 'steps',
  goal: 'assert',
  keeps: 'assert',
  ...Object.fromEntries(scenarioParts.filter(({ path }) => path !== '').map(({ path }) => [path.split('.').at(-1), path])),
};

/** Names that mean something else there. */
const ownNames = ['lessons:steps', 'studies:seeds', 'studies:goal', 'lessons:title'];

/** Where the values of a schema are described, if that is on another page, or elsewhere on this one. */
export const linkTo = (node: SchemaNode, { source, part }: Section, path: readonly string[]): string | undefined => {
  if (isDistribution(node)) return source.name === 'distribution' ? undefined : '[duration that is drawn](distributions.md)';
  if (source.name === 'studies' && path[0] === 'goal' && path.length === 2 && node.properties !== undefined)
    return 'bounds: `lte`, `gte`, and `in` for a share';
  const text = path.join('.');
  const name = path.at(-1) ?? '';
  if (text === part.path || ownNames.includes(`${source.name}:${text}`)) return undefined;
  if (node.type === 'integer') return undefined;
  const at = source.name === 'scenario' ? (again[text] ?? text) : elsewhere[name];
  const found = scenarioParts.find((one) => one.path === at);
  if (found === undefined || source.name === 'distribution') return undefined;
  const isList = listForms(node).some(({ items }) => items !== undefined);
  return `${isList ? 'list of: ' : ''}[${found.what}](${found.page}.md#${found.what.toLowerCase().replaceAll(' ', '-')})`;
};

const isDistribution = (node: SchemaNode): boolean =>
  node.$ref === '#/definitions/distribution' || node.anyOf?.[0]?.$ref === '#/definitions/distribution';
