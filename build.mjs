// Bundles the command line into one file: a process that reads one file starts in half the time of one that reads 200.
import { chmodSync, cpSync, mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'rolldown';

// What only people read goes, for it is read anew at every start; nobody is shown a stack of it.
const minify = { mangle: true, compress: true, codegen: { removeWhitespace: true } };

await build({
  input: 'dist/adapters/cli/podsim.js',
  platform: 'node',
  // What serves is a file of its own: who plays a scenario does not wait for a web server to be read.
  output: { dir: 'dist/bin', entryFileNames: '[name].js', chunkFileNames: '[name].js', format: 'esm', minify },
  logLevel: 'warn',
});
chmodSync('dist/bin/podsim.js', 0o755);

// What the page at /docs is drawn with, so that whoever installs podsim installs these files and not where they come from.
// Swagger UI's own package runs a script when it is installed; this one has the same files, and runs none.
mkdirSync('dist/docs', { recursive: true });
cpSync('adapters/http/docs', 'dist/docs', { recursive: true });
for (const name of ['swagger-ui-bundle.js', 'swagger-ui.css']) {
  cpSync(fileURLToPath(import.meta.resolve(`@fastify/swagger-ui/static/${name}`)), `dist/docs/${name}`);
}
