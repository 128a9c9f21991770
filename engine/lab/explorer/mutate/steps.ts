import type { Operation } from '../../../api/operation.ts';
import { pathParams } from '../../../api/reading/pathParams.ts';
import { kindCreatedBy } from '../../../cloud/entities.ts';
import type { Json } from '../../../kernel/canonical.ts';
import type { Choice } from '../choice.ts';
import type { StoryStep } from '../story.ts';
import { bodyFor, changeBody } from './bodies.ts';
import type { Names } from './names.ts';
import { type PropertyChances, usualChances } from './propertyChances.ts';

/** Makes a step that calls an operation, with the names known at its place. */
export const stepFor = (row: Operation, names: Names, number: number, choice: Choice, propertyChances = usualChances): StoryStep => {
  const kind = kindCreatedBy(row.id);
  const written = {
    ...chooseParams(row, names, choice),
    ...(row.passesOn === true ? { method: choice.of(row.methods), path: 'ping' } : {}),
    ...(row.body === undefined || row.passesOn === true
      ? {}
      : { body: escapeDollars(bodyFor(row.body, choice, referenceIn(names, choice), propertyChances), variablesIn(names)) }),
    ...(submits(row) && choice.happens(1, 2) ? { handler: choice.of(handlers) } : {}),
  };
  return {
    act: row.id,
    ...(Object.keys(written).length === 0 ? {} : { with: written as Json }),
    ...(kind === undefined ? {} : { save: { [`${kind}${number}`]: 'id' } }),
  };
};

/** Changes one property in the body of a step's request. Undefined if the body has no properties. */
export const withChangedBody = (
  step: StoryStep,
  { body }: Operation,
  names: Names,
  choice: Choice,
  propertyChances: PropertyChances,
): StoryStep | undefined => {
  const request = (step['with'] ?? {}) as { readonly [part: string]: Json };
  if (body === undefined || request['body'] === undefined) return undefined;
  const before = request['body'] as { readonly [property: string]: Json };
  const changed = changeBody(body, before, choice, referenceIn(names, choice), propertyChances);
  if (changed === undefined) return undefined;
  // The text that was there before is escaped already.
  const variables = variablesIn(names);
  const fields = Object.entries(changed).map(([name, value]) => [name, value === before[name] ? value : escapeDollars(value, variables)]);
  return { ...step, with: { ...request, body: Object.fromEntries(fields) } };
};

const submits = ({ id, passesOn }: Operation): boolean => id === 'run' || id === 'runsync' || passesOn === true;

/** The values of the operation's path parameters. Most calls are about the newest entity; a few about none. */
const chooseParams = ({ path, resolves = {} }: Operation, names: Names, choice: Choice): { readonly [kind: string]: Json } =>
  Object.fromEntries(
    pathParams(path).flatMap((parameter) => {
      if (parameter === 'path') return [];
      const kind = resolves[parameter] ?? parameter;
      return [
        [
          kind,
          cataloged[kind] === undefined ? chooseName(kind === 'resourceId' ? 'pod' : kind, names, choice) : choice.of(cataloged[kind]),
        ],
      ];
    }),
  );

const cataloged: Readonly<Record<string, readonly string[]>> = {
  gpuType: ['NVIDIA GeForce RTX 4090', 'NVIDIA A40'],
  cpuType: ['cpu3c', 'cpu3m'],
  dataCenter: ['EU-RO-1', 'US-KS-2'],
  resourceType: ['POD'],
};

const chooseName = (kind: string, names: Names, choice: Choice): string => {
  const known = names.get(kind) ?? [];
  if (known.length === 0 || choice.happens(1, 20)) return 'nowhere';
  return choice.happens(1, 2) ? (known.at(-1) as string) : choice.of(known);
};

/** Properties of bodies that name other entities. */
const references: Readonly<Record<string, string>> = {
  templateId: 'template',
  volumeId: 'volume',
  registry: 'registry',
  resourceId: 'pod',
};

const referenceIn =
  (names: Names, choice: Choice) =>
  (property: string): Json | undefined => {
    if (property === 'networkVolumes') return (names.get('volume') ?? []).slice(-1);
    const kind = references[property];
    return kind === undefined ? undefined : chooseName(kind, names, choice);
  };

const variablesIn = (names: Names): ReadonlySet<string> => new Set([...names.values()].flat().filter((name) => name.startsWith('$')));

/** Dollar signs that are no variables are doubled. */
const escapeDollars = (value: Json, variables: ReadonlySet<string>): Json => {
  if (typeof value === 'string') return variables.has(value) ? value : value.replaceAll('$', '$$$$');
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map((item: Json) => escapeDollars(item, variables));
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, escapeDollars(field as Json, variables)]));
};

/** How a job differs from the endpoint's others. */
export const handlers: readonly Json[] = [
  { outcomes: ['fail', 'complete'] },
  { outcomes: ['fail'] },
  { outcomes: ['crash'] },
  { outcomes: ['hang'] },
  { duration: { fixed: '0s' } },
  { duration: { fixed: '40s' } },
  { duration: { fixed: '30s' }, chunks: { count: 3, every: '1s' } },
];
