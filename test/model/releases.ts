import { countGpus, tellShapes } from './hosts/shapes.ts';
import type { Plan } from './plan.ts';
import type { Worker } from './state.ts';

/** The configuration of an endpoint when it got a new version, counted from 1. */
export interface Release {
  readonly version: number;
  readonly at: number;
  readonly min: number;
  readonly max: number;
  readonly plan: Plan;
}

/** What a release says of the endpoint, by the names of the list of releases. */
const readFields = ({ min, max, plan }: Release): readonly (readonly [string, unknown])[] => [
  ['workers.min', min],
  ['workers.max', max],
  ['workers.idleTimeout', plan.idle / 1_000],
  ['scaling', 'queueDelay' in plan.scaler ? `delay ${plan.scaler.queueDelay}` : `count ${plan.scaler.requestCount}`],
  ['timeout', plan.timeout],
  ['locations', plan.center ?? ''],
  ['networkVolumes', plan.volumes.map((volume) => `volume-${volume}`).join(' ')],
  ['gpuCount', countGpus(plan.shapes)],
  ['cpu', countGpus(plan.shapes) === null ? tellShapes(plan.shapes) : null],
  ['template.imageName', plan.image],
  ['template.env', plan.env],
];

/** The list of releases, the newest first: what each has changed since the one before it, and how many of the workers run it (worker.rollout). */
export const tellReleases = (releases: readonly Release[], workers: readonly Worker[]): string => {
  const listed = workers.filter(({ status }) => status !== 'STOPPED');
  const count = (version: number): number => listed.filter((worker) => worker.version === version).length;
  const latest = count(releases.length);
  const percent = listed.length === 0 ? 100 : Math.floor((100 * latest) / listed.length);
  const lines = releases.map((release, k) => {
    const before = releases.slice(0, k).slice(-1).flatMap(readFields);
    const changes = readFields(release).flatMap(([field, value], place) => {
      const was = before[place]?.[1];
      return before.length === 0 || was === value ? [] : [` ${field} ${was} to ${value}`];
    });
    return `${release.version} on ${count(release.version)} at ${release.at}${changes.join('')}`;
  });
  return `releases ${latest} of ${listed.length} ${percent}% ${latest < listed.length}: ${lines.reverse().join(', ')}`;
};
