import { relative } from 'node:path';
import { notSimulated, operations } from '../../../engine/api/index.ts';
import type { Json } from '../../../engine/kernel/index.ts';
import {
  additions,
  type CalledFields,
  contracts,
  type DocumentDifference,
  documentDifferences,
  openApiDocument,
  operationKey,
  operationsIn,
  pluralize,
  readCalls,
} from '../../../engine/process/index.ts';
import { readYaml } from '../../../engine/scenario/index.ts';
import { filesBelow, readAnyText, scenarioEnding } from '../files.ts';
import { ownScenarios } from '../ownFiles.ts';
import { BadInput, exitCodes } from '../terminal/exit.ts';
import { requireKnown } from '../terminal/knownName.ts';
import { print, printJson } from '../terminal/terminal.ts';

interface ContractOptions {
  readonly json?: boolean;
}

/**
 * `podsim spec contracts`: lists the contracts, and the additions of each; with `diff`, the differences between two of them, or one and a
 * document.
 */
export const contractCommand = (
  verb: string | undefined,
  first: string | undefined,
  second: string | undefined,
  { json = false }: ContractOptions,
): number => {
  if (verb === undefined) {
    if (json) printJson({ contracts, additions, notSimulated });
    else print(additionsText() + notSimulatedText());
    return exitCodes.pass;
  }
  requireKnown(verb, ['diff'], `there is no contract ${verb}`, '`podsim spec contracts --help`');
  if (first === undefined || second === undefined)
    throw new BadInput(`diff compares two: name two of ${contracts.join(', ')}, or a document`);
  const [before, after] = [readSide(first), readSide(second)];
  const leftOut = [...apisLackedBy(before, after), ...apisLackedBy(after, before)];
  const differences = documentDifferences(before.document, after.document).filter((one) => !leftOut.some((api) => isInApi(api, one)));
  const changes = withScenarios(differences);
  if (json) printJson({ differences: changes, leftOut });
  else print(differencesText(changes, first, second, leftOut));
  return differences.length === 0 ? exitCodes.pass : exitCodes.fail;
};

const additionsText = (): string =>
  contracts
    .map((contract) => {
      const its = Object.entries(additions).filter(([, { since }]) => since === contract);
      const lines = its.map(([name, { about, source }]) => `  ${name.padEnd(14)} ${about} [${source}]\n`);
      return lines.length === 0 ? `${contract}: the interface document\n` : `${contract} adds\n${lines.join('')}`;
    })
    .join('');

/** The parts that no contract introduces. */
const notSimulatedText = (): string =>
  `not simulated\n${notSimulated.map(({ what, paths, answer }) => `  ${[what, ...paths].join(', ')}: ${answer.replaceAll('`', '')}\n`).join('')}`;

interface Side {
  readonly name: string;
  readonly document: Json;
}

/** A contract by its name, or a document in a file, which may be JSON or YAML. */
const readSide = (name: string): Side => {
  const contract = contracts.find((one) => one === name);
  if (contract !== undefined)
    return {
      name,
      document: openApiDocument(operations, { title: name, version: name, serverUrl: '', security: 'bearer', contract }) as Json,
    };
  if (/^\d{4}-\d\d$/.test(name)) requireKnown(name, contracts, `there is no contract ${name}`, '`podsim spec contracts`');
  const document = parseDocument(name, readAnyText(name));
  if (operationsIn(document).size === 0) throw new BadInput(`${name}: is no OpenAPI document: it has no operation below \`paths\``);
  return { name, document };
};

const parseDocument = (file: string, text: string): Json => {
  if (!/^\s*[{[]/.test(text)) {
    const yaml = readYaml(file, text);
    if ('left' in yaml) throw new BadInput(`${file}: ${yaml.left.map(({ line, message }) => `line ${line}: ${message}`).join('\n')}`);
    return yaml.right.data;
  }
  try {
    return JSON.parse(text) as Json;
  } catch (error) {
    throw new BadInput(`${file}: is no JSON: ${(error as Error).message}`);
  }
};

type Api = (typeof operations)[number]['api'];

/** A document may be of one API only: APIs that it lacks are not compared. */
const apisLackedBy = ({ document }: Side, other: Side): readonly Api[] => {
  const [own, others] = [document, other.document].map((one) => [...operationsIn(one).keys()]);
  const apis = [...new Set(operations.map(({ api }) => api))];
  return apis.filter((api) => others?.some((key) => findApi(key) === api) && own?.every((key) => findApi(key) !== api));
};

const findApi = (key: string): Api | undefined => apiByOperation.get(key);

const apiByOperation: ReadonlyMap<string, Api> = new Map(
  operations.flatMap(({ methods, path, api }) => methods.map((method) => [operationKey(method, path), api] as const)),
);

const isInApi = (api: Api, { operation }: DocumentDifference): boolean => findApi(operation) === api;

interface DocumentedChange extends DocumentDifference {
  /** The shipped scenarios that touch it. */
  readonly scenarios: readonly string[];
}

/** Lists each difference with the scenarios that call its operation and name the difference. */
const withScenarios = (differences: readonly DocumentDifference[]): readonly DocumentedChange[] => {
  const ids = new Map(operations.flatMap(({ id, methods, path }) => methods.map((method) => [operationKey(method, path), id] as const)));
  const files = differences.length === 0 ? [] : ownCalls();
  return differences.map((difference) => {
    const id = ids.get(difference.operation);
    const called = files.filter(({ calls }) => id !== undefined && touches(calls.get(id), difference));
    return { ...difference, scenarios: called.map(({ file }) => file) };
  });
};

/** A call touches the fields that it names, and any difference inside of these. */
const touches = (named: ReadonlySet<string> | undefined, { of, name }: DocumentDifference): boolean => {
  const place = `${of} ${name.replaceAll('[]', '')}`;
  return named !== undefined && (of === 'operation' || named.has(place) || [...named].some((one) => one.startsWith(`${place}.`)));
};

interface CallingFile {
  readonly file: string;
  readonly calls: CalledFields;
}

/** Read once, because there are many. */
let callingFiles: readonly CallingFile[] | undefined;

const ownCalls = (): readonly CallingFile[] => {
  const folder = ownScenarios();
  if (folder === undefined) return [];
  callingFiles ??= filesBelow(folder, [scenarioEnding]).map((file) => ({
    file: relative('.', file),
    calls: readCalls(file, readAnyText(file)),
  }));
  return callingFiles;
};

const differencesText = (changes: readonly DocumentedChange[], first: string, second: string, leftOut: readonly Api[]): string => {
  const different = [...new Set(changes.map(({ operation }) => operation))];
  const shown = different.map((operation) => {
    const its = changes.filter((one) => one.operation === operation);
    const files = [...new Set(its.flatMap(({ scenarios }) => scenarios))];
    const lines = its.map((one) => `  ${differenceText(one)}\n`);
    return `\n${operation}\n${lines.join('')}${files.map((file) => `  touched by ${file}\n`).join('')}`;
  });
  const without = leftOut.map((api) => `not compared: the ${api} API, of which one of them has nothing\n`).join('');
  if (changes.length === 0) return `nothing differs\n${without}`;
  const differ = different.length === 1 ? 'differs' : 'differ';
  return `${pluralize(different.length, 'operation')} ${differ}: - only ${first} says so, + only ${second}\n${without}${shown.join('')}`;
};

const differenceText = ({ of, name, was, is }: DocumentDifference): string => {
  const what = `${of}${name === '' ? '' : ` ${name}`}`;
  if (was === undefined) return `+ ${[what, ...(is ?? [])].join(', ')}`;
  if (is === undefined) return `- ${[what, ...was].join(', ')}`;
  return `~ ${[what, ...was.map((fact) => `- ${fact}`), ...is.map((fact) => `+ ${fact}`)].join(', ')}`;
};
