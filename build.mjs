// Bundles the command line into one file, and the package's exports into a few. A process that reads one file starts in half the
// time of one that reads 200.
import { chmodSync, cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'rolldown';

// Comments and names are removed: Node would read them at every start. The command line never shows a stack trace.
const minify = { mangle: true, compress: true, codegen: { removeWhitespace: true } };

// The modules of the library, so that unused functions are left out and the others need no lookup at each call.
const resolve = { alias: { 'fp-ts/lib/Either.js': fileURLToPath(import.meta.resolve('fp-ts/es6/Either.js')) } };

/** Lifecycles are bundled as the tables made from their machines: loading XState and the machines takes 9 ms. */
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

/** Node modules that few starts need are loaded where they are used: commander starts no programs here, and the progress bar is for many files only. */
const rareBuiltins = {
  name: 'rare builtins',
  transform(code, id) {
    if (!/node_modules\/(commander|cli-progress)\//.test(id)) return undefined;
    const [line, name, builtin] = /^const (\w+) = (require\('(?:node:child_process|readline)'\));$/m.exec(code) ?? [];
    return line === undefined ? undefined : { code: code.replace(line, '').replaceAll(`${name}.`, `${builtin}.`), map: null };
  },
};

// The command line is a script, not a module: V8 can cache the compiled code of scripts (adapters/cli/codeCache.ts).
const script = { dir: 'dist/bin', entryFileNames: '[name].js', chunkFileNames: '[name].js', format: 'cjs', minify };

await build({
  input: { main: 'dist/adapters/cli/podsim.js' },
  platform: 'node',
  plugins: [lifecycleTables, rareBuiltins],
  resolve,
  // Modules of the engine have no side effects: those that only the server uses go into the server's file.
  treeshake: { moduleSideEffects: [{ test: /dist\/engine\//, sideEffects: false }] },
  // The server has a file of its own, so that playing a scenario does not load a web server.
  output: script,
  logLevel: 'warn',
});
await build({ input: { podsim: 'dist/adapters/cli/start.js' }, platform: 'node', output: script, logLevel: 'warn' });
chmodSync('dist/bin/podsim.js', 0o755);
writeFileSync('dist/bin/package.json', '{ "type": "commonjs" }\n');

// The code of a server's threads has a file of its own, so that the command line stays one file.
const thread = 'dist/adapters/host/controlThread.js';
await build({ input: thread, platform: 'node', plugins: [lifecycleTables], resolve, output: script, logLevel: 'warn' });

// Both entries are in one build and share their common modules, so that a world of one is a world of the other. The types are those
// that tsc wrote. Names stay: users of the library see stack traces, and classes in a debugger.
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

// The files of the page at /docs are copied, so that users of podsim need not install the package that they come from.
// The package of Swagger UI itself runs a script on installation. This one has the same files and runs none.
mkdirSync('dist/docs', { recursive: true });
cpSync('adapters/http/docs', 'dist/docs', { recursive: true });
for (const name of ['swagger-ui-bundle.js', 'swagger-ui.css']) {
  cpSync(fileURLToPath(import.meta.resolve(`@fastify/swagger-ui/static/${name}`)), `dist/docs/${name}`);
}
