import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { readLog } from '../../../adapters/store/file/logFile.ts';
import type { DomainEvent } from '../../../engine/cloud/input.ts';
import type { LogEntry } from '../../../engine/kernel/logEntry.ts';
import { fewOrAll } from '../../support/long.ts';
import { Readings, reads, readViews } from './readViews.ts';

const kept = fileURLToPath(new URL('kept/', import.meta.url));
const logs = readdirSync(kept).filter((name) => name.endsWith('.ndjson'));
const stored = (name: string) => ({ name, ...readLog(`${kept}${name}`) });

/** So many lines are enough to see what is wrong: one field that is missing makes one for each entity and place. */
const shown = 20;

/** Between two places of a log at which it is read. */
const every = fewOrAll(400, 50);

describe('at many entries of a kept log, each answer to a read fits its own schema', () => {
  const readings = new Readings();

  test.each(logs.sort())('%s', (name) => {
    const before = readings.problems.length;
    readViews(stored(name), every, readings);
    expect(readings.problems.slice(before, before + shown)).toStrictEqual([]);
  });

  test('and each operation that reads has answered somewhere', () => {
    expect(reads.map(({ id }) => id).filter((id) => !readings.successes.has(id))).toStrictEqual([]);
  });
});

/** As a log from before a field was added is, if no step adds the field. */
describe('a stored event that lacks what a view needs is found', () => {
  const log = stored('busy.ndjson');

  // biome-ignore format: a table
  test.each<[DomainEvent['type'], within: string, field: string, words: string]>([
    ['PodCreated',        'config', 'locked',    "listPods GET /v2/pods 200: $/pods/0 must have required property 'locked'"],
    ['PodCreated',        'config', 'locked',    "getPod GET /v2/pods/mvmdjw0jephbd1 200: $ must have required property 'locked'"],
    ['TemplateCreated',   'shape',  'public',    "getTemplate GET /v2/templates/a7ry989qkzpu3f 200: $ must have required property 'public'"],
    ['AccountKeyCreated', 'key',    'expiresAt', "listKeys GET /_podsim/v1/keys 200: $/keys/0/expiresAt must match"],
  ])('%s without %s.%s: %s', (type, within, field, words) => {
    const seq = log.entries.findIndex(({ event }) => event.type === type) + 1;
    const entries = log.entries.slice(0, seq).map((entry) => (entry.seq === seq ? without(entry, within, field) : entry));
    const readings = new Readings();
    readViews({ ...log, entries }, seq, readings);
    expect(readings.problems).toContainEqual(expect.stringContaining(`busy.ndjson, after entry ${seq}: ${words}`));
  });

  test('so is one that can no longer be folded', () => {
    const seq = log.entries.findIndex(({ event }) => event.type === 'VolumeCreated') + 1;
    const entries = log.entries.map((entry) => (entry.seq === seq ? without(entry, 'shape', 'size') : entry));
    expect(() => readViews({ ...log, entries }, 50, new Readings())).toThrow(`busy.ndjson, entry ${seq}: VolumeCreated is not folded`);
  });
});

const without = (entry: LogEntry<DomainEvent>, within: string, field: string): LogEntry<DomainEvent> => {
  const event = structuredClone(entry.event) as unknown as Record<string, Record<string, unknown>>;
  delete event[within]?.[field];
  return { ...entry, event: event as unknown as DomainEvent };
};
