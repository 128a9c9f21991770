import { type Either, isLeft, left } from 'fp-ts/lib/Either.js';
import type { z } from 'zod';
import { readNaming } from '../../api/names/readNaming.ts';
import { type FlatIssue, flatIssues } from '../../api/reading/issues.ts';
import { oneOf } from '../../api/reading/issueWords.ts';
import type { Json } from '../../kernel/canonical.ts';
import { askWhetherMeant, nearestTo, suggestion, unknownChoice } from '../../kernel/collections/nearest.ts';
import { type FileProblem, limitProblems } from '../format/problem.ts';
import { namesUsed, valueAt } from '../format/variables.ts';
import type { YamlFile } from '../format/yamlFile.ts';
import type { ScenarioSpec } from './format.ts';
import { partAt, referencePage } from './parts.ts';
import { listNames, namesTaking, type SchemaNode, scenarioNodes } from './schema.ts';

/** The facts about a kind of files that messages need. */
export interface FileKind {
  /** Lists the values allowed at a path of the file. */
  readonly nodesFor: (path: readonly (string | number)[]) => readonly SchemaNode[];
  readonly what: string;
  /** The page of `docs/reference/` that begins with its keys. */
  readonly page: string;
}

export const scenarioFile: FileKind = { nodesFor: scenarioNodes, what: 'a scenario', page: 'scenario' };

/** Checks a part of a file, which begins at `base`, against a schema: its value, or everything that is wrong with it. */
export const checkPart = <Schema extends z.ZodType>(
  source: YamlFile,
  schema: Schema,
  data: Json | undefined,
  base: readonly (string | number)[] = [],
  kind: FileKind = scenarioFile,
): Either<readonly FileProblem[], z.output<Schema>> => {
  const parsed = readNaming(schema, data);
  if (!isLeft(parsed)) return parsed;
  const issues = flatIssues(parsed.left, base).flatMap((issue) =>
    issue.isGuessed ? [] : issue.unknownKeys === undefined ? [issue] : issue.unknownKeys.map((key) => ({ ...issue, unknownKeys: [key] })),
  );
  return left(limitProblems(issues, (issue) => fileProblem(source, issue, valueAt(data, issue.path.slice(base.length).map(String)), kind)));
};

/** An unknown key is reported at its place, with the nearest name that is known there. */
const fileProblem = (source: YamlFile, issue: FlatIssue, value: Json | undefined, kind: FileKind): FileProblem => {
  const { path, unknownKeys } = issue;
  const { file } = source;
  const where = path.length === 0 ? '' : `${path.join('.')}: `;
  const key = unknownKeys?.[0];
  if (key === undefined) return { file, ...source.placeOf(path), message: `${where}${valueWords(issue, value, source, kind)}` };
  return { file, ...source.placeOfKey(path, key), message: `${where}${unknownKeyWords(key, valueAt(value, [key]), path, kind)}` };
};

/** Describes the problem of a value: with the nearest of its choices, or with the variable that was not filled in. */
const valueWords = ({ message, choices = [], path }: FlatIssue, value: Json | undefined, { data }: YamlFile, kind: FileKind): string => {
  const shape = shapeWords(message, path, kind);
  if (typeof value !== 'string' || shape !== '') return `${describeBounds(message)}${shape}`;
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
  return message.startsWith(oneOf) ? unknownChoice(value, choices, findPage(path.slice(0, -1), kind)) : describeBounds(message);
};

/** Names the bounds of a value outside of them: the words of the APIs are those of their platform. */
const describeBounds = (message: string): string => {
  const [, keyword = '', unit, got, bound] =
    /^(min|max|exclusiveMin|exclusiveMax)(?:imum|(Length|Items|Properties)): got (.*), want (.*)$/.exec(message) ?? [];
  if (bound === undefined) return message;
  return `${unit === undefined ? 'must be' : 'must have'} ${bounds[keyword]} ${bound}${unit === undefined ? '' : ` ${units[unit]}`}; got ${got}`;
};

const bounds: Readonly<Record<string, string>> = { min: 'at least', max: 'at most', exclusiveMin: 'more than', exclusiveMax: 'less than' };
const units: Readonly<Record<string, string>> = { Length: 'letters', Items: 'items', Properties: 'keys' };

/** Shows the form of an object or a list for another value; empty if the schema wants neither. */
const shapeWords = (message: string, path: readonly (string | number)[], kind: FileKind): string => {
  if (message.endsWith(', want array')) return ': write a list, as [a, b], or each item in a line that begins with `- `';
  if (!message.endsWith(', want object')) return '';
  const names = listNames(kind.nodesFor(path)).filter((name) => name !== '$schema');
  const keys = names.length === 0 ? '' : ` with ${names.slice(0, listedMax).join(', ')}${names.length > listedMax ? ', …' : ''}`;
  return `: write ${path.length === 0 ? '`key: value` in lines' : '{ key: value, … }'}${keys}; see ${findPage(path, kind)}`;
};

/** Suggests the right place of a key that is unknown here: below one of the keys that are known here. */
const belongsTo = (key: string, path: readonly (string | number)[], known: readonly string[], { nodesFor }: FileKind): string => {
  const [first = '', ...rest] = key.split('.');
  if (rest.length > 0 && known.includes(first)) return `; write ${first}: { ${rest.join('.')}: … }`;
  if (path.at(-1) === 'with') return `; what is sent belongs to \`body\`: body: { ${key}: … }`;
  const below = known.filter((name) => listNames(nodesFor([...path, name])).includes(key)).map((name) => `\`${name}\``);
  return below.length === 0 || below.length > 3 ? '' : `; it belongs to ${below.join(' or ')}`;
};

/** Of a key that is like no other, the keys that take its value are meant. */
const unknownKeyWords = (key: string, value: Json | undefined, path: readonly (string | number)[], whole: FileKind): string => {
  const { nodesFor, ...kind } = whole;
  const nodes = nodesFor(path);
  const known = listNames(nodes);
  if (known.includes(key)) return `'${key}' cannot be combined with the other keys here`;
  const begins = ['start', 'at'].find((name) => known.includes(name));
  if (key === 'after' && begins !== undefined) return `unknown key 'after'; for when it begins, write \`${begins}: 8h\``;
  const part = path.length === 0 ? kind : partAt(path);
  const page = part === undefined ? '' : `see ${referencePage(part.page)}`;
  const all = `the keys ${part === undefined ? 'here' : `of ${part.what}`} are ${known.filter((name) => name !== '$schema').join(', ')}`;
  const taking = typeof value === 'string' && nearestTo(key, known).length === 0 ? namesTaking(nodes, value) : [];
  const meant = taking.map((name) => `'${name}'`).join(' or ');
  const alike = taking.length === 0 ? askWhetherMeant(key, known) : `; did you mean ${meant}, which can be ${value}?`;
  const near = alike === '' ? belongsTo(key, path, known, whole) : alike;
  const listed = [known.length === 0 || (near !== '' && known.length > listedMax) ? '' : all, page]
    .filter((text) => text !== '')
    .join('; ');
  return `unknown key '${key}'${near}${listed === '' ? '' : near === '' ? `; ${listed}` : ` (${listed})`}`;
};

/** Beside a near key, more keys than this are not listed. */
const listedMax = 12;

/** The page with the keys of the part that a path leads to; the one of the file where no part is. */
const findPage = (path: readonly (string | number)[], { page }: FileKind): string => referencePage(partAt(path)?.page ?? page);
