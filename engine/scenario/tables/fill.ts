import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js';
import { settingRows } from '../../cloud/settings.ts';
import type { Json } from '../../kernel/canonical.ts';
import type { DurationMs } from '../../kernel/time.ts';
import { checkPart } from '../editor/checkPart.ts';
import { pathBeside } from '../format/paths.ts';
import type { FileProblem } from '../format/problem.ts';
import { scenarioNodes } from '../format/schema.ts';
import type { YamlFile } from '../format/yamlFile.ts';
import { columnIn } from './column.ts';
import type { FileRow, LineProblem } from './csv.ts';
import { type ColumnFile, columnFile, traceFile } from './format.ts';
import { arrivalsIn, durationsIn } from './times.ts';

/** Reads a file's text; undefined if there is none. */
type ReadText = (path: string) => string | undefined;
type Path = readonly (string | number)[];
type Filled = Either<readonly FileProblem[], Json>;

/** The most different values of a distribution: the log has them all, and each draw passes them. */
const valuesMax = 10_000;

/** Where in a scenario a distribution may stand. `*` is any item of a list. */
const distributions = [
  'world.endpoints.*.handler.duration',
  'steps.*.with.handler.duration',
  'steps.*.with.body.duration',
  'steps.*.steps.*.with.handler.duration',
  'steps.*.steps.*.with.body.duration',
  'load.*.with.handler.duration',
  'load.*.steps.*.with.handler.duration',
  'load.*.closed.thinkTime',
  'load.*.renewal.interarrival',
  ...settingRows().flatMap(({ name, isDrawn }) => (isDrawn ? [`world.settings.${name}`] : [])),
];

/** The places where a scenario may name a file of values, and what is read from it there. */
const places: readonly (readonly [pattern: string, 'empirical' | 'trace' | 'durations'])[] = [
  ...distributions.map((place) => [`${place}.empirical`, 'empirical'] as const),
  ['load.*.trace', 'trace'],
  ['load.*.durations', 'durations'],
];

/**
 * A scenario's data with the values of the files that it names in their places, so that it is whole by itself. `base` is the place of
 * the data in a scenario: `world` for an included file.
 */
export const withTables = (source: YamlFile, data: Json, read: ReadText, base: readonly string[] = []): Filled => {
  const tables = new Tables(source, read, base);
  let filled = data;
  for (const [pattern, what] of places) {
    const parts = pattern.split('.');
    if (base.some((part, k) => part !== parts[k])) continue;
    const next = tables.fill(filled, parts.slice(base.length), [], what);
    if (isLeft(next)) return next;
    filled = next.right;
  }
  return right(filled);
};

class Tables {
  readonly #source: YamlFile;
  readonly #read: ReadText;
  readonly #base: readonly string[];

  constructor(source: YamlFile, read: ReadText, base: readonly string[]) {
    this.#source = source;
    this.#read = read;
    this.#base = base;
  }

  /** The data with every value that the rest of a pattern leads to, if it names a file. */
  fill(data: Json, [part, ...rest]: readonly string[], path: Path, what: (typeof places)[number][1]): Filled {
    if (data === null || typeof data !== 'object') return right(data);
    if (part === undefined) return Object.hasOwn(data, 'file') ? this.#values(data, path, what) : right(data);
    if (part !== '*') {
      if (Array.isArray(data) || !Object.hasOwn(data, part)) return right(data);
      const fields = data as { readonly [key: string]: Json };
      const value = this.fill(fields[part] ?? null, rest, [...path, part], what);
      return isLeft(value) || value.right === fields[part]
        ? isLeft(value)
          ? value
          : right(data)
        : right({ ...fields, [part]: value.right });
    }
    if (!Array.isArray(data)) return right(data);
    const items: Json[] = [];
    for (const [k, item] of (data as readonly Json[]).entries()) {
      const value = this.fill(item, rest, [...path, k], what);
      if (isLeft(value)) return value;
      items.push(value.right);
    }
    return right(items);
  }

  #values(data: Json, path: Path, what: (typeof places)[number][1]): Filled {
    const nodesFor = (path: Path) => scenarioNodes([...this.#base, ...path]);
    if (what === 'trace') {
      const trace = checkPart(this.#source, traceFile, data, path, nodesFor);
      if (isLeft(trace)) return trace;
      const { at, unit, origin, file } = trace.right;
      return this.#column(path, { file, column: at }, (rows) => textOf(arrivalsIn(at, rows, unit, origin === 'first')));
    }
    const column = checkPart(this.#source, columnFile, data, path, nodesFor);
    if (isLeft(column)) return column;
    const read = (rows: readonly FileRow<string>[]) => durationsIn(column.right.column, rows, column.right.unit);
    return this.#column(path, column.right, (rows) => (what === 'durations' ? textOf(read(rows)) : addWeights(read(rows))));
  }

  /** The values of a column, or what is wrong: in this file, or on a line of the other. */
  #column(
    path: Path,
    { file, column }: Pick<ColumnFile, 'file' | 'column'>,
    valuesOf: (rows: readonly FileRow<string>[]) => Either<LineProblem, Json>,
  ): Filled {
    const { file: from, placeOf } = this.#source;
    const no = (words: string): Filled =>
      left([{ file: from, ...placeOf([...path, 'file']), message: `${[...this.#base, ...path].join('.')}.file: ${words}` }]);
    const beside = pathBeside(from, file);
    if (beside === undefined) return no(`'${file}' leaves the scenario's folder`);
    const text = this.#read(beside);
    if (text === undefined) return no(`there is no file '${file}' in the scenario's folder`);
    const rows = columnIn(beside, text, column);
    const values = isLeft(rows) ? rows : valuesOf(rows.right);
    return isLeft(values) ? left([{ file: beside, line: values.left.line, column: 1, message: values.left.message }]) : values;
  }
}

const msText = (ms: DurationMs): string => `${ms}ms`;

const textOf = (times: Either<LineProblem, readonly DurationMs[]>): Either<LineProblem, Json> =>
  isLeft(times) ? times : right(times.right.map(msText));

/** Each different value with its count, the shortest first: a larger draw is then never a shorter time. */
const addWeights = (times: Either<LineProblem, readonly DurationMs[]>): Either<LineProblem, Json> => {
  if (isLeft(times)) return times;
  const counts = new Map<DurationMs, number>();
  for (const ms of [...times.right].sort((a, b) => a - b)) counts.set(ms, (counts.get(ms) ?? 0) + 1);
  if (counts.size > valuesMax)
    return left({ line: 1, message: `has ${counts.size} different durations; a distribution has at most ${valuesMax}: round them` });
  return right([...counts].map(([ms, weight]) => ({ value: msText(ms), weight })));
};
