import { entities, kinds } from './entities.ts';
import type { Setting } from './kernel/settings.ts';
import { formatDuration } from './kernel/time.ts';

/** One setting of a world, as people read it. */
export interface SettingRow {
  /** `job.retentionRun`: as it stands under `world.settings` of a scenario. */
  readonly name: string;
  readonly value: string;
  readonly about: string;
  readonly rule: string;
}

/** Every setting there is, by kind of entity. */
export const settingRows = (): readonly SettingRow[] =>
  kinds.flatMap((kind) =>
    Object.entries(entities[kind].settings).map(([key, setting]: [string, Setting<unknown>]) => ({
      name: `${kind}.${key}`,
      value: setting.unit === 'duration' ? formatDuration(setting.default as number) : String(setting.default),
      about: setting.about,
      rule: setting.rule,
    })),
  );
