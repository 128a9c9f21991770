import { describe, expect, test } from 'vitest';
import { parseFilter } from '../../adapters/console/app/model/find/filter.ts';
import { Labels } from '../../adapters/console/app/model/labels.ts';
import type { StateChange } from '../../engine/cloud/state/state.ts';
import { busyEntries, busyLog } from './support.ts';

const log = busyLog();
const made = busyEntries.flatMap(({ event }) => (event.type === 'PodCreated' ? [{ id: event.podId, name: event.config.name }] : []));
const podCalled = (name: string) => made.filter((one) => one.name === name).map(({ id }) => id);

/** Labels of endpoints that were made and called so. */
const labelsOf = (names: Readonly<Record<string, string>>): Labels => {
  const labels = new Labels(log.names);
  for (const [id, name] of Object.entries(names)) labels.learn({ kind: 'endpoint', entity: { id, config: { name } } } as StateChange);
  return labels;
};

describe('what views call an entity', () => {
  test('is the name that a person gave it', () => {
    const [id = ''] = podCalled('notebook');
    expect(id).toMatch(/^[0-9a-z]{14}$/);
    expect(log.labels.findName(id)).toBe('notebook');
    expect(log.labels.inText(`pod ${id} is up`)).toBe('pod notebook is up');
    expect(log.labels.findId('notebook')).toBe(id);
  });

  test('is its id where a scenario chose that, its short name where it has one, and what is unknown is itself', () => {
    expect(log.labels.findName('ep-a')).toBe('ep-a');
    const [job] = [...log.names.all()].filter(([, name]) => name === 'job-1');
    expect(log.labels.findName(job?.[0] ?? '')).toBe('job-1');
    expect(log.labels.inText(`job ${job?.[0]}`)).toBe('job job-1');
    expect(log.labels.findName('nowhere')).toBe('nowhere');
    expect(log.labels.findId('nowhere')).toBeUndefined();
  });

  test('of a worker is that of its endpoint, and its number', () => {
    const labels = labelsOf({ v0lh6nfz6i18ky: 'llama' });
    expect(labels.findName('v0lh6nfz6i18ky-w2')).toBe('llama-w2');
    expect(labels.inText('v0lh6nfz6i18ky-w2 of v0lh6nfz6i18ky')).toBe('llama-w2 of llama');
    expect(labels.findId('llama-w2')).toBe('v0lh6nfz6i18ky-w2');
  });

  test('has the beginning of the id beside it, where another was called so before', () => {
    const labels = labelsOf({ v0lh6nfz6i18ky: 'llama', j66cc3d9l788rw: 'llama' });
    expect(['v0lh6nfz6i18ky', 'j66cc3d9l788rw', 'j66cc3d9l788rw-w1'].map((id) => labels.findName(id))).toStrictEqual([
      'llama',
      'llama·j66c',
      'llama·j66c-w1',
    ]);
  });

  test('finds its entries in the log, like its id', () => {
    const [id = ''] = podCalled('notebook');
    const seqs = (filter: string) => [...log.entries()].map(({ seq }) => seq).filter(parseFilter(log, filter) ?? (() => true));
    expect(seqs('of:notebook')).toStrictEqual(seqs(`of:${id}`));
    expect(seqs('of:notebook').length).toBeGreaterThan(2);
  });
});
