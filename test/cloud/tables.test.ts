import { describe, expect, test } from 'vitest';
import { findTable, newTables } from '../../engine/cloud/state/tables.ts';

describe('the table of a kind', () => {
  test('finds what has entered it, and no more what has left it, though it was the last that was asked for', () => {
    const jobs = findTable(newTables(), 'job');
    const slot = jobs.slot('one');
    expect(jobs.find('one')).toBeUndefined();
    jobs.enter(slot);
    expect(jobs.find('one')).toBe(slot);
    expect(jobs.slot('one')).toBe(slot);
    jobs.leave(slot);
    expect(jobs.find('one')).toBeUndefined();
    expect(jobs.slot('one')).not.toBe(slot);
  });

  test('is its own for every kind', () => {
    const tables = newTables();
    for (const kind of ['job', 'worker', 'endpoint', 'pod'] as const) expect(findTable(tables, kind)).toBe(tables[kind]);
  });
});
