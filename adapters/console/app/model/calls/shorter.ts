import { type DomainEvent, entities } from '../../../../../engine/cloud/index.ts';
import { changeText } from '../../../../../engine/compare/index.ts';
import { type LogEntry, later, sayDuration, type VirtualTime } from '../../../../../engine/kernel/index.ts';
import type { RunLog } from '../runLog.ts';
import type { Waterfall } from './waterfall.ts';

/** Something else that could have been: a change of the run, in words and as `podsim log compare --change` reads it. */
export interface Otherwise {
  readonly words: string;
  readonly change: string;
}

/** Changes that could have shortened a job's path: more or readier workers of its endpoint, from the endpoint's creation on. */
export const otherwises = (log: RunLog, { endpoint: id, from }: Waterfall): readonly Otherwise[] => {
  const seq = Math.max(log.lives.begin(id), log.first);
  const endpoint = log.stateAt(log.lastUpTo(from)).find('endpoint', id);
  if (endpoint === undefined) return [];
  const { workers, type, scaling } = endpoint.config;
  const { min, max } = workers;
  // Right after the endpoint is there: in the instant itself a step of the scenario might still make it.
  const at = seq === 0 ? (0 as VirtualTime) : later(log.at(seq) as VirtualTime, 1);
  const make = (words: string, body: { readonly [name: string]: object }): Otherwise => ({
    words,
    change: changeText(at, { act: 'updateEndpoint', with: { endpoint: id, body: body as never } }),
  });
  return [
    make('one more worker at most', { workers: { max: max + 1 } }),
    make('one more worker always up', { workers: { min: min + 1, max: Math.max(max, min + 1) } }),
    ...(scaling.type === 'QUEUE_DELAY' ? [make('workers that stay up for an hour', { workers: { idleTimeout: 3_600 } })] : []),
    scaling.type === 'QUEUE_DELAY' && type === 'QUEUE'
      ? make('a scaler that counts jobs: a worker for each', { scaling: { type: 'REQUEST_COUNT', requestCount: 1 } })
      : make('a worker for each job or request', { scaling: { type: 'REQUEST_COUNT', requestCount: 1 } }),
  ];
};

/** How something ended in a run. */
export interface WorkEnding {
  readonly at: number;
  readonly type: string;
}

/** Finds the last end of a job or a request in a log; undefined if it has none. */
export const findEnding = (entries: Iterable<LogEntry<DomainEvent>>, id: string): WorkEnding | undefined => {
  let found: WorkEnding | undefined;
  for (const { at, event } of entries)
    if (endings.has(event.type) && (('jobId' in event && event.jobId === id) || ('requestId' in event && event.requestId === id)))
      found = { at, type: event.type };
  return found;
};

const endings: ReadonlySet<string> = new Set(
  (['job', 'request'] as const).flatMap((kind) => {
    const { rows, statuses } = entities[kind].lifecycle;
    const ended = new Set<string>(statuses.filter(({ tags }) => tags.includes('terminal')).map(({ status }) => status));
    return rows.filter(({ to }) => ended.has(to)).map(({ event }) => event);
  }),
);

/** Compares the end after a change with the actual end. */
export const gainText = (was: WorkEnding | undefined, ending: WorkEnding | undefined): string => {
  if (ending === undefined) return 'it does not end';
  const how = was === undefined || was.type === ending.type ? '' : `, as ${ending.type}`;
  if (was === undefined) return `it ends${how}`;
  const by = was.at - ending.at;
  if (by === 0) return how === '' ? 'no sooner' : `at the same time${how}`;
  return `${sayDuration(Math.abs(by))} ${by > 0 ? 'earlier' : 'later'}${how}`;
};
