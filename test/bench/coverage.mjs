// How often the intervals of studies hold the true mean of waits in queues: `npm run bench -- coverage [COUNT]`, whose last lines are a table:
// docs/study-statistics.md quotes its 95th percentiles.
import { mulberry } from './choices.mjs';
import { meanWait, playQueue, services } from './queueWaits.mjs';

const { intervalOfAmounts } = await import(new URL('../../dist/engine/statistics/skewedInterval.js', import.meta.url).href);
const { isQueueTailTooLong } = await import(new URL('../../dist/engine/statistics/tailIndex.js', import.meta.url).href);

const jobs = 500;
const loads = [0.5, 0.7, 0.9];
const counts = [5, 10, 20, 40];
/** So many plays in all: the last of the counts makes that many studies of forty, the first eight times as many. */
const bankPerStudy = 40;

const percentileOf = (sorted, share) => sorted[Math.ceil(sorted.length * share) - 1];
const average = (values) => values.reduce((sum, one) => sum + one, 0) / values.length;

/** What a study keeps of a play: its measures, and the times of its jobs, of which the longest decide. */
const keepPlay = ({ waits, times }) => {
  const mean = average(waits);
  waits.sort();
  return { mean, p95: percentileOf(waits, 0.95), p99: percentileOf(waits, 0.99), times };
};

const hasLongTail = (plays) => {
  const all = new Float64Array(plays.length * jobs);
  for (const [k, { times }] of plays.entries()) all.set(times, k * jobs);
  return isQueueTailTooLong(Array.from(all.sort(), (value) => ({ value, weight: 1 })));
};

/** Of studies of n plays each: how many know the measure, and how many of these hold it, end below it, or reach below 0. */
const judge = (bank, tails, n, measure, truth) => {
  const judged = { studies: 0, known: 0, held: 0, below: 0, negative: 0 };
  for (let from = 0; from + n <= bank.length; from += n) {
    const { low, high } = intervalOfAmounts(bank.slice(from, from + n).map((play) => play[measure]));
    judged.studies += 1;
    if (low !== null && low < 0) judged.negative += 1;
    if (tails[from / n] || low === null || high === null) continue;
    judged.known += 1;
    if (low <= truth && truth <= high) judged.held += 1;
    if (high < truth) judged.below += 1;
  }
  return judged;
};

const question = (name, load, servers, count) => {
  const random = mulberry(name.length * 1_000 + load * 100 + servers);
  const service = services[name];
  const bank = Array.from({ length: count * bankPerStudy }, () => keepPlay(playQueue(service, load, servers, jobs, random)));
  const truths = Object.fromEntries(
    ['mean', 'p95', 'p99'].map((measure) => {
      const exact = measure === 'mean' && servers === 1 ? meanWait(service, load) : undefined;
      return [measure, exact ?? average(bank.map((play) => play[measure]))];
    }),
  );
  return counts.flatMap((n) => {
    const tails = Array.from({ length: Math.floor(bank.length / n) }, (_, k) => hasLongTail(bank.slice(k * n, (k + 1) * n)));
    return ['mean', 'p95', 'p99'].map((measure) => ({ name, n, measure, ...judge(bank, tails, n, measure, truths[measure]) }));
  });
};

/** Rows of the bench's table: of each service and each number of plays over all loads, the worst of them. */
export const coverageFigures = (count = 100) => {
  const judged = Object.keys(services).flatMap((name) =>
    [...loads.map((load) => [load, 1]), [0.9, 4]].flatMap(([load, servers]) => question(name, load, servers, count)),
  );
  process.stdout.write(`${tableOf(judged).join('\n')}\n\n`);
  return counts.flatMap((n) =>
    Object.keys(services).flatMap((name) =>
      ['mean', 'p95', 'p99'].map((measure) => {
        const some = judged.filter((one) => one.name === name && one.n === n && one.measure === measure);
        const shares = some.filter(({ known }) => known > 0).map(({ held, known }) => (100 * held) / known);
        const unknown = 100 - (100 * sumOf(some, 'known')) / sumOf(some, 'studies');
        const [least, most] = shares.length === 0 ? [100, 100] : [Math.min(...shares), Math.max(...shares)];
        return [
          `${name}, ${measure} of ${n} plays: held, %`,
          least,
          `90 to 97, at most ${most.toFixed(0)}; unknown in ${unknown.toFixed(0)} %, below 0: ${sumOf(some, 'negative')}`,
        ];
      }),
    ),
  );
};

const sumOf = (all, field) => all.reduce((sum, one) => sum + one[field], 0);

/** docs/study-statistics.md quotes the 95th percentiles: over all loads, the least and the most of the shares. */
const tableOf = (judged) => [
  '| times of jobs | plays | mean | p95 | p99 |',
  '|---|---|---|---|---|',
  ...Object.keys(services).flatMap((name) =>
    [[5], [10], [20, 40]].map((some) => {
      const cells = ['mean', 'p95', 'p99'].map((measure) => {
        const all = judged.filter((one) => one.name === name && some.includes(one.n) && one.measure === measure);
        const unknown = Math.round(100 - (100 * sumOf(all, 'known')) / sumOf(all, 'studies'));
        if (unknown >= 98) return 'unknown';
        const shares = all.filter(({ known }) => known > 0).map(({ held, known }) => Math.round((100 * held) / known));
        return `${Math.min(...shares)} to ${Math.max(...shares)} %${unknown === 0 ? '' : `; unknown in ${unknown} %`}`;
      });
      return `| ${[name, some.join(' and '), ...cells].join(' | ')} |`;
    }),
  ),
];
