import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { callLine, callTest, findMoment, findSubject, listCalls, type ShownCall } from '../../adapters/console/app/model/calls/requests.ts';
import { Desk } from '../../adapters/console/app/model/desk.ts';
import type { PlayerMessage, PlayRequest } from '../../adapters/console/app/model/port/messages.ts';
import type { RunAnswers } from '../../adapters/console/app/model/port/source.ts';
import { RunLog } from '../../adapters/console/app/model/runLog.ts';
import { serveRequest } from '../../adapters/console/app/source/player.ts';
import { replayAnswers } from '../../engine/world/history/answers.ts';
import { busyEntries, busyHeader, busyLog, FakeSource } from './support.ts';

const asked = (text: string): PlayRequest => ({ scenario: { file: 'a.scenario.yaml', text, files: {} }, index: 0 });

/** A run as the page gets it from its worker: the log, and then the answers. */
const played = (text: string) => {
  const messages: PlayerMessage[] = [];
  for (const type of ['play', 'answer'] as const) serveRequest({ type, run: asked(text) }, (message) => messages.push(message));
  const [began] = messages.flatMap((message) => (message.type === 'began' ? [message] : []));
  const [answered] = messages.flatMap((message) => (message.type === 'answered' ? [message.answers] : []));
  if (began === undefined || answered === undefined) throw new Error(JSON.stringify(messages).slice(0, 600));
  const log = new RunLog(began.header);
  for (const message of messages) if (message.type === 'appended') log.append(message.entries);
  return { log, answered };
};

const { log, answered } = played(readFileSync('test/browser/busy.scenario.yaml', 'utf8'));
const calls = listCalls(log, answered);
const shownBy = (filter: string): readonly ShownCall[] => calls.filter(callTest(log, filter));

describe('the calls of a run', () => {
  test('have the answers that playing them again gives', () => {
    const busy = busyLog();
    const known = replayAnswers(busyHeader, busyEntries);
    const answers = [...known].map(([seq, { at, status, rule }]) => ({ seq, at, status, ...(rule === undefined ? {} : { rule }) }));
    for (const { seq, status, rule, refusal } of listCalls(busy, { answers, unlogged: [] })) {
      // Whose client has left gets no answer; that it was refused stands in the log.
      if (known.get(seq) === undefined && refusal !== undefined) continue;
      expect([seq, status]).toStrictEqual([seq, known.get(seq)?.status]);
      expect([seq, rule]).toStrictEqual([seq, known.get(seq)?.rule]);
    }
    // A refusal is known from the log alone.
    const alone = listCalls(busy, undefined).filter(({ status }) => status !== undefined);
    expect(alone.length).toBe(busyEntries.filter(({ event }) => event.type === 'InputRefused').length);
    expect(alone.length).toBeGreaterThan(10);
  });

  test('are all there, those too that left no entry, in the order in which they were made', () => {
    const inLog = [...log.entries()].filter(({ event }) => event.type === 'InputReceived').map(({ seq }) => seq);
    expect(calls.flatMap(({ seq }) => (seq > 0 ? [seq] : []))).toStrictEqual(inLog);
    const places = calls.map(({ after }) => after);
    expect(places).toStrictEqual([...places].sort((a, b) => a - b));
    const { log: read, answered: reads } = played(
      'title: reads\nworld: { endpoints: [{ id: ep-a }] }\nsteps:\n  - { act: health, with: { endpoint: ep-a } }\n  - { act: run, with: { endpoint: ep-a, body: { input: {} } } }\n  - { act: health, with: { endpoint: ep-a } }\n  - { act: getPod, with: { pod: no-such-pod }, expect: { status: 404 } }\n',
    );
    const rows = listCalls(read, reads);
    expect(rows.map(({ call, status, seq }) => [call.operation, status, seq > 0])).toStrictEqual([
      ['health', 200, false],
      ['run', 200, true],
      ['health', 200, false],
      ['getPod', 404, false],
    ]);
    expect(rows.map(({ client }) => client)).toStrictEqual(['dev', 'dev', 'dev', 'dev']);
  });

  test('lead to what they did', () => {
    for (const call of calls) {
      const [seq, subject] = [findMoment(log, call), findSubject(log, call)];
      if (call.refusal !== undefined) expect(log.entry(seq)?.event.type).toBe('InputRefused');
      else if (call.call.operation === 'run') {
        expect(log.entry(seq)?.event.type).toBe('JobQueued');
        expect(log.stateAt(seq).find('job', subject ?? '')).toBeDefined();
      }
    }
  });

  // biome-ignore format: a table
  test.each([
    ['status:503',                ({ status }: ShownCall) => status === 503],
    ['status:5xx',                ({ status }: ShownCall) => status !== undefined && status >= 500 && status < 600],
    ['refused',                   ({ rule }: ShownCall) => rule !== undefined],
    ['rule:fault',                ({ rule }: ShownCall) => rule?.startsWith('fault') === true],
    ['operation:run of:ep-image', ({ call }: ShownCall) => call.operation === 'run' && call.request.params['endpoint_id'] === 'ep-image'],
    ['client:dev lighthouse',     (call: ShownCall) => call.client === 'dev' && callLine(log, call).includes('lighthouse')],
    ['',                          () => true],
  ])('are filtered by %j', (filter, isMeant) => {
    const found = shownBy(filter);
    expect(found).toStrictEqual(calls.filter(isMeant));
    expect(found.length).toBeGreaterThan(0);
  });

  test('have at most the beginning of a long body', () => {
    const long = played(
      `title: long\nworld: { endpoints: [{ id: ep-a, workers: { min: 1, max: 1 }, handler: { duration: { fixed: 1s } } }] }\nsteps:\n  - { act: runsync, with: { endpoint: ep-a, body: { input: { text: ${'x'.repeat(50_000)} } } } }\n`,
    );
    const [only] = listCalls(long.log, long.answered);
    expect(only?.answer?.text?.length).toBeLessThan(5_000);
    expect(only?.answer?.text).toMatch(/…$/);
  });
});

describe('answers', () => {
  class AnsweringSource extends FakeSource {
    readonly taken: ((answers: RunAnswers) => void)[] = [];

    readAnswers(take: (answers: RunAnswers) => void): void {
      this.taken.push(take);
    }
  }

  test('are asked for once for each log, and those of a log before are not taken', () => {
    const desk = new Desk();
    const [first, second] = [new AnsweringSource(), new AnsweringSource()];
    const some: RunAnswers = { answers: [{ seq: 1, at: 0, status: 200 }], unlogged: [] };
    desk.readAnswers();
    expect(desk.awaitsAnswers.value).toBe(false);
    desk.open(first);
    desk.readAnswers();
    desk.readAnswers();
    expect([first.taken.length, desk.awaitsAnswers.value]).toStrictEqual([1, true]);
    desk.open(second);
    first.taken[0]?.(some);
    expect([desk.answers.value, desk.awaitsAnswers.value]).toStrictEqual([undefined, false]);
    desk.readAnswers();
    second.taken[0]?.(some);
    expect([desk.answers.value, desk.awaitsAnswers.value]).toStrictEqual([some, false]);
  });

  test('are not awaited from a source that has none', () => {
    const desk = new Desk();
    desk.open(new FakeSource());
    desk.readAnswers();
    expect(desk.awaitsAnswers.value).toBe(false);
  });
});
