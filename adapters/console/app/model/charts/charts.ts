import { entities, type Kind } from '../../../../../engine/cloud/index.ts';
import { firstIndex } from '../../../../../engine/kernel/index.ts';
import { type LogRecorder, percentile, type Samples, Trace } from '../../../../../engine/world/index.ts';
import { findMark, listTags, type Mark } from '../../marks.ts';
import { sampleColumns } from '../columns.ts';
import type { RunLog } from '../runLog.ts';
import { countStatuses, type Scope } from '../scope/scope.ts';
import type { RunSeries } from './runSeries.ts';
import type { TimeScale } from './timeScale.ts';

/** What the numbers of a chart are. */
export type Unit = 'count' | 'ms' | 'usdPerSecond' | 'usd';

/** A line of a chart; where lines stand on one another, a layer of it. */
export interface PlottedLine {
  readonly name: string;
  readonly mark: Mark;
  /** By row: what is drawn. Null is a gap. */
  readonly drawn: readonly (number | null)[];
  /** The value at a time; undefined where there is none. */
  readonly at: (at: number) => number | undefined;
}

export interface Chart {
  readonly id: string;
  readonly title: string;
  readonly unit: Unit;
  /** Its lines stand on one another. */
  readonly isStacked: boolean;
  /** Places of the time scale, from 0 to 1, one for each row. */
  readonly places: readonly number[];
  readonly lines: readonly PlottedLine[];
  /** The times at which a value changes, of one line after those of another. */
  readonly listChanges: () => readonly number[];
}

export interface ChartsOptions {
  readonly scale: TimeScale;
  /** Of this part of the world alone. */
  readonly scope?: Scope;
  /** How many pixels wide they are drawn. */
  readonly width: number;
}

/** The charts of a run that have anything to show. */
export const listCharts = (log: RunLog, options: ChartsOptions): readonly Chart[] => {
  const { series } = log;
  const { scope: { endpoint, host, status } = {} } = options;
  if (host !== undefined || status !== undefined) return chartsOfPlace(log, options);
  const record = findRecord(series, endpoint);
  const spending = listSpending(series, endpoint);
  const charts = [
    lineChart('queue', 'Queue and in flight', queueLines(record), options),
    lineChart('batch', 'Sequences in the batches of workers', batchLines(record), options),
    stackChart('workers', 'Workers by status', 'count', workerLayers(record), options),
    ...(['jobs', 'requests'] as const).flatMap((work) => [
      quantileChart(`${work}-wait`, `Wait of ${work}`, record?.[work].waits, log, options),
      quantileChart(`${work}-execution`, `Execution of ${work}`, record?.[work].executions, log, options),
      quantileChart(`${work}-first-token`, `First token of ${work}`, record?.[work].firstTokens, log, options),
      quantileChart(`${work}-token`, `Each further token of ${work}`, record?.[work].tokenTimes, log, options),
    ]),
    stackChart('spend', 'Spend per second', 'usdPerSecond', spending, options),
    sumChart('spent', 'Spend in sum', spending, options),
  ];
  return charts.filter(({ lines }) => lines.length > 0);
};

/** Of a host, or of what has a status: how many there are of it. Waits and spend are known by endpoint only. */
const chartsOfPlace = (log: RunLog, options: ChartsOptions): readonly Chart[] => {
  const { scope = {} } = options;
  const listLayers = (kind: Kind): readonly Layer[] =>
    [...countStatuses(log, scope, kind)]
      .filter(
        ([status]) =>
          status === scope.status || !listTags(kind, status).some((tag) => tag === 'gone' || tag === 'before' || tag === 'terminal'),
      )
      .map(([status, trace]) => ({ name: status, mark: findMark(kind, status), trace }));
  return (['job', 'request', 'worker', 'pod'] as const)
    .map((kind) => stackChart(`${kind}s`, `${kind[0]?.toUpperCase()}${kind.slice(1)}s by status`, 'count', listLayers(kind), options))
    .filter(({ lines }) => lines.length > 0);
};

/** A trace by its name, before it is drawn. */
interface Layer {
  readonly name: string;
  readonly mark: Mark;
  readonly trace: Trace;
}

type EndpointRecord = LogRecorder['all'];

const findRecord = ({ record }: RunSeries, endpoint: string | undefined): EndpointRecord | undefined =>
  endpoint === undefined ? record.all : record.endpoints.get(endpoint);

const queueLines = (record: EndpointRecord | undefined): readonly Layer[] =>
  record === undefined
    ? []
    : [
        layer('jobs queued', 'wait', '◇', record.jobs.queue.trace),
        layer('jobs in flight', 'run', '●', record.jobs.running.trace),
        layer('requests waiting', 'start', '◇', record.requests.queue.trace),
        layer('requests in flight', 'ready', '●', record.requests.running.trace),
      ].filter(({ trace }) => trace.times.length > 0);

/** How many gain a token with each step; the others in flight wait for memory, or are read. */
const batchLines = (record: EndpointRecord | undefined): readonly Layer[] =>
  record === undefined || record.batch.trace?.times.length === 0 ? [] : [layer('in steps', 'run', '●', record.batch.trace)];

const layer = (name: string, color: Mark['color'], shape: string, trace = new Trace()): Layer => ({ name, mark: { color, shape }, trace });

/** The busy ones stand at the bottom, what holds no compute on top. */
const workerOrder: readonly string[] = [...entities.worker.lifecycle.statuses.map(({ status }) => status)].reverse();

const workerLayers = (record: EndpointRecord | undefined): readonly Layer[] =>
  [...(record?.workerTraces ?? [])]
    .map(([status, trace]) => ({ name: status, mark: findMark('worker', status), trace }))
    .sort((a, b) => workerOrder.indexOf(a.name) - workerOrder.indexOf(b.name));

// biome-ignore format: a table
const productMarks: Readonly<Record<string, Mark>> = {
  serverless: { color: 'run',   shape: '●' },
  pod:        { color: 'start', shape: '▲' },
  cluster:    { color: 'ready', shape: '■' },
  volume:     { color: 'wait',  shape: '◆' },
};

const listSpending = ({ spending }: RunSeries, endpoint: string | undefined): readonly Layer[] => {
  const traces = endpoint === undefined ? [...spending.products] : [['serverless', spending.endpoint(endpoint)] as const];
  return traces.flatMap(([product, trace]) =>
    trace === undefined ? [] : [{ name: product, mark: productMarks[product] ?? { color: 'off', shape: '·' }, trace }],
  );
};

/** Where a time is drawn: what comes after all that is shown is beyond 1. */
const placeOn =
  (scale: TimeScale) =>
  (at: number): number =>
    at > scale.end ? 2 : scale.place(at);

const listTimes = (layers: readonly Layer[]): readonly number[] => layers.flatMap(({ trace }) => trace.times);

const lineChart = (id: string, title: string, layers: readonly Layer[], { scale, width }: ChartsOptions): Chart => {
  const drawn = layers.map(({ trace }) => sampleColumns([trace], placeOn(scale), width));
  const lines = layers.map(({ name, mark, trace }, k) => ({ name, mark, drawn: drawn[k]?.values[0] ?? [], at: valueAt(trace) }));
  return { id, title, unit: 'count', isStacked: false, places: drawn[0]?.places ?? [], lines, listChanges: () => listTimes(layers) };
};

const stackChart = (id: string, title: string, unit: Unit, layers: readonly Layer[], { scale, width }: ChartsOptions): Chart => {
  const { places, values } = sampleColumns(
    layers.map(({ trace }) => trace),
    placeOn(scale),
    width,
  );
  const lines = layers.map(({ name, mark, trace }, k) => ({ name, mark, drawn: values[k] ?? [], at: valueAt(trace) }));
  return { id, title, unit, isStacked: true, places, lines, listChanges: () => listTimes(layers) };
};

/** What each layer has come to by then. Between its changes a sum grows evenly, so it is drawn from column to column. */
const sumChart = (id: string, title: string, layers: readonly Layer[], { scale, width }: ChartsOptions): Chart => {
  const places = Array.from({ length: width + 1 }, (_, column) => column / width);
  const times = places.map((place) => scale.time(place));
  const lines = layers.map(({ name, mark, trace }) => {
    const at = sumUpTo(trace);
    return { name, mark, drawn: times.map(at), at };
  });
  return { id, title, unit: 'usd', isStacked: true, places, lines, listChanges: () => listTimes(layers) };
};

/** How wide a part is over which quantiles are taken, in pixels. */
const partWidth = 28;
// biome-ignore format: a table
const quantiles: readonly (readonly [name: string, percent: number, mark: Mark])[] = [
  ['p50', 50,  { color: 'run',  shape: '●' }],
  ['p95', 95,  { color: 'wait', shape: '▲' }],
  ['max', 100, { color: 'bad',  shape: '◆' }],
];

/** The quantiles of durations that ended in each part of the scale; a gap where none did. */
const quantileChart = (id: string, title: string, samples: Samples | undefined, log: RunLog, { scale, width }: ChartsOptions): Chart => {
  const count = Math.max(1, Math.floor(width / partWidth));
  const findPart = (at: number): number => Math.min(count - 1, Math.floor(scale.place(at) * count));
  const parts: number[][] = [];
  for (const [k, ms] of samples?.ms.entries() ?? []) {
    const at = log.at(samples?.seqs[k] ?? 0);
    if (!scale.holds(at)) continue;
    const part = findPart(at);
    const known = parts[part];
    if (known === undefined) parts[part] = [ms];
    else known.push(ms);
  }
  const places = Array.from({ length: count * 2 }, (_, row) => ((row >> 1) + 0.06 + 0.88 * (row % 2)) / count);
  const lines = quantiles.map(([name, percent, mark]) => {
    const values = Array.from({ length: count }, (_, part) => percentile(parts[part] ?? [], percent, 100));
    return { name, mark, drawn: places.map((_, row) => values[row >> 1] ?? null), at: (at: number) => values[findPart(at)] };
  });
  const listChanges = () => [...parts.keys()].flatMap((part) => (parts[part] === undefined ? [] : scale.time(part / count)));
  return { id, title, unit: 'ms', isStacked: false, places, lines: parts.length === 0 ? [] : lines, listChanges };
};

/** The index of the last change at or before a time; -1 before the first. */
const changeUpTo = ({ times }: Trace, at: number): number => firstIndex(times.length, (k) => (times[k] as number) > at) - 1;

const valueAt =
  (trace: Trace) =>
  (at: number): number =>
    trace.values[changeUpTo(trace, at)] ?? 0;

/** The integral of a trace over seconds, up to a time. */
export const sumUpTo = (trace: Trace): ((at: number) => number) => {
  const { times, values } = trace;
  const sums = [trace.sumBefore / 1_000];
  for (let k = 1; k < times.length; k++)
    sums.push((sums[k - 1] ?? 0) + ((values[k - 1] ?? 0) * ((times[k] ?? 0) - (times[k - 1] ?? 0))) / 1_000);
  return (at) => {
    const k = changeUpTo(trace, at);
    return k < 0 ? 0 : (sums[k] ?? 0) + ((values[k] ?? 0) * (at - (times[k] ?? 0))) / 1_000;
  };
};
