import { left, right } from 'fp-ts/lib/Either.js';
import { z } from 'zod';
import { bounds } from '../api/bounds.ts';
import { documented } from '../api/contract/documented.ts';
import { listed, wholeFrom } from '../api/contract/query.ts';
import type { Added, Answer } from '../api/operation.ts';
import { type DomainEvent, idOf, kindOf } from '../entities.ts';
import type { Json } from '../kernel/canonical.ts';
import type { LogEntry } from '../kernel/log.ts';
import { logLines } from '../kernel/logText.ts';
import { idMeant } from '../projections/knownIds.ts';
import { eventType } from '../scenario/format.ts';
import type { World } from '../world.ts';
import { deskOperation } from './desk.ts';

/** An answer holds no more events than this, and looks at no more of the log than that. */
const { eventsAtOnce: eventsMax, eventsBehind: lookedAtMax } = bounds;

/** An entry as the log has it: `at` is virtual time in ms, the rest is the event's own. */
export const loggedEvent = z.looseObject({ seq: z.int(), at: z.int(), cause: z.int(), type: z.string() });

const eventsQuery = z.object({
  after: z
    .string()
    .regex(/^\d{1,15}$/, 'must be the number of an entry')
    .transform(Number)
    .register(documented, { type: 'integer', minimum: 0 })
    .optional()
    .describe('Only entries after this one'),
  type: listed(eventType).optional().describe('One or more, joined by commas'),
  entity: z.string().optional().describe('An id, or the short name that timelines give it'),
  limit: wholeFrom(1, eventsMax).optional().describe('100 unless given'),
});

/** GET events: what the log says, some of it at a time; or as a stream, from some entry on and for as long as somebody listens. */
export const listEvents = deskOperation({
  id: 'listEvents',
  readsLog: true,
  methods: ['GET'],
  path: '/_podsim/v1/events',
  summary: 'Read the log, or follow it (accept: text/event-stream)',
  query: eventsQuery,
  headers: ['accept', 'last-event-id'],
  success: {
    status: 200,
    schema: z.strictObject({
      events: z.array(loggedEvent),
      next: z.int().describe('Give it as `after` to read on'),
      more: z.boolean().describe('The log goes on beyond what was looked at'),
    }),
    frames: loggedEvent,
  },
  refuses: [409],
  rules: ['control.events'],
  answer: ({ world }, { query, headers }) => {
    const wanted = filterOf(world, query);
    if (!/\btext\/event-stream\b/i.test(headers['accept'] ?? ''))
      return right({ status: 200, body: page(world, query.after ?? 0, wanted, query.limit ?? 100) });
    const after = resumedAt(headers['last-event-id']) ?? query.after ?? 0;
    if (world.log.length - after <= lookedAtMax) return right(stream(world, after, wanted, query.limit ?? Number.POSITIVE_INFINITY));
    const detail = `the stream would begin ${world.log.length - after} entries behind, and at most ${lookedAtMax} are sent at once: give a later \`after\``;
    return left({ kind: 'refused', rule: 'control.events', detail });
  },
});

/** GET log: all of it, as the files that `podsim rerun` reads. */
export const downloadLog = deskOperation({
  id: 'downloadLog',
  readsLog: true,
  methods: ['GET'],
  path: '/_podsim/v1/log',
  summary: 'Download the log',
  success: { status: 200, lines: z.looseObject({ check: z.string().optional() }) },
  rules: ['control.events'],
  answer: ({ world, worldId }) => {
    const headers = { 'content-type': 'application/x-ndjson', 'content-disposition': `attachment; filename="podsim-${worldId}.log"` };
    return right({ status: 200, headers, lines: logLines(world.header, world.log) });
  },
});

type Filter = (event: DomainEvent) => boolean;

const filterOf = ({ log }: World, { type, entity }: z.output<typeof eventsQuery>): Filter => {
  const id = entity === undefined ? undefined : idMeant(log, entity);
  return (event) => (type === undefined || type.includes(event.type)) && (id === undefined || isAbout(event, id));
};

const isAbout = (event: DomainEvent, id: string): boolean => {
  const kind = kindOf(event);
  return kind !== undefined && idOf(kind, event) === id;
};

const page = ({ log }: World, after: number, wanted: Filter, limit: number): Json => {
  const events: Json[] = [];
  let next = after;
  for (const entry of log.entries(after)) {
    if (events.length === limit || entry.seq > after + lookedAtMax) break;
    next = entry.seq;
    if (wanted(entry.event)) events.push(eventView(entry));
  }
  return { events, next, more: next < log.length };
};

/** Whatever moves it on, it reads the log from where it stopped: so nothing is told twice, and inputs are told too. */
const stream = ({ log }: World, after: number, wanted: Filter, limit: number): Answer => {
  let [told, left] = [after, limit];
  const more = (): Added => {
    const frames = [];
    for (const entry of log.entries(told)) {
      if (left === 0) break;
      told = entry.seq;
      if (!wanted(entry.event)) continue;
      frames.push({ id: String(entry.seq), data: eventView(entry) });
      left -= 1;
    }
    return { frames, ended: left === 0 };
  };
  return { status: 200, frames: { backfill: more, next: more, settled: more } };
};

const resumedAt = (lastEventId: string | undefined): number | undefined =>
  /^\d{1,15}$/.test(lastEventId ?? '') ? Number(lastEventId) : undefined;

export const eventView = ({ seq, at, cause, event }: LogEntry<DomainEvent>): Json => ({ seq, at, cause, ...event }) as unknown as Json;
