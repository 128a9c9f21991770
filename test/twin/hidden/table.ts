import { JobTable } from '../../../adapters/twin/records/jobTable.ts';
import type { HiddenJob } from './endpoint.ts';

const monday = Date.UTC(2026, 9, 5);

/** Records as an import reads them. */
export const tableOf = (records: readonly HiddenJob[]): JobTable => {
  const jobs = new JobTable();
  for (const { submitted, delay, execution, worker, size = Number.NaN, status } of [...records].sort((a, b) => a.submitted - b.submitted))
    jobs.add({
      line: 0,
      submitted: monday + submitted,
      delay,
      execution,
      size,
      retries: 0,
      status,
      worker: Number.isNaN(worker) ? undefined : `w${worker}`,
    });
  return jobs;
};
