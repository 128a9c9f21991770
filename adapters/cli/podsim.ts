import './acyclic.ts';
import { main } from './main.ts';
import { exitCodes } from './terminal/exit.ts';

export { main } from './main.ts';
export { playsHere } from './run/run.ts';
export { loadTask, shareTasks } from './run/threadTasks.ts';

/** The command line, as a process of its own. */
export const start = (): void => {
  // A reader of the output may stop reading, for example `podsim spec rules | head`.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') return;
    process.stderr.write(`podsim: the output cannot be written (${error.code ?? error.message})\n`);
    process.exit(exitCodes.unread);
  });
  const ended = main(process.argv.slice(2));
  if (typeof ended === 'number') process.exitCode = ended;
  else
    void ended.then((code) => {
      process.exitCode = code;
    });
};
