import { timesText } from '../../../../engine/cloud/index.ts';
import { sayDuration } from '../../../../engine/kernel/index.ts';
import { alignColumns, pluralize } from '../../../../engine/process/index.ts';
import type { ClientResults, EndpointResults, GaugeResults, Percentiles, Results, WorkResults } from '../../../../engine/scenario/index.ts';
import { workDurationNames } from '../../../../engine/world/index.ts';
import { foldLine } from '../../terminal/terminal.ts';

/** In a terminal of 80 columns, with what stands before each line. */
const timesMax = 77;

/** More endpoints would fill screens; the JSON report has them all. */
const endpointsMax = 8;

/** The results of a load run as lines of text, for a terminal of 80 columns. */
export const resultsLines = ({ times, overMs, calls, clients, refusals, all, endpoints }: Results): readonly string[] => {
  const each = Object.entries(endpoints);
  const blocks =
    each.length === 0
      ? endpointLines(all, overMs)
      : each.slice(0, endpointsMax).flatMap(([id, one]) => ['', `  endpoint ${id}`, ...endpointLines(one, overMs)]);
  const refused = refusals.reduce((sum, { count }) => sum + count, 0);
  return [
    `results: ${pluralize(calls, 'call')} in ${sayDuration(overMs)} of virtual time${refused === 0 ? '' : `, ${refused} refused`}`,
    ...foldLine(`times: ${timesText(times)}`, timesMax),
    ...refusals.map(({ rule, status, count }) => row('refused', `${count} × ${status} ${rule}`)),
    ...clientLines(clients),
    ...blocks,
    ...(each.length > endpointsMax ? ['', `  … ${each.length - endpointsMax} more endpoints: --reporter json has them`] : []),
  ];
};

/** How often clients tried again and gave up; nothing where no client does. */
const clientLines = (clients: ClientResults): readonly string[] => {
  if (clients === null) return [];
  const { retriedRefusals, retriedFailures, outOfTime, outOfAttempts } = clients;
  const line = (label: string, parts: readonly (readonly [count: number, words: string])[]): string => {
    const sum = parts.reduce((all, [count]) => all + count, 0);
    const given = parts.flatMap(([count, words]) => (count === 0 ? [] : [`${count} ${words}`]));
    return row(label, given.length === 0 ? '0' : `${sum}: ${given.join(', ')}`);
  };
  return [
    line('retries', [
      [retriedRefusals, 'after a refusal'],
      [retriedFailures, 'after a failed job'],
    ]),
    line('gave up', [
      [outOfTime, 'out of time'],
      [outOfAttempts, 'out of attempts'],
    ]),
  ];
};

/** The results of a load run in one line. */
export const resultsDigest = ({ calls, clients, refusals, all: { jobs, requests, cost } }: Results): string => {
  const refused = refusals.reduce((sum, { count }) => sum + count, 0);
  const works = [['jobs', jobs] as const, ['requests', requests] as const].flatMap(([kind, work]) =>
    work === null
      ? []
      : [
          `${work.outcomes.completed} of ${work.submitted} ${kind} completed`,
          ...(work.throughput === null || work.outcomes.completed === 0 ? [] : [rateText(work.throughput)]),
          ...(work.delayTime === null ? [] : [`delayTime.p95 ${sayDuration(work.delayTime.p95)}`]),
          `queueDepth.max ${work.queueDepth.max}`,
        ],
  );
  const words = works.length === 0 ? [pluralize(calls, 'call')] : works;
  const retries = clients === null ? 0 : clients.retriedRefusals + clients.retriedFailures;
  const gaveUp = clients === null ? 0 : clients.outOfTime + clients.outOfAttempts;
  return [
    ...words,
    ...(refused === 0 ? [] : [`${refused} refused`]),
    ...(retries === 0 ? [] : [retries === 1 ? '1 retry' : `${retries} retries`]),
    ...(gaveUp === 0 ? [] : [`${gaveUp} gave up`]),
    ...(cost === 0 ? [] : [usd(cost)]),
  ].join(', ');
};

const row = (label: string, text: string): string => `  ${label.padEnd(labelWidth)}${text}`.trimEnd();
const labelWidth = 14;

const endpointLines = (
  { jobs, requests, workers, utilization, coldStart, cost, batchSize, tokensPerSecond, tokensPerDollar }: EndpointResults,
  overMs: number,
): readonly string[] => {
  const gauges: readonly NamedGauge[] = [
    ...(jobs === null ? [] : [['queueDepth', jobs.queueDepth] as const]),
    ...(requests === null ? [] : [['waiting', requests.queueDepth] as const]),
    ...Object.entries(workers)
      // The busy ones first.
      .sort(([a], [b]) => Number(b === 'RUNNING') - Number(a === 'RUNNING'))
      .map(([status, gauge]) => [status === 'RUNNING' ? 'busy workers' : status.toLowerCase(), gauge] as const),
    ...(batchSize === null ? [] : [['batchSize', batchSize] as const]),
  ];
  return [
    ...(jobs === null ? [] : workLines('jobs', jobs)),
    ...(requests === null ? [] : workLines('requests', requests)),
    ...percentileTable([...[jobs, requests].flatMap((work) => (work === null ? [] : listPercentiles(work))), ['coldStart', coldStart]]),
    ...gaugeTable(gauges, overMs),
    ...(tokensPerSecond === null ? [] : [row('tokens', tokensWords(tokensPerSecond, tokensPerDollar))]),
    ...(Object.keys(workers).length === 0 ? [] : [row('utilization', `${(utilization * 100).toFixed(1)} %`), row('cost', usd(cost))]),
  ];
};

const workLines = (kind: string, { submitted, outcomes, requeued, retried, throughput, busyMs }: WorkResults): readonly string[] => {
  const words = [
    ...Object.entries(outcomes).map(([outcome, count]) => ({ count, text: `${count} ${outcomeWords[outcome] ?? outcome}` })),
    { count: requeued, text: `requeued ${times(requeued)}` },
    { count: retried, text: `retried ${times(retried)}` },
  ];
  const [first = '', ...others] = wrapWords(words.flatMap(({ count, text }) => (count === 0 ? [] : [text])));
  return [
    row(kind, `${submitted}: ${first}`),
    ...others.map((line) => row('', line)),
    ...(throughput === null ? [] : [row('throughput', `${rateText(throughput)} over ${sayDuration(busyMs)}`)]),
  ];
};

/** Words in lines of at most that many characters. */
const wrapWords = (words: readonly string[], lengthMax = 54): readonly string[] => {
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length + 2 <= lengthMax) lines.splice(-1, 1, `${last}, ${word}`);
    else lines.push(word);
  }
  return lines;
};

const outcomeWords: Readonly<Record<string, string>> = { timedOut: 'timed out', expired: 'expired before ending' };

const usd = (cost: number): string => `${cost.toFixed(4)} USD`;

const times = (count: number): string => (count === 1 ? 'once' : `${count} times`);

/** In the shortest unit of time in which at least one is completed. */
const rateText = (perSecond: number): string => {
  if (perSecond >= 1 || perSecond === 0) return `${shortNumber(perSecond)}/s`;
  return perSecond * 60 >= 1 ? `${shortNumber(perSecond * 60)}/min` : `${shortNumber(perSecond * 3_600)}/h`;
};

/** 5190, 95.24, 0.29, 0.0031. */
const shortNumber = (value: number): string => {
  if (value < 0.1) return String(Number(value.toPrecision(2)));
  return String(Number(value.toFixed(value >= 100 ? 0 : 2)));
};

type NamedPercentiles = readonly [label: string, percentiles: Percentiles];

const listPercentiles = (work: WorkResults): readonly NamedPercentiles[] => workDurationNames.map((name) => [name, work[name]]);

const tokensWords = (perSecond: number, perDollar: number | null): string =>
  `${shortNumber(perSecond)} a second of a worker${perDollar === null ? '' : `, ${perDollar.toLocaleString('en-US')} for a dollar`}`;

const percentileTable = (named: readonly NamedPercentiles[]): readonly string[] => {
  const rows = named.flatMap(([label, percentiles]) => {
    if (percentiles === null) return [];
    const { count, p50, p90, p95, p99, max } = percentiles;
    return [[label, String(count), ...[p50, p90, p95, p99, max].map(sayDuration)]];
  });
  return rows.length === 0 ? [] : table([['', 'count', 'p50', 'p90', 'p95', 'p99', 'max'], ...rows]);
};

/** The first column on the left, numbers on the right. */
const table = (rows: readonly (readonly string[])[]): readonly string[] => {
  const lines = alignColumns(
    rows.map(([, ...cells]) => cells),
    () => true,
  );
  return rows.map(([label = ''], k) => row(label, lines[k] ?? ''));
};

type NamedGauge = readonly [label: string, gauge: GaugeResults];

const gaugeTable = (gauges: readonly NamedGauge[], overMs: number): readonly string[] => {
  const width = Math.max(...gauges.map(([, { overTime }]) => overTime.length));
  if (gauges.length === 0 || width <= 0) return [];
  const end = sayDuration(overMs);
  const axis = `0 s${end.padStart(width - 3)}`;
  return table([
    ['', axis, 'mean', 'max'],
    ...gauges.map(([label, { overTime, mean, max }]) => [label, sparkline(overTime), shortNumber(mean), String(max)]),
  ]);
};

const bars = '▁▂▃▄▅▆▇█';

/** The lowest bar is zero, the highest the largest value. */
const sparkline = (values: readonly number[]): string => {
  const largest = Math.max(...values);
  return values.map((value) => (value === 0 ? bars[0] : bars[Math.max(1, Math.round((value / largest) * (bars.length - 1)))])).join('');
};
