import { main } from './main.ts';

// Whoever reads our words may stop reading: `podsim rules | head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

process.exitCode = main(process.argv.slice(2));
