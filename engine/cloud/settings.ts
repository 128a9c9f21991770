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
      value: setting.unit === 'duration' ? formatDuration(setting.default as number) : String(setting.default),
      about: setting.about,
      rule: setting.rule,
    })),
  );
