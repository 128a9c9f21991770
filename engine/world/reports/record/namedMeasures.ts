import type { EndpointRecord } from './endpointRecord.ts';
import { type AverageUnit, type MeasuredRun, type MeasureName, type MeasureWords, measures } from './measures.ts';
import { Samples } from './samples.ts';

type NamesWith<Part extends string> = {
  readonly [Name in MeasureName]: (typeof measures)[Name] extends { readonly [P in Part]: unknown } ? Name : never;
}[MeasureName];

/** A measure that has a value for each job, request or start. */
export type DurationName = NamesWith<'samples'>;
type GaugeName = NamesWith<'levels'>;
/** A measure with one value of an endpoint, or of all. */
export type NumberName = NamesWith<'take'> | `${GaugeName}.${'mean' | 'max'}`;
/** A number that is an average of the time that is measured, and no sum over a run. */
export type AverageName = AveragesIn<NamesWith<'take'>> | `${GaugeName}.${'mean' | 'max'}`;
type AveragesIn<Name extends MeasureName> = Name extends unknown
  ? (typeof measures)[Name]['unit'] extends AverageUnit
    ? Name
    : never
  : never;
/** As assertions and lessons name it: a duration has values, and anything else has one. */
export type Metric = DurationName | NumberName;

/** The percentiles of a duration that have a name. The longest is one of them. */
export const percentiles = { p50: 50, p90: 90, p95: 95, p99: 99, max: 100 } as const;
export type PercentileName = keyof typeof percentiles;
export const percentileNames = Object.keys(percentiles) as readonly PercentileName[];

/** One number of a run, under the name that everything has for it: `delayTime.p95`, `queueDepth.max`, `bill`. */
export interface NamedMeasure extends MeasureWords {
  readonly name: string;
  readonly row: MeasureName;
  /** Of a duration which of its values, of a gauge which of both; undefined where there is only one. */
  readonly which: PercentileName | 'mean' | undefined;
  readonly isCompared: boolean;
  /** Only runs whose workers make tokens have it. */
  readonly isOfTokens: boolean;
  /** The value; null if the run has none, such as the delay of no jobs. */
  readonly take: (run: MeasuredRun) => number | null;
}

const words = { mean: 'the mean, ', max: 'the longest, ' } as const;

/** The numbers of one row of the table. */
const nameNumbers = (row: MeasureName): readonly NamedMeasure[] => {
  const measure = measures[row];
  const { unit, better, about } = measure;
  const compared: readonly string[] | true = ('compared' in measure && measure.compared) || [];
  const makeNumber = (which: NamedMeasure['which'], text: string, take: NamedMeasure['take']): NamedMeasure => ({
    name: which === undefined ? row : `${row}.${which}`,
    row,
    which,
    unit,
    better,
    about: text,
    isCompared: compared === true || (which !== undefined && compared.includes(which)),
    isOfTokens: 'only' in measure && measure.only === 'tokens',
    take,
  });
  if ('take' in measure) return [makeNumber(undefined, about, measure.take)];
  if ('levels' in measure)
    return [
      makeNumber('mean', `${about}, over time`, ({ record }) => measure.levels(record)?.mean ?? null),
      makeNumber('max', `${about}, at the same time`, ({ record }) => measure.levels(record)?.max ?? null),
    ];
  return (['p50', 'p90', 'p95', 'p99', 'mean', 'max'] as const).map((which) => {
    const text = which === 'mean' || which === 'max' ? words[which] : `${percentiles[which]} % are at most this, `;
    return makeNumber(which, `${text}${about}`, ({ record }) => takeValue(samplesIn(record, row as DurationName), which));
  });
};

// Marked pure: a page that imports only units is bundled without these lists.
const rows = Object.keys(measures) as readonly MeasureName[];

/** Every number that is measured, in the order of the table. */
export const namedMeasures: readonly NamedMeasure[] = /* @__PURE__ */ rows.flatMap(nameNumbers);

export const durationNames = /* @__PURE__ */ rows.filter((name): name is DurationName => 'samples' in measures[name]);
/** The durations of jobs and requests, which load tests show of each. */
export type WorkDurationName = NamesWith<'ofWork'>;
export const workDurationNames = /* @__PURE__ */ rows.filter((name): name is WorkDurationName => 'ofWork' in measures[name]);
export const numberNames = /* @__PURE__ */ namedMeasures.flatMap(({ name, row }) =>
  'samples' in measures[row] ? [] : [name as NumberName],
);
export const metricNames: readonly Metric[] = /* @__PURE__ */ Array.of<Metric>().concat(durationNames, numberNames);

/** The metrics as the pages list them, each with its unit and its description. */
export const listMetrics = (): readonly (MeasureWords & { readonly name: Metric })[] =>
  metricNames.map((name) => {
    const { unit, better, about } = findNumber(name) ?? measures[name as DurationName];
    return { name, unit, better, about };
  });

function findNumber(name: string): NamedMeasure | undefined {
  return namedMeasures.find((one) => one.name === name);
}

export const isDuration = (name: string): name is DurationName => name in measures && 'samples' in measures[name as MeasureName];

const findRow = (metric: Metric): MeasureName => metric.split('.')[0] as MeasureName;

/** The unit of a metric. */
export const findUnit = (metric: Metric): MeasureWords['unit'] => measures[findRow(metric)].unit;

/** Finds the only subjects of a metric; undefined if every job and request has it. */
export const findOwner = (metric: Metric): 'workers' | 'tokens' | 'jobs' | undefined => {
  const measure = measures[findRow(metric)];
  return 'only' in measure ? measure.only : undefined;
};

/** Reads the value of a metric that has only one; null if the run has none. */
export const numberIn = (run: MeasuredRun, metric: NumberName): number | null => findNumber(metric)?.take(run) ?? null;

/** Lists the values of a duration: those of jobs, and of requests to load balancers. */
export const samplesIn = (record: EndpointRecord, name: DurationName): Samples => {
  const all = new Samples();
  for (const { ms, seqs } of measures[name].samples(record)) for (const [k, one] of ms.entries()) all.add(one, seqs[k] ?? 0);
  return all;
};

const takeValue = (samples: Samples, which: PercentileName | 'mean'): number | null => {
  const { ms: all } = samples;
  if (all.length === 0) return null;
  return which === 'mean' ? all.reduce((sum, ms) => sum + ms, 0) / all.length : (samples.at([percentiles[which]])[0]?.ms ?? null);
};

/** How many of them are at most so long, as a share. */
export const shareWithin = ({ ms: all }: Samples, most: number): number => all.filter((ms) => ms <= most).length / all.length;
