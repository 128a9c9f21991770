import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers';
import { InvalidArgument } from '../../engine/kernel/index.ts';
import type { WorldWritten } from '../../engine/scenario/index.ts';
import { readText } from '../cli/files.ts';
import type { ClientWorld, ExploredClient } from '../explorer/client/clientRun.ts';
import type { ClientRunReport, ClientSearch } from '../explorer/client/clientTasks.ts';
import type { FoundHere } from '../explorer/client/inProcess.ts';
import type { OwnProperties } from '../explorer/client/ownProperties.ts';
import { parseShare } from '../explorer/client/undone.ts';
import { hasFakeTimers } from '../host/clock/fakeTimers.ts';
import { makeFolderSync } from '../store/files.ts';

import { checkKinds, checkOptions, type OptionNames } from './checks/given.ts';
import { definitionFrom } from './definition.ts';
import { TrackedPromise } from './tracked.ts';

export type { ClientWorld, ExploredClient };

export interface ExploreTestOptions {
  /** How many worlds the client meets, or how many variations of the scenario are played: 200 unless given. */
  readonly runs?: number;
  /** Only the run of a client with this number, to look at a failure. */
  readonly run?: number;
  /** Of all choices: the same seed makes the same runs. `1` unless given. */
  readonly seed?: string;
  /** The properties of clients that are checked, such as `terminal-is-terminal`; all unless given. */
  readonly properties?: readonly string[];
  /** Properties of your own, by their names: each sees a run that is over, and is broken if it throws, or returns false or a text. */
  readonly own?: OwnProperties;
  /** The share of the runs in which the client may give up, or be cut, such as `1/2`; `1/10` unless given. */
  readonly mayGiveUp?: string;
  /** The world that the client meets, as a scenario writes it under `world`; one endpoint `ep-demo` unless given. */
  readonly world?: WorldWritten;
  /** Instead: a scenario's file, or its text. Its world and faults are met, its steps are not taken. */
  readonly scenario?: string;
  /** The folder for scenarios that show what was found; none are written unless given. */
  readonly out?: string;
}

const exploreOptions: OptionNames<ExploreTestOptions> = {
  runs: 1,
  run: 1,
  seed: 1,
  properties: 1,
  own: 1,
  mayGiveUp: 1,
  world: 1,
  scenario: 1,
  out: 1,
};

// biome-ignore format: a table
const kinds: Parameters<typeof checkKinds>[2] = {
  client:   ['function', "a client, such as async ({ url, apiKey }) => { … }, or a scenario's file"],
  seed:     ['string', "a text, such as 'a'"],
  own:      ['object', 'an object of functions, such as { calls: (run) => run.calls.length > 0 }'],
  world:    ['object', 'an object, such as { endpoints: [{ id: … }] }'],
  scenario: ['string', 'a file, or its text'],
  out:      ['string', 'a folder'],
};

/** What was explored, where nothing broke. */
export interface ExploredRuns {
  readonly runs: number;
  /** Of all runs of a client. */
  readonly calls: number;
  /** In how many runs the client threw an error, as it may. */
  readonly gaveUp: number;
  /** How many runs a bound has cut, such as `calls: 3000`. */
  readonly cut: number;
}

/**
 * Runs a client in many worlds in which things go wrong, in virtual time; or plays variations of a scenario, given by its file or its
 * text. Rejects with what broke a property, an invariant or a law. While a client is explored, the process has virtual timers, and
 * another `Date`, `fetch` and `Math.random`: await it before anything else.
 */
export const explore = (what: ExploredClient | string, options: ExploreTestOptions = {}): Promise<ExploredRuns> => {
  const searched = search(what, options).finally(() => {
    underWay -= 1;
  });
  underWay += 1;
  const explored = new TrackedPromise<ExploredRuns>((resolve, reject) => void searched.then(resolve, reject));
  let isAwaited = false;
  explored.onAwait = () => {
    isAwaited = true;
  };
  const check = () => {
    if (!isAwaited) console.error('podsim: explore was not awaited, and what it finds is lost: write `await explore(…)`');
  };
  const checkSoon = () => void setImmediate(check);
  // One of several may be awaited after the others.
  setImmediate(() => (underWay > 1 ? void searched.then(checkSoon, checkSoon) : check()));
  return explored;
};

/** How many explorations wait or run: the timers that one has made virtual are no test's. */
let underWay = 0;

const search = async (what: ExploredClient | string, options: ExploreTestOptions): Promise<ExploredRuns> => {
  checkOptions('explore', options, exploreOptions);
  checkKinds('explore', { ...options, ...(typeof what === 'string' ? {} : { client: what ?? null }) }, kinds);
  checkKinds('explore: own', options.own ?? {}, ownKinds(options));
  // What is loaded now keeps the timers and the clock that it finds.
  if (underWay === 0 && hasFakeTimers())
    throw new InvalidArgument(
      'explore: this process has fake timers, and explore has its own: call vi.useRealTimers(), or its like, before it',
    );
  const { exploreInProcess, exploreScenario, fileFor, storyIn } = await import('../explorer/client/inProcess.ts');
  const { runs = 200, run, seed = '1', properties, own, mayGiveUp, world, scenario, out } = options;
  if (!Number.isInteger(runs) || runs < 1)
    throw new InvalidArgument(`explore: runs ${runs} is no number of runs; give a whole number such as 500`);
  if (world !== undefined && scenario !== undefined) throw new InvalidArgument('explore: give world or scenario, not both');
  if (mayGiveUp !== undefined && parseShare(mayGiveUp) === undefined)
    throw new InvalidArgument(`explore: mayGiveUp '${mayGiveUp}' is no share of runs; write it like 1/2`);
  const writing = { out, fileFor };
  if (typeof what === 'string') {
    const found = exploreScenario(...readScenarioText(what), seed, runs);
    if (found.length > 0) throw new Error(writeReport(found, `${runs} variations with seed ${seed}`, writing, () => ''));
    return { runs, calls: 0, gaveUp: 0, cut: 0 };
  }
  const base = scenario === undefined ? (world === undefined ? undefined : { world }) : storyIn(...readScenarioText(scenario)).story;
  if (world !== undefined) checkWorld(world);
  const searched = { seed, properties, base } as ClientSearch;
  const { reports, found, why } = await exploreInProcess(what, searched, run ?? 0, run === undefined ? runs : run + 1, { own, mayGiveUp });
  const again = (one: FoundHere) => `explore(client, { seed: '${seed}', run: ${one.run} })`;
  if (found.length > 0) throw new Error(writeReport(found, `${reports.length} runs with seed ${seed}`, writing, again));
  if (why !== undefined) throw new InvalidArgument(`explore: ${why}`);
  return summarizeRuns(reports);
};

const ownKinds = ({ own }: ExploreTestOptions): Parameters<typeof checkKinds>[2] =>
  Object.fromEntries(Object.keys(Object(own)).map((name) => [name, ['function', 'a function, such as (run) => run.calls.length > 0']]));

/** Throws with all that is wrong with a world, as where one is made of it. */
const checkWorld = (world: WorldWritten): void => {
  try {
    definitionFrom({ world });
  } catch (error) {
    throw error instanceof InvalidArgument ? new InvalidArgument(error.message.replace(/^createWorld/, 'explore')) : error;
  }
};

/** The text of a scenario, and what it is called. */
const readScenarioText = (fileOrText: string): [text: string, file: string] =>
  fileOrText.includes('\n') ? [fileOrText, 'explored.scenario.yaml'] : [readText(fileOrText), fileOrText];

const summarizeRuns = (reports: readonly ClientRunReport[]): ExploredRuns => ({
  runs: reports.length,
  calls: reports.reduce((sum, { calls }) => sum + calls, 0),
  gaveUp: reports.filter(({ gaveUp }) => gaveUp).length,
  cut: reports.filter(({ bound }) => bound !== undefined).length,
});

/** Where what was found is written, and under which name. */
interface Writing {
  readonly out: string | undefined;
  readonly fileFor: (one: FoundHere) => string;
}

const writeReport = (found: readonly FoundHere[], of: string, writing: Writing, again: (one: FoundHere) => string): string =>
  [
    `explore: ${found.length === 1 ? 'a failure' : `${found.length} failures`} in ${of}`,
    ...found.flatMap((one) => {
      const command = again(one);
      return [
        '',
        `${one.failure.property}: ${one.failure.words}`,
        `  first in run ${one.run}, in ${one.times} of them${command === '' ? '' : `; that run alone: ${command}`}`,
        `  ${describePlace(one, writing)}`,
      ];
    }),
  ].join('\n');

const describePlace = (one: FoundHere, { out, fileFor }: Writing): string => {
  const { text } = one;
  if (text === undefined) return 'alone, that run does not fail so: the client keeps something from run to run outside of its function';
  if (out === undefined) return 'with the option `out`, a scenario that shows it is written to that folder';
  makeFolderSync(out);
  const path = join(out, fileFor(one));
  writeFileSync(path, text);
  return `podsim run ${path}`;
};
