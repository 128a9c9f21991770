import { describe, expect, test } from 'vitest';
import { collectCells } from '../../../engine/lab/explorer/corpus/coverage.ts';
import { type NeverReached, neverReached } from '../../../engine/lab/explorer/corpus/neverReached.ts';
import { findUnseen, refusingOperations, unmetCells } from '../../../engine/lab/explorer/corpus/unseen.ts';
import { entriesOf, playedText, scenarioText, submit } from '../../support/worlds/playing.ts';

const cellsAfter = (steps: string): ReadonlySet<string> =>
  collectCells(entriesOf(playedText(scenarioText(`steps:\n  - ${submit}\n${steps}`))));
const ofJobs = (cells: ReadonlySet<string>): readonly NeverReached[] => neverReached(cells).filter(({ kind }) => kind === 'job');
const changes = (all: readonly NeverReached[]): readonly string[] => all.map(({ from, to }) => `${from} → ${to}`);

const ended = cellsAfter('  - { delay: 1m, act: cancel, with: { endpoint: ep-a, job: $job } }\n');
const cancelled = cellsAfter('  - { when: job $job is IN_PROGRESS, within: 1m, act: cancel, with: { endpoint: ep-a, job: $job } }\n');

describe('what was never reached', () => {
  test('is each change of status that no run has shown, with a shortest life in which it happens', () => {
    expect(neverReached(ended)).toContainEqual({
      kind: 'job',
      from: 'IN_PROGRESS',
      to: 'REMOVED',
      way: ['JobQueued', 'JobStarted', 'JobExpired'],
    });
    expect(changes(ofJobs(ended))).toContain('IN_PROGRESS → CANCELLED');
    expect(changes(ofJobs(ended))).not.toContain('IN_PROGRESS → COMPLETED');
  });

  test('is reached by another run', () => {
    expect(changes(ofJobs(cancelled))).not.toContain('IN_PROGRESS → CANCELLED');
    const together = changes(ofJobs(new Set([...ended, ...cancelled])));
    expect(together).toStrictEqual(changes(ofJobs(ended)).filter((change) => change !== 'IN_PROGRESS → CANCELLED'));
  });

  test('says a change once, though several events bring it about, and none that leaves the status as it is', () => {
    const all = neverReached(ended).map(({ kind, from, to }) => `${kind} ${from} → ${to}`);
    expect(new Set(all).size).toBe(all.length);
    expect(neverReached(ended).filter(({ from, to }) => from === to)).toStrictEqual([]);
  });

  test('begins with the shortest, and is silent about kinds that no run has met', () => {
    const lengths = neverReached(ended).map(({ way }) => way.length);
    expect(lengths).toStrictEqual([...lengths].sort((a, b) => a - b));
    expect(neverReached(ended).filter(({ kind }) => kind === 'pod' || kind === 'cluster')).toStrictEqual([]);
    expect(neverReached([])).toStrictEqual([]);
  });
});

describe('what was never seen', () => {
  const refused = cellsAfter('  - { delay: 1m, act: retry, with: { endpoint: ep-a, job: $job }, expect: { rule: job.retry-refused } }\n');

  test('names statuses of the kinds that were met, and refusals of the operations that were called', () => {
    const { statuses, refusals, changes: unshown } = findUnseen([...ended]);
    expect(statuses).toContainEqual({ kind: 'job', status: 'CANCELLED' });
    expect(statuses.filter(({ kind, status }) => kind === 'pod' || status === 'COMPLETED')).toStrictEqual([]);
    expect(refusals.map(({ operation }) => operation)).toContain('cancel');
    expect(refusals.filter(({ operation }) => operation === 'retry')).toStrictEqual([]);
    expect(unshown).toStrictEqual(neverReached(ended));
  });

  test('is what the search aims at, until a run shows it', () => {
    const cell = 'refusal: retry · job.retry-refused';
    expect(unmetCells([...ended])).toContain(cell);
    expect(unmetCells([...refused])).not.toContain(cell);
    expect(refusingOperations([cell, 'lifecycle: job IN_QUEUE · JobStarted'])).toStrictEqual(['retry']);
    expect(findUnseen([...refused]).refusals).not.toContainEqual({ operation: 'retry', rule: 'job.retry-refused' });
  });
});
