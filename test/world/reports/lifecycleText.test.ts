import { expect, test } from 'vitest';
import { entities } from '../../../engine/cloud/entities.ts';
import { lifecycleMermaid, lifecycleTable } from '../../../engine/world/reports/explain/lifecycleText.ts';

test('a diagram of a lifecycle has its beginning, its ends, and each change of the status', () => {
  expect(lifecycleMermaid(entities.call.lifecycle).split('\n')).toStrictEqual([
    'stateDiagram-v2',
    '  [*] --> HELD: CallHeld',
    '  HELD --> ANSWERED: CallAnswered',
    '  HELD --> CUT: CallCut',
    '  HELD --> ABANDONED: CallAbandoned',
    '  ANSWERED --> [*]',
    '  CUT --> [*]',
    '  ABANDONED --> [*]',
  ]);
});

test('a diagram has one arrow from a status to the next one, with all events that lead there', () => {
  expect(lifecycleMermaid(entities.worker.lifecycle)).toContain('\n  IDLE --> RUNNING: WorkerTookJob, WorkerTookRequest\n');
});

test('a table of a lifecycle has each status, and then each transition, with its rule', () => {
  expect(lifecycleTable(entities.registry.lifecycle).split('\n')).toStrictEqual([
    'NEW      does not exist yet  container.registry',
    'ACTIVE   can be used         container.registry',
    'DELETED  gone                registry.delete-used',
    '',
    'status  event            next status  rule',
    'NEW     RegistryCreated  ACTIVE       container.registry    its owner creates it',
    'ACTIVE  RegistryDeleted  DELETED      registry.delete-used  its owner deletes it',
  ]);
});
