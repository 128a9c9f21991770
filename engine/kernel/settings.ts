import type { DurationMs } from './time.ts';

/** One value that a world may override. Its default is policy unless a rule says otherwise. */
export interface Setting<Value, Rule extends string = string> {
  readonly default: Value;
  readonly unit: 'duration' | 'count' | 'percent' | 'choice' | 'statuses' | 'durations';
  readonly rule: Rule;
  readonly about: string;
  readonly choices?: readonly string[];
  /** A duration that may be drawn in life: a distribution instead of a constant. */
  readonly drawn?: true;
  /** Its distribution may say how images differ, apart from how the times of one do. */
  readonly perImage?: true;
  /** The observed behavior of the platform behind the setting; absent if no measurement is about it. */
  readonly mechanism?: string;
  /** For durations and counts: the least value, 0 unless given. An interval of 0 between recurring timers would never let time pass. */
  readonly least?: number;
}

export const duration = <Rule extends string>(value: DurationMs, rule: Rule, about: string): Setting<number, Rule> => ({
  default: value,
  unit: 'duration',
  rule,
  about,
});

export const count = <Rule extends string>(value: number, rule: Rule, about: string): Setting<number, Rule> => ({
  default: value,
  unit: 'count',
  rule,
  about,
});

/** The same setting, with 1 as its least value. */
export const notZero = <Rule extends string>(setting: Setting<number, Rule>): Setting<number, Rule> => ({ ...setting, least: 1 });

/** The same setting, as part of a mechanism that was measured. */
export const ofMechanism = <Value, Rule extends string>(mechanism: string, setting: Setting<Value, Rule>): Setting<Value, Rule> => ({
  ...setting,
  mechanism,
});

/** A whole number from 0 to 100. */
export const percent = <Rule extends string>(value: number, rule: Rule, about: string): Setting<number, Rule> => ({
  default: value,
  unit: 'percent',
  rule,
  about,
});

export const choice = <const Choices extends readonly string[], Rule extends string>(
  choices: Choices,
  rule: Rule,
  about: string,
): Setting<Choices[number], Rule> => ({
  default: choices[0] as Choices[number],
  unit: 'choice',
  rule,
  about,
  choices,
});

export const statuses = <Rule extends string>(value: readonly number[], rule: Rule, about: string): Setting<readonly number[], Rule> => ({
  default: value,
  unit: 'statuses',
  rule,
  about,
});

/** A list of durations, which may be empty. */
export const durations = <Rule extends string>(
  value: readonly DurationMs[],
  rule: Rule,
  about: string,
): Setting<readonly number[], Rule> => ({
  default: value,
  unit: 'durations',
  rule,
  about,
});

/** Remembers derived values by the set of possible values, for all settings with the same set: there are hundreds of settings. */
export const perValues = <Made>(make: (setting: Setting<unknown>) => Made): ((setting: Setting<unknown>) => Made) => {
  const made = new Map<string, Made>();
  return (setting) => {
    const { unit, drawn = false, perImage = false, least = 0, choices = [] } = setting;
    const key = [unit, drawn, perImage, least, ...choices].join();
    const known = made.get(key) ?? make(setting);
    made.set(key, known);
    return known;
  };
};

export type SettingTable = Readonly<Record<string, Setting<unknown>>>;

/** The values of a table of settings, durations in whole milliseconds. */
export type SettingsOf<Table extends SettingTable> = { readonly [Key in keyof Table]: Table[Key]['default'] };

/** For a kind without settings. */
export type NoSettings = SettingsOf<Record<never, never>>;

export const listDefaults = <Table extends SettingTable>(table: Table): SettingsOf<Table> =>
  Object.fromEntries(Object.entries(table).map(([key, setting]) => [key, setting.default])) as SettingsOf<Table>;
