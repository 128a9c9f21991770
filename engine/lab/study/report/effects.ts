import { mean } from '../../../statistics/moments.ts';
import { levelReader, type SettingLevels } from '../design/levels.ts';
import type { Interaction, MeasureEffects, SettingEffect } from '../format/pictureFormat.ts';
import type { ConfigurationReport } from '../format/reportFormat.ts';

/** A configuration, and the number of its level of each setting. */
export interface LeveledConfiguration {
  readonly configuration: ConfigurationReport;
  readonly levels: readonly number[];
}

export const toLevels = (settings: readonly SettingLevels[], all: readonly ConfigurationReport[]): readonly LeveledConfiguration[] => {
  const readers = settings.map(levelReader);
  return all.map((configuration) => ({ configuration, levels: readers.map((read, k) => read(configuration.values[k] ?? null)) }));
};

/** The effects of all settings on one measure. The values are the means of the configurations, each of the same weight. */
export const computeEffects = (
  measure: string,
  settings: readonly SettingLevels[],
  all: readonly LeveledConfiguration[],
  isSampled: boolean,
): MeasureEffects => {
  const points = all.flatMap(({ configuration: { measures }, levels }): readonly LevelPoint[] => {
    const value = measures[measure]?.mean;
    return value === undefined ? [] : [{ value, levels }];
  });
  const total = variation(points);
  const groups = settings.map((_, k) => groupBy(points, ({ levels }) => levels[k] ?? -1));
  const effects = settings.map(({ name, levels }, k): SettingEffect => {
    const byLevel = groups[k] ?? new Map<number, readonly LevelPoint[]>();
    const share = isSampled ? correctShare(byLevel, points, total) : computeShare(between(byLevel, points), total);
    return { name, means: levels.map((_, level) => averagePoints(byLevel.get(level) ?? [])), share };
  });
  const missing = all.length - points.length;
  const interaction = isSampled || missing > 0 ? null : strongest(settings, groups, points, total);
  return { measure, missing, settings: effects, interaction };
};

/** A configuration that has the measure. */
interface LevelPoint {
  readonly levels: readonly number[];
  readonly value: number;
}

type Groups = ReadonlyMap<number, readonly LevelPoint[]>;

const groupBy = (points: readonly LevelPoint[], keyOf: (point: LevelPoint) => number): Groups => {
  const groups = new Map<number, LevelPoint[]>();
  for (const point of points) {
    const group = groups.get(keyOf(point));
    if (group === undefined) groups.set(keyOf(point), [point]);
    else group.push(point);
  }
  return groups;
};

const averagePoints = (points: readonly LevelPoint[]): number | null =>
  points.length === 0 ? null : mean(points.map(({ value }) => value));

/** The sum of the squared distances to the mean. Exactly 0 if all values are the same: their sum is rounded. */
const variation = (points: readonly LevelPoint[]): number => {
  if (points.every(({ value }) => value === points[0]?.value)) return 0;
  const middle = averagePoints(points) ?? 0;
  return points.reduce((sum, { value }) => sum + (value - middle) * (value - middle), 0);
};

/** The sum of squares between groups. */
const between = (groups: Groups, points: readonly LevelPoint[]): number => {
  const middle = averagePoints(points) ?? 0;
  return [...groups.values()].reduce((sum, group) => {
    const distance = (averagePoints(group) ?? 0) - middle;
    return sum + group.length * distance * distance;
  }, 0);
};

const computeShare = (part: number, total: number): number | null => (total === 0 ? null : Math.min(1, Math.max(0, part / total)));

const correctShare = (groups: Groups, points: readonly LevelPoint[], total: number): number | null => {
  if (points.length <= groups.size) return null;
  const explained = between(groups, points);
  const byChance = ((groups.size - 1) * (total - explained)) / (points.length - groups.size);
  return computeShare(explained - byChance, total);
};

/** In a grid, the interaction of two settings is the variance that their pairs of levels explain, minus the main effect of each. */
const strongest = (
  settings: readonly SettingLevels[],
  groups: readonly Groups[],
  points: readonly LevelPoint[],
  total: number,
): Interaction | null => {
  const squares = groups.map((one) => between(one, points));
  const pairs = settings.flatMap((one, a) =>
    settings.slice(a + 1).flatMap((other, k): readonly Interaction[] => {
      const b = a + 1 + k;
      const crossed = groupBy(points, ({ levels }) => (levels[a] ?? -1) * other.levels.length + (levels[b] ?? -1));
      const share = computeShare(between(crossed, points) - (squares[a] ?? 0) - (squares[b] ?? 0), total);
      return share === null ? [] : [{ of: [one.name, other.name], share }];
    }),
  );
  return pairs.reduce<Interaction | null>((most, pair) => (most === null || pair.share > most.share ? pair : most), null);
};
