import { entities } from '../../../cloud/entities.ts';
import type { Json } from '../../../kernel/canonical.ts';
import type { Setting } from '../../../kernel/settings.ts';
import { formatDuration } from '../../../kernel/time.ts';
import type { Choice } from '../choice.ts';
import type { Story } from '../story.ts';
import { readWorldFields, withWorld } from './worldChanges.ts';

/** Gives one setting of the world another value. Long durations become short, and rare events become frequent. */
export const changeSetting = (story: Story, choice: Choice): Story | undefined => {
  const world = readWorldFields(story);
  if (world === undefined) return undefined;
  const [kind, name, setting] = choice.of(changeable);
  const settings = (world['settings'] ?? {}) as { readonly [kind: string]: { readonly [name: string]: Json } };
  return withWorld(story, world, { settings: { ...settings, [kind]: { ...settings[kind], [name]: valueFor(setting, choice) } } });
};

const changeable = Object.entries(entities).flatMap(([kind, { settings }]) =>
  Object.entries(settings as { readonly [name: string]: Setting<unknown> }).flatMap(([name, setting]) =>
    setting.unit === 'statuses' || setting.unit === 'durations' ? [] : [[kind, name, setting] as const],
  ),
);

const valueFor = ({ unit, least = 0, choices = [] }: Setting<unknown>, choice: Choice): Json => {
  if (unit === 'choice') return choice.of(choices);
  if (unit === 'percent') return choice.of([0, 50, 100]);
  if (unit === 'count') return Math.max(least, choice.of([1, 2, 5]));
  return formatDuration(Math.max(least, choice.of([0, 1_000, 10_000, 60_000, 3_600_000])));
};
