import { describe, expect, test } from 'vitest';
import type { JobBar } from '../../adapters/console/app/model/charts/jobBars.ts';
import { addSelected, isJobShown, packJobs } from '../../adapters/console/app/model/charts/jobRows.ts';
import { busyEntries, busyLog } from './support.ts';

const log = busyLog();
const { bars } = log.jobs;
const whole = { from: log.begin, to: log.end };
const partAt = ({ parts }: JobBar, at: number) => parts.find(({ from, to = Number.POSITIVE_INFINITY }) => from <= at && at < to);

describe('the bar of a job', () => {
  test('has at each instant the part that the job is in, and its outcome afterwards', () => {
    let open = 0;
    for (const at of [...new Set(busyEntries.map((entry) => entry.at))].filter((_, k) => k % 11 === 0)) {
      const state = log.stateAt(log.lastUpTo(at));
      for (const kind of ['job', 'request'] as const)
        for (const { id, status } of state.all(kind)) {
          const bar = log.jobs.find(id);
          const part = bar && partAt(bar, at);
          if (part !== undefined) open += 1;
          const isOver = !['IN_QUEUE', 'IN_PROGRESS', 'WAITING', 'IN_FLIGHT'].includes(status);
          expect([id, at, part?.status]).toStrictEqual([id, at, isOver ? undefined : status]);
        }
    }
    expect(open).toBeGreaterThan(20);
  });

  test('is one, however often it is lost or retried, and its parts do not overlap', () => {
    const queued = new Set(busyEntries.flatMap(({ event }) => (event.type === 'JobQueued' ? [event.jobId] : [])));
    expect(bars.filter(({ kind }) => kind === 'job')).toHaveLength(queued.size);
    const again = busyEntries.flatMap(({ event }) => (event.type === 'JobRequeued' || event.type === 'JobRetried' ? [event.jobId] : []));
    expect(again.length).toBeGreaterThan(1);
    for (const id of again) expect([id, (log.jobs.find(id)?.parts.length ?? 0) > 1]).toStrictEqual([id, true]);
    for (const { from, parts, to } of bars) {
      expect(parts[0]?.from).toBe(from);
      for (const [k, part] of parts.entries()) expect(part.from).toBeGreaterThanOrEqual(parts[k - 1]?.to ?? from);
      expect(parts.at(-1)?.to).toBe(to);
    }
  });

  test('ends as the job did', () => {
    const failed = busyEntries.findLast(({ event }) => event.type === 'JobFailed');
    const id = log.subject(failed?.seq ?? 0) ?? '';
    expect(log.jobs.find(id)?.end).toBe('FAILED');
    expect(new Set(bars.map(({ end }) => end))).toContain('COMPLETED');
  });
});

describe('rows of jobs', () => {
  test('have each job once, none over another, or say how many are left', () => {
    for (const range of [whole, { from: 60_000, to: 120_000 }]) {
      const rows = packJobs(log.jobs, { range });
      for (const row of rows)
        for (const [k, bar] of row.bars.entries())
          if (k > 0) expect(bar.from).toBeGreaterThanOrEqual(row.bars[k - 1]?.to ?? Number.POSITIVE_INFINITY);
      const shown = rows.flatMap((row) => row.bars);
      expect(new Set(shown).size).toBe(shown.length);
      const met = bars.filter(({ from, to = range.to }) => from <= range.to && to >= range.from);
      expect(shown.length + rows.reduce((sum, { left }) => sum + left, 0)).toBe(met.length);
      // Fewer rows than jobs: what does not overlap shares one.
      expect(rows.length).toBeLessThan(shown.length);
    }
  });

  test('are bounded, and what is selected has one all the same', () => {
    const [first] = bars;
    if (first === undefined) throw new Error('no job');
    const many = Array.from({ length: 320 }, (_, k) => ({ ...first, id: `job-${k}`, seq: k, from: 1_000 + k, to: 100_000 }));
    const jobs = { bars: many } as unknown as typeof log.jobs;
    const range = { from: 0, to: 200_000 };
    const rows = packJobs(jobs, { range });
    expect([rows.length, rows[1]?.left]).toStrictEqual([8, 312]);
    const withLast = addSelected(rows, many.at(-1), { range });
    expect([withLast.length, withLast[1]?.left, withLast.at(-1)?.bars[0]?.id]).toStrictEqual([9, 311, 'job-319']);
    expect(addSelected(rows, many[0], { range })).toBe(rows);
    expect(addSelected(rows, many.at(-1), { range: { from: 0, to: 1 } })).toBe(rows);
    // More of one endpoint alone.
    expect(packJobs(jobs, { range, scope: { endpoint: first.endpoint } })).toHaveLength(60);
    expect(packJobs(jobs, { range, scope: { endpoint: 'another' } })).toStrictEqual([]);
  });

  test('are of a host or a status, where one is chosen', () => {
    const host = bars.flatMap(({ parts }) => parts.map((part) => part.host)).find((name) => name !== '') ?? '';
    const onHost = bars.filter((bar) => isJobShown(bar, { host }));
    expect(onHost.length).toBeGreaterThan(0);
    expect(onHost.length).toBeLessThan(bars.length);
    expect(onHost.every(({ parts }) => parts.some((part) => part.host === host))).toBe(true);
    const failed = bars.filter((bar) => isJobShown(bar, { status: 'FAILED' }));
    expect(failed.length).toBeGreaterThan(0);
    expect(failed.every(({ end }) => end === 'FAILED')).toBe(true);
    // Only of what had it then.
    expect(bars.some((bar) => isJobShown(bar, { status: 'FAILED' }, { from: 0, to: 1 }))).toBe(false);
  });
});
