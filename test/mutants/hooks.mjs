// Loads one source file, as the build writes it, with a change in it.
import { register } from 'node:module';
import { fileURLToPath } from 'node:url';
import { isMainThread } from 'node:worker_threads';
import { transformSync } from 'rolldown/utils';
import { pathOf } from './pathOf.mjs';

if (isMainThread) register(import.meta.url);

// How long the processor works, for what measures that: other work on the machine does not change it.
if (isMainThread && process.env.PODSIM_SAYS_CPU !== undefined)
  process.on('exit', () => {
    const { user, system } = process.cpuUsage();
    process.stderr.write(`\nCPU seconds: ${(user + system) / 1e6}\n`);
  });

const { file, source } = JSON.parse(process.env.PODSIM_MUTANT);
/** A row of the table changes a source, and the sample a file as the build writes it. */
const isMade = file.endsWith('.js');
const path = isMade ? file : pathOf({ file });
const replaced = new URL(`../../dist/${path.replace(/\.ts$/, '.js')}`, import.meta.url).href;

export const load = (url, context, next) =>
  url === replaced ? { format: 'module', source: isMade ? source : javaScriptOf(source), shortCircuit: true } : next(url, context);

const javaScriptOf = (text) => {
  const { code, errors } = transformSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), text, {
    typescript: { rewriteImportExtensions: 'rewrite' },
  });
  if (errors.length > 0) throw new Error(`mutant not loaded: ${errors[0].message}`);
  return code;
};
