// Bundles the command line into one file, and the package's exports into few: a process that reads one file starts in half the time
// of one that reads 200.
import { createHash } from 'node:crypto';
import { appendFileSync, chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build as bundle } from 'rolldown';

// Minified because the code is parsed again at every start, and users of the command line see no stack traces of it.
const minify = { mangle: true, compress: true, codegen: { removeWhitespace: true } };

// The same functions as ES modules: unused ones are dropped, and calls of the others need no property lookup.
const resolve = {
  alias: {
    'fp-ts/lib/Either.js': fileURLToPath(import.meta.resolve('fp-ts/es6/Either.js')),
    'fp-ts/lib/function.js': fileURLToPath(import.meta.resolve('fp-ts/es6/function.js')),
  },
};

/** Which packages are in which file of a folder: their licenses ask that their notices go with them. */
const contents = new Map();

const notices = {
  name: 'notices',
  generateBundle({ dir }, output) {
    for (const { fileName, modules = {} } of Object.values(output)) {
      const packages = Object.keys(modules).flatMap((id) => packageOf(id) ?? []);
      contents.set(`${dir}/${fileName}`, new Set(packages));
    }
  },
};

/** The folder of the package that a module belongs to; the bundler's own functions belong to the bundler. */
function packageOf(id) {
  if (id.startsWith('\0rolldown') || id.includes('rolldown/runtime'))
    return fileURLToPath(new URL('node_modules/rolldown', import.meta.url));
  return /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(id)?.[0];
}

/** Bundles what the package contains, and remembers the packages in it. */
const build = ({ plugins = [], ...options }) => bundle({ ...options, plugins: [...plugins, notices] });

/** The notices of the packages in some files: each license once, below the packages that have it and their copyrights. */
function noticesOf(files) {
  const folders = new Set(files.flatMap((file) => [...(contents.get(file) ?? [])]));
  const byLicense = new Map();
  for (const folder of [...folders].sort()) {
    const { name, version, license } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
    const { copyrights, terms } = licenseIn(folder, name);
    const heading = [`${name} ${version} (${license})`, ...copyrights.map((line) => `  ${line}`)].join('\n');
    byLicense.set(terms, [...(byLicense.get(terms) ?? []), heading]);
  }
  const parts = [...byLicense].map(([terms, headings]) => `${headings.join('\n')}\n\n${terms}\n`);
  return ['These files contain code of other packages, whose licenses follow.\n', ...parts].join(`\n${'-'.repeat(80)}\n\n`);
}

/** The text of a package's license, apart from the lines that say whose it is. */
function licenseIn(folder, name) {
  const lines = licenseText(folder, name)
    .split(/\r?\n/)
    .map((line) => line.trim());
  const isCopyright = (line) => /^copyright (?:\(c\)|\d|©)/i.test(line);
  const terms = lines.filter((line) => !isCopyright(line)).join('\n');
  return { copyrights: lines.filter(isCopyright), terms: terms.replaceAll(/\n{3,}/g, '\n\n').trim() };
}

/** Most packages have a file with their license; in others it is the last section of the README. */
function licenseText(folder, name) {
  const files = readdirSync(folder).sort();
  const read = (pattern) => files.filter((file) => pattern.test(file)).map((file) => readFileSync(`${folder}/${file}`, 'utf8'));
  const own = read(/^(?:licen[cs]e|copying|notice)/i).join('\n');
  const text = own === '' ? /^(?:#+ *)?licen[cs]e\b.*\n[\s\S]*/im.exec(read(/^readme/i).join('\n'))?.[0] : own;
  if (text === undefined || !/copyright|permission/i.test(text))
    throw new Error(`${name} is bundled, and the text of its license was not found`);
  return text;
}

/** Bundles lifecycles as the tables that their machines evaluate to: loading XState and the machines takes 9 ms. */
const lifecycleTables = {
  name: 'lifecycle tables',
  async transform(code, id) {
    if (!code.includes("import { setup } from 'xstate';")) return undefined;
    const [, lifecycle] = Object.entries(await import(pathToFileURL(id))).find(([name]) => name.endsWith('Lifecycle'));
    const { name, initial, statuses, rows } = lifecycle;
    const replaced = code
      .replace("import { setup } from 'xstate';\n", '')
      .replace(/^(import \{[^}]*)\blifecycleOf\b/m, '$1lifecycleFrom')
      .replace(/^export const \w+Machine = [\s\S]*?^\}\);$/m, '')
      .replace(/^const \w+ = (?:\(.*\) => )?to\([\s\S]*?\);$/gm, '')
      .replace(/lifecycleOf\(\w+Machine\)/, () => `lifecycleFrom(${JSON.stringify({ name, initial, statuses, rows })})`);
    if (/Machine\b|xstate|lifecycleOf/.test(replaced)) throw new Error(`${id}: a lifecycle is an XState machine, and lifecycleOf of it`);
    return { code: replaced, map: null };
  },
};

/** Bundles the digest of the rules, which are in the bundle, too: computing it takes 5 ms at every start that makes a world. */
const rulesetDigest = {
  name: 'ruleset digest',
  async transform(code, id) {
    if (!id.endsWith('/dist/engine/definition.js')) return undefined;
    const ruleset = (await import(pathToFileURL(id))).rulesetDigest();
    const replaced = code.replace(/^let knownDigest;$/m, () => `let knownDigest = ${JSON.stringify(ruleset)};`);
    if (replaced === code) throw new Error(`${id}: there is no variable knownDigest`);
    return { code: replaced, map: null };
  },
};

/**
 * Bundles YAML for pages with the core schema of YAML 1.2 alone: files are read and written by no other, and a tag of another type is
 * refused.
 */
const coreSchemaOnly = {
  name: 'core schema only',
  transform(code, id) {
    if (!id.endsWith('/yaml/browser/dist/schema/tags.js')) return undefined;
    const unused = (names) => names.split(', ').map((name) => `const ${name.split(' as ').at(-1)} = undefined;`);
    const replaced = code.replaceAll(/^import \{ (.*) \} from '\.\/(?:json|yaml-1\.1\/(?!merge)).*$/gm, (_, names) =>
      unused(names).join(' '),
    );
    if (replaced === code) throw new Error(`${id}: imports no other schema`);
    return { code: replaced, map: null };
  },
};

/**
 * Bundles zod for pages without the formats that `z.string()` has as methods, such as `z.string().email()`, which the engine does not use:
 * each of their methods would bundle a class of its own. `z.iso.datetime()` and the like stay.
 */
const noStringFormats = {
  name: 'no string formats',
  transform(code, id) {
    const used =
      /\/dist\/engine\//.test(id) &&
      /\bz\.string\([^)]*\)\.(?:email|url|jwt|emoji|[gu]uid|nanoid|c?uid2?|ulid|base64|ipv[46]|date|time)/.exec(code);
    if (used) throw new Error(`${id}: ${used[0]} is not bundled for pages; use z.iso or a pattern`);
    if (!id.endsWith('/zod/v4/classic/schemas.js')) return undefined;
    const replaced = code.replaceAll(/^ {4}\w+\(params\) \{\s+return this\.check\(core\._\w+\(Zod\w+, params\)\);\s+\},?$/gm, '');
    if (replaced === code) throw new Error(`${id}: strings have no methods for formats`);
    return { code: replaced, map: null };
  },
};

/**
 * Bundles zod for pages with the one way in which the engine gives a value to a schema: `safeParse`, in `engine/api/readAs.ts`. Neither the
 * others, which wait or write, nor kinds of schemas that the engine has none of are bundled, nor what only they need.
 */
const oneWayOfReading = {
  name: 'one way of reading',
  transform(code, id) {
    const used = /\/dist\/engine\//.test(id) && new RegExp(`\\bz\\.\\w+\\([^)]*\\)\\.(?:${unusedMethods.join('|')})\\(`).exec(code);
    if (used) throw new Error(`${id}: ${used[0]} is not bundled for pages`);
    if (!id.endsWith('/zod/v4/classic/schemas.js')) return undefined;
    const replaced = code
      .replaceAll(
        /^ {4}(?:async )?(?:validate|\w+Async|\w*(?:en|de|En|De)code)(?:: (?:async )?function \w+)?\(data, params\) \{\s+return (?:await )?parse\.\w+\(.*\);\s+\},$/gm,
        '',
      )
      .replaceAll(new RegExp(`^ {4}(?:${unusedMethods.join('|')})\\(.*\\) \\{\\s+return .*\\s+\\},$`, 'gm'), '')
      // Both halves: with one alone, a read of the property fails.
      .replace(/^ {4}get "~standard"\(\) \{[\s\S]*?^ {4}\},\n {4}set "~standard"\(value\) \{[\s\S]*?^ {4}\},$/m, '');
    if (/parse\.\w*(?:Async|code)\(|\.slugify\(|prefault\(this|createStandardJSONSchemaMethod\(|"~standard"\(/.test(replaced))
      throw new Error(`${id}: reads values in other ways, too`);
    return { code: replaced, map: null };
  },
};
const unusedMethods = [
  ...['nonoptional', 'prefault', 'catch', 'readonly', 'and', 'exactOptional', 'overwrite'],
  ...['lowercase', 'uppercase', 'trim', 'normalize', 'toLowerCase', 'toUpperCase', 'slugify'],
];

/** Loads rarely needed Node modules at their first use: commander runs no subprocess here, and only runs of many files draw a bar. */
const rareBuiltins = {
  name: 'rare builtins',
  transform(code, id) {
    if (!/node_modules\/(commander|cli-progress)\//.test(id)) return undefined;
    const [line, name, builtin] = /^const (\w+) = (require\('(?:node:child_process|readline)'\));$/m.exec(code) ?? [];
    return line === undefined ? undefined : { code: code.replace(line, '').replaceAll(`${name}.`, `${builtin}.`), map: null };
  },
};

// The executables are scripts, not modules: V8 caches the code of scripts from start to start (adapters/cli/codeCache.ts).
const script = { dir: 'dist/bin', entryFileNames: '[name].js', chunkFileNames: '[name].js', format: 'cjs', minify };

/** Escapes all other characters, which are only in strings and patterns: V8 reads, keeps and parses a text of ASCII faster. */
function asciiOnly(files) {
  for (const file of files) {
    const text = readFileSync(file, 'utf8');
    writeFileSync(
      file,
      text.replaceAll(/[^\0-\x7f]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`),
    );
  }
}

// The digest of the code that makes a play is part of the key of its result (adapters/study/playedCode.ts). Minified: comments and the
// places of files say nothing.
const playing = await bundle({
  input: 'dist/adapters/study/playOnce.js',
  platform: 'node',
  plugins: [lifecycleTables, rulesetDigest],
  resolve,
  treeshake: { moduleSideEffects: [{ test: /dist\/engine\//, sideEffects: false }] },
  output: { format: 'esm', minify },
  logLevel: 'warn',
  write: false,
});
const playedCode = createHash('sha256')
  .update(playing.output.map(({ code }) => code).join('\n'))
  .digest('hex');
writeFileSync('dist/adapters/study/playedCode.js', `export const playedCode = '${playedCode}';\n`);

const commandLine = {
  input: { main: 'dist/adapters/cli/podsim.js' },
  // What others share with the command line stays in its file.
  preserveEntrySignatures: 'allow-extension',
  platform: 'node',
  plugins: [lifecycleTables, rulesetDigest, rareBuiltins],
  resolve,
  // The engine's modules have no side effects, so what only the server uses is bundled with the server.
  treeshake: { moduleSideEffects: [{ test: /dist\/engine\//, sideEffects: false }] },
  logLevel: 'warn',
};
// The first reads its scripts for shells from files beside it. The others are installed by those who use a queue.
const outside = ['@pnpm/tabtab', 'bullmq', 'ioredis'];
// What is loaded on demand has files of its own: playing a scenario must not wait for a web server to load.
const withoutDemand = {
  name: 'without what is loaded on demand',
  resolveId: (id, _, { kind }) => (kind === 'dynamic-import' ? { id, external: true } : undefined),
};
// What the command line has without that is one file. Left to itself, the bundler moves what all share to another one.
const plugins = [withoutDemand, ...commandLine.plugins];
const alone = await bundle({ ...commandLine, plugins, external: outside, output: { format: 'cjs' }, write: false });
const own = new Set(alone.output.flatMap(({ modules = {} }) => Object.keys(modules)));
await build({
  ...commandLine,
  external: outside,
  output: { ...script, codeSplitting: { groups: [{ name: 'main', test: (id) => own.has(id) }] } },
});
await build({ input: { podsim: 'dist/adapters/cli/start.js' }, platform: 'node', output: script, logLevel: 'warn' });
// A thread that plays scenarios has the same script as the command line. The pool starts its threads with a file of its own.
await build({ input: { playThread: 'dist/adapters/cli/playThread.js' }, platform: 'node', output: script, logLevel: 'warn' });
const poolThread = fileURLToPath(new URL('entry/worker.js', import.meta.resolve('tinypool')));
await build({ input: { 'entry/worker': poolThread }, platform: 'node', output: script, logLevel: 'warn' });
// A thread that runs a client loads the client as a module, and nothing else of the command line.
await build({
  input: { clientThread: 'dist/adapters/explorer/client/clientThread.js' },
  platform: 'node',
  plugins: [lifecycleTables, rulesetDigest],
  resolve,
  treeshake: { moduleSideEffects: [{ test: /dist\/engine\//, sideEffects: false }] },
  output: script,
  logLevel: 'warn',
});
asciiOnly(
  ['main', 'podsim', 'playThread', 'serve', 'explore', 'exploreClient', 'clientThread', 'study', 'threads'].map(
    (name) => `dist/bin/${name}.js`,
  ),
);
chmodSync('dist/bin/podsim.js', 0o755);
writeFileSync('dist/bin/package.json', '{ "type": "commonjs" }\n');

// A worker thread runs a file of its own, so that the command line stays in one file.
const thread = 'dist/adapters/host/controlThread.js';
await build({ input: thread, platform: 'node', plugins: [lifecycleTables, rulesetDigest], resolve, output: script, logLevel: 'warn' });

// All entries in one build: they share common modules, so that a World is the same class in all. The types are the files that tsc
// wrote. Names are not mangled here, because users see them in stack traces and debuggers.
rmSync('dist/lib', { recursive: true, force: true });
await build({
  input: {
    index: 'dist/engine/index.js',
    testing: 'dist/adapters/testing/index.js',
    vitest: 'dist/adapters/vitest/index.js',
    controlThread: thread,
  },
  platform: 'node',
  plugins: [lifecycleTables, rulesetDigest],
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

// The engine for a browser: one file, which needs nothing of Node.
await build({
  input: { browser: 'dist/engine/index.js' },
  platform: 'browser',
  plugins: [lifecycleTables, rulesetDigest, coreSchemaOnly, noStringFormats, oneWayOfReading],
  resolve,
  // None of these modules does anything but define what it exports.
  treeshake: { moduleSideEffects: [{ test: /dist\/engine\/|node_modules\/(?:yaml|zod|immer|@noble)\//, sideEffects: false }] },
  output: { dir: 'dist/lib', entryFileNames: '[name].js', format: 'esm', minify },
  logLevel: 'warn',
});

asciiOnly(readdirSync('dist/lib').flatMap((name) => (name.endsWith('.js') ? [`dist/lib/${name}`] : [])));

// The console: one classic script, and another for a course, because a module does not run in a worker that is made of its own text. zod must not try whether it may
// make functions of text: the policy of the page forbids it, and the browser would report the try.
rmSync('dist/console', { recursive: true, force: true });
for (const input of [{ page: 'dist/adapters/console/app/main.js' }, { course: 'dist/adapters/console/app/course.js' }])
  await build({
    input,
    platform: 'browser',
    plugins: [lifecycleTables, coreSchemaOnly, noStringFormats, oneWayOfReading],
    resolve,
    treeshake: { moduleSideEffects: [{ test: /dist\/(?:engine|adapters\/console)\//, sideEffects: false }] },
    output: {
      dir: 'dist/console',
      entryFileNames: '[name].js',
      format: 'iife',
      minify,
      banner: 'globalThis.__zod_globalConfig={jitless:true};',
    },
    logLevel: 'warn',
  });
// Its editor: most readers never open it, so it is a script of its own.
await build({
  input: { editor: 'dist/adapters/console/app/editor/codeEditor.js' },
  platform: 'browser',
  output: { dir: 'dist/console', entryFileNames: '[name].js', format: 'iife', minify },
  logLevel: 'warn',
});
// The page of a study: it has the replay page in it as text, so that its own code is small, and the replay page does not grow.
await build({
  input: { study: 'dist/adapters/console/app/study/main.js' },
  platform: 'browser',
  plugins: [lifecycleTables],
  resolve,
  treeshake: { moduleSideEffects: [{ test: /dist\/engine\//, sideEffects: false }] },
  output: { dir: 'dist/console', entryFileNames: '[name].js', format: 'iife', minify },
  logLevel: 'warn',
});
// A page that is sent on has its notices in it; beside bundles they have a file.
for (const script of ['page', 'course', 'editor', 'study'].map((name) => `dist/console/${name}.js`))
  appendFileSync(script, `\n/*!\n${noticesOf([script]).replaceAll('*/', '* /')}*/\n`);
for (const folder of ['dist/bin', 'dist/lib'])
  writeFileSync(`${folder}/NOTICES.txt`, noticesOf([...contents.keys()].filter((file) => file.startsWith(`${folder}/`))));
for (const sheet of ['page.css', 'study.css']) cpSync(`adapters/console/app/${sheet}`, `dist/console/${sheet}`);

// The files of the page at /docs are copied, so that installing podsim installs these files only, not the package that they come from.
// Swagger UI's own package runs a script at installation; @fastify/swagger-ui has the same files, and runs none.
mkdirSync('dist/docs', { recursive: true });
cpSync('adapters/http/docs', 'dist/docs', { recursive: true });
for (const name of ['swagger-ui-bundle.js', 'swagger-ui.css']) {
  cpSync(fileURLToPath(import.meta.resolve(`@fastify/swagger-ui/static/${name}`)), `dist/docs/${name}`);
}
