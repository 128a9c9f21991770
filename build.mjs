// Bundles the command line into one file: a process that reads one file starts in half the time of one that reads 200.
import { chmodSync } from 'node:fs';
import { build } from 'rolldown';

await build({
  input: 'dist/adapters/cli/podsim.js',
  platform: 'node',
  output: { file: 'dist/bin/podsim.js', format: 'esm', minify: false },
  logLevel: 'warn',
});
chmodSync('dist/bin/podsim.js', 0o755);
