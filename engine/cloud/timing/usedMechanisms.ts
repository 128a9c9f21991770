import type { DomainEvent } from '../input.ts';

/** The mechanisms of the platform that take time before an event: every answer with the event depends on them. */
// biome-ignore format: a table
const byEvent: Readonly<Partial<Record<DomainEvent['type'], readonly string[]>>> = {
  WorkerReady:          ['start', 'bill'],
  WorkerSlept:          ['sleep'],
  WorkerWoken:          ['sleep'],
  WorkerTookJob:        ['take'],
  WorkerRemoved:        ['cancel'],
  JobCompleted:         ['post'],
  JobFailed:            ['post'],
  JobMissedWorker:      ['lost'],
  JobCancelAsked:       ['cancel'],
  JobWebhookPosted:     ['webhook'],
  CallCut:              ['edge'],
  RequestFailed:        ['balancer'],
  PodStarted:           ['start', 'pull', 'bill'],
  PodBecameReachable:   ['pod'],
};

/** Notes the mechanisms behind an event. A start pulls the image unless its host has it. */
export const noteMechanisms = (used: Set<string>, event: DomainEvent): void => {
  for (const mechanism of byEvent[event.type] ?? []) used.add(mechanism);
  if ((event.type === 'WorkerLaunched' || event.type === 'WorkerPlaced') && event.imageOnHost !== true) used.add('pull');
  if (event.type === 'WorkerThrottled' && event.heldMs !== undefined) used.add('capacity');
};

/** The mechanisms behind a log. */
export const mechanismsIn = (entries: Iterable<{ readonly event: DomainEvent }>): ReadonlySet<string> => {
  const used = new Set<string>();
  for (const { event } of entries) noteMechanisms(used, event);
  return used;
};
