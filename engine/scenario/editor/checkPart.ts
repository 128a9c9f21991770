import { type Either, isLeft, left } from 'fp-ts/lib/Either.js';
import type { z } from 'zod';
import { type FlatIssue, flatIssues } from '../../api/issues.ts';
import { oneOf } from '../../api/issueWords.ts';
import { readAs } from '../../api/readAs.ts';
import type { Json } from '../../kernel/canonical.ts';
import type { ScenarioSpec } from '../format/format.ts';
import { nearestTo, suggestion, unknownChoice } from '../format/nearest.ts';
import { type FileProblem, firstOf } from '../format/problem.ts';
import { namesOf, namesTaking, type SchemaNode, scenarioNodes } from '../format/schema.ts';
import { namesUsed, valueAt } from '../format/variables.ts';
import type { YamlFile } from '../format/yamlFile.ts';

/** What may stand at a path of the file. */
type NodesFor = (path: readonly (string | number)[]) => readonly SchemaNode[];

/** Checks a part of a file, which begins at `base`, against a schema: its value, or everything that is wrong with it. */
export const checkPart = <Schema extends z.ZodType>(
  source: YamlFile,
  schema: Schema,
  data: Json | undefined,
  base: readonly (string | number)[] = [],
  nodesFor: NodesFor = scenarioNodes,
): Either<readonly FileProblem[], z.output<Schema>> => {
  const parsed = readAs(schema, data);
  if (!isLeft(parsed)) return parsed;
  const issues = flatIssues(parsed.left, base).flatMap((issue) =>
    issue.unknownKeys === undefined ? [issue] : issue.unknownKeys.map((key) => ({ ...issue, unknownKeys: [key] })),
  );
  return left(firstOf(issues, (issue) => fileProblem(source, issue, valueAt(data, issue.path.slice(base.length).map(String)), nodesFor)));
};

/** An unknown key is reported at its place, with the nearest name that is known there. */
const fileProblem = (source: YamlFile, issue: FlatIssue, value: Json | undefined, nodesFor: NodesFor): FileProblem => {
  const { path, unknownKeys } = issue;
  const { file } = source;
  const where = path.length === 0 ? '' : `${path.join('.')}: `;
  const key = unknownKeys?.[0];
  if (key === undefined) return { file, ...source.placeOf(path), message: `${where}${valueWords(issue, value, source)}` };
  return { file, ...source.placeOfKey(path, key), message: `${where}${unknownKeyWords(key, valueAt(value, [key]), nodesFor(path))}` };
};

/** What is wrong with a value: with the nearest of its choices, and with the variable that stands there unfilled. */
const valueWords = ({ message, choices = [] }: FlatIssue, value: Json | undefined, { data }: YamlFile): string => {
  if (typeof value !== 'string') return message;
  const [name] = namesUsed(value);
  if (name !== undefined) {
    const known = Object.keys((data as { readonly matrix?: ScenarioSpec['matrix'] }).matrix?.variables ?? {});
    const here = known.length === 0 ? '; the file has no `matrix`, and what steps save cannot stand here' : '';
    return `$${name} is not a variable of the matrix${suggestion(
      `$${name}`,
      known.map((one) => `$${one}`),
      'the file',
      'its variables',
    )}${here} (${message})`;
  }
  return message.startsWith(oneOf) ? unknownChoice(value, choices, '`podsim schema`') : message;
};

/** Of a key that is like no other, the keys that take its value are meant. */
const unknownKeyWords = (key: string, value: Json | undefined, nodes: readonly SchemaNode[]): string => {
  const known = namesOf(nodes);
  if (known.includes(key)) return `'${key}' cannot be combined with the other keys here`;
  const begins = ['start', 'at'].find((name) => known.includes(name));
  if (key === 'after' && begins !== undefined) return `unknown key 'after'; for when it begins, write \`${begins}: 8h\``;
  const taking = typeof value === 'string' && nearestTo(key, known).length === 0 ? namesTaking(nodes, value) : [];
  const meant = taking.map((name) => `'${name}'`).join(' or ');
  return taking.length === 0
    ? `unknown key '${key}'${suggestion(key, known, '`podsim schema`', 'the keys here')}`
    : `unknown key '${key}'; did you mean ${meant}, which can be ${value}? (\`podsim schema\` lists all)`;
};
