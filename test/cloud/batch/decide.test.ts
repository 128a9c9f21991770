import { describe, expect, test } from 'vitest';
import { batchEntity } from '../../../engine/cloud/batch/batch.ts';
import type { BatchCommand } from '../../../engine/cloud/batch/decide.ts';
import type { BatchEvent, BatchRequest, RequestStage } from '../../../engine/cloud/batch/events.ts';
import { listDefaults } from '../../../engine/kernel/settings.ts';
import { commandMatrix, oneOfEach, specification, stateAfter } from '../../support/contract/specification.ts';
import { foldsAlike } from '../../support/worlds/folding.ts';
import { terms } from '../job/examples.ts';

const settings = listDefaults(batchEntity.settings);
const given = specification(batchEntity, settings);

const batchId = 'batch-1';
const requests: readonly BatchRequest[] = ['a', 'b'].map((id) => ({ id, input: {}, terms }));
const created: BatchEvent = { type: 'BatchCreated', batchId, endpointId: 'ep-a', requests };
const finalized: BatchEvent = { type: 'BatchFinalized', batchId };
const asked: BatchEvent = { type: 'BatchCancelAsked', batchId };
const cancelled: BatchEvent = { type: 'BatchCancelled', batchId };
const failed: BatchEvent = { type: 'BatchFailed', batchId };
const moved = (place: number, to: RequestStage): BatchEvent => ({ type: 'BatchRequestMoved', batchId, place, to });

const commands = oneOfEach<BatchCommand>({
  CreateBatch: { endpointId: 'ep-a', requests },
  AddRequests: { requests },
  RemoveRequest: { requestId: 'a' },
  RenameBatch: { name: 'nightly' },
  FinalizeBatch: {},
  MoveRequest: { place: 0, to: 'IN_QUEUE' },
  CancelBatch: {},
  FailBatch: {},
});

test('what each command does in each status', () => {
  const examples = [[], [created], [created, finalized], [created, asked, cancelled], [created, failed]].map((events) =>
    stateAfter(batchEntity, events),
  );
  expect(commandMatrix(batchEntity, settings, commands, examples)).toMatchInlineSnapshot(`
    "
               CreateBatch  AddRequests    RemoveRequest   RenameBatch  FinalizeBatch  MoveRequest   CancelBatch            FailBatch
    NEW        Created      ·              ·               ·            ·              ·             ·                      ·
    DRAFT      ·            RequestsAdded  RequestRemoved  Renamed      Finalized      ·             CancelAsked+Cancelled  Failed
    FINALIZED  ·            ·              ·               Renamed      ·              RequestMoved  CancelAsked+Cancelled  Failed
    CANCELLED  ·            ·              ·               Renamed      ·              ·             ·                      ·
    FAILED     ·            ·              ·               ·            ·              ·             ·                      ·
    "
  `);
});

describe('a batch that is cancelled', () => {
  test('waits for what runs, and for no request that has not become a job', () => {
    given(created, finalized, moved(0, 'IN_QUEUE'), moved(0, 'IN_PROGRESS')).when({ type: 'CancelBatch' }).then(asked);
    given(created, finalized, moved(0, 'IN_QUEUE'), asked)
      .when({ type: 'MoveRequest', place: 0, to: 'IN_PROGRESS' })
      .then(moved(0, 'IN_PROGRESS'));
    given(created, finalized, moved(0, 'IN_QUEUE'), asked)
      .when({ type: 'MoveRequest', place: 0, to: 'FAILED' })
      .then(moved(0, 'FAILED'), cancelled);
  });

  test('is CANCELLED at once where nothing runs, and is cancelled once', () => {
    given(created, finalized).when({ type: 'CancelBatch' }).then(asked, cancelled);
    given(created, finalized, moved(0, 'IN_QUEUE'), asked).when({ type: 'CancelBatch' }).then();
    given(created, asked, cancelled).when({ type: 'CancelBatch' }).thenRejected('refused', 'queue.batch');
  });
});

test('its requests are counted by stage', () => {
  const { counts, handed } = stateAfter(batchEntity, [
    created,
    finalized,
    moved(0, 'IN_QUEUE'),
    moved(0, 'COMPLETED'),
    moved(1, 'IN_QUEUE'),
  ]);
  expect({ counts, handed }).toStrictEqual({ counts: { IN_QUEUE: 1, IN_PROGRESS: 0, COMPLETED: 1, FAILED: 0, CANCELLED: 0 }, handed: 2 });
});

test('folds its events in place and into copies to the same state, for every sequence of events', () => {
  foldsAlike(batchEntity, [
    created,
    { type: 'BatchRequestsAdded', batchId, requests: [{ id: 'c', input: {}, terms }] },
    { type: 'BatchRequestRemoved', batchId, requestId: 'b' },
    { type: 'BatchRenamed', batchId, name: 'nightly' },
    finalized,
    moved(0, 'IN_QUEUE'),
    asked,
    cancelled,
    failed,
  ]);
});
