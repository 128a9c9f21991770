import type { Json } from '../../../engine/kernel/canonical.ts';
import { writeYaml } from '../../../engine/scenario/format/yamlFile.ts';
import { settingsWritten } from '../../../engine/scenario/recording/world.ts';
import { operator, type SequenceRun } from './sequence.ts';
import { written } from './smallWorld.ts';

/**
 * The same sequence as a scenario file, as far as it was run. It expects the same answers, and has variables for generated ids.
 * Forks, snapshots, wrong arguments, and calls that are refused for who makes them are left out, because they do not show in a log:
 * these calls do not even move the clock to their time.
 */
export const sequenceText = ({ sequence, told }: SequenceRun): string => {
  const names = new Map<string, string>();
  const steps = told.flatMap(({ at, call, deed, status, made, held, heard, leaves }, k): object[] => {
    const when = { at: `${at}ms` };
    const moved = { clock: { to: when.at } };
    if (deed?.do === 'reseed' || (deed?.do === 'fork' && deed.seed !== null)) return [moved, { ...when, seed: deed.seed ?? '' }];
    if (deed?.do === 'settings') return [moved, { ...when, settings: settingsWritten(deed.settings) }];
    if (leaves !== undefined) return [moved, { leave: leaves }];
    if (call === undefined) return [moved];
    if (status === 401) return [];
    const { operation, as, named: of, method, query, body, handler, key } = call;
    const given = {
      ...of,
      ...(method === undefined ? {} : { method }),
      ...(Object.keys(query).length > 0 ? { query } : {}),
      ...(body === undefined ? {} : { body }),
      ...(handler === undefined ? {} : { handler }),
    };
    const step = {
      ...when,
      ...(held === undefined ? {} : { name: held }),
      act: operation,
      ...(as === operator ? {} : { as }),
      ...(Object.keys(given).length > 0 ? { with: asWritten(given, names) } : {}),
      ...(key === undefined ? {} : { key }),
      ...(made === undefined ? {} : { save: { [`made-${k}`]: 'id' } }),
      ...(status === undefined || heard !== undefined ? {} : { expect: { status } }),
    };
    if (made !== undefined) names.set(made, `$made-${k}`);
    return [step];
  });
  const title = 'What a random sequence of operations came to';
  return `# yaml-language-server: $schema=../scenario.schema.json\n${writeYaml({ title, ...written(sequence), inputs: steps as Json })}`;
};

/** A value as a scenario writes it: variables for generated ids, and other dollar signs doubled. */
const asWritten = (value: unknown, names: ReadonlyMap<string, string>): unknown => {
  if (typeof value === 'string') return names.get(value) ?? value.replaceAll('$', '$$$$');
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map((item) => asWritten(item, names));
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, asWritten(field, names)]));
};
