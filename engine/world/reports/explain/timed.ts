import type { Kind, StateOf } from '../../../cloud/entities.ts';
import { findMedian } from '../../../cloud/handler/drawnSetting.ts';
import type { DryRun } from '../../../cloud/offered.ts';
import { upAt, workersHanded } from '../../../cloud/projections/handOver.ts';
import type { State } from '../../../cloud/state/state.ts';
import { formatVirtualTime, sayDuration, worldStart } from '../../../kernel/time.ts';

/** The basis of an explanation: the state at an instant, and the settings then. */
export interface ReportMoment extends DryRun {
  readonly state: State;
}

/** The waits that pass by themselves under measured times: the sleep of a worker, and the hand-over of a job. */
export const wordsOfTimes = (kind: Kind, entity: StateOf<Kind>, moment: ReportMoment): readonly string[] => {
  if (kind === 'worker' && entity.status === 'ASLEEP') return sleepWords(entity as StateOf<'worker'>, moment);
  return kind === 'job' && entity.status === 'IN_QUEUE' ? handOverWords(entity as StateOf<'job'>, moment) : [];
};

/** Since when a worker sleeps, and how long it takes to wake: a restore and a start as long as they are in the middle (worker.wake). */
const sleepWords = ({ since, endpointId }: StateOf<'worker'>, { settings: { worker }, state }: ReportMoment): readonly string[] => {
  const flashboot = state.find('endpoint', endpointId)?.config.flashboot ?? 'OFF';
  const start = `about ${sayDuration(findMedian(worker.start))}`;
  const restore = flashboot === 'PRIORITY_FLASHBOOT' ? worker.priorityFlashbootStart : worker.flashbootStart;
  const wakes =
    flashboot === 'OFF' ? start : `about ${sayDuration(findMedian(restore))} if its snapshot is still on the host, ${start} if not`;
  return [`asleep since ${formatVirtualTime(since ?? worldStart)}; wakes in ${wakes} (worker.wake)`];
};

/** The position of a job in the line of its endpoint, from 1. */
export const numberInLine = (state: State, endpointId: string, id: string): number => {
  const { normal, low } = state.queues.of(endpointId);
  return normal.findNumber(id) || normal.size + low.findNumber(id);
};

/** If enough workers are about to be up for this job and those before it, health counts the job as in progress already (worker.handed). */
const handOverWords = ({ id, endpointId }: StateOf<'job'>, { state, settings, now }: ReportMoment): readonly string[] => {
  const workers = workersHanded(state, settings.worker, now, endpointId);
  if (workers.length === 0) return [];
  const worker = workers[numberInLine(state, endpointId, id) - 1];
  if (worker === undefined) return [];
  return [
    `handed to ${worker.id}, its container starts in about ${sayDuration(upAt(worker) - now)}: health counts it in progress already (worker.handed)`,
  ];
};
