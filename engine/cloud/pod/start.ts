import type { Draw } from '../../kernel/rng.ts';
import type { DurationMs } from '../../kernel/time.ts';
import { poolName } from '../container/placement.ts';
import { drawSetting } from '../handler/drawnSetting.ts';
import type { PodImage } from './events.ts';
import type { Pod } from './evolve.ts';
import type { PodSettings } from './settings.ts';

/** The facts that determine the time of a pod's start. */
export interface PodStartBasis {
  readonly settings: PodSettings;
  readonly draw: Draw;
}

/** The pod at its next start: with the size of its image, and with the image itself if its host has it. */
export const withImage = (pod: Pod, { megabytes, imageOnHost }: PodImage): Pod => ({
  ...pod,
  megabytes: megabytes ?? null,
  pulled: pod.pulled || imageOnHost === true,
});

/** An image that is on the host is not pulled again; one that is pulled while the pod runs does not delay its start. */
export const startFor = (pod: Pod, basis: PodStartBasis): DurationMs => {
  const { start, pullIn } = basis.settings;
  return pod.pulled || pullIn === 'RUNNING' ? start : pullFor(pod, pod.tries + 1, basis) + start;
};

/** How long a pod that runs cannot be reached yet: its image is pulled, and its server starts. A pull that a fault affected is over by now. */
export const planReach = (pod: Pod, basis: PodStartBasis, atLeastMs = 0): { readonly reachMs?: DurationMs; readonly pulling?: true } => {
  const { id, pulled, troubled, starts, tries } = pod;
  const { pullIn, reach, reachAgain } = basis.settings;
  const pulling = pullIn === 'RUNNING' && !pulled && !troubled;
  const pullMs = pulling ? pullFor(pod, tries, basis) : 0;
  const drawnMs = pullMs + drawSetting(starts > 0 ? reachAgain : reach, () => basis.draw('pod/reach', id, starts + 1));
  const reachMs = Math.max(drawnMs, atLeastMs);
  if (reachMs === 0) return {};
  return pulling ? { reachMs, pulling } : { reachMs };
};

/** The pull of its image at that try: a part that is the same for all, and a part by size (pod.image-size). */
const pullFor = ({ id, megabytes, placement }: Pod, nth: number, { settings, draw }: PodStartBasis): DurationMs => {
  const { imagePull, pullPerGigabyte, pullRate, imageMegabytes } = settings;
  const perGigabyte = drawSetting(pullPerGigabyte, () =>
    pullRate === 'pool' && placement !== null ? draw('pod/pool-rate', poolName(placement)) : draw('pod/pull-rate', id, nth),
  );
  return drawSetting(imagePull, () => draw('pod/pull', id, nth)) + Math.round((perGigabyte * (megabytes ?? imageMegabytes)) / 1_000);
};
