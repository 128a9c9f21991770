import { availableParallelism } from 'node:os';
import { loadQueueLibrary } from '../../study/queue/library.ts';
import { versionsText } from '../../study/queue/names.ts';
import { StudyWorker } from '../../study/queue/worker.ts';
import { ResultStore } from '../../study/resultStore.ts';
import { exitCodes } from '../terminal/exit.ts';
import { durationFrom, endSoon, linkOptions, type QueueFlags } from './queue.ts';
import { threadsFrom } from './threads.ts';

export interface StudyWorkerOptions extends QueueFlags {
  readonly queue: string;
  readonly jobs?: string;
  readonly results?: string;
  readonly untilIdle?: string;
}

/** `podsim study-worker`: plays for studies until a signal stops it. */
export const studyWorkerCommand = async (options: StudyWorkerOptions): Promise<number> => {
  const threads = threadsFrom(options.jobs) ?? availableParallelism();
  const link = linkOptions(options);
  const idle = options.untilIdle === undefined ? {} : { idleMaxMs: durationFrom('--until-idle', options.untilIdle) };
  const library = loadQueueLibrary();
  const { PlayPool } = await import('../run/threads.ts');
  const pool = new PlayPool(threads);
  try {
    const worker = new StudyWorker(library, {
      ...link,
      ...idle,
      ...(options.results === undefined ? {} : { store: new ResultStore(options.results) }),
      url: options.queue,
      threads,
      play: (scenario, { seed, measuring }) => pool.play({ scenario, seed, measuring }),
    });
    const onSignal = () => {
      process.once('SIGINT', () => process.exit(130)).once('SIGTERM', () => process.exit(143));
      if (worker.isPlaying) process.stderr.write('ending the plays that have begun; Ctrl-C again ends at once\n');
      worker.stop();
    };
    process.once('SIGINT', onSignal).once('SIGTERM', onSignal);
    process.stdout.write(
      `plays for studies with ${threads === 1 ? 'one thread' : `${threads} threads`}: ${versionsText(worker.versions)}\n`,
    );
    await worker.run();
    process.stdout.write(`stopped after ${worker.played === 1 ? 'one play' : `${worker.played} plays`}\n`);
    return exitCodes.pass;
  } finally {
    await pool.close();
    endSoon();
  }
};
