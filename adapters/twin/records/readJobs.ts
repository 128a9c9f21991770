import { suggestion } from '../../../engine/kernel/index.ts';
import { BadRecords } from './badRecords.ts';
import { describeColumns } from './columnWords.ts';
import { type CountReader, countedMax, spreadTimes } from './counts.ts';
import { type Field, type FieldColumn, findColumns, type Mapping } from './fields.ts';
import { type JobRow, JobTable } from './jobTable.ts';
import { doubtUnits, LeftOut } from './problems.ts';
import { openRows, type RecordRow } from './rows.ts';
import { findShape, type KnownShape } from './shapes.ts';
import { clockWords, isCalendar, readNumber, readSpan, readTime, type TimeNotation } from './times.ts';
import type { RowCondition } from './where.ts';

/** The jobs of all files, and how the files were read. */
export interface JobRecords {
  readonly jobs: JobTable;
  /** In words: which columns were read as what. */
  readonly understood: readonly string[];
  /** The same in short, once for all files that have the same columns. */
  readonly columns: readonly string[];
  readonly leftOut: LeftOut;
  /** The number of rows that `--where` excluded. */
  readonly unwanted: number;
  /** Whether the hour of the day of a time is known. */
  readonly isCalendar: boolean;
  /** The parts that may have been misread. */
  readonly doubts: readonly string[];
}

export interface ReadJobsOptions {
  readonly map: Mapping;
  readonly where: readonly RowCondition[];
}

/** Reads job records. Throws {@link BadRecords} if a file cannot be read as records. */
export const readJobs = async (files: readonly string[], options: ReadJobsOptions): Promise<JobRecords> => {
  const twice = files.find((file, k) => files.indexOf(file) !== k);
  if (twice !== undefined) throw new BadRecords(`${twice} is named twice: its jobs would count twice`);
  const reading = new JobReading(options);
  for (const file of files) await reading.add(file);
  return reading.end(files);
};

class JobReading {
  readonly #options: ReadJobsOptions;
  readonly #jobs = new JobTable();
  readonly #leftOut = new LeftOut();
  readonly #understood: string[] = [];
  readonly #columns = new Set<string>();
  /** How each column of times is written: as in its first row. */
  readonly #clocks = new Map<Field, TimeNotation>();
  /** The columns of durations that are taken for milliseconds because nothing says a unit. */
  readonly #withoutUnit = new Map<Field, string>();
  #unwanted = 0;
  /** The reasons for which rows are left out, such as `status is FAILED`: the first few. */
  readonly #against = new Set<string>();
  #rows = 0;
  /** How many files of counts were read. */
  #counted = 0;

  constructor(options: ReadJobsOptions) {
    this.#options = options;
  }

  async add(file: string): Promise<void> {
    const { form, columns, rows } = await openRows(file);
    const shape = findShape(columns, this.#options.map, file);
    const sources = findColumns(columns, mergeMapping(shape, this.#options.map), file);
    this.#checkColumns(file, columns, sources, shape);
    for (const field of ['execution', 'delay'] as const) {
      const source = sources.get(field);
      if (source !== undefined && source.unit === undefined && shape === undefined) this.#withoutUnit.set(field, source.column);
    }
    const hasSpans = hasExecution(sources);
    const counts = shape?.counts?.(this.#counted);
    if (counts !== undefined) this.#counted += 1;
    let count = 0;
    for await (const row of rows) {
      count += 1;
      const place = `${file}:${row.line}`;
      if ('problem' in row) this.#leftOut.add(row.problem, place, row.lines);
      else if (!this.#isWanted(row)) this.#unwanted += 1;
      else if (counts !== undefined) this.#addCounted(row, counts, sources, place);
      else this.#addRow(row, sources, place, hasSpans);
    }
    this.#rows += count;
    const said = [...sources].map(([field, { column, unit }]) => `${field} = ${column}${this.#unitWords(field, unit)}`);
    this.#understood.push(`${file}: ${form}${shape === undefined ? '' : ` (${shape.name})`} with ${count} rows; ${said.join(', ')}`);
    this.#understood.push(...(counts?.words() ?? []));
    this.#columns.add(
      counts === undefined ? describeColumns(columns, sources, mergeMapping(shape, this.#options.map)) : `those of ${shape?.name}`,
    );
  }

  end(files: readonly string[]): JobRecords {
    const jobs = this.#jobs;
    if (jobs.length === 0) {
      if (this.#rows === 0) throw new BadRecords(`${files.join(', ')}: has no rows: below the names of the columns, each job has a row`);
      const why = this.#leftOut.lines.slice(0, 3).map((line) => `\n  ${line}`);
      throw new BadRecords(`${files.join(', ')}: no job can be read from ${this.#rows} rows${this.#describeUnwanted()}${why.join('')}`);
    }
    jobs.sort();
    const clocks = [...this.#clocks.values()];
    return {
      jobs,
      understood: this.#understood,
      columns: [...this.#columns],
      leftOut: this.#leftOut,
      unwanted: this.#unwanted,
      isCalendar: clocks.length > 0 && clocks.every(isCalendar),
      doubts: doubtUnits(jobs, this.#withoutUnit),
    };
  }

  #checkColumns(file: string, columns: readonly string[], sources: Mapping, shape: KnownShape | undefined): void {
    const lacks = this.#options.where.find(({ column }) => !columns.includes(column));
    if (lacks !== undefined)
      throw new BadRecords(
        `--where ${lacks.column}: there is no column '${lacks.column}' in ${file}${suggestion(lacks.column, columns, 'the first line', 'the columns')}`,
      );
    // Some public records say when jobs came, and not how long they ran: that much can be fitted.
    if (hasExecution(sources) || shape !== undefined) return;
    if (columns.length === 0)
      throw new BadRecords(
        `${file}: has no columns: it should have a row for each job, with names in its first line, or a JSON object for each`,
      );
    if (columns.some((column) => typeof readTime(column, undefined) !== 'string'))
      throw new BadRecords(
        `${file}: its first line has values, and no names of columns: write a line above it, such as submitted,delayTime,executionTime; it has ${columns.slice(0, 20).join(',')}`,
      );
    const lacking = vitalFields.filter(({ isKnown }) => !isKnown(sources));
    throw new BadRecords(
      `${file}: says of no job ${['how long it ran', ...lacking.map(({ words }) => words)].join(', or ')}: the columns are ${columns.slice(0, 20).join(', ')}; name one with --map ${['execution', ...lacking.map(({ field }) => field)].map((field) => `${field}=COLUMN`).join(',')}, or with --map started=COLUMN,ended=COLUMN`,
    );
  }

  #isWanted(row: RecordRow): boolean {
    const against = this.#options.where.find(({ column, values, isWanted }) => values.has(row.cell(column) ?? '') !== isWanted);
    if (against !== undefined && this.#against.size < valuesShown) this.#against.add(`${against.column} is ${row.cell(against.column)}`);
    return against === undefined;
  }

  #describeUnwanted(): string {
    if (this.#unwanted === 0) return '';
    return `; --where leaves out ${this.#unwanted}, in which ${[...this.#against].join(', or ')}`;
  }

  #unitWords(field: Field, unit: string | undefined): string {
    const clock = this.#clocks.get(field);
    if (clock !== undefined) return ` (${clockWords[clock]})`;
    return field === 'delay' || field === 'execution' ? ` (in ${unit ?? 'ms'})` : '';
  }

  #addRow(row: RecordRow, sources: Mapping, place: string, hasSpans: boolean): void {
    const problems: string[] = [];
    const readField = (field: Field): string | undefined => {
      const source = sources.get(field);
      const text = source === undefined ? undefined : row.cell(source.column);
      return text === '' ? undefined : text;
    };
    const parseField = (field: Field, read: (text: string) => number | string): number => {
      const text = readField(field);
      const value = text === undefined ? Number.NaN : read(text);
      if (typeof value === 'number') return value;
      problems.push(`${sources.get(field)?.column} ${value}`);
      return Number.NaN;
    };
    const parseTimeField = (field: Field): number => parseField(field, (text) => this.#readTime(field, text, sources));
    const parseSpanField = (field: Field): number => parseField(field, (text) => readSpan(text, sources.get(field)?.unit ?? 'ms'));
    const times = { submitted: parseTimeField('submitted'), started: parseTimeField('started'), ended: parseTimeField('ended') };
    const rest = {
      line: row.line,
      size: parseField('size', readNumber),
      retries: parseField('retries', readNumber),
      status: readField('status')?.toUpperCase(),
      worker: readField('worker'),
    };
    const spans = derive(times, parseSpanField('delay'), parseSpanField('execution'));
    const [problem] = problems.length > 0 ? problems : whatLacks(spans, hasSpans);
    if (problem === undefined) this.#jobs.add({ ...rest, ...spans });
    else this.#leftOut.add(problem, place);
  }

  #addCounted(row: RecordRow, counts: CountReader, sources: Mapping, place: string): void {
    const source = sources.get('submitted');
    const text = source === undefined ? undefined : row.cell(source.column);
    const at = text === undefined || text === '' ? Number.NaN : this.#readTime('submitted', text, sources);
    const counted = typeof at === 'string' ? `${source?.column} ${at}` : counts.read(row, at);
    if (typeof counted === 'string') return this.#leftOut.add(counted, place);
    if (counted.reduce((sum, one) => sum + one.count, this.#jobs.length) > countedMax)
      throw new BadRecords(`${place}: more than ${countedMax} jobs so far: take some of the rows, such as --where HashFunction=…`);
    const none = { line: row.line, delay: Number.NaN, execution: Number.NaN, size: Number.NaN, retries: Number.NaN };
    for (const one of counted)
      for (const submitted of spreadTimes(one, `${this.#counted}/${row.line}/${one.fromMs}`))
        this.#jobs.add({ ...none, submitted, status: undefined, worker: undefined });
  }

  #readTime(field: Field, text: string, sources: Mapping): number | string {
    const read = readTime(text, sources.get(field)?.unit);
    if (typeof read === 'string') return `${read}: '${text.slice(0, 40)}'`;
    const usual = this.#clocks.get(field) ?? read.clock;
    this.#clocks.set(field, usual);
    return read.clock === usual ? read.ms : `has ${clockWords[read.clock]}, and the first row ${clockWords[usual]}`;
  }
}

const valuesShown = 5;

type Spans = Pick<JobRow, 'submitted' | 'delay' | 'execution'>;

/** Derives further values from the times of a row. */
const derive = (
  { submitted, started, ended }: { readonly submitted: number; readonly started: number; readonly ended: number },
  delay: number,
  execution: number,
): Spans => {
  const ran = first(execution, ended - started);
  const waited = first(delay, started - submitted, ended - ran - submitted);
  return { submitted: first(submitted, started - waited, ended - ran - waited, started, ended - ran), delay: waited, execution: ran };
};

/** The first that is a number. */
const first = (...values: readonly number[]): number => values.find((value) => !Number.isNaN(value)) ?? Number.NaN;

/** A mapping that the user gives takes precedence over a known one. */
const mergeMapping = (shape: KnownShape | undefined, given: Mapping): Mapping => {
  const known = Object.entries(shape?.fields ?? {}) as (readonly [Field, FieldColumn])[];
  const taken = new Set([...given.values()].map((source) => source.column));
  return new Map([...known.filter(([, source]) => !taken.has(source.column)), ...given]);
};

/** The further values of each job that a recommendation needs, and the field to name for each. */
const vitalFields: readonly { readonly words: string; readonly field: Field; readonly isKnown: (sources: Mapping) => boolean }[] = [
  { words: 'when it came', field: 'submitted', isKnown: (sources) => hasAny(sources, 'submitted', 'started', 'ended') },
  {
    words: 'how long it waited',
    field: 'delay',
    isKnown: (sources) => sources.has('delay') || (sources.has('submitted') && hasAny(sources, 'started', 'ended')),
  },
];

const hasAny = (sources: Mapping, ...fields: readonly Field[]): boolean => fields.some((field) => sources.has(field));

const hasExecution = (sources: Mapping): boolean => sources.has('execution') || (sources.has('started') && sources.has('ended'));

const whatLacks = ({ delay, execution }: Spans, hasSpans: boolean): readonly string[] => {
  if (Number.isNaN(execution) && hasSpans) return ['says not how long it ran'];
  if (execution < 0) return ['ends before it starts: if that is so in all rows, --map started=COLUMN,ended=COLUMN the other way round'];
  return delay < 0 ? ['starts before it was submitted'] : [];
};
