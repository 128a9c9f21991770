// Plays the story of each planted bug in a healthy engine, which must find nothing, and in the broken one, where an invariant or a property
// must see it: `node test/planted/planted.mjs [PART OF AN ID …]`, or all with `npm run bench -- planted`. `… found SECONDS [PART OF AN ID …]` lets
// the explorer look for them; `… worlds [PART OF AN ID …]` looks at every state of the small worlds.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { searchOnCores, showSearch } from '../bench/explorer.mjs';
import { judged, played, ran } from '../mutants/trials.mjs';
import { planted } from './table.mjs';

const seenAtLeast = 103;
const foundAtLeast = 25;
const inWorldsAtLeast = 20;
const worldsFolder = fileURLToPath(new URL('../oracle/worlds', import.meta.url));
const smallWorlds = fileURLToPath(new URL('../oracle/smallWorlds.mjs', import.meta.url));

/**
 * What became of a bug: `seen`, with the words of what saw it; `unseen`; or `invisible`, where the timeline is that of a healthy engine.
 * Throws if the healthy engine fails in the story.
 * @param {(typeof planted)[number]} bug
 * @param {string} folder
 */
const judge = async (bug, folder) => {
  if (bug.seenBy !== undefined) return judgeBySeer(bug, bug.seenBy);
  const play = async (/** @type {string} */ engine, /** @type {typeof bug | undefined} */ change) => {
    const file = join(folder, engine, `${bug.id}.scenario.yaml`);
    mkdirSync(join(folder, engine), { recursive: true });
    writeFileSync(file, bug.story ?? '');
    const { code, said } = await played([file, '--update'], change);
    if (said.includes('mutant not loaded')) throw new Error(said);
    return { code, said, timeline: code === 0 ? readFileSync(file.replace('.scenario.yaml', '.timeline.txt'), 'utf8') : '' };
  };
  const [healthy, broken] = await Promise.all([play('healthy', undefined), play('broken', bug)]);
  if (healthy.code !== 0) throw new Error(`the story of ${bug.id} fails without the bug:\n${healthy.said}`);
  if (broken.code !== 0) return { how: 'seen', by: /^ +✗ .*$/m.exec(broken.said)?.[0].trim() ?? broken.said.slice(0, 300) };
  return { how: broken.timeline === healthy.timeline ? 'invisible' : 'unseen', by: '' };
};

/**
 * The same of a bug that names what sees it: a scenario that ships, a folder of them, or tests.
 * @param {(typeof planted)[number]} bug
 * @param {string | null} seer
 */
const judgeBySeer = async (bug, seer) => {
  if (seer === null) return { how: 'unseen', by: '' };
  const isScenario = seer.startsWith('scenarios/');
  const isSeen = isScenario ? (await played([seer], bug)).code !== 0 : (await ran([seer], bug)).failed;
  return { how: isSeen ? 'seen' : 'unseen', by: seer };
};

const choose = (/** @type {readonly string[]} */ words) =>
  planted.filter(({ id }) => words.length === 0 || words.some((word) => id.includes(word)));

/** Prints what saw each bug in its story; true if enough of them were seen. */
export const arePlantedSeen = async (/** @type {readonly string[]} */ words = []) => {
  const wanted = choose(words);
  const folder = mkdtempSync(join(tmpdir(), 'podsim-planted-'));
  let seen = 0;
  for (const bug of wanted) {
    const { how, by } = await judge(bug, folder);
    if (how === 'seen') seen += 1;
    process.stdout.write(`${how.padEnd(10)}${bug.id}: ${bug.about}\n${by === '' ? '' : `          ${by}\n`}`);
  }
  rmSync(folder, { recursive: true });
  process.stdout.write(`${seen} of ${wanted.length} seen by an invariant or a property (at least ${seenAtLeast} of ${planted.length})\n`);
  return seen >= seenAtLeast;
};

/** Prints which bugs the explorer finds in so many seconds on two cores, with the shipped scenarios alone; true if they are enough. */
export const arePlantedFound = async (/** @type {number} */ seconds, /** @type {readonly string[]} */ words = []) => {
  const wanted = choose(words);
  let found = 0;
  for (const bug of wanted) {
    const search = await searchOnCores(bug, 'explorer', seconds);
    if (search.found !== undefined) found += 1;
    process.stdout.write(`${bug.id}: ${showSearch(search)}\n`);
    if (search.found !== undefined) process.stdout.write(`  ${search.found.property}: ${search.found.words}\n`);
  }
  process.stdout.write(`${found} of ${wanted.length} found in ${seconds} s each (at least ${foundAtLeast} of ${planted.length})\n`);
  return found >= foundAtLeast;
};

/** A broken world may have no end. On a machine that others use, too, a minute of the processor takes several. */
const longestSearchMs = 600_000;

/** Finds a planted bug by the small worlds, one after another; how long the processor took, and in which of them. */
const searchWorlds = async (/** @type {(typeof planted)[number]} */ bug, /** @type {readonly string[]} */ worlds) => {
  for (const world of worlds) {
    const { code, said } = await judged(smallWorlds, [world], bug, { env: { PODSIM_SAYS_CPU: '' }, timeout: longestSearchMs });
    if (said.includes('mutant not loaded')) throw new Error(said);
    const seconds = Number(/^CPU seconds: (.*)$/m.exec(said)?.[1]);
    if (code === 1 && said.includes('\ntitle: ')) return { world, seconds, by: /^ +✗ .*$/m.exec(said)?.[0].trim() ?? '' };
    // One that takes much too long was ended; 1 without a scenario is another number of states.
    if (code !== 0 && code !== 1 && code !== null) throw new Error(said);
  }
  return undefined;
};

/** Prints which bugs the small worlds find, each in at most a minute of the processor; true if they are enough. A search has one thread. */
export const arePlantedInWorlds = async (/** @type {readonly string[]} */ words = []) => {
  const wanted = choose(words);
  const worlds = readdirSync(worldsFolder)
    .filter((name) => name.endsWith('.world.yaml'))
    .sort();
  let found = 0;
  for (const bug of wanted) {
    const one = await searchWorlds(
      bug,
      worlds.map((name) => join(worldsFolder, name)),
    );
    if (one !== undefined && one.seconds <= 60) found += 1;
    const how = one === undefined ? 'in no small world' : `${basename(one.world)}, ${one.seconds.toFixed(1)} s: ${one.by}`;
    process.stdout.write(`${bug.id}: ${how}\n`);
  }
  process.stdout.write(
    `${found} of ${wanted.length} found in small worlds, each within a minute (at least ${inWorldsAtLeast} of ${planted.length})\n`,
  );
  return found >= inWorldsAtLeast;
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [how, ...words] = process.argv.slice(2);
  if (how === 'worlds') await arePlantedInWorlds(words);
  else if (how === 'found') await arePlantedFound(Number(words[0]), words.slice(1));
  else await arePlantedSeen(how === undefined ? [] : [how, ...words]);
}
