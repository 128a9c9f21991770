import { isLeft } from 'fp-ts/lib/Either.js';
import { createColors } from 'picocolors';
import {
  type ChartLine,
  compareLogs,
  type DomainEvent,
  type LogEntry,
  logsText,
  logsView,
  parseChange,
  play,
  problemText,
  recordScenario,
  type Scenario,
  seedList,
  whatIf,
  whatIfChart,
  whatIfView,
} from '../../engine/index.ts';
import { readLog } from '../store/logFile.ts';
import { BadInput, exitCodes } from './exit.ts';
import { readText } from './files.ts';
import { load } from './load.ts';

export interface CompareOptions {
  readonly change?: string;
  readonly seeds?: string;
  readonly json?: boolean;
}

/**
 * `podsim compare A B`: where two logs differ. `podsim compare BASE --change FILE`: the effect of a change, over many seeds, with common
 * random numbers.
 */
export const compareCommand = (paths: readonly string[], options: CompareOptions): number => {
  const [first = '', second, ...more] = paths;
  if (options.change !== undefined) {
    if (second !== undefined) throw new BadInput('--change applies to one log or scenario: name only one file');
    return compareChange(first, options.change, options);
  }
  if (second === undefined || more.length > 0) throw new BadInput('name two logs or scenarios, or one with --change');
  if (options.seeds !== undefined) throw new BadInput('--seeds belongs to --change');
  const compared = compareLogs(entriesOf(first), entriesOf(second));
  process.stdout.write(options.json === true ? json(logsView(compared, first, second)) : logsText(compared, first, second));
  return compared.divergence === undefined ? exitCodes.pass : exitCodes.fail;
};

const compareChange = (path: string, changePath: string, { seeds = '1..20', json: asJson }: CompareOptions): number => {
  const change = parseChange(changePath, readText(changePath));
  if (isLeft(change)) throw new BadInput(change.left.map(problemText).join('\n'));
  const { at, until, $schema: _schema, ...what } = change.right;
  const result = whatIf({ base: baseOf(path), change: what, at, until, seeds: seedsOf(seeds) });
  if (isLeft(result)) throw new BadInput(result.left);
  process.stdout.write(asJson === true ? json(whatIfView(result.right)) : `${whatIfChart(result.right).map(colorize).join('\n')}\n`);
  return exitCodes.pass;
};

const json = (view: unknown): string => `${JSON.stringify(view, null, 2)}\n`;

const isScenario = (path: string): boolean => /\.ya?ml$/.test(path);

/** The entries of a log, or of a scenario's first run. */
const entriesOf = (path: string): readonly LogEntry<DomainEvent>[] =>
  isScenario(path) ? [...play(firstRun(path)).world.log.entries()] : readLog(path).entries;

const baseOf = (path: string): Scenario => {
  if (isScenario(path)) return firstRun(path);
  const { header, entries } = readLog(path);
  const base = recordScenario(path, header, entries);
  if (isLeft(base)) throw new BadInput(`${path}: ${base.left}`);
  return base.right;
};

const firstRun = (path: string): Scenario => {
  const [run] = load([path], {});
  if (run === undefined) throw new BadInput(`${path}: contains no run`);
  return run;
};

const seedsOf = (range: string): readonly string[] => {
  const seeds = /^\d{1,6}\.\.\d{1,6}$/.test(range) ? (seedList(range) ?? []) : [];
  if (seeds.length === 0) throw new BadInput(`--seeds '${range}' is no range; write it like 1..20`);
  return seeds;
};

/** Colors only on a terminal, and only without `NO_COLOR`. */
const pc = createColors(process.stdout.isTTY === true && !process.env['NO_COLOR'] && process.env['TERM'] !== 'dumb');

const colors: { readonly [Verdict in ChartLine['verdict']]: (text: string) => string } = {
  better: pc.green,
  worse: pc.red,
  same: pc.dim,
  unclear: (text) => text,
  heading: pc.bold,
};

const colorize = ({ text, verdict }: ChartLine): string => colors[verdict](text);
