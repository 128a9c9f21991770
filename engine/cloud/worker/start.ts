import type { Draw } from '../../kernel/rng.ts';
import type { DurationMs } from '../../kernel/time.ts';
import { poolName } from '../container/placement.ts';
import { drawSetting } from '../handler/drawnSetting.ts';
import type { FoundImage } from './events.ts';
import type { WorkerSettings } from './settings.ts';
import type { Worker } from './state.ts';

/** The key of a start's draws: the worker, and the number of its starts. */
export type Starting = Pick<Worker, 'id' | 'tries' | 'megabytes' | 'start' | 'placement'>;

/** The facts that determine its duration. */
export interface StartBasis {
  readonly settings: WorkerSettings;
  readonly draw: Draw;
}

/** The duration of a container's start, with the pull of its image if the host lacks it. */
export const startFor = (worker: Starting, { imageOnHost }: FoundImage, basis: StartBasis): DurationMs =>
  imageOnHost === true ? plainStart(worker, basis) : pullFor(worker, basis) + plainStart(worker, basis);

/** The start of a container whose image is there. */
export const plainStart = ({ id, tries, start }: Starting, { settings, draw }: StartBasis): DurationMs =>
  drawSetting(start ?? settings.start, () => draw('worker/start', id, tries + 1));

/** The pull of its image: a part that is the same for all, and a part by size (image.size). */
const pullFor = ({ id, tries, megabytes, placement }: Starting, { settings, draw }: StartBasis): DurationMs => {
  const { imagePull, pullPerGigabyte, pullRate, imageMegabytes } = settings;
  const perGigabyte = drawSetting(pullPerGigabyte, () =>
    pullRate === 'pool' && placement !== null ? draw('worker/pool-rate', poolName(placement)) : draw('worker/pull-rate', id, tries + 1),
  );
  return (
    drawSetting(imagePull, () => draw('worker/pull', id, tries + 1)) + Math.round((perGigabyte * (megabytes ?? imageMegabytes)) / 1_000)
  );
};

/** A container whose image is on the host starts again quickly; any other starts from the beginning. */
export const upAgainMs = (worker: Worker, basis: StartBasis): DurationMs =>
  worker.pulled
    ? drawSetting(basis.settings.restartAfterCrash, () => basis.draw('worker/restart', worker.id, worker.tries + 1))
    : startFor(worker, {}, basis);
