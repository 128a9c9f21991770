// `npm run explore -- worlds [FILES] [--update]`: looks at every state of small worlds, which leaves nothing to chance. Fails where an
// invariant or a property breaks, where something waits for ever, and where a world has another number of states than its file says;
// `--update` writes that number.
import '../../dist/test/oracle/install.js';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const from = (/** @type {string} */ path) => import(new URL(`../../dist/${path}`, import.meta.url).href);
const { Expander, ExhaustiveSearch, parseSmallWorld, sentenceOf, showCount, storyOfWay } = await from('test/oracle/exhaustive/index.js');
const { shrunkFailure, textOfFound } = await from('engine/lab/explorer/index.js');
const { bounds } = await from('adapters/explorer/exploreRuns.js');
const { sha256 } = await from('adapters/store/sha256.js');

/** A search of more states takes minutes, and hundreds of megabytes. */
const statesMax = 250_000;
/** The most stories that are played to shorten what breaks. */
const playedMax = 3_000;

const given = process.argv.slice(2);
const updates = given.includes('--update');
const named = given.filter((word) => word !== '--update');
const folder = new URL('./worlds/', import.meta.url).pathname;
const files = named.length > 0 ? named : readdirSync(folder).map((name) => join(folder, name));
const say = (/** @type {string} */ text) => process.stdout.write(`${text}\n`);

const searchWhole = (/** @type {any} */ small) => {
  const search = new ExhaustiveSearch(small.spec.within, statesMax);
  const expander = new Expander(small);
  let goesOn = search.take(expander.begin());
  while (goesOn && !search.isOver) for (const stretch of search.deepen()) if (goesOn) goesOn = search.take(expander.expand(stretch));
  return search;
};

/** Prints what breaks, with a short scenario that shows it. */
const sayFailure = (/** @type {any} */ small, /** @type {any} */ found) => {
  const { story, failure } = storyOfWay(small, found, bounds);
  const short = shrunkFailure(failure, story, bounds, playedMax);
  say(`  ✗ ${failure.property}: ${failure.words}\n\n${textOfFound(short.story, short.failure, short)}`);
};

/** Whether all is as the file says. */
const isAsItSays = (/** @type {string} */ file) => {
  const text = readFileSync(file, 'utf8');
  const parsed = parseSmallWorld(file, text, { read: (/** @type {string} */ path) => readFileSync(path, 'utf8'), sha256 });
  if (parsed._tag === 'Left')
    throw new Error(parsed.left.map((/** @type {any} */ { line, message }) => `${file}:${line}: ${message}`).join('\n'));
  const search = searchWhole(parsed.right);
  const { failure, isWhole, states } = search;
  const kept = parsed.right.spec.states;
  say(`${basename(file)}: ${sentenceOf(parsed.right, search)}`);
  if (failure !== undefined) sayFailure(parsed.right, failure);
  if (failure !== undefined || !isWhole) return false;
  if (kept === states) return true;
  if (!updates) say(`  ✗ the file says ${showCount(kept ?? 0)} states: something goes otherwise than before`);
  else writeFileSync(file, text.replace(/^(within:.*)$(?:\nstates:.*$)?/m, `$1\nstates: ${states}`));
  return updates;
};

for (const file of files) if (!isAsItSays(file)) process.exitCode = 1;
