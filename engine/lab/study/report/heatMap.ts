import { mean } from '../../../statistics/moments.ts';
import type { SettingLevels } from '../design/levels.ts';
import type { HeatCell, HeatMap, MeasureEffects } from '../format/pictureFormat.ts';
import type { ConfigurationReport } from '../format/reportFormat.ts';
import { type LeveledConfiguration, toLevels } from './effects.ts';

/** The measure, and the two settings. */
export interface HeatMapChoice {
  readonly measure: string;
  readonly across: string;
  readonly down: string;
}

export const drawHeatMap = (
  { measure, across, down }: HeatMapChoice,
  settings: readonly SettingLevels[],
  all: readonly ConfigurationReport[],
): HeatMap => {
  const [column, row] = [across, down].map((name) => settings.findIndex((setting) => setting.name === name)) as [number, number];
  const found = new Map<string, LeveledConfiguration[]>();
  for (const one of toLevels(settings, all)) {
    if ((one.configuration.measures[measure] ?? null) === null) continue;
    const place = `${one.levels[row]} ${one.levels[column]}`;
    const members = found.get(place);
    if (members === undefined) found.set(place, [one]);
    else members.push(one);
  }
  const cellAt = (place: string): HeatCell | null => {
    const members = found.get(place) ?? [];
    if (members.length === 0) return null;
    return {
      mean: mean(members.map(({ configuration }) => configuration.measures[measure]?.mean ?? 0)),
      configurations: members.map(({ configuration: { number } }) => number),
    };
  };
  const levels = (setting: number): readonly unknown[] => settings[setting]?.levels ?? [];
  return { measure, across, down, cells: levels(row).map((_, r) => levels(column).map((_column, c) => cellAt(`${r} ${c}`))) };
};

/** The two settings that explain most of a measure: the one with more levels goes down. Undefined if fewer than two are varied. */
export const heatMapChoice = ({ measure, settings: effects }: MeasureEffects, settings: readonly SettingLevels[]) => {
  const ranked = settings
    .map((setting, order) => ({ setting, order, share: effects[order]?.share ?? 0 }))
    .sort((a, b) => b.share - a.share || a.order - b.order)
    .slice(0, 2)
    .map(({ setting }) => setting);
  const [first, second] = ranked;
  if (first === undefined || second === undefined) return undefined;
  const [down, across] = first.levels.length < second.levels.length ? [second, first] : [first, second];
  return { measure, across: across.name, down: down.name } satisfies HeatMapChoice;
};
