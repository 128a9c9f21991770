import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js';
import type { Rejection } from '../../../cloud/decisions.ts';
import type { Request } from '../../../cloud/input.ts';
import { newPod } from '../../../cloud/pod/evolve.ts';
import type { SimulationContext } from '../../../cloud/policies/context.ts';
import { newWorker } from '../../../cloud/worker/state.ts';
import { formatInstant } from '../../../kernel/instant.ts';
import type { LookedAt } from '../../admission/lookedAt.ts';
import { type LogQuery, logLine, logLines, logQuery } from '../../contract/logs.ts';
import type { Resource } from '../../contract/parts/resource.ts';
import type { Added, Frame, Outcome } from '../../operation.ts';
import { operation } from '../../row.ts';
import { isAfter, type LogLine, type LogLineGenerator, type LogLinePosition, linesAdded, linesAfter, parsePosition } from './logLines.ts';
import { podLogLines } from './podLines.ts';
import { workerLogLines } from './workerLines.ts';

type LogLineResource = Resource<typeof logLine>;

/** What the two operations share. */
const streamsLogs = {
  api: 'management',
  methods: ['GET'],
  query: logQuery,
  headers: ['last-event-id'],
  success: { status: 200, schema: () => logLines, frames: () => logLine },
  rules: ['pod.logs', 'container.disk'],
} as const;

/** GET /v2/pods/{id}/logs: the existing lines, then new ones for as long as the client listens (pod.logs). */
export const getPodLogs = operation({
  ...streamsLogs,
  id: 'getPodLogs',
  path: '/v2/pods/{id}/logs',
  resolves: { id: 'pod' },
  summary: "Stream a pod's logs",
  permission: { group: 'pods', level: 'read' },
  run: (sim, { pod, query, request }) =>
    streamLines(
      sim,
      {
        kind: 'pod',
        id: pod.id,
        narrator: podLogLines(isWhole(sim) ? newPod(pod.id) : pod),
        follows: () => [{ kind: 'pod', id: pod.id }],
      },
      query,
      request,
    ),
});

/** GET /v2/serverless/{id}/workers/{workerId}/logs: the same for a worker, with its handler's lines about jobs. */
export const getWorkerLogs = operation({
  ...streamsLogs,
  id: 'getWorkerLogs',
  path: '/v2/serverless/{id}/workers/{workerId}/logs',
  resolves: { id: 'endpoint', workerId: 'worker' },
  summary: "Stream a worker's logs",
  permission: { group: 'serverless', level: 'read' },
  run: (sim, { endpoint, worker, query, request }) => {
    const narrator = workerLogLines(isWhole(sim) ? newWorker(worker.id) : worker, endpoint);
    // A job that it lost may come back to it, so the last ones that it had count.
    let jobs: readonly string[] = [];
    const follows = (): readonly LookedAt[] => {
      const { jobId = null, otherJobs = [] } = sim.find('worker', worker.id) ?? {};
      if (jobId !== null) jobs = [jobId, ...otherJobs];
      return [{ kind: 'worker', id: worker.id }, ...jobs.map((id) => ({ kind: 'job', id }) as const)];
    };
    return streamLines(sim, { kind: 'worker', id: worker.id, narrator, follows }, query, request);
  },
});

/** The entity whose log it is, and the generator of its lines. */
interface Subject {
  readonly kind: 'pod' | 'worker';
  readonly id: string;
  readonly narrator: LogLineGenerator;
  /** What its next lines come of. */
  readonly follows: () => readonly LookedAt[];
}

/** Whether memory holds the log from its first entry on. */
const isWhole = ({ log }: SimulationContext): boolean => log.entries().next().value?.seq === 1;

/** The lines are generated from the part of the log that is in memory. With a sink, the lines of older entries are not found any more. */
const streamLines = (
  sim: SimulationContext,
  { kind, id, narrator, follows }: Subject,
  query: LogQuery,
  request: Request,
): Either<Rejection, Outcome<Resource<typeof logLines>>> => {
  const cutOff = cutOffAt(request);
  if (isLeft(cutOff)) return cutOff;
  let lines: readonly LogLine[] = [];
  let read = 0;
  const addLines = (some: readonly LogLine[]): Added<LogLineResource> => ({
    frames: some.map((line) => makeFrame(line, sim.startMs)),
    ended: sim.find(kind, id) === undefined,
  });
  const backfill = (): Added<LogLineResource> => {
    lines = linesAfter(narrator, sim.log.entries(read), lines);
    read = sim.log.length;
    return addLines(chooseLines(lines, sim.startMs, query, cutOff.right));
  };
  const body = backfill().frames.map(({ data }) => data);
  return right({
    answer: { status: 200, body, frames: { backfill, next: (change) => addLines(ofSource(linesAdded(narrator, change), query)), follows } },
  });
};

/** The position at which the reader was disconnected, from the header that a reconnecting client sends; undefined for a new reader. */
const cutOffAt = ({ headers }: Request): Either<Rejection, LogLinePosition | undefined> => {
  const written = headers?.['last-event-id'];
  if (written === undefined) return right(undefined);
  const position = parsePosition(written);
  if (position !== undefined) return right(position);
  const errors = ['header.last-event-id: must be the id of a line, such as 2026-01-01T00:00:00Z/000000000001, or a date-time'];
  return left({ kind: 'invalid', rule: 'pod.logs', detail: 'Request validation failed.', errors });
};

const chooseLines = (
  lines: readonly LogLine[],
  startMs: number,
  query: LogQuery,
  cutOff: LogLinePosition | undefined,
): readonly LogLine[] => {
  const { since, tail } = query;
  const wanted = ofSource(lines, query);
  if (cutOff !== undefined) return wanted.filter((line) => isAfter(line, startMs, cutOff));
  if (since !== undefined) return wanted.filter(({ at }) => startMs + at >= since);
  return wanted.slice(Math.max(0, wanted.length - tail));
};

const ofSource = (lines: readonly LogLine[], { source }: LogQuery): readonly LogLine[] =>
  source === undefined ? lines : lines.filter((line) => line.source === source);

/** The id is the line's position in the log, in the platform's own form: its time and a number of twelve digits. */
const makeFrame = ({ source, line, at, number }: LogLine, startMs: number): Frame<LogLineResource> => {
  const ts = formatInstant(startMs + at);
  return { id: `${ts}/${String(number).padStart(12, '0')}`, data: { source, line, ts } };
};
