import type { Shape } from './hosts/shapes.ts';
import type { JobPlan } from './plan.ts';

export class Job {
  readonly name: string;
  readonly plan: JobPlan;
  readonly submitted: number;
  status: 'NEW' | 'IN_QUEUE' | 'IN_PROGRESS' | 'COMPLETED' | 'FAILED' | 'CANCELLED' | 'TIMED_OUT' | 'REMOVED' = 'NEW';
  /** When a client last put it in the queue, and its place there, which it keeps when its worker is lost. */
  queued = 0;
  place = 0;
  starts = 0;
  requeues = 0;
  started = 0;
  finished = 0;
  timeout = 0;
  /** How long it waited for its newest start, and how long it ran; null if it has not started, or not ended. */
  delay: number | null = null;
  took: number | null = null;
  worker: Worker | null = null;
  /** Since when its worker is silent. */
  missed: number | null = null;
  /** When a cancel that was asked for ends it. */
  cancelAt: number | null = null;
  /** Until when a status call lets its result be kept, or how long after its end. */
  keptUntil = Number.POSITIVE_INFINITY;
  keptFor = Number.POSITIVE_INFINITY;
  /** Its chunks that no stream has taken, by number from 1, and how many its attempt has yielded. */
  ready: readonly number[] = [];
  yielded = 0;
  /** How often the webhook of its end was tried, and whether it will be again. */
  tries = 0;
  isTried = false;
  /** Its result is gone, though its webhook is still tried (job.status-ttl-webhook). */
  isDropped = false;

  constructor(name: string, plan: JobPlan, submitted: number) {
    this.name = name;
    this.plan = plan;
    this.submitted = submitted;
  }
}

export class Worker {
  readonly name: string;
  status: 'THROTTLED' | 'INITIALIZING' | 'IDLE' | 'RUNNING' | 'UNHEALTHY' | 'ASLEEP' | 'STOPPED' | 'TERMINATED' = 'STOPPED';
  /** When it entered its status, and which of all changes that was. */
  since = 0;
  turn = 0;
  starting = 0;
  /** Since when it is up; null while it starts, waits for a host or has crashed. */
  upSince: number | null = null;
  /** When the container that it had before is gone. */
  goneAt = 0;
  host: number | null = null;
  /** What it takes, or took, of its host. */
  shape: Shape | null = null;
  /** Its image is on its host. */
  hasImage = false;
  job: Job | null = null;
  crashes = 0;
  /** How often it has begun to start. */
  starts = 0;
  /** When it next asks for a job; null while it holds a take open. Called: it asks because a job waits. */
  looksAt: number | null = null;
  isCalled = false;
  holdsMinimum = false;
  /** Which release of its endpoint it runs. */
  version = 1;

  constructor(name: string) {
    this.name = name;
  }
}

/** Whether no caller knows it any more. */
export const isGone = ({ status, isDropped }: Job): boolean => status === 'REMOVED' || isDropped;

export const isLive = ({ status }: Job): boolean => status === 'IN_QUEUE' || status === 'IN_PROGRESS';

/** How near a worker is to serving; one that is up is nearer than all of these. */
export const byNearness = ['INITIALIZING', 'THROTTLED', 'UNHEALTHY'];
