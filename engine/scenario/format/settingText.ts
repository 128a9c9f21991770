import { type Either, isLeft, left, right, tryCatch } from 'fp-ts/lib/Either.js';
import { countMax } from '../../api/contract/settings.ts';
import { readAs } from '../../api/reading/readAs.ts';
import { entities, type Kind, type SomeSettings } from '../../cloud/entities.ts';
import { settingRows } from '../../cloud/settings.ts';
import { suggestion } from '../../kernel/collections/nearest.ts';
import type { Setting } from '../../kernel/settings.ts';
import { mergeSettings } from '../../simulator/definition.ts';
import { settingsSchema } from './worldFormat.ts';

/** Reads settings as a command line gives them, `job.streamShape=array`; a later one overrides an earlier. Left is the first problem. */
export const parseSettings = (written: readonly string[]): Either<string, SomeSettings> => {
  let settings: SomeSettings = {};
  for (const text of written) {
    const one = parseSetting(text);
    if (isLeft(one)) return one;
    settings = mergeSettings(settings, one.right);
  }
  return right(settings);
};

const parseSetting = (text: string): Either<string, SomeSettings> => {
  const [, path = '', kind = '', key = '', value = ''] = /^((\w+)\.(\w+))=(.*)$/s.exec(text) ?? [];
  if (path === '') return left(`'${text}' is not a setting: write it as kind.name=value, such as job.streamShape=array`);
  const setting = settingNamed(kind, key);
  const names = settingRows().map(({ name }) => name);
  if (setting === undefined) return left(`there is no setting ${path}${suggestion(path, names, 'engine/FIDELITY.md')}`);
  const read = readAs(settingsSchema, { [kind]: { [key]: valueFrom(setting, value) } });
  if (isLeft(read)) return left(`${path} takes ${describeExpected(setting)}; got '${value}'`);
  return right(read.right as SomeSettings);
};

const settingNamed = (kind: string, key: string): Setting<unknown> | undefined => {
  const table = Object.hasOwn(entities, kind) ? entities[kind as Kind].settings : {};
  return Object.hasOwn(table, key) ? (table as Readonly<Record<string, Setting<unknown>>>)[key] : undefined;
};

/** The value that the schema of settings expects for this unit. Text that is not a number stays text. */
const valueFrom = ({ unit, drawn }: Setting<unknown>, text: string): unknown => {
  if (drawn === true && text.startsWith('{')) return jsonIn(text);
  if (unit === 'count' || unit === 'percent') return numberIn(text);
  if (unit === 'statuses') return text.split(',').map(numberIn);
  if (unit === 'durations') return text === '' || text === 'none' ? [] : text.split(',');
  return text;
};

/** A text that is not JSON stays text: the schema refuses it. */
const jsonIn = (text: string): unknown => {
  const read = tryCatch(
    () => JSON.parse(text) as unknown,
    () => text,
  );
  return isLeft(read) ? read.left : read.right;
};

const numberIn = (text: string): number | string => (/^\d{1,15}$/.test(text) ? Number(text) : text);

const describeExpected = ({ unit, drawn, choices = [], least = 0 }: Setting<unknown>): string => {
  if (drawn === true)
    return 'a duration with its unit, such as 500ms, 8s or 1h30m, or a distribution as JSON, such as {"lognormal":{"median":"2s","p95":"9s"}}';
  if (unit === 'duration') return `a duration${least > 0 ? ' longer than 0 s' : ''} with its unit, such as 500ms, 8s or 1h30m`;
  if (unit === 'count') return `a whole number from ${least} to ${countMax}`;
  if (unit === 'percent') return 'a whole number of percent, from 0 to 100';
  if (unit === 'durations') return 'durations with their units, joined by commas, such as 5s,15s; none for an empty list';
  if (unit === 'statuses') return 'HTTP statuses from 100 to 599, joined by commas, such as 500,200';
  return `one of ${choices.join(', ')}`;
};
