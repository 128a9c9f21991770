import { mkdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { isLeft } from 'fp-ts/lib/Either.js';
import { clientProperties, foundName, type Story, storyToVary } from '../../engine/explorer/index.ts';
import { parseScenario, problemText, shellWord } from '../../engine/index.ts';
import { ClientExploration, runsInTask } from '../explorer/client/clientExploration.ts';
import { ClientUnfit } from '../explorer/client/clientThreads.ts';
import type { ClientFailure, ClientFindings, ClientSearcher } from '../explorer/client/findings.ts';
import { bounds as playBounds } from '../explorer/exploreRuns.ts';
import { sha256 } from '../store/sha256.ts';
import { BadInput, exitCodes } from './exit.ts';
import { type ExploreOptions, strangerTo } from './exploreOptions.ts';
import { readerFor, readText, writeText } from './files.ts';
import { knownName } from './knownName.ts';
import { studyProgress } from './progress.ts';
import { pc, plain } from './terminal.ts';

/** The most failures that are made small. */
const failuresMax = 10;

/**
 * `podsim explore client.mjs`: runs a client in many worlds, and writes those in which it does something wrong. `--exec "python client.py"`:
 * the same for any command, each time against a world that is served for it.
 */
export const exploreClientCommand = async (paths: readonly string[], options: ExploreOptions): Promise<number> => {
  const strange = strangerTo('client', options);
  if (strange !== undefined) throw new BadInput(`--${strange} belongs to explorations of scenarios: leave it out for a client`);
  if (options.exec !== undefined) return exploreRunsOf(options.exec, paths, options);
  const [path = '', another] = paths;
  if (another !== undefined) throw new BadInput(`${path} is a client: explore it alone, without ${another}`);
  const file = resolve(path);
  readText(file);
  const search = searchOf(options);
  const jobs = Math.min(search.jobs, Math.ceil((search.to - search.from) / runsInTask));
  return reported(shellWord(path), options, new ClientExploration({ ...search, file, jobs }));
};

const exploreRunsOf = async (command: string, [path]: readonly string[], options: ExploreOptions): Promise<number> => {
  if (path !== undefined) throw new BadInput(`--exec gives the client already: explore it alone, without ${path}`);
  // Loaded here: a client that is a module needs no server.
  const { CommandExploration } = await import('../explorer/client/commandExploration.ts');
  return reported(`--exec ${shellWord(command)}`, options, new CommandExploration({ ...searchOf(options), command }));
};

const searchOf = (options: ExploreOptions) => {
  const { from, to } = rangeOf(options);
  const progress = studyProgress();
  return {
    from,
    to,
    jobs: options.jobs === undefined ? availableParallelism() : count('--jobs', options.jobs),
    seed: options.seed,
    base: options.world === undefined ? undefined : baseOf(options.world),
    properties: options.property?.map(propertyNamed),
    onProgress: (runs: number) => (runs === to - from ? progress.stop() : progress.at(runs, to - from)),
  };
};

const reported = async (what: string, options: ExploreOptions, search: ClientSearcher): Promise<number> => {
  try {
    const findings = await search.explore();
    const written: Written[] = [];
    for (const failure of findings.failures.slice(0, failuresMax)) written.push(await write(search, failure, what, options));
    process.stdout.write(reportOf(findings, written, options));
    return findings.failures.length > 0 ? exitCodes.fail : exitCodes.pass;
  } catch (error) {
    throw error instanceof ClientUnfit ? new BadInput(error.message) : error;
  } finally {
    await search.close();
  }
};

const propertyNamed = (name: string): string => {
  const names = clientProperties.map((one) => one.name);
  return knownName(name, names, `--property '${name}' is no property of clients`, `docs/exploring-clients.md`);
};

const rangeOf = ({ runs, run }: ExploreOptions): { readonly from: number; readonly to: number } => {
  if (run === undefined) return { from: 0, to: count('--runs', runs) };
  if (!/^\d{1,9}$/.test(run)) throw new BadInput(`--run '${run}' is no number of a run; give a whole number such as 17`);
  return { from: Number(run), to: Number(run) + 1 };
};

const count = (option: string, text: string): number => {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new BadInput(`${option} '${text}' is no count; give a whole number such as 1000`);
  return Number(text);
};

/** The world of a scenario. Its own steps are not taken: the client is what happens in it. */
const baseOf = (file: string): Story => {
  const [text, read] = [readText(file), readerFor(file)];
  const parsed = parseScenario(file, text, read);
  if (isLeft(parsed)) throw new BadInput(parsed.left.map(problemText).join('\n'));
  const kept = storyToVary(text, { ...playBounds, file, read });
  if (kept === undefined) throw new BadInput(`${file}: the scenario cannot be played; \`podsim run\` says why`);
  return kept.story;
};

interface Written extends ClientFailure {
  readonly path: string | undefined;
  readonly again: string;
}

const write = async (
  search: ClientSearcher,
  failure: ClientFailure,
  what: string,
  { seed, world, out }: ExploreOptions,
): Promise<Written> => {
  const again = [
    'podsim explore',
    what,
    ...(world === undefined ? [] : ['--world', shellWord(world)]),
    '--seed',
    seed,
    '--run',
    failure.run,
  ].join(' ');
  const found = await search.shrink(failure, again);
  const { text } = found;
  if (text === undefined) return { ...failure, path: undefined, again };
  mkdirSync(out, { recursive: true });
  const name = join(out, foundName(found.failure, text, sha256));
  writeText(name, text);
  return { ...failure, failure: found.failure, path: name, again };
};

const reportOf = (
  { runs, counts, bounds, failures, gaveUp, calls }: ClientFindings,
  written: readonly Written[],
  { seed }: ExploreOptions,
): string => {
  const lines = written.flatMap(({ failure, path, times, again }) => [
    pc.red(plain(`${failure.property}: ${failure.words}`)),
    `  found in ${counted(times, 'run')}; the client again: ${again}`,
    path === undefined
      ? '  alone, the run does not fail in this way: the client blocks, or keeps something from run to run outside of its function'
      : `  ${path}; without the client: podsim run ${path}`,
    '',
  ]);
  const more = failures.length - written.length;
  const said = [
    `${counted(runs, 'run')} from the seed ${seed}`,
    counted(calls, 'call'),
    ...(gaveUp === 0 ? [] : [`the client gave up in ${gaveUp}`]),
    ...[...bounds].map(([bound, times]) => `${times} cut at ${bound}`),
    ...(counts.invalid === 0 ? [] : [`${counts.invalid} without a world`]),
  ];
  const verdict = failures.length === 0 ? pc.green('nothing broke') : pc.red(counted(failures.length, 'failure'));
  return [...lines, ...(more > 0 ? [`and ${more} more, which were not made small`] : []), `${said.join(', ')}: ${verdict}`, ''].join('\n');
};

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;
