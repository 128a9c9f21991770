import { type Either, isLeft, right } from 'fp-ts/lib/Either.js';
import { settingRows } from '../../../cloud/settings.ts';
import type { Json } from '../../../kernel/canonical.ts';
import { checkPart } from '../../../scenario/file/checkPart.ts';
import type { DataPath, FileProblem } from '../../../scenario/format/problem.ts';
import { readYaml } from '../../../scenario/format/yamlFile.ts';
import { studySchema } from '../format/format.ts';
import { fieldsIn, listIn, nameIn, valueIn } from '../format/place.ts';
import { studyNodes } from '../format/schema.ts';
import { type Base, baseFrom, readBase, type StudyFiles } from './base.ts';
import { endpointPaths, parseTarget, scenarioPlaces } from './target.ts';

/** Something of a scenario that a study may vary. */
export interface VariableSetting {
  /** As a study writes it. */
  readonly name: string;
  /** The value in the scenario; for a setting that it does not have, the default; undefined for a field that it does not have. */
  readonly value: Json | undefined;
  readonly about: string;
}

/** All that can be varied in the scenario that a study names, or in a scenario file itself. */
export const parseSettingList = (
  file: string,
  text: string,
  files: StudyFiles,
): Either<readonly FileProblem[], readonly VariableSetting[]> => {
  const base = baseIn(file, text, files);
  return isLeft(base) ? base : right(settingsIn(base.right.data));
};

/** The rest of the study may be wrong: an editor asks for the settings while the study is written. */
const baseIn = (file: string, text: string, files: StudyFiles): Either<readonly FileProblem[], Base> => {
  const yaml = readYaml(file, text);
  if (isLeft(yaml)) return yaml;
  const { scenario, study } = fieldsIn(yaml.right.data, []);
  if (study === undefined && scenario === undefined) return baseFrom(yaml.right, files);
  const named = checkPart(yaml.right, studySchema.shape.scenario, scenario, ['scenario'], {
    nodesFor: studyNodes,
    what: 'a study',
    page: 'studies',
  });
  return isLeft(named) ? named : readBase(yaml.right, { scenario: named.right, study: typeof study === 'string' ? study : file }, files);
};

const settingsIn = (data: Json): readonly VariableSetting[] => [
  ...Object.entries(fieldsIn(data, ['matrix', 'variables'])).map(([name, value]) => ({
    name: `$${name}`,
    value,
    about: 'a variable of its matrix',
  })),
  ...listIn(data, ['world', 'endpoints']).flatMap((_, k) => endpointSettings(data, k)),
  ...['load', 'faults'].flatMap((list) => listIn(data, [list]).flatMap((_, k) => leavesIn(data, [list, k]))),
  ...listIn(data, ['world', 'hosts']).flatMap((_, k) => leavesIn(data, ['world', 'hosts', k])),
  ...settingRows().map(({ name, value, about }) => ({
    name,
    value: valueIn(data, ['world', 'settings', ...name.split('.')]) ?? value,
    about,
  })),
];

/** The fields of an endpoint, and the fields that it could have. */
const endpointSettings = (data: Json, k: number): readonly VariableSetting[] => {
  const written = leavesIn(data, ['world', 'endpoints', k]);
  const names = new Set(written.map(({ name }) => name));
  const others = endpointPaths().flatMap((path): readonly VariableSetting[] => {
    const place: DataPath = ['world', 'endpoints', k, ...path];
    const nodes = scenarioPlaces(place);
    const isWhole = nodes.every(({ properties, items }) => properties === undefined && items === undefined);
    const setting = settingAt(data, place);
    return isWhole && path.length <= 2 && !names.has(setting.name) && !unlikely.includes(path[0] ?? '') ? [setting] : [];
  });
  return [...written, ...others];
};

/** Fields that no figure depends on. */
const unlikely: readonly string[] = ['id', 'owner', 'name', 'image', 'args', 'env'];

/** The numbers and words below a path that can be varied. */
const leavesIn = (data: Json, path: DataPath): readonly VariableSetting[] => {
  const value = valueIn(data, path);
  if (Array.isArray(value)) return value.flatMap((_, k) => leavesIn(data, [...path, k]));
  if (value !== null && typeof value === 'object') return Object.keys(value).flatMap((key) => leavesIn(data, [...path, key]));
  const isName = unlikely.includes(String(path.at(-1))) || path.includes('with');
  return isName || scenarioPlaces(path).length === 0 ? [] : [settingAt(data, path)];
};

const settingAt = (data: Json, path: DataPath): VariableSetting => ({
  name: shortest(data, path),
  value: valueIn(data, path),
  about: scenarioPlaces(path).find(({ description }) => description !== undefined)?.description ?? '',
});

/** The shortest name that means this path. */
const shortest = (data: Json, path: DataPath): string => {
  const full = path.join('.');
  const [, item] = /^((?:world\.)?\w+\.\d+)\./.exec(full) ?? [];
  const owner = item === undefined ? undefined : nameIn(valueIn(data, item.split('.')));
  const field = item === undefined ? full : full.slice(item.length + 1);
  const names = [field, ...(owner === undefined ? [] : [`${owner}.${field}`])];
  const means = (name: string): boolean => {
    const target = parseTarget(name, data);
    return !isLeft(target) && target.right.join('.') === full;
  };
  return names.find(means) ?? full;
};
