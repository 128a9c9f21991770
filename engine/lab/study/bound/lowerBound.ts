import { lastIndexAtOrBelow, sumLargest } from './sums.ts';

/** A job as it was played. */
export interface PlayedJob {
  readonly at: number;
  /** How long a worker runs it, in whole ms, without what its process loads first. */
  readonly ms: number;
}

/** A limit of waits: all jobs but `misses` of them keep to it. */
export interface WaitLimit {
  /** From arrival to start, or to the end. */
  readonly of: 'start' | 'end';
  readonly ms: number;
  readonly misses: number;
}

/**
 * A lower bound of the billed time of workers, in ms: no scaler runs these jobs within the limit with less, whatever it knows of the future.
 * A worker runs one job at a time and no job twice, and each start of a worker takes at least `startMs`.
 *
 * 1. Billed is what runs jobs (`work`), and what does not: starts, and idle time. The work is the same for all scalers.
 * 2. A job that keeps to the limit ends by its deadline: arrival + limit + its time. A lull is a time between the last deadline of all jobs so
 *    far and the next arrival; the jobs between two lulls are a cluster. A worker that is used in a cluster has, between its job of an earlier
 *    cluster and its first one in this, either idled through the lull or started anew. That costs at least `min(lull, startMs)`, and these
 *    times overlap for no two clusters. Before the first cluster, it has started.
 * 3. A cluster needs at least as many workers as {@link countForced} says. So without misses the bound is the work and, over all clusters,
 *    `workers × min(lull, startMs)`.
 * 4. A job that misses the limit may run at any time after its arrival. Without it, its cluster needs at most one worker fewer, which saves
 *    `startMs` at most. And it may keep one worker busy through lulls: that saves no more than it runs, and no more than the lulls cost that one
 *    run of that length can fill ({@link findLargestReach}). So the bound gives up both for the `misses` jobs for which they are largest.
 * 5. At least one worker starts.
 */
export const computeLeastTime = (jobs: readonly PlayedJob[], startMs: number, limit?: WaitLimit): number => {
  const work = jobs.reduce((sum, { ms }) => sum + ms, 0);
  if (jobs.length === 0) return 0;
  if (limit === undefined) return work + startMs;
  const { clusters, lulls } = findClusters(jobs, startMs, limit);
  const [, ...others] = clusters;
  const findForced = (cluster: readonly PlayedJob[] | undefined) => countForced(cluster ?? [], limit);
  const starts = others.reduce((sum, cluster, k) => sum + findForced(cluster) * (lulls[k]?.worth ?? 0), findForced(clusters[0]) * startMs);
  const reach = findLargestReach(
    lulls,
    jobs.reduce((most, { ms }) => Math.max(most, ms), 0),
  );
  const saved = sumLargest(
    jobs.map(({ ms }) => startMs + Math.min(ms, reach)),
    limit.misses,
  );
  return work + Math.max(startMs, starts - saved);
};

const findDeadline = ({ at, ms }: PlayedJob, limit: WaitLimit): number =>
  at + (limit.of === 'start' ? limit.ms + ms : Math.max(limit.ms, ms));

/** A time in which no job needs to run, and what it costs at least to have a worker after it. */
interface Lull {
  readonly from: number;
  readonly to: number;
  readonly worth: number;
}

const findClusters = (jobs: readonly PlayedJob[], startMs: number, limit: WaitLimit) => {
  const clusters: PlayedJob[][] = [];
  const lulls: Lull[] = [];
  let last = Number.NEGATIVE_INFINITY;
  for (const job of [...jobs].sort((a, b) => a.at - b.at)) {
    if (clusters.length > 0 && job.at > last) lulls.push({ from: last, to: job.at, worth: Math.min(job.at - last, startMs) });
    if (job.at > last) clusters.push([]);
    clusters.at(-1)?.push(job);
    last = Math.max(last, findDeadline(job, limit));
  }
  return { clusters, lulls };
};

/** More jobs in a row say little more. */
const rowMax = 64;

/**
 * How many workers jobs need at least, if all keep to the limit. A job runs from its latest start to its earliest end, whenever it starts: as
 * many workers as jobs do so at one time. And jobs in a row run between the first arrival and the last deadline: their work, over that time.
 */
const countForced = (jobs: readonly PlayedJob[], limit: WaitLimit): number => {
  const sure = jobs.map((job) => ({ from: findDeadline(job, limit) - job.ms, to: job.at + job.ms })).filter(({ from, to }) => from < to);
  const ends = sure.map(({ to }) => to).sort((a, b) => a - b);
  const begins = sure.map(({ from }) => from).sort((a, b) => a - b);
  let most = begins.reduce((sum, from, k) => Math.max(sum, k + 1 - (lastIndexAtOrBelow(ends, from) + 1)), jobs.length === 0 ? 0 : 1);
  for (const [first, { at }] of jobs.entries()) {
    let [work, last] = [0, at];
    for (const job of jobs.slice(first, first + rowMax)) {
      work += job.ms;
      last = Math.max(last, findDeadline(job, limit));
      if (work > most * (last - at)) most = Math.ceil(work / (last - at));
    }
  }
  return most;
};

/**
 * The most that one run without a break, of at most `ms`, saves of the lulls: it saves something of a lull only if it leaves less of it than its
 * worth, so from the first to the last one it must fill all but their worths.
 */
const findLargestReach = (lulls: readonly Lull[], ms: number): number => {
  let [most, sum, first] = [0, 0, 0];
  for (const { to, worth } of lulls) {
    sum += worth;
    for (let begin = lulls[first]; begin !== undefined && to - worth - (begin.from + begin.worth) >= ms; begin = lulls[first]) {
      sum -= begin.worth;
      first += 1;
    }
    most = Math.max(most, sum);
  }
  return most;
};
