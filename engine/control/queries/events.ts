import { isLeft, right } from 'fp-ts/lib/Either.js';
import { z } from 'zod';
import { documented } from '../../api/contract/parts/documented.ts';
import { openObject, strictObject } from '../../api/contract/parts/objects.ts';
import { commaList, wholeFrom } from '../../api/contract/parts/query.ts';
import type { Added, Answer, Frame } from '../../api/operation.ts';
import type { DomainEvent } from '../../cloud/input.ts';
import type { Json } from '../../kernel/canonical.ts';
import { Page } from '../../kernel/collections/page.ts';
import { entryView } from '../../kernel/entryText.ts';
import type { LogEntry } from '../../kernel/logEntry.ts';
import { logLines } from '../../kernel/logText.ts';
import { pacer, type Steps } from '../../kernel/steps.ts';
import { eventType } from '../../scenario/format/eventFormat.ts';
import { isAbout } from '../../world/reports/concerns.ts';
import { idMeant } from '../../world/reports/knownIds.ts';
import type { World } from '../../world/world.ts';
import { overLimit, withinLimit } from '../limits.ts';
import { type ControlContext, serverOperation } from '../operation.ts';
import { shareFrames } from './sharedFrames.ts';

/** An entry as the log stores it: `at` is virtual time in ms, and the other fields are the event's own. */
export const loggedEvent = z.looseObject({ seq: z.int(), at: z.int(), cause: z.int(), type: z.string() });

/** The number of an entry in a query. */
export const entryNumber = z
  .string()
  .regex(/^\d{1,15}$/, 'must be the number of an entry')
  .transform(Number)
  .register(documented, { type: 'integer', minimum: 0 });

const eventsQuery = openObject(() => ({
  after: entryNumber.optional().describe('Only entries after this one'),
  type: commaList(eventType).optional().describe('One or more, joined by commas'),
  entity: z.string().optional().describe('An id, or its short name in timelines'),
  limit: wholeFrom(1).optional().describe('100 unless given'),
}));

/** GET events: a page of the log; or a stream from an entry on, for as long as the client listens. */
export const listEvents = serverOperation({
  id: 'listEvents',
  methods: ['GET'],
  path: '/_podsim/v1/events',
  summary: 'Read the log, or follow it (accept: text/event-stream)',
  query: eventsQuery,
  headers: ['accept', 'last-event-id'],
  success: {
    status: 200,
    schema: strictObject(() => ({
      events: z.array(loggedEvent),
      next: z.int().describe('Give it as `after` to read the next page'),
      more: z.boolean().describe('Whether the log has entries beyond those scanned'),
    })),
    frames: loggedEvent,
  },
  refuses: [409],
  rules: ['control.events'],
  *answer(context, { query, headers }) {
    const { world } = context;
    const { entriesLookedAt } = context.host.limits;
    const isStream = /\btext\/event-stream\b/i.test(headers['accept'] ?? '');
    const limit = isStream
      ? right(query.limit ?? Number.POSITIVE_INFINITY)
      : withinLimit(context, 'answerItems', query.limit ?? 100, 'query.limit');
    if (isLeft(limit)) return limit;
    const wanted = yield* makeFilter(context, query);
    if (!isStream) return right({ status: 200, body: yield* page(context, query.after ?? 0, wanted, limit.right) });
    const after = seqToResumeAt(headers['last-event-id']) ?? query.after ?? 0;
    const behind = world.log.length - after;
    if (behind <= entriesLookedAt) return right(stream(context, after, wanted, limit.right));
    return overLimit(
      'entriesLookedAt',
      `the stream would begin ${behind} entries behind, and at most ${entriesLookedAt} are sent at once: give a later \`after\``,
    );
  },
});

/** GET log: the whole log, as the files that `podsim log rerun` reads. */
export const downloadLog = serverOperation({
  id: 'downloadLog',
  methods: ['GET'],
  path: '/_podsim/v1/log',
  summary: 'Download the log',
  success: { status: 200, lines: z.looseObject({ check: z.string().optional() }) },
  rules: ['control.events'],
  answer: ({ world, worldId }) => {
    const headers = { 'content-type': 'application/x-ndjson', 'content-disposition': `attachment; filename="podsim-${worldId}.log"` };
    return right({ status: 200, headers, lines: logLines(world.header, world.log, world.sha256) });
  },
});

/** GET log/header: the first line of the log, for a client that folds entries itself. */
export const getHeader = serverOperation({
  id: 'getHeader',
  methods: ['GET'],
  path: '/_podsim/v1/log/header',
  summary: 'Read the header of the log',
  success: { status: 200, schema: z.looseObject({ podsim: z.looseObject({ format: z.int() }), definition: z.looseObject({}) }) },
  rules: ['control.events'],
  answer: ({ world }) => right({ status: 200, body: world.header as unknown as Json }),
});

type Filter = (event: DomainEvent) => boolean;

function* makeFilter({ world, host: { limits } }: ControlContext, { type, entity }: z.output<typeof eventsQuery>): Steps<Filter> {
  const id = entity === undefined ? undefined : yield* idMeant(firstEntries(world, limits.entriesExplained), entity);
  return (event) => (type === undefined || type.includes(event.type)) && (id === undefined || isAbout(event, id));
}

/** Iterates over the beginning of a log, in which names are looked up. */
export const firstEntries = ({ log }: World, most: number) => ({
  *entries(): Generator<LogEntry<DomainEvent>> {
    for (const entry of log.entries()) {
      if (entry.seq > most) return;
      yield entry;
    }
  },
});

function* page({ world: { log }, host: { limits } }: ControlContext, after: number, wanted: Filter, limit: number): Steps<Json> {
  const pauses = pacer();
  const found = new Page(limits, limit);
  let next = after;
  for (const entry of log.entries(after)) {
    if (found.isFull || entry.seq > after + limits.entriesLookedAt) break;
    if (wanted(entry.event) && !found.take(entryView(entry))) break;
    next = entry.seq;
    if (pauses()) yield;
  }
  return { events: found.items, next, more: next < log.length };
}

/** A stream scans this many entries at a time, then yields to other work. */
const entriesAtOnce = 1_024;

/** Every change of the world continues the read of the log from its last position. So each entry is sent once, inputs included. */
const stream = ({ world: { log }, host: { limits } }: ControlContext, after: number, wanted: Filter, limit: number): Answer => {
  const shared = shareFrames(log);
  let [sent, left] = [after, limit];
  const more = (): Added => {
    const some: Frame[] = [];
    const most = Math.min(left, limits.answerItems);
    const until = sent + entriesAtOnce;
    let room = Math.min(limits.answerSize, limits.streamUnread);
    for (const entry of shared.after(sent)) {
      if (some.length === most || entry.seq > until) break;
      if (wanted(entry.event)) {
        room -= entry.frame.text.length;
        // One entry is always sent, however long it is.
        if (room < 0 && some.length > 0) break;
        some.push(entry.frame);
      }
      sent = entry.seq;
    }
    left -= some.length;
    return { frames: some, ended: left === 0, more: sent < log.length };
  };
  return { status: 200, frames: { backfill: more, next: more, onQuiescent: more } };
};

const seqToResumeAt = (lastEventId: string | undefined): number | undefined =>
  /^\d{1,15}$/.test(lastEventId ?? '') ? Number(lastEventId) : undefined;
