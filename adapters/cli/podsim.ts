import { main } from './main.ts';

// A reader of the output may stop reading, for example `podsim rules | head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

process.exitCode = main(process.argv.slice(2));
