import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { Desk } from '../../adapters/console/app/model/desk.ts';
import type { PlayerMessage } from '../../adapters/console/app/model/port/messages.ts';
import { playRun } from '../../adapters/console/app/source/player.ts';
import { play } from '../../engine/scenario/play/play.ts';
import { parseScenario } from '../../engine/scenario/scenario.ts';
import { busyEntries, busyHeader, FakeSource } from './support.ts';

const outcome = { verdict: 'pass', failures: [], failedAssertions: [], failureSeqs: [], heldAssertions: [], fingerprint: 'f' } as const;

const opened = (seq?: number) => {
  const [desk, source] = [new Desk(), new FakeSource()];
  desk.open(source, seq);
  return { desk, source, sink: source.sink as NonNullable<FakeSource['sink']> };
};

test('the moment follows a log that grows, until the reader moves it', () => {
  const { desk, sink } = opened();
  sink.begin(busyHeader, 'busy');
  sink.append(busyEntries.slice(0, 100));
  expect(desk.seq.value).toBe(100);
  sink.append(busyEntries.slice(100, 150));
  expect(desk.seq.value).toBe(150);
  desk.go(20);
  sink.append(busyEntries.slice(150, 300));
  expect([desk.seq.value, desk.length.value]).toStrictEqual([20, 300]);
  desk.go(9_999);
  sink.append(busyEntries.slice(300, 400));
  expect(desk.seq.value).toBe(400);
});

test('a moment that was asked for is reached when its entry is there', () => {
  const { desk, sink } = opened(120);
  sink.begin(busyHeader, 'busy');
  sink.append(busyEntries.slice(0, 100));
  expect(desk.seq.value).toBe(0);
  sink.append(busyEntries.slice(100, 200));
  expect(desk.seq.value).toBe(120);
  sink.append(busyEntries.slice(200, 300));
  sink.end(outcome);
  expect([desk.seq.value, desk.phase.value]).toStrictEqual([120, 'ended']);
});

test('a moment beyond the log is its end', () => {
  const { desk, sink } = opened(9_999);
  sink.begin(busyHeader, 'busy');
  sink.append(busyEntries.slice(0, 100));
  sink.end(outcome);
  expect(desk.seq.value).toBe(100);
});

test('a run that fails is opened where it does, unless another moment was asked for or gone to', () => {
  const failing = { ...outcome, verdict: 'fail', failures: ['a', 'b', 'c'], failureSeqs: [90, undefined, 70] } as const;
  const ended = (seq: number | undefined, goTo?: number) => {
    const { desk, sink } = opened(seq);
    sink.begin(busyHeader, 'busy');
    sink.append(busyEntries.slice(0, 100));
    if (goTo !== undefined) desk.go(goTo);
    sink.end(failing);
    return desk;
  };
  const desk = ended(undefined);
  expect([desk.seq.value, desk.selected.value]).toStrictEqual([70, desk.log?.subject(70)]);
  expect([ended(30).seq.value, ended(undefined, 20).seq.value]).toStrictEqual([30, 20]);
});

test('the moment stays within the log, and its number is whole', () => {
  const { desk, sink } = opened();
  sink.begin(busyHeader, 'busy');
  sink.append(busyEntries);
  for (const [asked, reached] of [
    [-5, 0],
    [3.4, 3],
    [1e9, busyEntries.length],
    [Number.NaN, busyEntries.length],
  ] as const) {
    desk.go(asked);
    expect(desk.seq.value).toBe(reached);
  }
});

test('an entry that is shown selects what it is about', () => {
  const { desk, sink } = opened();
  sink.begin(busyHeader, 'busy');
  sink.append(busyEntries);
  const seq = busyEntries.find(({ event }) => event.type === 'JobFailed')?.seq ?? 0;
  desk.show(seq);
  expect([desk.seq.value, desk.selected.value]).toStrictEqual([seq, desk.log?.subject(seq)]);
  desk.stepLandmark(1);
  expect(desk.seq.value).toBe(desk.log?.landmarks.step(seq, 1));
});

test('another source closes the one before', () => {
  const { desk, source, sink } = opened();
  sink.begin(busyHeader, 'busy');
  sink.append(busyEntries);
  const next = new FakeSource();
  desk.open(next);
  expect([source.isClosed, next.isClosed, desk.log]).toStrictEqual([true, false, undefined]);
  next.sink?.fail(['no']);
  expect([desk.phase.value, desk.problems.value]).toStrictEqual(['failed', ['no']]);
});

const file = 'scenarios/jobs/retry-after-failure.scenario.yaml';
const text = readFileSync(file, 'utf8');

const told = (scenario: string, index = 0) => {
  const messages: PlayerMessage[] = [];
  playRun({ scenario: { file, text: scenario, files: {} }, index }, (message) => messages.push(message));
  return messages;
};

test('the worker plays a run, and says its log and its fingerprint', () => {
  const messages = told(text);
  const parsed = parseScenario(file, text, () => undefined);
  if (parsed._tag === 'Left') throw new Error('the scenario cannot be read');
  const { world } = play(parsed.right[0] as never);
  expect(messages.map(({ type }) => type)).toStrictEqual(['began', 'appended', 'ended']);
  expect(messages[1]).toStrictEqual({ type: 'appended', entries: [...world.log.entries()] });
  expect(messages[2]).toMatchObject({ outcome: { verdict: 'pass', failures: [], fingerprint: world.fingerprint() } });
});

test('the worker says what is wrong with a scenario, and which run there is none of', () => {
  expect(told('title: a\nstepz: []')).toStrictEqual([
    { type: 'failed', problems: [expect.stringContaining(`${file}:2:1: unknown key 'stepz'`)] },
  ]);
  expect(told(text, 3)).toStrictEqual([{ type: 'failed', problems: [expect.stringContaining('has 1 runs: there is no run 4')] }]);
});
