import { createRequire } from 'node:module';
import { QueueProblem } from './problem.ts';

/** BullMQ and its client of Redis: users without a queue do not install them. */
export interface QueueLibrary {
  readonly bullmq: typeof import('bullmq');
  readonly ioredis: Pick<typeof import('ioredis'), 'Redis'>;
}

export const loadQueueLibrary = (): QueueLibrary => {
  try {
    // The bundle is a script, in which `import` is not there.
    const require = createRequire(import.meta.url);
    return { bullmq: require('bullmq') as QueueLibrary['bullmq'], ioredis: require('ioredis') as QueueLibrary['ioredis'] };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'MODULE_NOT_FOUND') throw error;
    throw new QueueProblem('--queue needs two packages that are not installed: npm i bullmq ioredis');
  }
};
