import { findId, findKind, findProfile } from '../../../cloud/entities.ts';
import type { DomainEvent } from '../../../cloud/input.ts';
import type { LogEntry } from '../../../kernel/logEntry.ts';
import { pluralize } from '../../../kernel/text/pluralize.ts';
import { formatVirtualTime, type VirtualTime } from '../../../kernel/time.ts';
import { chainWords } from './causes.ts';
import type { Explanation, HistoryStep } from './explain.ts';
import { wayWords } from './way.ts';

/** An explanation as people read it, a fact a line. */
export const explanationText = (explanation: Explanation): string => {
  const {
    kind,
    id,
    status,
    description,
    earlier,
    of,
    others,
    refusals,
    earlierRefusals,
    lookedAfter,
    possible,
    timers,
    waitsFor,
    way,
    names,
  } = explanation;
  const [callers, machine] = [canDo(explanation), possible.filter(({ byCaller }) => byCaller === undefined)];
  const lines = [
    `${names.findName(id) === id ? `${kind} ${id}` : names.findName(id)} is ${status}: ${description}`,
    ...(names.findName(id) === id ? [] : [`${names.findName(id)} = ${id}`]),
    '',
    'how it got there',
    ...(lookedAfter === 0 ? [] : [`  … entries up to ${lookedAfter} were not read …`]),
    ...(of === null || others === 0 ? [] : [`  … ${pluralize(others, 'step')} without ${names.findName(of)} left out …`]),
    ...sayLeftOut(earlier, 'step'),
    ...explanation.history.flatMap((step) => stepLines(step, explanation)),
    ...(refusals.length + earlierRefusals === 0 ? [] : ['', 'what was refused', ...sayLeftOut(earlierRefusals, 'refusal')]),
    ...refusals.map(({ seq, at, operation, rule, detail }) => `  ${place(seq, at)}  ${operation}: ${names.inText(detail)} (${rule})`),
    ...section('what it waits for', waitsFor, (words) => names.inText(words)),
    ...(way === null ? [] : ['', wayWords(way)]),
    ...section('what you can do to it now', callers, (words) => words),
    ...section(
      'what the machine will do',
      [...timers].sort((a, b) => a.at - b.at),
      ({ name, at, then }) => `${formatVirtualTime(at)}  its timer '${name}' asks for ${then}`,
    ),
    ...section('what the machine may do', machine, ({ event, to, rule, description: words }) => `${event} → ${to}: ${words} (${rule})`),
    ...(possible.length === 0 ? ['', 'nothing can happen to it any more'] : []),
  ];
  return `${lines.join('\n')}\n`;
};

/** The actions of its kind. If the kind has no list of them, the events that follow from calls. */
const canDo = ({ actions, possible }: Explanation): readonly string[] => {
  if (actions !== null) return actions.length === 0 ? [] : [actions.join(', ')];
  return possible.flatMap(({ byCaller, event, to, rule, description }) => (byCaller ? [`${event} → ${to}: ${description} (${rule})`] : []));
};

const stepLines = ({ entry, from, to, rule, description, because }: HistoryStep, explanation: Explanation): string[] => {
  const { seq, at, event } = entry;
  const line = `  ${place(seq, at)}  ${event.type}: ${from === to ? to : `${from} → ${to}`}, ${description} (${rule})`;
  const causes = chainWords(
    because,
    (cause) => causeWords(cause, explanation),
    (left) => `… ${left} more …`,
  );
  return causes.length === 0 ? [line] : [line, `         because of ${causes.join(' ← ')}`];
};

/** A cause, with whose it is unless it is that of the entity explained; of a call, its operation. */
const causeWords = ({ seq, event }: LogEntry<DomainEvent>, { kind, id, names }: Explanation): string => {
  const about = findKind(event);
  const its = about === undefined ? undefined : findId(about, event);
  if (event.type === 'InputReceived') return `${event.type} #${seq} ${event.operation}`;
  return about === undefined || its === undefined || (about === kind && its === id) || !findProfile(about).numbered
    ? `${event.type} #${seq}`
    : `${event.type} #${seq} ${names.findName(its)}`;
};

const sayLeftOut = (left: number, what: string): string[] => (left === 0 ? [] : [`  … ${pluralize(left, `earlier ${what}`)} left out …`]);

const place = (seq: number, at: VirtualTime): string => `${String(seq).padStart(5)}  ${formatVirtualTime(at)}`;

/** Writes a heading with its lines; nothing at all if there are none. */
const section = <T>(heading: string, items: readonly T[], line: (item: T) => string): string[] =>
  items.length === 0 ? [] : ['', heading, ...items.map((item) => `  ${line(item)}`)];
