// What is bundled, in parts that can be made one by one. A bundle is what the bundler makes of the sources and the packages as they are:
// nothing in them is edited but where the library finds Node's `require`, so what ships is what was tested.
import { createHash } from 'node:crypto';
import { appendFileSync, chmodSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { resolve as absolute, basename, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'rolldown';
import { minifySync } from 'rolldown/utils';
import { writeLlms } from './llms.mjs';
import { notices, noticesIn, noticesOf } from './notices.mjs';

/**
 * The command line and its threads, as scripts: V8 caches the code of scripts from start to start (`adapters/cli/codeCache.ts`), and a
 * process that reads one file starts in half the time of one that reads 200.
 */
export const bundleCommandLine = async () => {
  rmSync('dist/bin', { recursive: true, force: true });
  const playedCode = await digestOfPlays();
  const transform = { define: { PLAYED_CODE: JSON.stringify(playedCode) } };
  const main = { ...forNode, transform, input: { main: 'dist/adapters/cli/podsim.js' } };
  // What the command line loads with itself is one file, and what it loads on demand has files of its own: playing a scenario must not wait
  // for a web server. Left to itself, the bundler moves what all share to another file.
  const own = await modulesWithoutDemand(main);
  await bundle({
    ...main,
    // Threads share the engine with the command line. What only they need is in files of their own.
    input: { ...main.input, clientThread: 'dist/adapters/explorer/client/clientThread.js', controlThread, lab: loadedByLab },
    preserveEntrySignatures: 'allow-extension',
    output: { ...script, codeSplitting: { groups: [{ name: 'main', test: (id) => own.has(id) }] } },
  });
  const alone = {
    podsim: 'dist/adapters/cli/start.js',
    // A thread that plays scenarios has the same script as the command line. The pool starts its threads with a file of its own.
    playThread: 'dist/adapters/cli/run/playThread.js',
    // Node reads it before the code of a client.
    nodePreload: 'dist/adapters/intercept/nodePreload.js',
    'entry/worker': fileURLToPath(new URL('entry/worker.js', import.meta.resolve('tinypool'))),
  };
  for (const [name, file] of Object.entries(alone)) await bundle({ ...forNode, input: { [name]: file }, output: script });
  await bundle({ ...forNode, external: [], input: { express: fileURLToPath(import.meta.resolve('express')) }, output: script });
  chmodSync('dist/bin/podsim.js', 0o755);
  writeFileSync('dist/bin/package.json', '{ "type": "commonjs" }\n');
  writeFileSync('dist/bin/playedCode.txt', playedCode);
  writeFileSync('dist/bin/NOTICES.txt', noticesIn('dist/bin'));
};

/** What the package exports. The engine is in modules that need nothing of Node, so that browsers have the same ones. */
export const bundleLibrary = async () => {
  rmSync('dist/lib', { recursive: true, force: true });
  // All entries in one build: they share modules, so that a World is the same class in all. Users see the names of functions and classes in stack traces.
  await bundle({
    ...forNode,
    external: [...forNode.external, absolute(loadedByLab)],
    transform: { define: { 'process.env.NODE_ENV': "'production'" } },
    input: {
      index: 'dist/engine/index.js',
      testing: 'dist/adapters/testing/index.js',
      vitest: 'dist/adapters/vitest/index.js',
      lab: 'dist/adapters/lab/index.js',
      worker: 'dist/adapters/worker/index.js',
      controlThread,
    },
    output: {
      ...module,
      dir: 'dist/lib',
      minify: { ...minify, mangle: { keepNames: true } },
      polyfillRequire: false,
      paths: { express: '../bin/express.js', [absolute(loadedByLab)]: '../bin/lab.js' },
      plugins: [requireOfNode, statementsOnLines],
    },
  });
  writeFileSync('dist/lib/NOTICES.txt', noticesIn('dist/lib'));
};

/**
 * The `require` of Node, for the packages that call it. The bundler would define it in a module that all others import, and no browser could load
 * the engine.
 */
const requireOfNode = {
  name: 'require of Node',
  renderChunk(code) {
    const unused = 'import { createRequire } from "node:module";';
    const own = /\bcreateRequire\(/.test(code) ? code : code.replace(unused, '');
    const defined = "import { createRequire as requireFor } from 'node:module';\nconst require = requireFor(import.meta.url);\n";
    return /\brequire\(/.test(own) ? `${defined}${own}` : own;
  },
};

/** Each statement has a line of its own: Node prints the whole line that threw beside an error that nothing catches. */
const statementsOnLines = {
  name: 'statements on lines',
  generateBundle(_options, files) {
    for (const file of Object.values(files)) if (file.type === 'chunk') file.code = breakLines(file.code, this.parse(file.code));
  },
};

const breakLines = (code, program) => {
  const ends = [];
  const visit = (node) => {
    if (typeof node !== 'object' || node === null) return;
    if (Array.isArray(node.body)) ends.push(...node.body.map(({ end }) => end));
    for (const part of Object.values(node)) visit(part);
  };
  visit(program);
  ends.sort((a, b) => a - b);
  return [0, ...ends].map((from, k) => code.slice(from, ends[k])).join('\n');
};

/**
 * The console's pages. Each is a classic script: a module does not run in a worker that is made of its own text. The lessons of the course are read
 * here: to read all of them takes longer than others may wait for a server.
 */
export const bundleConsole = async () => {
  rmSync('dist/console', { recursive: true, force: true });
  await bundleReplays();
  const scripts = {
    // Most readers never open the editor.
    editor: 'dist/adapters/console/app/editor/codeEditor.js',
    // The page of a study has the replay page in it as text, so that its own code is small, and the replay page does not grow.
    study: 'dist/adapters/console/app/study/main.js',
    reports: 'dist/adapters/console/app/reports.js',
  };
  for (const [name, file] of Object.entries(scripts)) {
    await bundle({ ...forBrowsers, input: { [name]: file }, output: page }, [classNames]);
    appendNotices(name, [`dist/console/${name}.js`]);
  }
  const { courseFiles, lessonText } = await import('../../dist/adapters/cli/learn/lessonFiles.js');
  // Their texts are in the package already.
  const listed = courseFiles().map((file) => {
    const { text: _, files, ...rest } = lessonText(relative('.', file));
    return { ...rest, files: Object.keys(files) };
  });
  writeFileSync('dist/console/lessons.json', JSON.stringify(listed));
  const { pageSheets } = await import('../../dist/adapters/console/writer/sheets.js');
  for (const [name, text] of pageSheets('adapters/console/app')) writeFileSync(`dist/console/${name}`, text);
};

/**
 * The script of a page of runs, that of a page with lessons, and what both begin with, which is most of them: a page holds two as one. The bundler
 * divides modules only, so it first makes modules of them, and then a script of each.
 */
const bundleReplays = async () => {
  const modules = 'dist/made/replays';
  rmSync(modules, { recursive: true, force: true });
  const input = { page: 'dist/adapters/console/app/main.js', course: 'dist/adapters/console/app/course.js' };
  const { output } = await bundle({ ...forBrowsers, input, output: { ...module, dir: modules } }, [classNames]);
  const [shared, ...others] = output.filter(({ isEntry }) => !isEntry).map(({ fileName }) => absolute(modules, fileName));
  if (shared === undefined || others.length > 0) throw new Error('the two pages share one module');
  const scriptOf = (file, more) => build({ ...forBrowsers, input: file, external: (id) => id === shared, output: { ...page, ...more } });
  await scriptOf({ shared }, { name: 'podsimShared' });
  for (const name of Object.keys(input)) {
    await scriptOf({ [name]: `${modules}/${name}.js` }, { banner: '', globals: { [shared]: 'podsimShared' } });
    appendNotices(name, [`${modules}/${basename(shared)}`, `${modules}/${name}.js`]);
  }
};

/** A page is sent on as one file, so its notices are in it. */
const appendNotices = (name, files) => appendFileSync(`dist/console/${name}.js`, `\n/*!\n${noticesOf(files).replaceAll('*/', '* /')}*/\n`);

/** A component imports the names that its classes have in the page. */
const classNames = {
  name: 'class names',
  load: {
    filter: { id: /\.css$/ },
    handler: async (path) => {
      const { namesOfSheet } = await import('../../dist/adapters/console/writer/sheets.js');
      const lines = namesOfSheet(path).map(([name, scoped]) => `export const ${name} = ${JSON.stringify(scoped)};`);
      return { code: lines.join('\n'), moduleType: 'js' };
    },
  },
};

/** The script of the site's pages. It is no part of the package, as the site is none. */
export const bundleSite = async () => {
  rmSync('dist/site-parts', { recursive: true, force: true });
  await bundle({ ...forBrowsers, input: { search: 'dist/adapters/site/app/search.js' }, output: { ...page, dir: 'dist/site-parts' } });
  appendFileSync('dist/site-parts/search.js', `\n/*!\n${noticesOf(['dist/site-parts/search.js']).replaceAll('*/', '* /')}*/\n`);
};

/**
 * The page at /docs and the documents that it shows, which are made here. The page's files are copied, so that installing podsim installs these
 * files only. Swagger UI's own package runs a script at installation; @fastify/swagger-ui has the same files, and runs none.
 */
export const copyDocsPage = async () => {
  rmSync('dist/docs', { recursive: true, force: true });
  mkdirSync('dist/docs', { recursive: true });
  cpSync('adapters/http/docs', 'dist/docs', { recursive: true });
  const fileOf = (name) => fileURLToPath(import.meta.resolve(`@fastify/swagger-ui/static/${name}`));
  cpSync(fileOf('swagger-ui.css'), 'dist/docs/swagger-ui.css');
  // It ships minified, and larger than it need be.
  const { code } = minifySync('swagger-ui-bundle.js', readFileSync(fileOf('swagger-ui-bundle.js'), 'utf8'), minify);
  writeFileSync('dist/docs/swagger-ui-bundle.js', code);
  writeLlms('dist/docs');
  const { documentFiles } = await import('../../dist/adapters/http/pages/documentFiles.js');
  for (const [name, text] of documentFiles()) writeFileSync(`dist/docs/${name}`, text);
};

const bundle = (options, plugins = []) => build({ ...options, plugins: [notices, ...plugins] });

/** The digest of the code that makes a play: part of the key of its result (`adapters/study/playedCode.ts`). */
const digestOfPlays = async () => {
  const { output } = await build({
    ...forNode,
    input: 'dist/adapters/study/playOnce.js',
    // Minified: comments and the places of files say nothing.
    output: { format: 'esm', minify },
    write: false,
  });
  return createHash('sha256')
    .update(output.map(({ code }) => code).join('\n'))
    .digest('hex');
};

/** The modules that a bundle loads at its start. */
const modulesWithoutDemand = async (options) => {
  const withoutDemand = {
    name: 'without what is loaded on demand',
    resolveId: (id, _, { kind }) => (kind === 'dynamic-import' ? { id, external: true } : undefined),
  };
  const { output } = await build({ ...options, plugins: [withoutDemand], output: { format: 'cjs' }, write: false });
  return new Set(output.flatMap(({ modules = {} }) => Object.keys(modules)));
};

// A worker thread runs a file of its own, so that the command line stays in one file.
const controlThread = 'dist/adapters/host/inThread/controlThread.js';

// Studies and twins are in the command line, and `podsim/lab` loads them from there: the package has no room for two of them.
const loadedByLab = 'dist/adapters/lab/loaded.js';

// Minified because the code is parsed again at every start.
const minify = { mangle: true, compress: true, codegen: { removeWhitespace: true } };
// In ASCII: V8 makes a string of a megabyte of it in a fifth of the time, and keeps it in half the memory.
const script = {
  dir: 'dist/bin',
  entryFileNames: '[name].js',
  chunkFileNames: '[name].js',
  format: 'cjs',
  charset: 'ascii',
  minify,
  comments: false,
  paths: { express: './express.js' },
};
const module = { entryFileNames: '[name].js', chunkFileNames: '[name].js', format: 'esm' };
// The policy of a page forbids functions made of text: without this word zod would try whether it may, and the browser would report it.
const page = {
  ...{ dir: 'dist/console', entryFileNames: '[name].js', format: 'iife', minify, comments: false },
  banner: 'globalThis.__zod_globalConfig={jitless:true};',
};

// Of fp-ts and yaml, the same functions as ES modules: unused ones are dropped, and calls of the others need no property lookup.
const resolve = {
  alias: {
    yaml: fileURLToPath(import.meta.resolve('yaml/package.json')).replace('package.json', 'browser/index.js'),
    'fp-ts/lib/Either.js': fileURLToPath(import.meta.resolve('fp-ts/es6/Either.js')),
    'fp-ts/lib/function.js': fileURLToPath(import.meta.resolve('fp-ts/es6/function.js')),
    // What is large, and never called.
    'iconv-lite': fileURLToPath(new URL('without/charsets.cjs', import.meta.url)),
    'mime-db': fileURLToPath(new URL('without/mediaTypes.cjs', import.meta.url)),
    ajv: fileURLToPath(new URL('without/validator.mjs', import.meta.url)),
    'ajv-formats': fileURLToPath(new URL('without/validator.mjs', import.meta.url)),
  },
};
// These modules do nothing but define what they export, so what only the server uses is bundled with the server.
const pure = /dist\/(?:engine|adapters\/console)\/|node_modules\/(?:yaml|zod|immer|@noble)\//;
const common = { resolve, treeshake: { moduleSideEffects: [{ test: pure, sideEffects: false }] }, logLevel: 'warn' };
// The first reads its scripts for shells from files beside it. The others are installed by those who use them.
// Express is a file of its own, which the command line and the library share.
const forNode = { ...common, platform: 'node', external: ['bullmq', 'ioredis', 'vitest', 'express'] };
const forBrowsers = { ...common, platform: 'browser' };
