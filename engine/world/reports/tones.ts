import { entities, type Kind, kinds } from '../../cloud/entities.ts';
import type { InputEvent } from '../../cloud/input.ts';
import type { Row, Tone } from '../../kernel/lifecycle.ts';

/** The meaning of an event to a reader; undefined if the word is no type of events. */
export const findTone = (type: string): Tone | undefined => tones().get(type);

/** Every type of events. */
export const eventTypes = (): readonly string[] => [...tones().keys()];

/** The lifecycles determine it: by the row itself, or by the statuses of the row. */
const toneOfRow = (kind: Kind, { from, to, byCaller, tone }: Row): Tone => {
  const { initial, statuses } = entities[kind].lifecycle;
  const findTags = (status: string) => statuses.find((row) => row.status === status)?.tags ?? [];
  const [before, after] = [findTags(from), findTags(to)];
  const isNow = (...tags: readonly string[]) => tags.some((tag) => after.includes(tag));
  if (tone !== undefined) return tone;
  if (from === initial && before.includes('before')) return 'created';
  if (from === to) return 'progress';
  if (isNow('broken', 'failed')) return 'failure';
  if (isNow('succeeded')) return 'success';
  if (isNow('gone', 'stopped', 'terminal')) return 'ended';
  if (isNow('waiting') && byCaller === undefined) return 'warning';
  return isNow('ready', 'live') && !before.includes('ready') ? 'success' : 'progress';
};

/** If an event has several rows, it has the tone of the first one that is more than progress. */
const toneOfEvent = (kind: Kind, event: string): Tone =>
  entities[kind].lifecycle.rows
    .filter((row) => row.event === event)
    .map((row) => toneOfRow(kind, row))
    .find((tone) => tone !== 'progress') ?? 'progress';

// biome-ignore format: a table
const inputTones: Readonly<Record<InputEvent['type'], Tone>> = {
  InputReceived:   'input',
  InputRefused:    'warning',
  CallsCounted:    'progress',
  CallerLeft:      'input',
  ClockAdvanced:   'progress',
  SeedChanged:     'input',
  SettingsChanged: 'input',
  ClockPolicySet:  'input',
};

let known: ReadonlyMap<string, Tone> | undefined;

/** Made at its first use: few processes show tones. */
const tones = (): ReadonlyMap<string, Tone> => {
  known ??= new Map([
    ...kinds.flatMap((kind) => entities[kind].lifecycle.rows.map(({ event }) => [event as string, toneOfEvent(kind, event)] as const)),
    ...Object.entries(inputTones),
  ]);
  return known;
};
