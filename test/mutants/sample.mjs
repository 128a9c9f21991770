// `npm run mutants:sample -- [LINES] [SEED]`: StrykerJS changes lines of the engine and of four rooms of the adapters, drawn by the seed, and
// the tests must notice. The table of mutants is known to those who write tests; this sample is not. Prints the share that survives by room.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { Stryker } from '@stryker-mutator/core';

const rooms = ['engine', 'adapters/store', 'adapters/http', 'adapters/host', 'adapters/twin'];
const [lines = '100', seed = String(Math.floor(Math.random() * 1e9))] = process.argv.slice(2);

const sources = rooms.flatMap((room) =>
  readdirSync(room, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts'))
    .map((name) => join(room, name)),
);

/** Whether a change is likely there: texts for people, tables of the rulebook, types and comments hold none that matters. */
const isCode = (/** @type {string} */ line) =>
  /[=<>!&|?:+*-]|return|\(/.test(line) && !/^\s*(?:\/?\*|\/\/|import|export \{|readonly|type|\||})/.test(line);

/** Every line of code, in an order that the seed draws. */
const drawn = sources
  .filter((file) => !/rulebook|\/timing\/(?:judged|grounds|measured)/.test(file))
  .flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, k) => (isCode(line) ? [`${file}:${k + 1}-${k + 1}`] : [])),
  )
  .map((place) => ({ place, order: createHash('sha256').update(`${seed} ${place}`).digest('hex') }))
  .sort((a, b) => (a.order < b.order ? -1 : 1))
  .slice(0, Number(lines))
  .map(({ place }) => place);

process.stdout.write(`${drawn.length} lines from the seed ${seed}; again: npm run mutants:sample -- ${lines} ${seed}\n`);
const results = await new Stryker({
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  mutate: drawn,
  mutator: { plugins: null, excludedMutations: ['StringLiteral', 'ObjectLiteral'] },
  coverageAnalysis: 'perTest',
  // What runs when a file is loaded is covered by every test, and would run them all.
  ignoreStatic: true,
  vitest: { configFile: 'test/mutants/stryker.vitest.config.ts', related: false },
  ignorePatterns: ['.git', 'found', 'reports'],
  // TypeScript's own API is not there in its native version, and nothing here needs it.
  tsconfigFile: 'none.json',
  tempDirName: join(tmpdir(), 'podsim-sample'),
  reporters: ['progress-append-only'],
  dryRunTimeoutMinutes: 30,
  timeoutMS: 120_000,
  concurrency: 2,
}).runMutationTest();

const lived = results.filter(({ status }) => status === 'Survived' || status === 'NoCoverage');
for (const { fileName, location, replacement, status } of lived) {
  const file = relative(process.cwd(), fileName);
  const was = readFileSync(file, 'utf8').split('\n')[location.start.line - 1]?.trim();
  process.stdout.write(`${status.toLowerCase()}  ${file}:${location.start.line}: ${was}\n          → ${replacement?.split('\n')[0]}\n`);
}
for (const room of rooms) {
  const all = results.filter(({ fileName, status }) => relative(process.cwd(), fileName).startsWith(room) && status !== 'CompileError');
  const survived = all.filter(({ status }) => status === 'Survived' || status === 'NoCoverage').length;
  if (all.length > 0)
    process.stdout.write(`${room}: ${survived} of ${all.length} survive, ${Math.round((100 * survived) / all.length)} %\n`);
}
