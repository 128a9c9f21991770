import type { Draw } from '../../kernel/rng.ts';
import type { DurationMs, VirtualTime } from '../../kernel/time.ts';
import { type DrawnDuration, drawSetting } from '../handler/drawnSetting.ts';
import type { WorkerSettings } from './settings.ts';
import type { StartBasis } from './start.ts';
import type { Worker } from './state.ts';

/** The time of this take of the worker; empty if it takes in the same instant (worker.takes-in-time). */
export const takeMs = (worker: Pick<Worker, 'id' | 'looks'>, { takeDelay }: WorkerSettings, draw: Draw): DurationMs =>
  takeDelay === 0 ? 0 : drawTake(worker, takeDelay, draw);

/** A separate function, so that takes without draws make no closure: each job would need two. */
const drawTake = ({ id, looks }: Pick<Worker, 'id' | 'looks'>, takeDelay: DrawnDuration, draw: Draw): DurationMs =>
  drawSetting(takeDelay, () => draw('worker/take', id, looks + 1));

/**
 * When a worker that is freed gets its next job: it has slept since it took the last one, and looks again every `takeEvery` since then
 * (worker.takes-in-time). A real process looks for itself.
 */
export const looksAgainIn = (worker: Worker, now: VirtualTime, { settings, draw }: StartBasis): DurationMs => {
  if (worker.real !== null) return 0;
  const { takeEvery } = settings;
  const busyMs = now - (worker.tookAt ?? now);
  const toNextLook = takeEvery === 0 ? 0 : (takeEvery - (busyMs % takeEvery)) % takeEvery;
  return toNextLook + takeMs(worker, settings, draw);
};
