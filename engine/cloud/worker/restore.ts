import { gammaQuantile } from '../../kernel/math/gammaFunction.ts';
import type { DurationMs } from '../../kernel/time.ts';
import type { Distribution } from '../handler/distribution.ts';
import { drawSetting } from '../handler/drawnSetting.ts';
import type { StartBasis, Starting } from './start.ts';

/**
 * Whether a wake is a restore: an endpoint has a chance of its own right after the last use, and the longer the image was not used on the
 * host, the less likely the snapshot there is of use (worker.wake). If it is certain, there is no draw.
 */
export const isRestored = (worker: Starting, endpointId: string, unusedMs: DurationMs | null, basis: StartBasis): boolean => {
  const { snapshotLife } = basis.settings;
  if (unusedMs === null || (snapshotLife > 0 && unusedMs >= snapshotLife)) return false;
  const chance = findChance(endpointId, basis) * (snapshotLife === 0 ? 1 : 1 - unusedMs / snapshotLife);
  return chance === 1 || basis.draw('worker/snapshot', worker.id, worker.tries + 1) < chance;
};

/** The chance of the endpoint, beta distributed: the share of one of two gamma distributed parts, which are drawn once for the endpoint. */
const findChance = (endpointId: string, { settings, draw }: StartBasis): number => {
  const mean = settings.snapshotHit / 100;
  const spread = settings.snapshotSpread / 100;
  if (spread === 0 || mean === 0 || mean === 1) return mean;
  const weight = (mean * (1 - mean)) / (spread * spread) - 1;
  const drawPart = (share: number, n: number): number =>
    gammaQuantile(Math.max(leastShape, share * weight), draw('endpoint/restores', endpointId, n));
  const [hit, miss] = [drawPart(mean, 0), drawPart(1 - mean, 1)];
  return hit + miss === 0 ? mean : hit / (hit + miss);
};

/** A beta distribution of the widest spread has all its weight at never and always; this is close to it. */
const leastShape = 0.01;

/** The start of a worker that was up before on its host, with flashboot (worker.cold-start); that of its image, if it has one (image.start). */
export const restoreFor = (
  { id, tries }: Starting,
  flashboot: 'FLASHBOOT' | 'PRIORITY_FLASHBOOT',
  ofImage: Distribution | undefined,
  { settings, draw }: StartBasis,
): DurationMs =>
  drawSetting(flashboot === 'FLASHBOOT' ? (ofImage ?? settings.flashbootStart) : settings.priorityFlashbootStart, () =>
    draw('worker/restore', id, tries + 1),
  );
