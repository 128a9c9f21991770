import type { DurationMs, VirtualTime } from '../../kernel/time.ts';
import { drawSetting } from '../handler/drawnSetting.ts';
import type { Removal } from './events.ts';
import { isUpStatus } from './lifecycle.ts';
import type { StartBasis } from './start.ts';
import type { Worker } from './state.ts';

/** How long the container of a worker that is stopped, or falls asleep, takes to be removed. One that is not up has none (worker.removed). */
export const planRemoval = ({ id, tries, status }: Worker, { settings, draw }: StartBasis): Removal => {
  const removedInMs = isUpStatus(status) ? drawSetting(settings.remove, () => draw('worker/remove', id, tries)) : 0;
  return removedInMs === 0 ? {} : { removedInMs };
};

/** For how long the next container of the worker has to wait for that. */
export const removalLeft = (worker: Pick<Worker, 'removedAt'> | undefined, now: VirtualTime): DurationMs =>
  Math.max(0, (worker?.removedAt ?? now) - now);
