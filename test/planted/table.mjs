import { jobs } from './jobs.mjs';
import { pods } from './pods.mjs';
import { rooms } from './rooms.mjs';
import { turns } from './turns.mjs';
import { workers } from './workers.mjs';

/** Every planted bug: what the source says, what it says with the bug, and a story that meets both of its conditions. */
export const planted = [...jobs, ...workers, ...pods, ...turns, ...rooms];
