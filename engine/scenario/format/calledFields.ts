import { isLeft } from 'fp-ts/lib/Either.js';
import type { Json, JsonObject } from '../../kernel/canonical.ts';
import { readYaml } from './yamlFile.ts';

/**
 * The calls of a file: by operation, the fields that they send, expect or save, such as `body gpu.count`, and the statuses, such as `status
 * 201`.
 */
export type CalledFields = ReadonlyMap<string, ReadonlySet<string>>;

/** Lists the calls anywhere in a file of scenarios; none if the file cannot be read. */
export const readCalls = (file: string, text: string): CalledFields => {
  const called = new Map<string, Set<string>>();
  const yaml = readYaml(file, text);
  if (!isLeft(yaml)) visit(yaml.right.data, called);
  return called;
};

const visit = (node: Json, called: Map<string, Set<string>>): void => {
  if (Array.isArray(node)) for (const one of node as readonly Json[]) visit(one, called);
  if (!isFields(node)) return;
  if (typeof node['act'] === 'string') {
    const fields = called.get(node['act']) ?? new Set<string>();
    called.set(node['act'], fields);
    const [sent, expected] = [node['with'], node['expect']].map((one) => (isFields(one) ? one : {}));
    addFields('body ', sent?.['body'], fields);
    addFields('query ', sent?.['query'], fields);
    addFields('answer ', expected?.['body'], fields);
    if (expected?.['status'] !== undefined) fields.add(`status ${String(expected['status'])}`);
    if (isFields(node['save'])) for (const path of Object.values(node['save'])) fields.add(`answer ${String(path)}`);
  }
  for (const one of Object.values(node)) visit(one, called);
};

/** Items of a list have the place of the list. */
const addFields = (place: string, node: Json | undefined, fields: Set<string>): void => {
  if (Array.isArray(node)) for (const one of node as readonly Json[]) addFields(place, one, fields);
  if (!isFields(node)) return;
  for (const [name, inner] of Object.entries(node)) {
    fields.add(`${place}${name}`);
    addFields(`${place}${name}.`, inner, fields);
  }
};

const isFields = (node: Json | undefined): node is JsonObject => typeof node === 'object' && node !== null && !Array.isArray(node);
