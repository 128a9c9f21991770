import { type DomainEvent, formatVirtualTime, type LogEntry, timeline, type VirtualTime, type World } from '../../../engine/index.ts';
import type { Log } from '../events.ts';

/** What the matchers examine: a world of `createWorld`, a world of the engine, or a header with a log. */
export interface MatcherMessage {
  readonly header: World['header'];
  readonly log: Log;
  readonly nextDue?: VirtualTime | undefined;
}

export const toldOf = (matcher: string, received: unknown): MatcherMessage => {
  const world = received as { readonly engine?: unknown } | null | undefined;
  const told = (world?.engine ?? world) as Partial<MatcherMessage> | null | undefined;
  if (typeof told?.header === 'object' && typeof told.log?.entries === 'function') return told as MatcherMessage;
  throw new TypeError(`${matcher} needs a world: one of createWorld from podsim/vitest, or one of the engine`);
};

/** Some lines of the timeline, with the entity names that they have in the whole timeline. */
export const linesOf = ({ log }: MatcherMessage, shown: readonly LogEntry<DomainEvent>[]): string => {
  const seqs = new Set(shown.map(({ seq }) => seq));
  return indent(timeline(log.entries(), ({ seq }) => seqs.has(seq)).trimEnd());
};

export const indent = (text: string): string => text.replaceAll(/^(?=.)/gm, '  ');

/** The end of every failure message: which world it was, how far it ran, and where to look next. */
export const whereToLook = ({ header, log }: MatcherMessage): string => {
  const entries = [...log.entries()];
  const last = formatVirtualTime(entries.at(-1)?.at ?? zero);
  return [
    `seed ${header.definition.seed}; ${entries.length} entries, the last at ${last}`,
    "world.timeline() prints all that happened, world.explain('job-1') why an entity is in its status",
  ].join('\n');
};

/** The same for a missing event, which may still be due. */
export const whatNext = (told: MatcherMessage): string => {
  const due = told.nextDue === undefined ? 'nothing is due any more' : `something is due at ${formatVirtualTime(told.nextDue)}`;
  return `${whereToLook(told)}\n${due}${told.nextDue === undefined ? '' : ': has the clock been moved far enough?'}`;
};

const zero = 0 as VirtualTime;
