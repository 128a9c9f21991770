// Which of the drawn places a test or a scenario runs, by V8's own count of blocks.
import { readFileSync } from 'node:fs';
import { Session } from 'node:inspector';
import { fileURLToPath } from 'node:url';

const dist = fileURLToPath(new URL('../../../dist/', import.meta.url));

/**
 * A function as V8 counts it: the first range is all of it, the others are blocks in it.
 * @typedef {{ ranges: { startOffset: number, endOffset: number, count: number }[] }} Counted
 */

/** @type {Session | undefined} */
let session;

/** Starts to count; what ran before is not known. */
export const startCoverage = () => {
  session = new Session();
  session.connect();
  ask(session, 'Profiler.enable');
  ask(session, 'Profiler.startPreciseCoverage', { callCount: true, detailed: true });
};

/**
 * The places that ran since it was last asked, and of these the ones that run only when their file is loaded.
 * @param {readonly { id: string, file: string, at: number }[]} places
 * @returns {{ ran: string[], atLoad: string[] }} ids of places
 */
export const takeCoverage = (places) => {
  if (session === undefined) throw new Error('the coverage has not been started');
  const { result } = ask(session, 'Profiler.takePreciseCoverage');
  /** @type {Map<string, Counted[]>} */
  const counted = new Map(
    /** @type {{ url: string, functions: Counted[] }[]} */ (result)
      .filter(({ url }) => url.startsWith('file:'))
      .map(({ url, functions }) => [fileURLToPath(url), functions]),
  );
  /** @type {string[]} */
  const ran = [];
  /** @type {string[]} */
  const atLoad = [];
  for (const { id, file, at } of places) {
    const functions = (counted.get(`${dist}${file}`) ?? []).filter(({ ranges }) => holds(ranges[0], at));
    const inner = functions.flatMap(({ ranges }) => ranges.filter((range) => holds(range, at))).sort((a, b) => length(a) - length(b))[0];
    if (inner === undefined || inner.count === 0) continue;
    ran.push(id);
    // The only function around it is that of the module.
    if (functions.every(({ ranges }) => ranges[0]?.startOffset === 0)) atLoad.push(id);
  }
  return { ran, atLoad };
};

/** The places that a run of the sample wrote to a file. */
export const readPlaces = (/** @type {string} */ path) => JSON.parse(readFileSync(path, 'utf8'));

const holds = (/** @type {Counted['ranges'][number] | undefined} */ range, /** @type {number} */ at) =>
  range !== undefined && range.startOffset <= at && at < range.endOffset;
const length = (/** @type {Counted['ranges'][number]} */ { startOffset, endOffset }) => endOffset - startOffset;

/** The session answers at once: it is of this thread. */
const ask = (/** @type {Session} */ to, /** @type {string} */ method, /** @type {object} */ params = {}) => {
  /** @type {any} */
  let answer;
  to.post(method, params, (error, result) => {
    if (error !== null) throw new Error(`${method}: ${error.message}`);
    answer = result;
  });
  return answer;
};
