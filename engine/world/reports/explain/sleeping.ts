import type { Settings, StateOf } from '../../../cloud/entities.ts';
import { middleOf } from '../../../cloud/handler/drawnSetting.ts';
import type { State } from '../../../cloud/state/state.ts';
import { formatDuration, formatVirtualTime, worldStart } from '../../../kernel/time.ts';

/** Since when a worker sleeps, and how long it takes to wake: a restore and a start as long as they are in the middle (worker.wake). */
export const sleepWords = ({ since, endpointId }: StateOf<'worker'>, { worker }: Settings, state: State): readonly string[] => {
  const flashboot = state.find('endpoint', endpointId)?.config.flashboot ?? 'OFF';
  const start = `about ${formatDuration(middleOf(worker.start))}`;
  const restore = flashboot === 'PRIORITY_FLASHBOOT' ? worker.priorityFlashbootStart : worker.flashbootStart;
  const wakes =
    flashboot === 'OFF' ? start : `about ${formatDuration(middleOf(restore))} if its snapshot is still on the host, ${start} if not`;
  return [`asleep since ${formatVirtualTime(since ?? worldStart)}; wakes in ${wakes} (worker.wake)`];
};
