import { describe, expect, test } from 'vitest';
import { callEntity } from '../../../engine/cloud/call/call.ts';
import type { CallCommand } from '../../../engine/cloud/call/decide.ts';
import type { CallEvent, WaitSpec } from '../../../engine/cloud/call/events.ts';
import type { VirtualTime } from '../../../engine/kernel/time.ts';
import { commandMatrix, oneOfEach, specification, stateAfter } from '../../support/contract/specification.ts';
import { foldsAlike } from '../../support/worlds/folding.ts';

const settings = { edgeCut: 0 };
const given = specification(callEntity, settings);

const callId = 'call-1';
const holding: WaitSpec = {
  operation: 'runsync',
  accountId: 'acc-a',
  client: 'alice',
  endpointId: 'ep-a',
  jobId: 'job-1',
  waitsFor: 'settled',
  until: 90_000 as VirtualTime,
  delayMs: 0,
};
const held: CallEvent = { type: 'CallHeld', callId, ...holding };
const answered: CallEvent = { type: 'CallAnswered', callId, because: 'ready' };
const slow: CallEvent = { type: 'CallHeld', callId, ...holding, delayMs: 5_000 };
const delayed: CallEvent = { type: 'CallDelayed', callId, until: 7_000 as VirtualTime };
const hastened: CallEvent = { type: 'CallHastened', callId };
const abandoned: CallEvent = { type: 'CallAbandoned', callId };
const cut: CallEvent = { type: 'CallCut', callId };

const commands = oneOfEach<CallCommand>({
  HoldCall: { holding },
  AnswerCall: {},
  HastenCall: {},
  EndWait: {},
  CutCall: {},
  AbandonCall: {},
});

test('what each command does in each status', () => {
  const examples = [[], [held], [held, answered], [held, cut], [held, abandoned]].map((events) => stateAfter(callEntity, events));
  expect(commandMatrix(callEntity, settings, commands, examples)).toMatchInlineSnapshot(`
    "
               HoldCall  AnswerCall  HastenCall  EndWait   CutCall  AbandonCall
    NEW        Held      ·           ·           ·         ·        ·
    HELD       ·         Answered    Hastened    Answered  Cut      Abandoned
    ANSWERED   ·         ·           ·           ·         ·        ·
    CUT        ·         ·           ·           ·         ·        ·
    ABANDONED  ·         ·           ·           ·         ·        ·
    "
  `);
});

describe('HoldCall', () => {
  test('records the caller, and what it waits for', () => {
    given().when({ type: 'HoldCall', holding }).then(held);
  });
  test('records nothing else: other entries of the log describe the call', () => {
    given()
      .when({ type: 'HoldCall', holding: { ...holding, request: {} } as WaitSpec })
      .then(held);
  });
  test('is refused for an id that is taken', () => {
    given(held).when({ type: 'HoldCall', holding }).thenRejected('refused', 'queue.status-sync');
  });
});

describe('a held call', () => {
  test('is answered when its condition is met', () => {
    given(held).when({ type: 'AnswerCall' }).then(answered);
  });
  test('is answered when its wait is over', () => {
    given(held).when({ type: 'EndWait' }, { at: 90_000 }).then({ type: 'CallAnswered', callId, because: 'wait-over' });
  });
  test('of a slow API whose answer takes a time of its own keeps waiting for it when the API is no longer slow', () => {
    const takesTime: CallEvent = { ...slow, waitsFor: 'time', until: 5_000 as VirtualTime };
    given(takesTime).when({ type: 'HastenCall' }, { at: 3_000 }).then(hastened);
    given(takesTime, hastened).when({ type: 'EndWait' }, { at: 5_000 }).then(answered);
  });
  test('of a slow API is answered that much later', () => {
    given(slow).when({ type: 'AnswerCall' }, { at: 2_000 }).then(delayed);
    given(slow, delayed).when({ type: 'EndWait' }, { at: 7_000 }).then(answered);
  });
  test('of an API that is no longer slow is answered at once, or as soon as its answer exists', () => {
    given(slow, delayed).when({ type: 'HastenCall' }, { at: 3_000 }).then(answered);
    given(slow).when({ type: 'HastenCall' }, { at: 2_000 }).then(hastened);
    given(slow, hastened).when({ type: 'AnswerCall' }, { at: 2_000 }).then(answered);
  });
  test('records the fault that makes it slow, if one does', () => {
    const slowed = { ...holding, delayMs: 5_000, slowedBy: 'fault-1' };
    given()
      .when({ type: 'HoldCall', holding: slowed })
      .then({ type: 'CallHeld', callId, ...slowed });
  });
  test('is abandoned when its client disconnects', () => {
    given(held).when({ type: 'AbandonCall' }).then(abandoned);
  });
});

test.each([
  ['an answer', { type: 'AnswerCall' }],
  ['an end of its wait', { type: 'EndWait' }],
  ['a client that goes away', { type: 'AbandonCall' }],
] as const)('a call ends once: %s afterwards is refused', (_, command) => {
  given(held, answered).when(command).thenRejected('refused', 'queue.status-sync');
  given(held, abandoned).when(command).thenRejected('refused', 'queue.status-sync');
  given().when(command).thenRejected('unknown', 'queue.status-sync');
});

test('folding events in place and folding them into copies give the same state, for every sequence of events', () => {
  foldsAlike(callEntity, [{ ...held, cutMs: 100_000 }, delayed, answered, hastened, abandoned, cut]);
});
