import type { ShrinkTask } from '../../explorer/shrinkRun.ts';
import { requireCached } from '../codeCache.ts';
import type { StudyTask } from './threadTasks.ts';

// The entry point of a thread that plays scenarios. It has the command line's own script, so that it starts with the same code cache.

const podsim = requireCached(import.meta.dirname, 'run', () => false)('main.js') as typeof import('../podsim.ts');

export const { shareTasks } = podsim;
export const playOnce = async (task: StudyTask) => (await podsim.loadTask('playOnce'))(task);
export const shrink = async (task: ShrinkTask) => (await podsim.loadTask('shrink'))(task);
