import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { type Operation, worldOperations } from '../../../engine/api/index.ts';
import { controlOperations } from '../../../engine/control/index.ts';
import { alignColumns, inputSchemas, pathParams, type SchemaNode } from '../../../engine/process/index.ts';
import { filesBelow, scenarioEnding } from '../files.ts';
import { ownScenarios } from '../ownFiles.ts';
import { exitCodes } from '../terminal/exit.ts';
import { requireKnown } from '../terminal/knownName.ts';
import { columnsToShow, foldLine, plain, printJson } from '../terminal/terminal.ts';
import { aboutWords, listKeys, splitDefault, typeWords } from './schemaKeys.ts';

type ListedOperation = Pick<Operation, 'id' | 'api' | 'methods' | 'path' | 'summary' | 'query' | 'body' | 'success' | 'rules'> &
  Partial<Pick<Operation, 'permission' | 'resolves' | 'passesOn' | 'whole' | 'params' | 'refuses'>>;

/**
 * `podsim spec operations`: lists the operations that a step or a test may call, and the other requests of a server; or describes one, with
 * its inputs.
 */
export const operationsCommand = (name: string | undefined, { json }: { readonly json?: boolean | undefined }): number => {
  if (name === undefined) listOperations(json === true);
  else showOperation(operationNamed(name), json === true);
  return exitCodes.pass;
};

const rows: readonly ListedOperation[] = [
  ...worldOperations,
  ...(controlOperations as readonly ListedOperation[]).filter(({ id }) => !worldOperations.some((one) => one.id === id)),
];

export const operationNames = (): readonly string[] => rows.map(({ id }) => id);

const operationNamed = (name: string): ListedOperation => {
  const known = requireKnown(name, operationNames(), `there is no operation '${name}'`, '`podsim spec operations`');
  return rows.find(({ id }) => id === known) as ListedOperation;
};

/** The purposes of the operations. */
// biome-ignore format: a table
const apis: Readonly<Record<ListedOperation['api'], string>> = {
  management: 'the management API',
  queue:      'the API of queues and load balancers',
  worker:     'what the process of a worker calls',
  control:    'the control plane: of the simulator itself, without a key',
};

const listOperations = (json: boolean): void => {
  if (json)
    return printJson({ operations: rows.map(({ id, api, methods, path, summary }) => ({ id, api, method: methods[0], path, summary })) });
  const described = alignColumns(rows.map(({ id, summary }) => [id, summary]));
  const lines = Object.entries(apis).flatMap(([api, title]) => [
    title,
    ...described.filter((_, k) => rows[k]?.api === api).map((line) => `  ${line}`),
    '',
  ]);
  show([...lines, 'A step calls one by `act: NAME`, a test by `world.call.NAME()`.', '`podsim spec operations NAME` says what it takes.']);
};

const showOperation = (row: ListedOperation, json: boolean): void => {
  const { id, methods, path, summary, permission, success, resolves = {} } = row;
  const schemas = inputSchemas(row);
  if (json) return printJson({ id, api: row.api, method: methods[0], path, summary, ...schemas, rules: row.rules });
  const params = pathParams(path).map((name) => [name, `${kindWords(resolves[name])}required`] as const);
  const lines = [
    `${id}: ${summary}`,
    `  ${methods[0]} ${path}`,
    ...(permission == null ? [] : [`  needs ${permission.level} on ${permission.group}`]),
    ...listFields('path', params),
    ...listFields('query', listSchemaFields(schemas.query)),
    ...listFields('body', listSchemaFields(schemas.body)),
    '',
    `answers ${success.status}${success.orEmpty === undefined ? '' : ` or ${success.orEmpty}`}${row.rules.length === 0 ? '' : `; its rules: ${row.rules.join(', ')}`}`,
    ...usage(row),
    ...examples(id),
  ];
  show(lines);
};

const kindWords = (kind: string | undefined): string =>
  kind === undefined ? '' : `which ${kind.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)}; `;

type Field = readonly [name: string, words: string];

const listFields = (title: string, fields: readonly Field[]): readonly string[] => {
  const width = Math.min(widthMax, Math.max(0, ...fields.map(([name]) => name.length)));
  return fields.length === 0 ? [] : ['', title, ...fields.map(([name, words]) => `  ${name.padEnd(width)}  ${words}`)];
};

/** Longer names push their words to the right. */
const widthMax = 24;

/** The keys of a schema, each with its description. */
const listSchemaFields = (schema: unknown): readonly Field[] =>
  schema === undefined
    ? []
    : listKeys([schema as SchemaNode], [], () => false).map(({ name, nodes, required, ofSome }) => {
        const { about, byDefault } = splitDefault(nodes, aboutWords(nodes));
        const type = typeWords(nodes, () => undefined).replaceAll(/\[(.*?)\]\(.*?\)|`/g, '$1');
        const need = required && !ofSome ? 'required' : byDefault === undefined ? '' : `${byDefault.replaceAll('`', '')} unless given`;
        return [name, [type, need, about].filter((part) => part !== '').join('; ')] as const;
      });

/** How it is called: in a step, and in a test. */
const usage = ({ id, path, resolves = {}, body, api, query }: ListedOperation): readonly string[] => {
  if (!worldOperations.some((one) => one.id === id)) return [];
  const params = pathParams(path);
  const names = params.map((name) => `${resolves[name] ?? name}: …`);
  const isEndpoint = (name: string): boolean => resolves[name] === 'endpoint';
  const args = params.map((name) => `${isEndpoint(name) ? 'endpoint_id' : name}: '…'`);
  const more = [...(query === undefined ? [] : ['query: { … }']), ...(body === undefined ? [] : ['body: { … }'])];
  const brace = (parts: readonly string[]): string => (parts.length === 0 ? '' : `{ ${parts.join(', ')} }`);
  const given = brace([...names, ...more]);
  return [
    '',
    'in a scenario',
    `  - act: ${id}`,
    ...(given === '' ? [] : [`    with: ${given}`]),
    'in a test',
    `  await world.call.${id}(${brace([...args, ...more])})`,
    ...(api === 'worker' ? ['  (the process of a real worker calls it by itself)'] : []),
  ];
};

/** The shipped scenarios that call it. */
const examples = (id: string): readonly string[] => {
  const folder = ownScenarios();
  if (folder === undefined) return [];
  const calls = new RegExp(`\\bact: ${id}\\b`);
  const files = filesBelow(folder, [scenarioEnding]).filter((file) => calls.test(readFileSync(file, 'utf8')));
  return files.length === 0
    ? []
    : ['', 'scenarios that call it', ...files.slice(0, examplesMax).map((file) => `  podsim run ${relative('.', file)}`)];
};

const examplesMax = 3;

/** Lines of a list, folded to the width of the terminal below their own words. */
const show = (lines: readonly string[]): void => {
  const columns = columnsToShow();
  process.stdout.write(`${lines.flatMap((line) => foldLine(plain(line), columns)).join('\n')}\n`);
};
