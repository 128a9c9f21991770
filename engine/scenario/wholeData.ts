import { isLeft } from 'fp-ts/lib/Either.js';
import type { Json } from '../kernel/canonical.ts';
import type { Reader } from './scenario.ts';
import { readYaml } from './yamlFile.ts';

type Fields = { readonly [key: string]: Json };

/**
 * The data of a scenario file with the parts of its world that it includes from other files, so that it stands alone. What cannot be
 * read stays as it is written: `parseScenario` says what is wrong with it.
 */
export const wholeData = (data: Json, file: string, read: Reader): Json => {
  if (data === null || typeof data !== 'object' || Array.isArray(data)) return data;
  const { world, ...rest } = data as Fields;
  const { include, ...own } = (world ?? {}) as Fields;
  if (typeof include !== 'string') return data;
  const path = [...file.split('/').slice(0, -1), ...include.split('/').filter((part) => part !== '.')].join('/');
  const text = read(path);
  const yaml = text === undefined ? undefined : readYaml(path, text);
  if (yaml === undefined || isLeft(yaml)) return data;
  const { world: included } = wholeData({ world: yaml.right.data }, path, read) as Fields;
  return { ...rest, world: { ...(included as Fields), ...own } };
};
