import { isLeft } from 'fp-ts/lib/Either.js';
import type { Json, JsonObject } from '../../kernel/canonical.ts';
import { withTables } from '../file/fillTables.ts';
import { readYaml } from '../format/yamlFile.ts';
import type { Reader } from '../scenario.ts';

/**
 * The data of a scenario file with the parts of its world that it includes from other files, and the values of the tables that these name.
 * Unreadable parts stay as they are written: `parseScenario` reports their problems.
 */
export const wholeData = (data: Json, file: string, read: Reader, within: readonly string[] = []): Json => {
  if (data === null || typeof data !== 'object' || Array.isArray(data)) return data;
  const { world, ...rest } = data as JsonObject;
  const { include, ...own } = (world ?? {}) as JsonObject;
  if (typeof include !== 'string') return data;
  const path = [...file.split('/').slice(0, -1), ...include.split('/').filter((part) => part !== '.')].join('/');
  if (within.includes(path)) return data;
  const text = read(path);
  const yaml = text === undefined ? undefined : readYaml(path, text);
  if (yaml === undefined || isLeft(yaml)) return data;
  const filled = withTables(yaml.right, yaml.right.data, read, ['world']);
  if (isLeft(filled)) return data;
  const { world: included } = wholeData({ world: filled.right }, path, read, [...within, path]) as JsonObject;
  return { ...rest, world: { ...(included as JsonObject), ...own } };
};
