import { answers } from './answers.mjs';
import { jobs } from './jobs.mjs';
import { pods } from './pods.mjs';
import { rooms } from './rooms.mjs';
import { turns } from './turns.mjs';
import { workers } from './workers.mjs';

/**
 * Every planted bug: what the source says, and what it says with the bug; and a story that meets both of its conditions, or what sees it: tests,
 * or a scenario that ships. `seenBy: null`: nothing does.
 * @type {readonly { id: string, file: string, was: string, is: string, about: string, story?: string, seenBy?: string | null }[]}
 */
export const planted = [...jobs, ...workers, ...pods, ...turns, ...rooms, ...answers];
