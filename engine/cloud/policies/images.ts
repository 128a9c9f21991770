import type { Endpoint } from '../endpoint/evolve.ts';
import { type Distribution, findLevel } from '../handler/distribution.ts';
import type { DrawnDuration } from '../handler/drawnSetting.ts';
import type { PodImage } from '../pod/events.ts';
import type { Pod } from '../pod/evolve.ts';
import type { FoundImage, WorkerShape } from '../worker/events.ts';
import type { Worker } from '../worker/state.ts';
import type { SimulationContext } from './context.ts';

/** Whether a worker that is placed there need not pull the image (worker.image-on-host, pod.image-size). */
export const hasImage = (sim: SimulationContext, hostId: string, image: string): boolean =>
  sim.state.hostImages.has(hostId, image, serveAll(sim));

/**
 * The image of a worker, as far as it makes a difference: its size (image.size), and the times of its starts (image.start), which the world
 * gives by its name, or which lie around a level that is drawn once for each image.
 */
export const describeImage = (sim: SimulationContext, image = ''): Pick<WorkerShape, 'megabytes' | 'start'> => {
  const { start: usual, pullPerGigabyte } = sim.settings.worker;
  const facts = sim.findImage(image);
  const megabytes = pullPerGigabyte === 0 ? undefined : facts?.megabytes;
  const start = facts?.start ?? drawLevel(usual, () => sim.draw('image/start', image));
  return { ...(megabytes === undefined ? {} : { megabytes }), ...(start === undefined ? {} : { start }) };
};

/** The restores of an image with FLASHBOOT, as far as they are its own (image.start). */
export const findRestore = (sim: SimulationContext, image = ''): Distribution | undefined =>
  sim.findImage(image)?.restore ?? drawLevel(sim.settings.worker.flashbootStart, () => sim.draw('image/restore', image));

/** What a process with this image loads before its first job: as the world says, or as its times say of what it loads (handler.first-job). */
export const findLoad = (sim: SimulationContext, image = ''): Distribution | undefined => {
  const load = sim.findImage(image)?.load;
  if (typeof load === 'object' || load === undefined) return load;
  const usual = sim.settings.worker[load === 'imports' ? 'importLoad' : 'checkpointLoad'];
  if (typeof usual === 'number') return usual === 0 ? undefined : { kind: 'fixed', ms: usual };
  return drawLevel(usual, () => sim.draw('image/load', image)) ?? usual;
};

/** The times of an image, if a setting tells images apart. */
const drawLevel = (usual: DrawnDuration, u: () => number): Distribution | undefined =>
  typeof usual === 'object' && usual.kind === 'perImage' ? findLevel(usual, u()) : undefined;

/** The images on a worker's host when its start begins again. */
export const imageForWorker = (sim: SimulationContext, worker: Worker, endpoint: Endpoint | undefined): FoundImage =>
  sim.state.hostImages.imageFor(worker, endpoint, serveAll(sim));

/**
 * The images on a pod's host when it begins to start with that image, and the size of the pull if the image is missing (pod.image-size).
 */
export const imageForPod = (sim: SimulationContext, { placement }: Pod, image: string | undefined): PodImage => {
  const megabytes = sim.settings.pod.pullPerGigabyte === 0 ? undefined : sim.findImage(image)?.megabytes;
  const isThere = serveAll(sim) && placement !== null && hasImage(sim, placement.hostId, image ?? '');
  return { ...(megabytes === undefined ? {} : { megabytes }), ...(isThere ? { imageOnHost: true as const } : {}) };
};

/** Pods use the images that workers pulled to a host, and workers those of pods. */
const serveAll = ({ settings }: SimulationContext): boolean => settings.pod.imageMemory === 'host';
