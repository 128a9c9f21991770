import { right } from 'fp-ts/lib/Either.js';
import type { Answer, Operation } from '../../engine/api/operation.ts';
import type { Bound } from '../../engine/api/reading/bounds.ts';
import type { Decision, Rejection, Timer } from '../../engine/cloud/decisions.ts';
import type { Ruled } from '../../engine/cloud/entities.ts';
import type { InputEvent } from '../../engine/cloud/input.ts';
import type { JobCommand } from '../../engine/cloud/job/decide.ts';
import type { JobEvent } from '../../engine/cloud/job/events.ts';
import type { Job } from '../../engine/cloud/job/evolve.ts';
import { jobEntity } from '../../engine/cloud/job/job.ts';
import { jobLifecycle } from '../../engine/cloud/job/lifecycle.ts';
import type { JobSettings } from '../../engine/cloud/job/settings.ts';
import type { policies } from '../../engine/cloud/policies/policies.ts';
import { allowEvent } from '../../engine/kernel/decider.ts';
import { duration } from '../../engine/kernel/settings.ts';

/**
 * Rules that are not in the rulebook, in every place where a rule is named. None of them compiles: each `@ts-expect-error` is an error by
 * itself where the line below it compiles.
 */
export const rejection: Rejection = {
  kind: 'refused',
  // @ts-expect-error: there is no rule pod.lockd
  rule: 'pod.lockd',
  detail: '',
};

/** A rejection that a lifecycle makes has the rule that it is given. */
export const decide = (job: Job): Decision<JobEvent> =>
  // @ts-expect-error: there is no rule job.canceled
  allowEvent(jobLifecycle, job, 'job.canceled', { type: 'JobRetried', jobId: job.id });

export const timer: Timer<Job, JobCommand, JobSettings> = {
  name: 'ttl',
  runs: ['IN_QUEUE'],
  dueAt: () => null,
  command: { type: 'YieldChunk' },
  // @ts-expect-error: there is no rule job.tttl
  rule: 'job.tttl',
};

export const row: Pick<Operation, 'rules'> = {
  // @ts-expect-error: there is no rule pod.creation
  rules: ['pod.create', 'pod.creation'],
};

export const policy: NonNullable<(typeof policies)['JobRetried']>[number] = {
  // @ts-expect-error: there is no rule queue.batches
  rule: 'queue.batches',
  react: () => undefined,
};

export const setting: Ruled = {
  ...jobEntity,
  // @ts-expect-error: there is no rule job.patience
  settings: { patience: duration(1, 'job.patience', 'how long it waits') },
};

export const missing: Ruled = {
  ...jobEntity,
  // @ts-expect-error: there is no rule job.gone
  profile: { found: { ...jobEntity.profile.found, missing: 'job.gone' } },
};

export const answer: Answer = {
  status: 409,
  // @ts-expect-error: there is no rule pod.lockd
  rule: 'pod.lockd',
};

export const input: InputEvent = {
  type: 'InputRefused',
  operation: 'stopPod',
  kind: 'refused',
  // @ts-expect-error: there is no rule pod.lockd
  rule: 'pod.lockd',
  status: 409,
  detail: '',
};

export const bound: Bound = {
  value: 1,
  unit: 'bytes',
  // @ts-expect-error: there is no rule errors.size
  rule: 'errors.size',
  about: '',
};

/** Without a mistake, each of them compiles. */
export const withoutMistakes: readonly [Rejection, Ruled, Decision<JobEvent>] = [
  { kind: 'refused', rule: 'pod.locked', detail: '' },
  { ...jobEntity, settings: { patience: duration(1, 'job.ttl', 'how long it waits') } },
  right([]),
];
