import { formatVirtualTime, type VirtualTime } from '../kernel/time.ts';
import type { Explanation, Moment } from './explain.ts';

/** An explanation as people read it, a fact a line. */
export const explanationText = (explanation: Explanation): string => {
  const { kind, id, status, description, history, refusals, possible, timers, waitsFor } = explanation;
  const ends = possible.length === 0 ? 'nothing can happen to it any more' : 'what can happen to it now';
  const lines = [
    `${kind} ${id} is ${status}: ${description}`,
    '',
    'how it came there',
    ...history.flatMap(momentLines),
    ...section(
      'what was refused',
      refusals,
      ({ seq, at, operation, rule, detail }) => `${place(seq, at)}  ${operation}: ${detail} (${rule})`,
    ),
    ...section('what it waits for', waitsFor, (words) => words),
    ...section(
      'what will happen by itself',
      [...timers].sort((a, b) => a.at - b.at),
      ({ name, at, then }) => `${formatVirtualTime(at)}  its timer '${name}' asks for ${then}`,
    ),
    '',
    ends,
    ...possible.map(({ event, to, rule, description: words }) => `  ${event} → ${to}: ${words} (${rule})`),
  ];
  return `${lines.join('\n')}\n`;
};

const momentLines = ({ entry: { seq, at, event }, from, to, rule, description, because }: Moment): string[] => {
  const line = `  ${place(seq, at)}  ${event.type}: ${from === to ? to : `${from} → ${to}`}, ${description} (${rule})`;
  const causes = because.map((cause) => `${cause.event.type} #${cause.seq}`);
  return causes.length === 0 ? [line] : [line, `         because of ${causes.join(' ← ')}`];
};

const place = (seq: number, at: VirtualTime): string => `${String(seq).padStart(5)}  ${formatVirtualTime(at)}`;

/** A heading with its lines; nothing at all where there are none. */
const section = <T>(heading: string, items: readonly T[], line: (item: T) => string): string[] =>
  items.length === 0 ? [] : ['', heading, ...items.map((item) => `  ${line(item)}`)];
