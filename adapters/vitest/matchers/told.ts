import { type DomainEvent, formatVirtualTime, type LogEntry, timeline, type VirtualTime, type World } from '../../../engine/index.ts';
import type { Log } from '../events.ts';

/** What the matchers look at: a world of `createWorld`, a world of the engine, or what is left of one. */
export interface MatcherMessage {
  readonly header: World['header'];
  readonly log: Log;
  readonly nextDue?: VirtualTime | undefined;
}

export const toldOf = (matcher: string, received: unknown): MatcherMessage => {
  const world = received as { readonly engine?: unknown } | null | undefined;
  const told = (world?.engine ?? world) as Partial<MatcherMessage> | null | undefined;
  if (typeof told?.header === 'object' && typeof told.log?.entries === 'function') return told as MatcherMessage;
  throw new TypeError(`${matcher} looks at a world, as createWorld of podsim/vitest gives it, or at one of the engine`);
};

/** Lines of the timeline; all of them under the names that they have in the whole of it. */
export const linesOf = ({ log }: MatcherMessage, shown: readonly LogEntry<DomainEvent>[]): string => {
  const seqs = new Set(shown.map(({ seq }) => seq));
  return indent(timeline(log.entries(), ({ seq }) => seqs.has(seq)).trimEnd());
};

export const indent = (text: string): string => text.replaceAll(/^(?=.)/gm, '  ');

/** What every failure ends with: which world it was, how far it has come, and where to look on. */
export const whereToLook = ({ header, log }: MatcherMessage): string => {
  const entries = [...log.entries()];
  const last = formatVirtualTime(entries.at(-1)?.at ?? zero);
  return [
    `seed ${header.definition.seed}; ${entries.length} entries, the last at ${last}`,
    "world.timeline() tells all that happened, world.explain('job-1') why something is as it is",
  ].join('\n');
};

/** The same where something is missing: it may still be to come. */
export const whatNext = (told: MatcherMessage): string => {
  const due = told.nextDue === undefined ? 'nothing is due any more' : `something is due at ${formatVirtualTime(told.nextDue)}`;
  return `${whereToLook(told)}\n${due}${told.nextDue === undefined ? '' : ': has the clock been moved far enough?'}`;
};

const zero = 0 as VirtualTime;
