import { exploreRuns } from '../../explorer/exploreRuns.ts';
import { shrinkRun } from '../../explorer/shrinkRun.ts';
import { playOnce } from '../../study/playOnce.ts';
import type { LabTasks } from '../run/threadTasks.ts';

/** The tasks of explorations and studies. Few command lines need them, and they are a tenth of the code. */
export const labTasks: LabTasks = {
  explore: exploreRuns,
  shrink: shrinkRun,
  playOnce: ({ scenario, seed, measuring }) => playOnce(scenario, seed, measuring),
};
