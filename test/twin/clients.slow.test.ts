import { expect, test } from 'vitest';
import { fitArrivals } from '../../adapters/twin/fit/arrivals.ts';
import { findClients } from '../../adapters/twin/fit/clients.ts';
import { hiddenFamilies } from './hidden/families.ts';
import { tableOf } from './hidden/table.ts';

const clientsIn = (family: string, number: number): readonly string[] => {
  const jobs = tableOf(hiddenFamilies[family]?.(number).records ?? []);
  const arrivals = fitArrivals(jobs);
  if (arrivals === undefined) throw new Error('no arrivals');
  return findClients(jobs, arrivals);
};

// biome-ignore format: a table
test.each([
  ['clients that wait',      [expect.stringMatching(/^jobs come as from clients that wait for an answer before they send more: [\d.]+ jobs are there when one comes, and [\d.]+ on average/)]],
  ['clients that give up',   [expect.stringMatching(/^\d+ of \d+ jobs \(\d+ %\) were given up/)]],
  ['stationary',             []],
  ['batches',                []],
  ['two types by the clock', []],
])('%s', (family, found) => {
  for (const number of [1, 2]) expect(clientsIn(family, number)).toStrictEqual(found);
});
