import { isLeft } from 'fp-ts/lib/Either.js';
import { parseScenario, type Reader, record, type Scenario } from '../../../engine/scenario/index.ts';
import { engineVersion } from '../../../engine/simulator/index.ts';
import type { World } from '../../../engine/world/index.ts';
import type { KnownRun, PageData, ScenarioText } from '../../console/app/pageData.ts';
import { pageHtml } from '../../console/writer/page.ts';
import { writePageFile } from '../../console/writer/pageFile.ts';
import { readPageParts } from '../../console/writer/parts.ts';
import { describeRun } from '../../console/writer/recorded.ts';
import { readLog } from '../../store/file/logFile.ts';
import { sha256 } from '../../store/sha256.ts';
import {
  checkOther,
  checkPageName,
  readerFor,
  readText,
  scenarioEnding,
  scenarioFiles,
  taskEnding,
  whyOtherKind,
  writeText,
} from '../files.ts';
import { type ParsedFile, readSelectedSeeds, type Selection, selectRuns } from '../run/load.ts';
import { parseTimeOption } from '../run/timelines.ts';
import { BadInput, exitCodes } from '../terminal/exit.ts';
import { isPicture, writePicture } from './picture.ts';
import { templates } from './templates.ts';

export interface PageOptions extends Pick<Selection, 'seed' | 'only'> {
  readonly out: string;
  /** A virtual time. */
  readonly at?: string;
}

/** `podsim page`: one HTML file that plays the runs of scenarios, or the inputs of logs, and shows them; or a picture of one run. */
export const pageCommand = (paths: readonly string[], { out, seed, only, at }: PageOptions): number => {
  const isNew = paths.length === 0;
  const moment = at === undefined ? undefined : parseTimeOption('--at', at);
  for (const path of paths) {
    const other = isLog(path) ? undefined : whyOtherKind(path, 'run');
    if (other !== undefined) throw new BadInput(`${path}: ${other}; a page shows scenarios and logs`);
  }
  checkOther(out, paths);
  if (!isPicture(out)) checkPageName(out);
  if (!isPicture(out) && at !== undefined)
    throw new BadInput(`--at is for a picture (-o a.svg or a.png); a page is moved to any time by its reader`);
  const seeds = readSelectedSeeds(seed === undefined ? {} : { seed });
  const files = isNew
    ? [newText()]
    : paths.flatMap((path) => (isLog(path) ? [textOfLog(path)] : scenarioFiles([path]).map((file) => readScenarioText(file, seeds))));
  const wanted = new Set(
    selectRuns(
      files.map(({ parsed }) => parsed),
      only === undefined ? {} : { only },
    ),
  );
  if (isPicture(out)) {
    process.stdout.write(`${out} shows the run: ${writePicture(out, [...wanted], moment)}\n`);
    return exitCodes.pass;
  }
  const scenarios = files.flatMap(({ scenario, parsed }) => {
    const runs = isLeft(parsed) ? [] : parsed.right.flatMap((run, index) => (wanted.has(run) ? [describeRun(run, index)] : []));
    return runs.length === 0 ? [] : [{ ...scenario, runs }];
  });
  const data: PageData = { engine: engineVersion, scenarios, ...(isNew ? { isNew } : {}) };
  writeText(out, pageHtml(readPageParts(), data));
  const count = scenarios.reduce((sum, { runs }) => sum + runs.length, 0);
  process.stdout.write(`${out} plays ${count === 1 ? 'one run' : `${count} runs`}: open it in a browser\n`);
  return exitCodes.pass;
};

/**
 * Writes a page of one run into a folder, and returns its path. `again`: the command that repeats the run. `found`: of a failure that
 * the explorer found, what the page cannot find itself.
 */
export const writeRunPage = (folder: string, run: Scenario, again: string, selection: Selection, found: FoundOutcome = {}): string => {
  const { scenario, parsed } = readScenarioText(run.file, readSelectedSeeds(selection));
  const runs = isLeft(parsed) ? [] : parsed.right;
  const index = runs.findIndex(({ member, definition }) => member === run.member && definition.seed === run.definition.seed);
  const known = { ...describeRun(run, index), ...found };
  const data: PageData = { engine: engineVersion, scenarios: [{ ...scenario, runs: [known] }] };
  const words = `${run.file.replace(scenarioEnding, '')}${run.member === undefined ? '' : `-${run.member}`}`;
  return writePage(folder, words, again, data);
};

/** Writes a page of what an agent did into a folder, with its calls on the tape, and returns its path. */
export const writeTaskPage = (folder: string, file: string, seed: string, { header, log }: World): string => {
  const text = record(header, [...log.entries()], sha256);
  if (isLeft(text)) throw new BadInput(`${file}: ${text.left}`);
  const { scenario, parsed } = parseText(file.replace(taskEnding, scenarioEnding), text.right, () => undefined);
  const runs = isLeft(parsed) ? [] : parsed.right.map(describeRun);
  return writePage(folder, `${file.replace(taskEnding, '')}-${seed}`, `${file} ${seed}`, {
    engine: engineVersion,
    scenarios: [{ ...scenario, runs }],
  });
};

const writePage = (folder: string, words: string, identity: string, data: PageData): string => {
  try {
    return writePageFile(folder, words, identity, data);
  } catch (error) {
    throw new BadInput(`${folder}: no page can be written there (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`);
  }
};

type FoundOutcome = Pick<KnownRun, 'inevitable' | 'failure'>;

interface TextFile {
  readonly scenario: ScenarioText;
  readonly parsed: ParsedFile;
}

/** A page without files begins with the scenario that `podsim new` writes, open in the editor. */
const newText = (): TextFile => parseText('new.scenario.yaml', templates['job'] ?? '', () => undefined);

/** The names of logs: those that `run --log` wrote, and those of a data directory. */
const isLog = (path: string): boolean => /\.(?:log|ndjson)(?:\.gz)?$/.test(path);

export const readScenarioText = (file: string, seeds: readonly string[] | undefined): TextFile =>
  parseText(file, readText(file), readerFor(file), seeds);

/** The inputs of a log, as a scenario that gives the same log. */
const textOfLog = (path: string): TextFile => {
  const { header, entries } = readLog(path);
  const text = record(header, entries, sha256);
  if (isLeft(text)) throw new BadInput(`${path}: ${text.left}`);
  return parseText(path, text.right, () => undefined);
};

/** Reads a scenario, and keeps the text of every file that it includes. */
const parseText = (file: string, text: string, read: Reader, seeds?: readonly string[]): TextFile => {
  const files = new Map<string, string>();
  const parsed = parseScenario(
    file,
    text,
    (path) => {
      const included = read(path);
      if (included !== undefined) files.set(path, included);
      return included;
    },
    seeds,
  );
  return { scenario: { file, text, files: Object.fromEntries(files), ...(seeds === undefined ? {} : { seeds }) }, parsed };
};
