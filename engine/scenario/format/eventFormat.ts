import { z } from 'zod';
import { json } from '../../api/contract/parts/json.ts';
import { entities, kinds } from '../../cloud/entities.ts';
import { describeName } from './words.ts';

export const eventTypes: readonly string[] = [
  ...new Set([
    ...kinds.flatMap((kind) => entities[kind].lifecycle.rows.map(({ event }) => event as string)),
    ...['InputReceived', 'InputRefused', 'CallsCounted', 'CallerLeft', 'ClockAdvanced', 'SeedChanged', 'SettingsChanged', 'ClockPolicySet'],
  ]),
];

const listedBy = '`podsim spec rules job` lists those of a job; docs/reference/names.md';

/** An unknown event type would make an assertion meaningless. */
export const eventType = describeName('an event type', eventTypes, listedBy);

/** Countable names: types of events, and kinds of entities. */
export const counted = describeName('an event type or a kind of entity', [...kinds, ...eventTypes], listedBy);

export const where = z.record(z.string(), json).optional().describe('Fields that the event must have');

/** The kinds whose bill `of` may name. */
export const billedKinds = ['endpoint', 'pod', 'cluster', 'volume'] as const;
