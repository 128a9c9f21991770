import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { isLeft } from 'fp-ts/lib/Either.js';
import { shellWord } from '../../../engine/compare/index.ts';
import { formatDuration, parseDuration } from '../../../engine/kernel/index.ts';
import { type ClientReport, clientProperties, fileNameOfFound, type Story, storyToVary } from '../../../engine/lab/explorer/index.ts';
import { parseScenario, problemText } from '../../../engine/scenario/index.ts';
import { ClientExploration, runsInTask } from '../../explorer/client/clientExploration.ts';
import { ClientUnfit } from '../../explorer/client/clientThreads.ts';
import { commandMsDefault } from '../../explorer/client/command/commandTimes.ts';
import { type ClientFailure, type ClientFindings, type ClientSearcher, whyUnexplored } from '../../explorer/client/findings.ts';
import { parseShare, workDone } from '../../explorer/client/undone.ts';
import { bounds as playBounds } from '../../explorer/exploreRuns.ts';
import { makeFolderSync } from '../../store/files.ts';
import { sha256 } from '../../store/sha256.ts';
import { readerFor, readText, writeText } from '../files.ts';
import { load } from '../run/load.ts';
import { clientProgress } from '../run/progress.ts';
import { BadInput, exitCodes } from '../terminal/exit.ts';
import { requireKnown } from '../terminal/knownName.ts';
import { columnsToShow } from '../terminal/terminal.ts';
import { wallTimeMs } from '../terminal/wallTime.ts';
import { writeRunPage } from '../write/page.ts';
import { clientReporterNames, clientReporters, reportClient } from './clientReporters.ts';
import { checkFolders } from './found.ts';
import { type ExploreOptions, strangerTo } from './options.ts';

/** The most failures that are made small. */
const failuresMax = 10;

/**
 * `podsim explore client.mjs`: runs a client in many worlds, and writes those in which it does something wrong. `--exec "python client.py"`:
 * the same for any command, each time against a world that is served for it.
 */
export const exploreClientCommand = async (paths: readonly string[], options: ExploreOptions): Promise<number> => {
  const strange = strangerTo('client', options);
  if (strange !== undefined) throw new BadInput(`--${strange} belongs to explorations of scenarios: leave it out for a client`);
  if (options.exec !== undefined) return exploreClientRuns(options.exec, paths, options);
  if (options.withhold !== undefined) throw new BadInput('--withhold belongs to --exec: a module has virtual timers, so leave it out');
  const [path = '', another] = paths;
  if (another !== undefined) throw new BadInput(`${path} is a client: explore it alone, without ${another}`);
  const file = resolve(path);
  readText(file);
  const search = readSearchOptions(options);
  const jobs = Math.min(search.jobs, Math.ceil((search.to - search.from) / runsInTask));
  return reportSearch(shellWord(path), options, new ClientExploration({ ...search, file, jobs }));
};

const exploreClientRuns = async (command: string, [path]: readonly string[], options: ExploreOptions): Promise<number> => {
  if (path !== undefined) throw new BadInput(`--exec gives the client already: explore it alone, without ${path}`);
  // Loaded here: a client that is a module needs no server.
  const { CommandExploration } = await import('../../explorer/client/command/commandExploration.ts');
  return reportSearch(
    `--exec ${shellWord(command)}`,
    options,
    new CommandExploration({ ...readSearchOptions(options), command, withholdMs: parseWithholdMs(options) }),
  );
};

const parseWithholdMs = ({ withhold }: ExploreOptions): number | undefined => {
  if (withhold === undefined) return undefined;
  const ms = parseDuration(withhold);
  if (ms === undefined || ms < 1 || ms >= commandMsDefault)
    throw new BadInput(
      `--withhold '${withhold}' must be a time of less than ${formatDuration(commandMsDefault)}, such as 10s: a command runs no longer`,
    );
  return ms;
};

const readSearchOptions = (options: ExploreOptions) => {
  const { from, to } = readRunRange(options);
  const progress = clientProgress();
  return {
    from,
    to,
    jobs: options.jobs === undefined ? availableParallelism() : count('--jobs', options.jobs),
    seed: options.seed,
    base: options.world === undefined ? undefined : loadBase(options.world),
    properties: options.exec === undefined ? options.property : options.property?.map(propertyNamed),
    mayGiveUp: options.mayGiveUp === undefined ? undefined : share(options.mayGiveUp),
    onProgress: (runs: number) => (runs === to - from ? progress.stop() : progress.at(runs, to - from)),
  };
};

const reportSearch = async (what: string, options: ExploreOptions, search: ClientSearcher): Promise<number> => {
  const reporter = requireKnown(options.reporter, clientReporterNames, `there is no reporter '${options.reporter}' of explorations`);
  checkFolders(options);
  try {
    const startedAt = wallTimeMs();
    const findings = await search.explore();
    const tookMs = wallTimeMs() - startedAt;
    checkCalled(findings);
    const failures: ClientReport['failures'] = [];
    for (const [k, failure] of findings.failures.entries()) {
      const again = formatAgain(what, failure, options);
      failures.push(k < failuresMax ? await write(search, failure, again, options) : unwritten(failure, again));
    }
    const view = { columns: columnsToShow(), tookMs, isOfCommand: options.exec !== undefined };
    process.stdout.write(clientReporters[reporter](reportClient(findings, failures, options.seed), view));
    return findings.failures.length > 0 ? exitCodes.fail : exitCodes.pass;
  } catch (error) {
    throw error instanceof ClientUnfit ? new BadInput(error.message) : error;
  } finally {
    await search.close();
  }
};

/** Throws where nothing was explored. */
const checkCalled = (findings: ClientFindings): void => {
  const why = whyUnexplored(findings);
  if (why !== undefined) throw new BadInput(why);
};

const propertyNamed = (name: string): string => {
  const names = [...clientProperties.map((one) => one.name), workDone];
  return requireKnown(name, names, `--property '${name}' is no property of clients`, `docs/exploring.md`);
};

const share = (text: string): string => {
  if (parseShare(text) === undefined) throw new BadInput(`--may-give-up '${text}' is no share of runs; write it like 1/2`);
  return text;
};

const readRunRange = ({ runs, run }: ExploreOptions): { readonly from: number; readonly to: number } => {
  if (run === undefined) return { from: 0, to: count('--runs', runs) };
  if (!/^\d{1,9}$/.test(run)) throw new BadInput(`--run '${run}' is no number of a run; give a whole number such as 17`);
  return { from: Number(run), to: Number(run) + 1 };
};

const count = (option: string, text: string): number => {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new BadInput(`${option} '${text}' is no count; give a whole number such as 1000`);
  return Number(text);
};

/** The world of a scenario. Its own steps are not taken: the client is what happens in it. */
const loadBase = (file: string): Story => {
  const [text, read] = [readText(file), readerFor(file)];
  const parsed = parseScenario(file, text, read);
  if (isLeft(parsed)) throw new BadInput(parsed.left.map(problemText).join('\n'));
  const kept = storyToVary(text, { ...playBounds, file, read });
  if (kept === undefined) throw new BadInput(`${file}: the scenario cannot be played; \`podsim run\` says why`);
  return kept.story;
};

/** The command that makes the run of a failure again. */
const formatAgain = (what: string, { run }: ClientFailure, { seed, world, property, mayGiveUp, withhold }: ExploreOptions): string =>
  [
    `podsim explore ${what}`,
    ...(world === undefined ? [] : ['--world', shellWord(world)]),
    ...(property === undefined ? [] : ['--property', ...property.map(shellWord)]),
    ...(mayGiveUp === undefined ? [] : ['--may-give-up', mayGiveUp]),
    ...(withhold === undefined ? [] : ['--withhold', withhold]),
    `--seed ${shellWord(seed)} --run ${run}`,
  ].join(' ');

type Reported = ClientReport['failures'][number];

/** A failure without a file: beyond the number that is written, or one that does not come again alone. */
const unwritten = ({ failure: { property, words }, run, times }: ClientFailure, client: string): Reported => ({
  ...{ property, words, story: [], file: null, steps: 0, run, times, shortened: 'no', again: client, failsAlone: false, client },
});

/** Makes a failure small, and writes its file; and its page, where that is asked for. What repeats it is the file, where its steps alone fail. */
const write = async (search: ClientSearcher, found: ClientFailure, client: string, { out, page }: ExploreOptions): Promise<Reported> => {
  const { failure, text, steps, failsAlone, seq } = await search.shrink(found, client);
  if (text === undefined) return unwritten(found, client);
  makeFolderSync(out);
  const file = join(out, fileNameOfFound(failure, text, sha256));
  writeText(file, text);
  const again = failsAlone ? `podsim run ${shellWord(file)}` : client;
  const [scenario] = page === undefined ? [] : load([file], {});
  const { property, words } = failure;
  return {
    ...{ property, words, story: [], file, steps, run: found.run, times: found.times, shortened: 'fully', again, failsAlone, client },
    ...(page === undefined || scenario === undefined
      ? {}
      : {
          page: writeRunPage(
            page,
            scenario,
            again,
            {},
            { failure: { words: `${property}: ${words}`, ...(seq === undefined ? {} : { seq }) } },
          ),
        }),
  };
};
