// Makes dist/ of the sources: all parts, or those that are named; `sources` are the sources as JavaScript alone, with which each part begins.
// The package's `types` are made only where they are named, since that takes the compiler; so are the scripts of the `site`, and what is `compressed`.
// A part whose sources are as they were is left as it is.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { bundleCommandLine, bundleConsole, bundleLibrary, bundleSite, copyDocsPage } from './bundles.mjs';
import { stateOfPages, stateOfScenarios, stateOfSources, transpile } from './transpile.mjs';

const parts = {
  sources: async () => {},
  'command-line': bundleCommandLine,
  library: bundleLibrary,
  console: bundleConsole,
  docs: copyDocsPage,
  site: bundleSite,
  types: async () => (await import('./types.mjs')).bundleTypes(),
  compressed: async () => (await import('./compress.mjs')).compressPages(),
};

/** Made only where they are named. */
const named = ['types', 'site', 'compressed'];

const wanted = process.argv.slice(2);
for (const name of wanted)
  if (!(name in parts)) throw new Error(`there is no part '${name}': name some of ${Object.keys(parts).join(', ')}`);

const sources = stateOfSources();
const further = { docs: stateOfPages, console: stateOfScenarios };
const stateOf = (name) => [sources, further[name]?.()].join('\n');
transpile();
mkdirSync('dist/made', { recursive: true });
for (const name of wanted.length === 0 ? Object.keys(parts).filter((part) => !named.includes(part)) : wanted) {
  const [made, state] = [`dist/made/${name}`, stateOf(name)];
  if (existsSync(made) && readFileSync(made, 'utf8') === state) continue;
  process.stderr.write(`building ${name}\n`);
  await parts[name]();
  writeFileSync(made, state);
}
