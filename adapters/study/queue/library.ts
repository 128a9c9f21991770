import { QueueProblem } from './problem.ts';

/** BullMQ and its client of Redis: who does not use a queue does not install them. */
export interface QueueLibrary {
  readonly bullmq: typeof import('bullmq');
  readonly ioredis: Pick<typeof import('ioredis'), 'Redis'>;
}

export const loadQueueLibrary = async (): Promise<QueueLibrary> => {
  try {
    const [bullmq, ioredis] = await Promise.all([import('bullmq'), import('ioredis')]);
    return { bullmq, ioredis };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ERR_MODULE_NOT_FOUND' && code !== 'MODULE_NOT_FOUND') throw error;
    throw new QueueProblem('--queue needs two packages that are not installed: npm i bullmq ioredis');
  }
};
