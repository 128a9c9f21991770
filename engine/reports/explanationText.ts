import { formatVirtualTime, type VirtualTime } from '../kernel/time.ts';
import { chainWords } from './causes.ts';
import type { Explanation, HistoryStep } from './explain.ts';

/** An explanation as people read it, a fact a line. */
export const explanationText = (explanation: Explanation): string => {
  const { kind, id, status, description, history, earlier, refusals, earlierRefusals, lookedAfter, possible, timers, waitsFor } =
    explanation;
  const ends = possible.length === 0 ? 'nothing can happen to it any more' : 'what can happen to it now';
  const lines = [
    `${kind} ${id} is ${status}: ${description}`,
    '',
    'how it got there',
    ...(lookedAfter === 0 ? [] : [`  … entries up to ${lookedAfter} were not read …`]),
    ...leftOut(earlier, 'step'),
    ...history.flatMap(stepLines),
    ...(refusals.length + earlierRefusals === 0 ? [] : ['', 'what was refused', ...leftOut(earlierRefusals, 'refusal')]),
    ...refusals.map(({ seq, at, operation, rule, detail }) => `  ${place(seq, at)}  ${operation}: ${detail} (${rule})`),
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

const stepLines = ({ entry: { seq, at, event }, from, to, rule, description, because }: HistoryStep): string[] => {
  const line = `  ${place(seq, at)}  ${event.type}: ${from === to ? to : `${from} → ${to}`}, ${description} (${rule})`;
  const causes = chainWords(
    because,
    (cause) => `${cause.event.type} #${cause.seq}`,
    (count) => `… ${count} more …`,
  );
  return causes.length === 0 ? [line] : [line, `         because of ${causes.join(' ← ')}`];
};

const leftOut = (count: number, what: string): string[] =>
  count === 0 ? [] : [`  … ${count} earlier ${what}${count === 1 ? '' : 's'} left out …`];

const place = (seq: number, at: VirtualTime): string => `${String(seq).padStart(5)}  ${formatVirtualTime(at)}`;

/** A heading with its lines; nothing at all where there are none. */
const section = <T>(heading: string, items: readonly T[], line: (item: T) => string): string[] =>
  items.length === 0 ? [] : ['', heading, ...items.map((item) => `  ${line(item)}`)];
