import { findOperation } from '../api/operations.ts';
import { pathParams } from '../api/reading/pathParams.ts';
import { readSchemaNode, type SchemaNode } from '../api/reading/schemaNode.ts';
import type { Kind, StateOf } from '../cloud/entities.ts';
import type { Json } from '../kernel/canonical.ts';
import { formatDuration, type VirtualTime } from '../kernel/time.ts';
import { writeYaml } from '../scenario/format/yamlFile.ts';

/** A call as scenarios and changes write it. */
export interface ActCall {
  readonly act: string;
  readonly with?: Json;
}

/** The call that does to an entity what `possible` lists for it: an operation, or an action of a pod. Its body is as far as it can be known. */
export const callFor = (kind: Kind, entity: StateOf<Kind>, action: string): ActCall => {
  const act = kind === 'pod' && findOperation(action) === undefined ? 'podAction' : action;
  const ids = { ...('endpointId' in entity ? { endpoint: entity.endpointId } : {}), [kind]: entity.id };
  const named = fillPathNames(act, ids);
  if (act === 'podAction') return { act, with: { ...named, body: { action } } };
  const body = bodyFor(act, entity as object);
  return { act, with: { ...named, ...(body === undefined ? {} : { body }) } };
};

/** A call of an operation with everything left open that it needs. */
export const emptyCall = (act: string): ActCall => {
  const body = bodyFor(act, {});
  const params = pathParams(findOperation(act)?.path ?? '').map((param) => findOperation(act)?.resolves?.[param] ?? param);
  const written = { ...Object.fromEntries(params.map((param) => [param, ''])), ...(body === undefined ? {} : { body }) };
  return Object.keys(written).length === 0 ? { act } : { act, with: written };
};

/** The text of a change, as `podsim log compare --change` reads it from a file. */
export const changeText = (at: VirtualTime, call: ActCall): string => writeYaml({ at: formatDuration(Number(at)), ...call });

/** A dollar would begin a variable. */
const escapeDollars = (text: string): string => text.replaceAll('$', '$$$$');

/** The ids that the path of an operation needs. */
const fillPathNames = (act: string, ids: Readonly<Record<string, string>>): { readonly [name: string]: string } =>
  Object.fromEntries(
    Object.values(findOperation(act)?.resolves ?? {}).flatMap((kind) => {
      const id = ids[kind];
      return id === undefined ? [] : [[kind, escapeDollars(id)]];
    }),
  );

/** A body with what it must have; for an update with what the entity has now. */
const bodyFor = (act: string, entity: object): Json | undefined => {
  const schema = findOperation(act)?.body;
  if (schema === undefined) return undefined;
  if (act === 'setHandler') return { duration: { fixed: '2s' } };
  if (act.startsWith('update')) return readCurrent(readSchemaNode(schema), entity);
  const sample = makeSample(readSchemaNode(schema));
  // A body that need not have anything need not be there.
  return sample !== null && typeof sample === 'object' && Object.keys(sample).length === 0 ? undefined : sample;
};

/** Of what an update may change the numbers that belong together, such as `workers`; its name, if it has none. */
const readCurrent = ({ properties = {} }: SchemaNode, entity: object): Json => {
  const { config, shape, ...own } = entity as { readonly config?: object; readonly shape?: object };
  const known = { ...own, ...shape, ...config } as Readonly<Record<string, Json>>;
  const fields = Object.keys(properties).filter((name) => known[name] !== undefined);
  const groups = fields.filter((name) => isGroupOfNumbers(known[name]));
  const kept = groups.length > 0 ? groups : fields.filter((name) => name === 'name');
  return Object.fromEntries(kept.map((name) => [name, ownText(known[name] as Json)]));
};

const ownText = (value: Json): Json => (typeof value === 'string' ? escapeDollars(value) : value);

const isGroupOfNumbers = (value: Json | undefined): boolean =>
  value !== null &&
  typeof value === 'object' &&
  !Array.isArray(value) &&
  Object.keys(value).length > 0 &&
  Object.values(value).every((one) => typeof one === 'number');

/** The least that such a value has. */
export const makeSample = (node: SchemaNode): Json => {
  const [first] = node.anyOf ?? node.oneOf ?? [];
  if (first !== undefined) return makeSample(first);
  const said = node.default ?? node.const ?? node.enum?.[0];
  if (said !== undefined) return said;
  switch (node.type) {
    case 'object':
      return Object.fromEntries((node.required ?? []).map((name) => [name, makeSample(node.properties?.[name] ?? {})]));
    case 'array':
      return [];
    case 'integer':
    case 'number':
      return node.minimum ?? 1;
    case 'boolean':
      return true;
    default:
      return '';
  }
};
