import type { JobTable } from '../records/jobTable.ts';

const hourMs = 3_600_000;

/** The index of dispersion of counts in windows of a length, adjusted for the rate: Pearson's χ² over its degrees of freedom. */
export const testDispersion = (
  jobs: JobTable,
  { from, until, ms }: { readonly from: number; readonly until: number; readonly ms: number },
  rateOf: (at: number) => number,
): number => {
  const windows = Math.min(windowsMax, Math.floor((until - from) / ms));
  if (windows < 2) return Number.NaN;
  let [k, chi, expectedSum] = [0, 0, 0];
  for (let window = 0; window < windows; window++) {
    const end = from + (window + 1) * ms;
    let count = 0;
    for (; k < jobs.length && jobs.submitted.at(k) < end; k++) count += 1;
    const expected = (rateOf(end - ms / 2) / hourMs) * ms;
    // Weighted by the expected counts, so that almost empty windows do not decide.
    chi += (count - expected) ** 2;
    expectedSum += expected;
  }
  return expectedSum === 0 ? Number.NaN : chi / expectedSum;
};

const windowsMax = 2_000_000;
