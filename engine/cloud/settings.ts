import type { Setting } from '../kernel/settings.ts';
import { formatDuration } from '../kernel/time.ts';
import { entities, kinds } from './entities.ts';
import type { RuleId } from './rulebook/rules.ts';

/** One setting of a world, for display. */
export interface SettingRow {
  /** The name under `world.settings` of a scenario, such as `job.retentionRun`. */
  readonly name: string;
  readonly value: string;
  readonly about: string;
  readonly rule: RuleId;
  readonly isDuration: boolean;
  /** It takes a distribution, too. */
  readonly isDrawn: boolean;
  /** What was measured that it is part of; null where nothing was. */
  readonly mechanism: string | null;
}

/** Every setting, by kind of entity. */
export const settingRows = (): readonly SettingRow[] =>
  kinds.flatMap((kind) =>
    Object.entries(entities[kind].settings).map(([key, setting]: [string, Setting<unknown, RuleId>]) => ({
      name: `${kind}.${key}`,
      value: valueText(setting),
      isDuration: setting.unit === 'duration',
      isDrawn: setting.drawn === true,
      mechanism: setting.mechanism ?? null,
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
