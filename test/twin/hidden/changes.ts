import { findChanges } from '../../../adapters/twin/changes.ts';
import { fitArrivals } from '../../../adapters/twin/fit/arrivals.ts';
import { fitColdStarts } from '../../../adapters/twin/fit/coldStarts.ts';
import type { HiddenCase } from './families.ts';
import { tableOf } from './table.ts';

/** The changes that are found in the course of records. */
export const changesIn = ({ records }: Pick<HiddenCase, 'records'>): ReturnType<typeof findChanges> => {
  const jobs = tableOf(records);
  return findChanges(jobs, { arrivals: fitArrivals(jobs), coldStarts: fitColdStarts(jobs) });
};
