// How often a twin finds changes in the course of records in which nothing changes, and how often it finds those that there are: `npm run bench -- twin-changes
// [COUNT]`. The penalty in `adapters/twin/fit/course.ts` rests on it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

/** Rows of the bench's table: the shares of series with a step, or with a trend. */
export const twinChangeFigures = async (count = 200) => {
  const folder = mkdtempSync(join(tmpdir(), 'podsim-changes-'));
  try {
    const bundle = await rolldown({
      input: { course: here('../../adapters/twin/fit/course.ts'), endpoint: here('../twin/hidden/endpoint.ts') },
    });
    await bundle.write({ dir: folder, format: 'esm', entryFileNames: '[name].mjs' });
    const course = await import(join(folder, 'course.mjs'));
    const { numbersFrom, normalFrom } = await import(join(folder, 'endpoint.mjs'));
    return seriesIn(course, normalFrom).map(([name, wanted, make]) => {
      let found = 0;
      for (let k = 1; k <= count; k++) {
        const { steps, isTrend } = course.findCourseChanges(make(numbersFrom(1_299_709 * k)));
        if (steps.length > 0 || isTrend) found += 1;
      }
      return [name, (100 * found) / count, wanted];
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
};

const rare = 'false alarms: at most 1 %';

const seriesIn = ({ courseOfValues, courseOfCounts }, normalFrom) => {
  /** Durations, whose logarithms have a deviation of 0.7 unless another is given. */
  const values =
    (length, levelAt, drawNoise = (next) => 0.7 * normalFrom(next)) =>
    (next) => {
      const drawn = Array.from({ length }, (_, k) => Math.exp(9 + levelAt(k / length) + drawNoise(next)));
      return courseOfValues(
        drawn,
        drawn.map((_, k) => k),
      );
    };
  /** Jobs in hours of a fortnight, twenty on average. */
  const counts =
    (rateAt, hours = 336) =>
    (next) => {
      const state = { left: 0 };
      const seen = Array.from({ length: hours }, (_, k) => drawCount(next, 20 * rateAt(k / hours, next, state)));
      return courseOfCounts(
        seen,
        seen.map(() => 20),
        seen.map((_, k) => k),
      );
    };
  const still = () => 0;
  const heavy = (next) => -Math.log(1 - next()) / 1.2;
  const burst = (_, next, state) => {
    if (state.left > 0) state.left -= 1;
    else if (next() < 0.05) state.left = 1 + Math.floor(3 * next());
    return state.left > 0 ? 3 : 0.8;
  };
  // biome-ignore format: a table
  return [
    ['500 durations, %',                        rare, values(500, still)],
    ['5,000 durations, %',                      rare, values(5_000, still)],
    ['60 starts, %',                            rare, values(60, still, (next) => 0.2 * normalFrom(next))],
    ['5,000 durations with heavy tails, %',     rare, values(5_000, still, heavy)],
    ['5,000 durations in runs of alike, %',     rare, (next) => inRuns(next, values)],
    ['jobs of 336 hours, %',                    rare, counts(() => 1)],
    ['jobs of 336 hours with bursts, %',        rare, counts(burst)],
    ['500 durations, a fifth longer, %',        'power', values(500, (u) => (u < 0.6 ? 0 : Math.log(1.2)))],
    ['500 durations, half as long again, %',    'power', values(500, (u) => (u < 0.6 ? 0 : Math.log(1.5)))],
    ['5,000 durations, a tenth longer, %',      'power', values(5_000, (u) => (u < 0.6 ? 0 : Math.log(1.1)))],
    ['5,000 durations, a fifth longer, %',      'power', values(5_000, (u) => (u < 0.6 ? 0 : Math.log(1.2)))],
    ['5,000 durations, growing by a fifth, %',  'power', values(5_000, (u) => Math.log(1 + 0.2 * u))],
    ['60 starts, half as long again, %',        'power', values(60, (u) => (u < 0.5 ? 0 : Math.log(1.5)), (next) => 0.2 * normalFrom(next))],
    ['a fifth more jobs, %',                    'power', counts((u) => (u < 0.6 ? 1 : 1.2))],
    ['a fifth more jobs, with bursts, %',       'power', counts((u, next, state) => (u < 0.6 ? 1 : 1.2) * burst(u, next, state))],
    ['half more jobs, with bursts, %',          'power', counts((u, next, state) => (u < 0.6 ? 1 : 1.5) * burst(u, next, state))],
    ['jobs growing by half, %',                 'power', counts((u) => 1 + 0.5 * u)],
  ];
};

/** Of thirty jobs each, as a burst brings them. */
const inRuns = (next, values) => {
  let [left, level] = [0, 0];
  return values(5_000, () => {
    if (left === 0) [left, level] = [30, next() < 0.2 ? Math.log(3) : 0];
    left -= 1;
    return level;
  })(next);
};

/** Poisson's, by its gaps. */
const drawCount = (next, mean) => {
  let count = -1;
  for (let at = 0; at < mean; count++) at -= Math.log(1 - next());
  return Math.max(0, count);
};
