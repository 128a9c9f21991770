import { describe, expect, test } from 'vitest';
import { isAfter, type LogLine, linesAdded, linesAfter, parsePosition } from '../../../engine/api/management/logs/logLines.ts';
import { podLogLines } from '../../../engine/api/management/logs/podLines.ts';
import type { DomainEvent } from '../../../engine/cloud/input.ts';
import { newPod } from '../../../engine/cloud/pod/evolve.ts';
import type { LogEntry } from '../../../engine/kernel/logEntry.ts';
import type { VirtualTime } from '../../../engine/kernel/time.ts';
import { created, podId, restarted, started, starting } from '../../cloud/pod/examples.ts';

const entries = (...events: readonly DomainEvent[]): readonly LogEntry<DomainEvent>[] =>
  events.map((event, k) => ({ seq: k + 1, at: (k * 1_000) as VirtualTime, cause: 0, event }));
const whole = entries(created, starting, started, restarted, started);
const reader = () => podLogLines(newPod(podId));

describe('the lines that a reader finds', () => {
  test('are those of the current container, and all of the platform', () => {
    expect(linesAfter(reader(), whole).map(({ at, source, line }) => `${at} ${source}: ${line}`)).toStrictEqual([
      '1000 system: create container an-image',
      '1000 system: pull image an-image',
      '2000 system: start container for an-image: begin',
      '3000 system: stop container',
      '3000 system: remove container',
      '3000 system: create container an-image',
      '4000 system: start container for an-image: begin',
      '4000 container: Pod Started',
      '4000 container: Volume /workspace: data kept',
      '4000 container: Start script(s) finished, pod is ready to use.',
    ]);
  });

  test('are the same, numbers and all, whether they are read at once, in parts, or as they come', () => {
    const system = ({ source }: LogLine) => source === 'system';
    const atOnce = linesAfter(reader(), whole);
    const inParts = reader();
    expect(linesAfter(inParts, whole.slice(3), linesAfter(inParts, whole.slice(0, 3)))).toStrictEqual(atOnce);
    const asTheyCome = reader();
    const come = whole.flatMap((entry) => linesAdded(asTheyCome, entry));
    expect(come.filter(system)).toStrictEqual(atOnce.filter(system));
    expect(come.map(({ number }) => number)).toStrictEqual([...new Set(come.map(({ number }) => number))].sort((a, b) => a - b));
  });
});

describe('where a reader was cut off', () => {
  const startMs = 1_767_225_600_000;
  const line = (at: number, number: number): LogLine => ({ source: 'system', line: '', at: at as VirtualTime, number });
  const after = (text: string, ...lines: readonly LogLine[]) => {
    const position = parsePosition(text);
    return position === undefined ? undefined : lines.filter((one) => isAfter(one, startMs, position)).map(({ number }) => number);
  };
  const lines = [line(0, 7_000), line(0, 7_001), line(5, 8_000)];

  // biome-ignore format: a table
  test.each([
    ['the id of a line',                      '2026-01-01T00:00:00.000Z/000000007000', [7_001, 8_000]],
    ['the id of the last line',               '2026-01-01T00:00:00.005Z/000000008000', []],
    ['a number that no line has',             '2026-01-01T00:00:00Z/000000000001',     [7_000, 7_001, 8_000]],
    ['an instant: all its lines were seen',   '2026-01-01T00:00:00Z',                  [8_000]],
    ['an instant of another time zone',       '2026-01-01T01:00:00+01:00',             [8_000]],
    ['an instant down to the nanosecond',     '2026-01-01T00:00:00.004999999Z',        [8_000]],
    ['an instant before all lines',           '2025-12-31T23:59:59Z',                  [7_000, 7_001, 8_000]],
    ['an instant to come',                    '2027-01-01T00:00:00Z',                  []],
  ])('is %s', (_, text, seen) => {
    expect(after(text, ...lines)).toStrictEqual(seen);
  });

  test.each([
    '',
    '7',
    'yesterday',
    '/1',
    '2026-01-01',
    '2026-01-01T00:00:00',
    '2026-02-30T00:00:00Z',
    '2026-01-01T00:00:00Z/',
    '2026-01-01T00:00:00Z/x',
    '2026-01-01T00:00:00Z/1/2',
  ])("is not said by '%s'", (text) => {
    expect(parsePosition(text)).toBeUndefined();
  });
});
