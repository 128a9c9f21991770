import type { DataPath } from '../../../scenario/format/problem.ts';
import type { YamlFile } from '../../../scenario/format/yamlFile.ts';
import type { StudySpec } from '../format/format.ts';

/**
 * Finds axes that the user cannot choose, in a study that recommends something: times of the platform, arrivals and faults. It would recommend fast
 * starts and few arrivals.
 */
export const warnOfCircumstances = (
  { file, placeOfKey }: Pick<YamlFile, 'file' | 'placeOfKey'>,
  { vary, goal }: StudySpec,
  targets: ReadonlyMap<string, DataPath>,
): readonly string[] => {
  if (goal?.minimize === undefined && goal?.maximize === undefined) return [];
  return Object.keys(vary).flatMap((name) =>
    isCircumstance(targets.get(name) ?? [])
      ? [
          `${file}:${placeOfKey(['vary'], name).line}: ${name} is not what one chooses, but what happens to one: the study recommends the best of its values. Put it under \`circumstances\``,
        ]
      : [],
  );
};

const isCircumstance = ([first, second]: DataPath): boolean =>
  first === 'load' || first === 'faults' || (first === 'world' && second === 'settings');
