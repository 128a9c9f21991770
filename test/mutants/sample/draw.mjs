// Changes of the code that a seed draws: StrykerJS finds the places, and what could stand there instead.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Instrumenter } from '@stryker-mutator/instrumenter';

const dist = fileURLToPath(new URL('../../../dist/', import.meta.url));
const rooms = ['engine', 'adapters/store', 'adapters/http', 'adapters/host', 'adapters/twin'];

/** Texts of the rulebook, and figures that a program computes: a change of them is not a change of what the product does. */
const isText = (/** @type {string} */ file) => /\/rulebook\/|\/timing\/(?:judged|grounds|measured)/.test(file);

/** Texts are mostly for people, and an object without its fields fails at once. */
const excludedMutations = ['StringLiteral', 'ObjectLiteral'];

const silent = new Proxy({}, { get: (_, name) => (/^is\w+Enabled$/.test(String(name)) ? () => false : () => undefined) });

/**
 * A change of a file as the build writes it, one file for each source.
 * @typedef {{ id: string, file: string, at: number, line: number, was: string, is: string, source: string }} Change
 */

/**
 * Draws one change at each of some places.
 * @param {number} places how many
 * @param {string} seed
 * @returns {Promise<Change[]>} in the order of the draw; `file` is below `dist`, `source` the whole file with the change in it
 */
export const drawChanges = async (places, seed) => {
  const rank = (/** @type {string} */ text) => createHash('sha256').update(`${seed} ${text}`).digest('hex');
  /** @type {Map<string, { rank: string, file: string, start: number, end: number, is: string }>} */
  const byPlace = new Map();
  for (const file of sources()) {
    const code = readFileSync(join(dist, file), 'utf8');
    const starts = lineStarts(code);
    const offset = (/** @type {{ line: number, column: number }} */ { line, column }) => starts[line] + column;
    for (const { location, replacement = '', status } of await findMutants(file, code)) {
      if (status === 'Ignored') continue;
      const start = offset(location.start);
      const end = offset(location.end);
      const place = `${file} ${start} ${end}`;
      const one = { rank: rank(`${place} ${replacement}`), file, start, end, is: replacement };
      const other = byPlace.get(place);
      if (other === undefined || one.rank < other.rank) byPlace.set(place, one);
    }
  }
  return [...byPlace.values()]
    .sort((a, b) => (a.rank < b.rank ? -1 : 1))
    .slice(0, places)
    .map(({ file, start, end, is }, k) => {
      const code = readFileSync(join(dist, file), 'utf8');
      return {
        id: String(k),
        file,
        at: start,
        line: code.slice(0, start).split('\n').length,
        was: code.slice(start, end),
        is,
        source: `${code.slice(0, start)}${is}${code.slice(end)}`,
      };
    });
};

const sources = () =>
  rooms
    .flatMap((room) => readdirSync(join(dist, room), { recursive: true, encoding: 'utf8' }).map((name) => join(room, name)))
    .filter((file) => file.endsWith('.js') && !isText(file))
    .sort();

const findMutants = async (/** @type {string} */ file, /** @type {string} */ code) => {
  const instrumenter = new Instrumenter(/** @type {any} */ (silent));
  const options = { plugins: null, excludedMutations, ignorers: [], noHeader: true };
  return (await instrumenter.instrument([{ name: file, content: code, mutate: true }], options)).mutants;
};

const lineStarts = (/** @type {string} */ code) => {
  const starts = [0];
  for (let k = 0; k < code.length; k++) if (code[k] === '\n') starts.push(k + 1);
  return starts;
};
