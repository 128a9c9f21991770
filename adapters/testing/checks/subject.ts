import type { DomainEvent } from '../../../engine/cloud/index.ts';
import { formatVirtualTime, InvalidArgument, type LogEntry, type VirtualTime } from '../../../engine/kernel/index.ts';
import { timeline } from '../../../engine/scenario/index.ts';
import type { World } from '../../../engine/world/index.ts';
import type { Log } from '../events.ts';

/** What the checks examine: a world of the engine, or a header with a log. */
export interface CheckedWorld {
  readonly header: World['header'];
  readonly log: Log;
  readonly nextDue?: VirtualTime | undefined;
}

/** `received` is a world of `createWorld` as well. `check` names the one who asks, for the error where it is no world. */
export const readSubject = (check: string, received: unknown): CheckedWorld => {
  const world = received as { readonly engine?: unknown } | null | undefined;
  const subject = (world?.engine ?? world) as Partial<CheckedWorld> | null | undefined;
  if (typeof subject?.header === 'object' && typeof subject.log?.entries === 'function') return subject as CheckedWorld;
  throw new InvalidArgument(`${check} needs a world: one of createWorld, or one of the engine`);
};

/** Some lines of the timeline, with the entity names that they have in the whole timeline. */
export const writeLines = ({ log }: CheckedWorld, shown: readonly LogEntry<DomainEvent>[]): string => {
  const seqs = new Set(shown.map(({ seq }) => seq));
  return indent(timeline(log.entries(), ({ seq }) => seqs.has(seq)).trimEnd());
};

export const indent = (text: string): string => text.replaceAll(/^(?=.)/gm, '  ');

/** The end of every failure message: which world it was, how far it ran, and where to look next. */
export const whereToLook = ({ header, log }: CheckedWorld): string => {
  const entries = [...log.entries()];
  const last = formatVirtualTime(entries.at(-1)?.at ?? zero);
  return [
    `seed ${header.definition.seed}; ${entries.length} entries, the last at ${last}`,
    "world.timeline() prints all that happened, world.explain('job-1') why an entity is in its status",
  ].join('\n');
};

/** The same for a missing event, which may still be due. */
export const whatNext = (subject: CheckedWorld): string => {
  const due = subject.nextDue === undefined ? 'nothing is due any more' : `something is due at ${formatVirtualTime(subject.nextDue)}`;
  return `${whereToLook(subject)}\n${due}${subject.nextDue === undefined ? '' : ': has the clock been moved far enough?'}`;
};

const zero = 0 as VirtualTime;
