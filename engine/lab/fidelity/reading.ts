import type { Json } from '../../kernel/canonical.ts';
import { valueAt } from '../../scenario/format/variables.ts';
import { collectSamples, type Entry, isMeant } from '../../scenario/step/assertion.ts';
import { sortUp } from '../../statistics/sample.ts';
import type { ReadingSpec } from './format.ts';
import type { ObservedPlay, SeenAnswer } from './playObservation.ts';
import { readBill } from './readBill.ts';

/** The readings of a value in one play: none, one, or one for each job. Times in milliseconds. */
export const readFrom = (reading: ReadingSpec, play: ObservedPlay): readonly Json[] => {
  const { origin } = play;
  if ('delayTime' in reading) return readDelays(reading, play);
  if ('executionTime' in reading)
    return chooseJobs(reading.executionTime, timesByJob('executionTime', play), play).map((ms) => ms - (reading.less ?? 0));
  if ('total' in reading) {
    const { under, less = 0 } = reading;
    return chooseJobs(reading.total, totals(play), play)
      .filter((ms) => under === undefined || ms < under)
      .map((ms) => ms - less);
  }
  if ('to' in reading) return readSpan(reading, play);
  if ('last' in reading)
    return selectEvents(reading.last, reading, play)
      .slice(-1)
      .map(({ at }) => at - origin);
  if ('gaps' in reading) {
    const times = selectEvents(reading.gaps, reading, play).map(({ at }) => at);
    return times.slice(1).map((at, k) => at - (times[k] ?? at));
  }
  if ('count' in reading) return [selectEvents(reading.count, reading, play).length];
  if ('took' in reading) return findAnswers(reading.took, play).map(({ took }) => took);
  if ('until' in reading) {
    const first = findAnswers(reading.until, play).find(({ status }) => status === reading.status);
    return first === undefined ? [] : [first.at - origin];
  }
  if ('status' in reading)
    return findAnswers(reading.status, play)
      .slice(-1)
      .map(({ status }) => status);
  if ('answer' in reading)
    return findAnswers(reading.answer, play)
      .slice(-1)
      .flatMap(({ body }) => valueAt(body, reading.field.split('.')) ?? []);
  if ('workersUsed' in reading) return [countWorkers(play)];
  return readBill(reading, play, ranMs(play));
};

/** The events of a type, or of any of several, in the order of the log. */
const selectEvents = (
  type: string | readonly string[],
  choice: { readonly of?: string | undefined; readonly where?: Readonly<Record<string, unknown>> | undefined },
  { world, origin }: ObservedPlay,
): readonly Entry[] =>
  [...world.log.entries()].filter((entry) => entry.at >= origin && [type].flat().some((one) => isMeant(entry, one, choice)));

const findAnswers = (step: string, { answers }: ObservedPlay): readonly SeenAnswer[] => answers.get(step) ?? [];

/** The jobs since the origin, in the order of their submission. */
const listJobs = (play: ObservedPlay): readonly string[] =>
  selectEvents('JobQueued', {}, play).map(({ event }) => (event as { readonly jobId: string }).jobId);

const timesByJob = (metric: 'delayTime' | 'executionTime', { world }: ObservedPlay): ReadonlyMap<string, readonly number[]> => {
  const found = new Map<string, number[]>();
  const { ms, seqs } = collectSamples(metric, undefined, world);
  for (const [k, time] of ms.entries()) {
    const { jobId = '' } = (world.log.entry(seqs[k] ?? 0)?.event ?? {}) as { readonly jobId?: string };
    found.set(jobId, [...(found.get(jobId) ?? []), time]);
  }
  return found;
};

const ends = new Set(['JobCompleted', 'JobFailed', 'JobTimedOut', 'JobCancelled', 'JobExpired']);

const totals = ({ world }: ObservedPlay): ReadonlyMap<string, readonly number[]> => {
  const begun = new Map<string, number>();
  const found = new Map<string, readonly number[]>();
  for (const { at, event } of world.log.entries()) {
    const { jobId } = event as { readonly jobId?: string };
    if (jobId === undefined) continue;
    if (event.type === 'JobQueued') begun.set(jobId, at);
    else if (ends.has(event.type) && !found.has(jobId)) found.set(jobId, [at - (begun.get(jobId) ?? at)]);
  }
  return found;
};

type Jobs = Extract<ReadingSpec, { delayTime: unknown }>['delayTime'];

const chooseJobs = (which: Jobs, times: ReadonlyMap<string, readonly number[]>, play: ObservedPlay): readonly number[] => {
  const all = listJobs(play);
  const chosen =
    which === 'each'
      ? all
      : which === 'later'
        ? all.slice(1)
        : which === 'last'
          ? all.slice(-1)
          : all.slice(which === 'first' ? 0 : which - 1).slice(0, 1);
  return chosen.flatMap((job) => times.get(job)?.slice(-1) ?? []);
};

const readDelays = (reading: Extract<ReadingSpec, { delayTime: unknown }>, play: ObservedPlay): readonly number[] => {
  const { under, over, as } = reading;
  const all = chooseJobs(reading.delayTime, timesByJob('delayTime', play), play);
  const chosen = all.filter((ms) => (under === undefined || ms < under) && (over === undefined || ms >= over));
  if (as === undefined) return chosen;
  if (as === 'least') return sortUp(chosen).slice(0, 1);
  return as === 'count' ? [chosen.length] : all.length === 0 ? [] : [chosen.length / all.length];
};

const readSpan = ({ from, to }: Extract<ReadingSpec, { to: unknown }>, play: ObservedPlay): readonly number[] => {
  const find = ({ event, nth = 1, ...choice }: NonNullable<typeof from>) => selectEvents(event, choice, play)[nth - 1]?.at;
  const end = find(to);
  const begin = from === undefined ? play.origin : find(from);
  return begin === undefined || end === undefined ? [] : [end - begin];
};

const countWorkers = (play: ObservedPlay): number =>
  new Set(selectEvents('JobStarted', {}, play).map(({ event }) => (event as { readonly workerId: string }).workerId)).size;

/** How long all jobs ran. */
const ranMs = (play: ObservedPlay): number => [...timesByJob('executionTime', play).values()].flat().reduce((sum, ms) => sum + ms, 0);
