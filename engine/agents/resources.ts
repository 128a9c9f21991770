import { z } from 'zod';
import { findOperation } from '../api/operations.ts';
import { entities, kinds } from '../cloud/entities.ts';
import { findRule, type Rule, rules } from '../cloud/rulebook/rules.ts';
import { lifecycleTable } from '../world/reports/explain/lifecycleText.ts';
import { callable } from './request.ts';

/** A text that an agent may read. Resources with a `{name}` in their address are one for each name. */
export interface ResourceText {
  readonly uri: string;
  readonly name: string;
  readonly description: string;
}

/** What is known without any file: rules, lifecycles, operations. */
export const resources: readonly ResourceText[] = [
  { uri: 'podsim://rules', name: 'The rules', description: 'The id and the text of every rule of the platform' },
  { uri: 'podsim://rules/{id}', name: 'A rule', description: 'A rule with its evidence, and where the simulator falls short of it' },
  { uri: 'podsim://lifecycles/{kind}', name: 'A lifecycle', description: `Statuses and events of a kind of entity: ${kinds.join(', ')}` },
  { uri: 'podsim://operations', name: 'The operations', description: 'Every operation that `call` takes' },
  { uri: 'podsim://operations/{id}', name: 'An operation', description: 'Its path, and the schemas of its query and its body' },
];

/** The text of a resource; undefined where there is none. */
export const readResource = (uri: string): string | undefined => {
  const [, room, name] = /^podsim:\/\/(rules|lifecycles|operations)(?:\/(.+))?$/.exec(uri) ?? [];
  const kind = kinds.find((one) => one === name);
  if (room === 'rules') return name === undefined ? rules.map(lineOfRule).join('\n') : textOfRule(findRule(name));
  if (room === 'lifecycles') return kind === undefined ? undefined : lifecycleTable(entities[kind].lifecycle);
  if (room === 'operations') return name === undefined ? callable.map(lineOfOperation).join('\n') : textOfOperation(name);
  return undefined;
};

const lineOfRule = ({ id, text }: Rule): string => `${id}: ${text}`;

const textOfRule = (rule: Rule | undefined): string | undefined => {
  if (rule === undefined) return undefined;
  const { id, group, text, source, caveat } = rule;
  return [`${id} (${group})`, text, `Evidence: ${source}`, ...(caveat === undefined ? [] : [`Caveat: ${caveat}`])].join('\n');
};

const lineOfOperation = (id: string): string => {
  const row = findOperation(id);
  return `${id}: ${row?.methods[0]} ${row?.path} – ${row?.summary}`;
};

const textOfOperation = (id: string): string | undefined => {
  const row = callable.includes(id) ? findOperation(id) : undefined;
  if (row === undefined) return undefined;
  const { query, body, rules: cited } = row;
  return [
    lineOfOperation(id),
    ...(query === undefined ? [] : [`query: ${schemaText(query)}`]),
    ...(body === undefined ? [] : [`body: ${schemaText(body)}`]),
    `rules: ${cited.join(', ')}`,
  ].join('\n');
};

const schemaText = (schema: z.ZodType): string => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return JSON.stringify(rest);
};
