import type { SettingLevels } from '../design/levels.ts';

/** The pictures of a study, beside its configurations: plain data. */
export interface StudyPicture {
  /** The two measures that the goal weighs against each other; null if it names no two. */
  readonly frontier: Frontier | null;
  /** The limits of the goal; empty without one. A duration in milliseconds. */
  readonly limits: readonly PictureLimit[];
  /** Whether the configurations are a sample, whose shares are corrected for chance. */
  readonly isSampled: boolean;
  readonly settings: readonly SettingLevels[];
  /** Of each measure that is shown. */
  readonly effects: readonly MeasureEffects[];
  /** The measure that the goal limits first, or the first that is shown, over the two settings that explain most of it. */
  readonly heatMap: HeatMap | null;
}

export interface PictureLimit {
  readonly measure: string;
  readonly atMost: number | null;
  readonly atLeast: number | null;
}

/** The effects of the varied settings on a measure. */
export interface MeasureEffects {
  readonly measure: string;
  /** How many configurations have no value of the measure, and are left out. */
  readonly missing: number;
  /** One for each setting, in the order of the file. */
  readonly settings: readonly SettingEffect[];
  /**
   * The pair of settings with the largest interaction: whose joint effect differs most from the sum of the two. Null if that cannot be told
   * from chance: in a sample, if configurations have no value, and if there is no pair.
   */
  readonly interaction: Interaction | null;
}

export interface SettingEffect {
  readonly name: string;
  /** For each level the mean over all configurations that have it, whatever their other settings; null if none has the measure. */
  readonly means: readonly (number | null)[];
  /**
   * The share of the variance between the configurations that the setting explains by itself, from 0 to 1; null if they do not differ. Of a
   * grid it is the sum of squares between the levels over the whole (η²): the other settings cancel out exactly. For a sample, the share
   * that this number of parts would explain by chance is subtracted (ε², Kelley 1935).
   */
  readonly share: number | null;
}

export interface Interaction {
  readonly of: readonly [string, string];
  /** Of the variance between the configurations, from 0 to 1. */
  readonly share: number;
}

/** One measure over the levels of two settings. */
export interface HeatMap {
  readonly measure: string;
  /** The setting whose levels are the columns, and the one whose levels are the rows. */
  readonly across: string;
  readonly down: string;
  /** Row by row. Null if no configuration has both levels, or none of them has the measure. */
  readonly cells: readonly (readonly (HeatCell | null)[])[];
}

export interface HeatCell {
  /** Over the configurations, whatever their other settings. */
  readonly mean: number;
  /** The numbers of the configurations. */
  readonly configurations: readonly number[];
}

/** The two measures that a goal weighs against each other: its first limited one, and the one to minimize or maximize. */
export interface Frontier {
  readonly across: Direction;
  readonly up: Direction;
}

interface Direction {
  readonly name: string;
  /** Whether less of it is better. */
  readonly less: boolean;
}
