import type { DomainEvent } from '../../../engine/cloud/index.ts';
import type { LogEntry } from '../../../engine/kernel/index.ts';
import { differences, type EventPattern, isMatch, patternText } from './eventPattern.ts';
import type { CheckFailure } from './finding.ts';
import { checkPattern } from './given.ts';
import { type CheckedWorld, indent, readSubject, whatNext, whereToLook, writeLines } from './subject.ts';

/** How many events a failure shows. */
const shownMax = 5;

/** The log contains an event of this type with at least these fields. */
export const checkEmitted = (where: string, received: unknown, type: string, fields: EventPattern['fields'] = {}): CheckFailure => {
  const subject = readSubject(where, received);
  const pattern = { type, fields: checkPattern(where, type, fields) };
  const found = [...subject.log.entries()].filter((entry) => isMatch(entry, pattern));
  return {
    pass: found.length > 0,
    message: () => (found.length > 0 ? presence(subject, pattern, found) : absence(subject, pattern)),
  };
};

const presence = (subject: CheckedWorld, pattern: EventPattern, found: readonly LogEntry<DomainEvent>[]): string =>
  [
    `expected no ${patternText(pattern)}, and there ${found.length === 1 ? 'is one' : `are ${found.length}`}:`,
    writeLines(subject, found.slice(0, shownMax)),
    '',
    whereToLook(subject),
  ].join('\n');

const absence = (subject: CheckedWorld, pattern: EventPattern): string =>
  [
    `expected ${patternText(pattern)}, and there is none`,
    nearest(subject, pattern, [...subject.log.entries()]),
    '',
    whatNext(subject),
  ].join('\n');

/** The events closest to the expected one: those of its type, or else a summary of what there is. */
export const nearest = (subject: CheckedWorld, pattern: EventPattern, among: readonly LogEntry<DomainEvent>[]): string => {
  const ranked = among
    .filter(({ event }) => event.type === pattern.type)
    .map((entry) => ({ entry, wrong: differences(entry, pattern) }))
    .sort((a, b) => a.wrong.length - b.wrong.length || a.entry.seq - b.entry.seq);
  if (ranked.length === 0) return `there is no ${pattern.type} at all; ${instead(pattern.type, among)}`;
  const shown = ranked.slice(0, shownMax);
  return [
    `the nearest of ${ranked.length}:`,
    writeLines(
      subject,
      shown.map(({ entry }) => entry),
    ),
    ...shown.map(({ entry, wrong }) => indent(`#${entry.seq} ${wrong.join('; ')}`)),
  ].join('\n');
};

/** A count of the events of the same kind (`Job…`), or of all where there are none. */
const instead = (type: string, among: readonly LogEntry<DomainEvent>[]): string => {
  const counts = new Map<string, number>();
  for (const { event } of among) counts.set(event.type, (counts.get(event.type) ?? 0) + 1);
  const kind = /^[A-Z][a-z]*/.exec(type)?.[0] ?? type;
  const alike = [...counts].filter(([name]) => name.startsWith(kind));
  const listed = (alike.length > 0 ? alike : [...counts]).map(([name, count]) => `${name} ×${count}`);
  const errors = among.flatMap(({ event }) => ('error' in event && event.type.startsWith(kind) ? [`${event.type}: ${event.error}`] : []));
  const last = errors.length === 0 ? '' : `\nthe last error is of ${errors.at(-1)}`;
  return listed.length === 0 ? 'nothing happened' : `there are ${listed.join(', ')}${last}`;
};
