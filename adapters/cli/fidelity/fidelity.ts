import { newestTiming, type TimingName, timingNames } from '../../../engine/cloud/index.ts';
import {
  assess,
  buildReport,
  checkObservation,
  type FidelityReport,
  findStarts,
  type Judged,
  listUnplayed,
  type Mechanism,
  mechanisms,
  seedsUsual,
} from '../../../engine/lab/fidelity/index.ts';
import { checkOther, checkPageName, writeText } from '../files.ts';
import { BadInput, exitCodes } from '../terminal/exit.ts';
import { requireKnown } from '../terminal/knownName.ts';
import { print, printJson } from '../terminal/terminal.ts';
import { checkText } from './checkText.ts';
import { compareWithKept, updateKept } from './kept.ts';
import { readObservations } from './observations.ts';
import { ownStartLines } from './ownStarts.ts';
import { fidelityPageHtml } from './page/page.ts';
import { fidelityText, writeUnplayed } from './text.ts';

export { fidelityCheckJsonSchema, fidelityReportJsonSchema, observationJsonSchema } from '../../../engine/lab/fidelity/index.ts';

export interface FidelityOptions {
  readonly timing?: string;
  readonly seeds?: string;
  readonly without?: readonly string[];
  readonly reporter?: string;
  readonly check?: boolean;
  readonly facts?: boolean;
  readonly unplayed?: boolean;
  readonly page?: string;
  readonly update?: boolean;
}

/** `podsim fidelity`: plays what was seen on the platform, and says how far off the times of a timing are. */
export const fidelityCommand = (paths: readonly string[], options: FidelityOptions): number => {
  const { timing = newestTiming, reporter = 'text', update = false } = options;
  const name = requireKnown(timing, timingNames, `--timing '${timing}' is no timing`, '`podsim spec times`');
  const form = requireKnown(reporter, ['text', 'json'], `--reporter '${reporter}' is no form of the report`, '`podsim fidelity --help`');
  const [seeds, without] = [parseSeeds(options.seeds), findMechanisms(options.without ?? [])];
  if (options.check === true) return checkPaths(paths, options, options.timing === undefined ? timingNames : [name], seeds, form);
  if (update && without.length > 0) throw new BadInput('--update keeps the figures of the times as they are: leave out --without');
  const observations = readObservations(paths);
  if (options.page !== undefined) {
    checkOther(
      options.page,
      observations.map(({ file }) => file),
      '--page',
    );
    checkPageName(options.page, '--page');
  }
  if (options.unplayed === true) return showUnplayed(listUnplayed(observations), form);
  const all = paths.length === 0;
  const assessment = assess(observations, { timing: name, seeds, without, leavesOut: name === newestTiming && all });
  const judged: Judged = { timing: name, seeds, without, observations, assessment };
  const kept = without.length > 0 ? undefined : compareWithKept(judged);
  const report = { ...buildReport(judged), ...(kept === undefined ? {} : { kept }) };
  if (options.page !== undefined) {
    writeText(options.page, fidelityPageHtml(report, observations));
    process.stderr.write(`${options.page} shows the facts: open it in a browser\n`);
  }
  if (form === 'json') printJson(report);
  else
    print(
      [
        fidelityText(report, options.facts === true || !all),
        ...(all ? [] : ownStartLines(findStarts(observations)).map((line) => `${line}\n`)),
      ].join(''),
    );
  if (!update) return kept !== undefined && kept.worse.length > 0 ? exitCodes.fail : exitCodes.pass;
  for (const file of updateKept(judged, all)) process.stderr.write(`${file} keeps the figures\n`);
  return exitCodes.pass;
};

/** Options that have no meaning for a check. */
const notOfCheck = ['without', 'facts', 'page', 'unplayed', 'update'] as const;

/** `podsim fidelity --check`: whether observations can be used, and how far off each timing is on them. Throws if one cannot be read. */
const checkPaths = (
  paths: readonly string[],
  options: FidelityOptions,
  timings: readonly TimingName[],
  seeds: number,
  form: 'text' | 'json',
): number => {
  const other = notOfCheck.find((one) => options[one] !== undefined);
  if (other !== undefined) throw new BadInput(`--check judges each file by itself: leave out --${other}`);
  if (paths.length === 0)
    throw new BadInput('--check judges observation files: name one, as in podsim fidelity --check a.observation.yaml');
  const checks = readObservations(paths).map((one) => checkObservation(one, timings, seeds));
  if (form === 'json') printJson({ seeds, checks });
  else print(checks.map(checkText).join('\n'));
  return checks.every(({ isUsable }) => isUsable) ? exitCodes.pass : exitCodes.fail;
};

const showUnplayed = (unplayed: FidelityReport['unplayed'], form: 'text' | 'json'): number => {
  if (form === 'json') printJson(unplayed);
  else print(writeUnplayed(unplayed));
  return exitCodes.pass;
};

const seedsMax = 1_000;

const parseSeeds = (text: string | undefined): number => {
  if (text === undefined) return seedsUsual;
  const seeds = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (seeds < 1 || seeds > seedsMax) throw new BadInput(`--seeds '${text}' is no number of plays: give one from 1 to ${seedsMax}`);
  return seeds;
};

const findMechanisms = (names: readonly string[]): readonly Mechanism[] =>
  names.includes('all')
    ? mechanisms
    : names.map((name) =>
        requireKnown(name, mechanisms, `--without '${name}' is no mechanism`, `there are ${mechanisms.join(', ')}, and all`),
      );
