import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js';
import { memoryMax } from '../../cloud/handler/tokens.ts';
import { settingRows } from '../../cloud/settings.ts';
import type { Json } from '../../kernel/canonical.ts';
import type { DurationMs } from '../../kernel/time.ts';
import { pathBeside } from '../format/paths.ts';
import type { DataPath, FileProblem } from '../format/problem.ts';
import type { YamlFile } from '../format/yamlFile.ts';
import { columnIn, columnsIn } from '../tables/column.ts';
import type { LineProblem } from '../tables/csv.ts';
import { columnFile, countsFile, type TokensFile, type TraceFile, tokensFile, traceFile } from '../tables/format.ts';
import { arrivalsIn, durationsIn } from '../tables/times.ts';
import { countsIn, findTokenTrace, knownTraces, tokensIn } from '../tables/tokenTraces.ts';
import { checkPart, scenarioFile } from './checkPart.ts';
import { scenarioNodes } from './schema.ts';

/** Reads a file's text; undefined if there is none. */
type TextReader = (path: string) => string | undefined;
type Filled = Either<readonly FileProblem[], Json>;

/** The greatest size of a job: of its input in bytes, say. */
const sizeMax = Number.MAX_SAFE_INTEGER;

/** The most different values of a distribution: the log has them all, and each draw passes them. */
const valuesMax = 10_000;

/** The places of handlers in a scenario. `*` is any item of a list. */
const handlers = [
  'world.endpoints.*.handler',
  'steps.*.with.handler',
  'steps.*.with.body',
  'steps.*.steps.*.with.handler',
  'steps.*.steps.*.with.body',
  'load.*.with.handler',
  'load.*.steps.*.with.handler',
];

/** The places of distributions of times. */
const distributions = [
  ...handlers.map((place) => `${place}.duration`),
  'load.*.closed.thinkTime',
  'load.*.renewal.interarrival',
  ...settingRows().flatMap(({ name, isDrawn }) => (isDrawn ? [`world.settings.${name}`] : [])),
];

/** The places at which a scenario may name a file of values, and how the file is read for each. */
const places: readonly (readonly [pattern: string, 'empirical' | 'counts' | 'sizes' | 'trace' | 'durations' | 'tokens'])[] = [
  ...distributions.flatMap((place) => [
    [`${place}.empirical`, 'empirical'] as const,
    [`${place}.bySize.size.empirical`, 'sizes'] as const,
    [`${place}.bySize.remainder.empirical`, 'empirical'] as const,
  ]),
  ...handlers.flatMap((place) => ['prompt', 'output'].map((size) => [`${place}.tokens.${size}.empirical`, 'counts'] as const)),
  ['load.*.trace', 'trace'],
  ['load.*.durations', 'durations'],
  ['load.*.tokens', 'tokens'],
];

/**
 * A scenario's data with the values of the files that it names in their places, so that it is whole by itself. `base` is the place of
 * the data in a scenario: `world` for an included file.
 */
export const withTables = (source: YamlFile, data: Json, read: TextReader, base: readonly string[] = []): Filled => {
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
  readonly #read: TextReader;
  readonly #base: readonly string[];

  constructor(source: YamlFile, read: TextReader, base: readonly string[]) {
    this.#source = source;
    this.#read = read;
    this.#base = base;
  }

  /** The data with every value that the rest of a pattern leads to, if it names a file. */
  fill(data: Json, [part, ...rest]: readonly string[], path: DataPath, what: (typeof places)[number][1]): Filled {
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

  #values(data: Json, path: DataPath, what: (typeof places)[number][1]): Filled {
    const kind = { ...scenarioFile, nodesFor: (path: DataPath) => scenarioNodes([...this.#base, ...path]) };
    if (what === 'trace') {
      const trace = checkPart(this.#source, traceFile, data, path, kind);
      return isLeft(trace) ? trace : this.#arrivals(path, trace.right);
    }
    if (what === 'tokens') {
      const tokens = checkPart(this.#source, tokensFile, data, path, kind);
      return isLeft(tokens) ? tokens : this.#tokens(path, tokens.right);
    }
    if (what === 'counts' || what === 'sizes') {
      const [of, most] = what === 'sizes' ? (['', sizeMax] as const) : ([' of tokens', memoryMax] as const);
      const counts = checkPart(this.#source, countsFile, data, path, kind);
      if (isLeft(counts)) return counts;
      const { file, column } = counts.right;
      return this.#text(path, file, (from, text) =>
        chain(columnIn(from, text, column), (rows) => addWeights(countsIn(column, rows, most, of), (count) => count)),
      );
    }
    const column = checkPart(this.#source, columnFile, data, path, kind);
    if (isLeft(column)) return column;
    const { file, column: name, unit, times } = column.right;
    return this.#text(path, file, (from, text) =>
      chain(columnIn(from, text, name), (rows) => {
        const read = durationsIn(name, rows, unit, times);
        return what === 'durations' ? writeTimes(read) : addWeights(read, msText);
      }),
    );
  }

  #arrivals(path: DataPath, { file, at, unit, origin }: TraceFile): Filled {
    return this.#text(path, file, (from, text) => {
      const known = at === undefined ? findTokenTrace(columnsIn(from, text)) : undefined;
      const column = at ?? known?.at;
      if (column === undefined) return this.#askForColumn(path, 'at');
      return chain(columnIn(from, text, column), (rows) => writeTimes(arrivalsIn(column, rows, unit ?? known?.unit, origin === 'first')));
    });
  }

  #tokens(path: DataPath, { file, prompt, output }: TokensFile): Filled {
    return this.#text(path, file, (from, text) => {
      const known = findTokenTrace(columnsIn(from, text));
      const [read, written] = [prompt ?? known?.prompt, output ?? known?.output];
      if (read === undefined || written === undefined) return this.#askForColumn(path, read === undefined ? 'prompt' : 'output');
      return chain(columnIn(from, text, read), (prompts) =>
        chain(columnIn(from, text, written), (outputs) => tokensIn([read, prompts], [written, outputs]) as Either<LineProblem, Json>),
      );
    });
  }

  /** A column that has to be named. */
  #askForColumn(path: DataPath, name: string): Either<readonly FileProblem[], never> {
    const { file, placeOf } = this.#source;
    return left([
      {
        file,
        ...placeOf(path),
        message: `${[...this.#base, ...path].join('.')}: missing property '${name}', the name of a column; ${knownTraces}`,
      },
    ]);
  }

  /** The values of a file, or the problem: in this file, or on a line of the other. */
  #text(path: DataPath, file: string, read: (from: string, text: string) => Either<LineProblem | readonly FileProblem[], Json>): Filled {
    const { file: from, placeOf } = this.#source;
    const no = (words: string): Filled =>
      left([{ file: from, ...placeOf([...path, 'file']), message: `${[...this.#base, ...path].join('.')}.file: ${words}` }]);
    const beside = pathBeside(from, file);
    if (beside === undefined) return no(`'${file}' leaves the scenario's folder`);
    const text = this.#read(beside);
    if (text === undefined) return no(`there is no file '${file}' in the scenario's folder`);
    const values = read(beside, text);
    if (!isLeft(values)) return values;
    return 'line' in values.left
      ? left([{ file: beside, line: values.left.line, column: 1, message: values.left.message }])
      : left(values.left);
  }
}

const chain = <Wrong, Value, Other, Next>(
  value: Either<Wrong, Value>,
  next: (value: Value) => Either<Other, Next>,
): Either<Wrong | Other, Next> => (isLeft(value) ? value : next(value.right));

const msText = (ms: DurationMs): string => `${ms}ms`;

const writeTimes = (times: Either<LineProblem, readonly DurationMs[]>): Either<LineProblem, Json> =>
  isLeft(times) ? times : right(times.right.map(msText));

/** Each different value with its count, the least first: a larger draw then never gives less. */
const addWeights = (values: Either<LineProblem, readonly number[]>, write: (value: number) => Json): Either<LineProblem, Json> => {
  if (isLeft(values)) return values;
  const counts = new Map<number, number>();
  for (const value of [...values.right].sort((a, b) => a - b)) counts.set(value, (counts.get(value) ?? 0) + 1);
  if (counts.size > valuesMax)
    return left({ line: 1, message: `has ${counts.size} different values; a distribution has at most ${valuesMax}: round them` });
  return right([...counts].map(([value, weight]) => ({ value: write(value), weight })));
};
