// What the watcher is to hold beside what every client should: it is explored with these properties, too.
import assert from 'node:assert/strict';
import watch, { mayGiveUp } from './watcher.mended.mjs';

export { mayGiveUp };
export default watch;

export const properties = {
  'submits one job': ({ jobs }) => assert.ok(jobs.length <= 1, `there are ${jobs.length} jobs`),
  'says how the job ended': ({ how, value, jobs }) => how !== 'returned' || value === jobs[0]?.status || jobs[0]?.status === 'REMOVED',
  'costs at most a dollar': ({ spentUsd }) => spentUsd <= 1 || `it costs $${spentUsd.toFixed(2)}`,
};
