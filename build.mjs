// Bundles the command line into one file, and what the package exports into few: a process that reads one file starts in half
// the time of one that reads 200.
import { chmodSync, cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'rolldown';

// What only people read goes, for it is read anew at every start; nobody is shown a stack of it.
const minify = { mangle: true, compress: true, codegen: { removeWhitespace: true } };

// The same functions as modules: what is not used of them is left out, and the rest need not be looked up at each call.
const resolve = { alias: { 'fp-ts/lib/Either.js': fileURLToPath(import.meta.resolve('fp-ts/es6/Either.js')) } };

/** Lifecycles are bundled as the tables that come of their machines: reading XState, and the machines with it, takes 9 ms. */
const lifecycleTables = {
  name: 'lifecycle tables',
  async transform(code, id) {
    if (!code.includes("import { setup } from 'xstate';")) return undefined;
    const [, lifecycle] = Object.entries(await import(pathToFileURL(id))).find(([name]) => name.endsWith('Lifecycle'));
    const { name, initial, statuses, rows } = lifecycle;
    const tabled = code
      .replace("import { setup } from 'xstate';\n", '')
      .replace('import { lifecycleOf }', 'import { lifecycleFrom }')
      .replace(/^export const \w+Machine = [\s\S]*?^\}\);$/m, '')
      .replace(/lifecycleOf\(\w+Machine\)/, () => `lifecycleFrom(${JSON.stringify({ name, initial, statuses, rows })})`);
    if (/Machine\b|xstate|lifecycleOf/.test(tabled)) throw new Error(`${id}: a lifecycle is an XState machine, and lifecycleOf of it`);
    return { code: tabled, map: null };
  },
};

/** What few starts need of Node is required where it is used: commander runs no program for us, and a bar is drawn for many files only. */
const rareBuiltins = {
  name: 'rare builtins',
  transform(code, id) {
    if (!/node_modules\/(commander|cli-progress)\//.test(id)) return undefined;
    const [line, name, builtin] = /^const (\w+) = (require\('(?:node:child_process|readline)'\));$/m.exec(code) ?? [];
    return line === undefined ? undefined : { code: code.replace(line, '').replaceAll(`${name}.`, `${builtin}.`), map: null };
  },
};

// What runs by itself is a script and no module: V8 keeps the code of scripts from start to start (adapters/cli/codeCache.ts).
const script = { dir: 'dist/bin', entryFileNames: '[name].js', chunkFileNames: '[name].js', format: 'cjs', minify };

await build({
  input: { main: 'dist/adapters/cli/podsim.js' },
  platform: 'node',
  plugins: [lifecycleTables, rareBuiltins],
  resolve,
  // Loading a module of the engine changes nothing elsewhere: what only the server uses of it goes with the server.
  treeshake: { moduleSideEffects: [{ test: /dist\/engine\//, sideEffects: false }] },
  // What serves is a file of its own: who plays a scenario does not wait for a web server to be read.
  output: script,
  logLevel: 'warn',
});
await build({ input: { podsim: 'dist/adapters/cli/start.js' }, platform: 'node', output: script, logLevel: 'warn' });
chmodSync('dist/bin/podsim.js', 0o755);
writeFileSync('dist/bin/package.json', '{ "type": "commonjs" }\n');

// What a thread of a server runs is a file of its own, so that the command line stays one.
const thread = 'dist/adapters/host/controlThread.js';
await build({ input: thread, platform: 'node', plugins: [lifecycleTables], resolve, output: script, logLevel: 'warn' });

// Both entries in one build: they share what they have in common, so that a world of the one is a world of the other. Types are
// those beside the modules that tsc wrote. Names are kept: here stacks are shown, and classes seen in a debugger.
rmSync('dist/lib', { recursive: true, force: true });
await build({
  input: { index: 'dist/engine/index.js', vitest: 'dist/adapters/vitest/index.js', controlThread: thread },
  platform: 'node',
  plugins: [lifecycleTables],
  resolve,
  external: ['vitest'],
  output: {
    dir: 'dist/lib',
    entryFileNames: '[name].js',
    chunkFileNames: '[name].js',
    format: 'esm',
    minify: { ...minify, mangle: false },
  },
  logLevel: 'warn',
});

// What the page at /docs is drawn with, so that whoever installs podsim installs these files and not where they come from.
// Swagger UI's own package runs a script when it is installed; this one has the same files, and runs none.
mkdirSync('dist/docs', { recursive: true });
cpSync('adapters/http/docs', 'dist/docs', { recursive: true });
for (const name of ['swagger-ui-bundle.js', 'swagger-ui.css']) {
  cpSync(fileURLToPath(import.meta.resolve(`@fastify/swagger-ui/static/${name}`)), `dist/docs/${name}`);
}
