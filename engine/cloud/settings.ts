import type { Setting } from '../kernel/settings.ts';
import { formatDuration } from '../kernel/time.ts';
import { entities, kinds } from './entities.ts';

/** One setting of a world, for display. */
export interface SettingRow {
  /** The name under `world.settings` of a scenario, such as `job.retentionRun`. */
  readonly name: string;
  readonly value: string;
  readonly about: string;
  readonly rule: string;
}

/** Every setting, by kind of entity. */
export const settingRows = (): readonly SettingRow[] =>
  kinds.flatMap((kind) =>
    Object.entries(entities[kind].settings).map(([key, setting]: [string, Setting<unknown>]) => ({
      name: `${kind}.${key}`,
      value: valueText(setting),
      about: setting.about,
      rule: setting.rule,
    })),
  );

const valueText = ({ unit, default: value }: Setting<unknown>): string => {
  if (unit === 'duration') return formatDuration(value as number);
  if (unit !== 'durations') return String(value);
  const list = value as readonly number[];
  return list.length === 0 ? 'none' : list.map(formatDuration).join(',');
};
