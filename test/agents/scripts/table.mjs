import { first } from './first.mjs';
import { pods } from './pods.mjs';
import { queues } from './queues.mjs';

/** Every task of scenarios/tasks, with the scripts of the careful and the naive agent. @type {readonly import('./styles.mjs').TaskScripts[]} */
export const tasks = [...first, ...queues, ...pods];
