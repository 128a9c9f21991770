import { formatVirtualTime, sayDuration, type VirtualTime } from '../../../../../engine/kernel/index.ts';
import { firstFailure } from '../failureRows.ts';
import { longestWaits } from '../moment/waits.ts';
import type { RunOutcome } from '../port/source.ts';
import type { RunLog } from '../runLog.ts';
import { type EventsOfType, findMeant } from './eventsOfType.ts';
import type { FoundThing } from './found.ts';
import { statusesMeant, stepsInto } from './statuses.ts';
import { billStems, dropIdle, toStem, wordsIn } from './words.ts';

interface AnswerParts {
  readonly log: RunLog;
  readonly outcome: RunOutcome | undefined;
  readonly happenings: readonly EventsOfType[];
  /** The moment. */
  readonly seq: number;
}

/** What answers a question or a word of people: a status of HTTP, the slowest jobs, what failed, a status, a kind of events. */
export const findAnswers = (text: string, words: readonly string[], parts: AnswerParts): readonly FoundThing[] => {
  const all = wordsIn(text).map(toStem);
  const stems = dropIdle(wordsIn(text)).map(toStem);
  return [
    ...findCalls(words, parts),
    ...(stems.some((stem) => slowStems.has(stem)) && stems.every((stem) => slowStems.has(stem) || slowWords.has(stem))
      ? findSlowest(parts)
      : []),
    ...(stems.every((stem) => billStems.has(stem)) ? [theBill] : []),
    ...(isAboutFailure(text, stems) ? findFailures(parts) : []),
    ...findStatuses(all, stems, parts),
    ...findHappenings(stems, parts),
  ];
};

const theBill: FoundThing = { what: 'view', name: 'Bill', detail: 'by endpoint, pod, cluster and volume', id: 'bill' };

/** `429`, `429s`, `4xx`, and what else a filter of calls reads. */
const findCalls = (words: readonly string[], { log }: AnswerParts): readonly FoundThing[] => {
  const [status] = words.flatMap((word) => /^([1-5](?:\d\d|xx))s?$/.exec(word)?.[1] ?? []);
  const others = words.filter((word) => !/^[1-5](?:\d\d|xx)s?$/.test(word) && !callStems.has(toStem(word)));
  if (status === undefined || others.length > 0) return [];
  const isMeant = (given: number): boolean => (status.endsWith('xx') ? String(given)[0] === status[0] : String(given) === status);
  const calls = log.requests.rows.filter(({ refusal }) => refusal !== undefined && isMeant(refusal.event.status));
  // A bare number is more likely an entry, where no call was refused so.
  if (calls.length === 0 && words.includes(status) && words.length === 1 && !status.endsWith('xx')) return [];
  const detail = calls.length === 0 ? 'all calls that were answered so' : sayCount(calls.length, 'call refused so', 'calls refused so');
  return [{ what: 'calls', name: status, detail, filter: `status:${status}`, call: calls[0] }];
};

const callStems: ReadonlySet<string> = new Set(
  ['http', 'status', 'call', 'calls', 'request', 'answer', 'error', 'refused', 'refusal'].map(toStem),
);

const slowStems: ReadonlySet<string> = new Set(['slow', 'slower', 'slowest', 'longest']);
const slowWords: ReadonlySet<string> = new Set(['job', '5', 'wait', 'top']);

/** The jobs that waited longest. */
const findSlowest = ({ log }: AnswerParts): readonly FoundThing[] =>
  longestWaits(log)
    .slice(0, 5)
    .map(({ id, seq, waitedMs }) => ({
      what: 'entity',
      name: log.labels.findName(id),
      detail: `waited ${sayDuration(waitedMs)}, until ${formatVirtualTime(log.at(seq) as VirtualTime)}`,
      id,
      seq,
    }));

const isAboutFailure = (text: string, stems: readonly string[]): boolean =>
  /\b(?:what|why|which|who)\b/.test(text) && stems.length > 0 && stems.every((stem) => failStems.has(stem));

const failStems: ReadonlySet<string> = new Set(['failed', 'broke', 'broken', 'went', 'wrong', 'problem', 'run', 'test'].map(toStem));

/** What was not as the scenario expects; else what its lifecycle calls a failure. */
const findFailures = ({ log, outcome, happenings }: AnswerParts): readonly FoundThing[] => {
  const expected = outcome === undefined ? undefined : firstFailure(outcome);
  const first = log.landmarks.seqs.find((_, k) => log.landmarks.kinds[k] === 'failure');
  const count = log.landmarks.kinds.filter((kind) => kind === 'failure').length;
  const types = happenings.filter((one) => isKnownFailure(log, one)).map(({ type }) => type);
  return [
    ...(outcome === undefined || expected === undefined
      ? []
      : [
          {
            what: 'entry' as const,
            name: `#${expected}`,
            detail: outcome.failures[outcome.failureSeqs.indexOf(expected)] ?? '',
            seq: expected,
          },
        ]),
    ...(first === undefined
      ? []
      : [
          {
            what: 'entries' as const,
            name: 'all failures',
            detail: `${sayCount(count, 'entry', 'entries')}: ${types.join(', ')}`,
            filter: 'tone:failure',
            seq: first,
          },
        ]),
  ];
};

const isKnownFailure = ({ landmarks }: RunLog, { first }: EventsOfType): boolean =>
  landmarks.kinds[landmarks.seqs.indexOf(first)] === 'failure';

/** What has the status at the moment, and the entries that led to it. */
const findStatuses = (all: readonly string[], stems: readonly string[], { log, seq }: AnswerParts): readonly FoundThing[] => {
  const meant = statusesMeant(all);
  return (meant.length > 0 ? meant : statusesMeant(stems)).flatMap(({ kind, status }): readonly FoundThing[] => {
    const [first, ...others] = [...stepsInto(log, status, kind)].sort((a, b) => a - b);
    if (first === undefined) return [];
    const now = [...log.stateAt(seq).all(kind)].flatMap((one) => (one.status === status ? one.id : []));
    const list: FoundThing = {
      what: 'entries',
      name: `${kind} ${status}`,
      detail: `became so ${sayCount(others.length + 1, 'time', 'times')}; ${now.length === 0 ? 'none is so now' : `${now.length} now`}`,
      filter: `kind:${kind} status:${status}`,
      seq: first,
    };
    const shown = now
      .slice(0, fewMax)
      .map((id): FoundThing => ({ what: 'entity', name: log.labels.findName(id), detail: `${kind}, ${status} now`, id }));
    return now.length <= fewMax ? [...shown, list] : [list, ...shown];
  });
};

/** Of more, the list comes first. */
const fewMax = 5;

const findHappenings = (stems: readonly string[], { log, happenings }: AnswerParts): readonly FoundThing[] =>
  findMeant(stems, happenings)
    .slice(0, fewMax)
    .map(({ type, first, count, ids }): FoundThing => {
      if (type === 'InputRefused') {
        const call = log.requests.rows.find(({ refusal }) => refusal !== undefined);
        return { what: 'calls', name: 'refused', detail: sayCount(count, 'call', 'calls'), filter: 'refused', call };
      }
      const names = [...ids].slice(0, namesMax).map((id) => log.labels.findName(id));
      const more = ids.size > names.length ? ` and ${ids.size - names.length} more` : '';
      return {
        what: 'entries',
        name: type,
        detail: `${sayCount(count, 'entry', 'entries')}: ${names.join(', ')}${more}`,
        filter: `type:${type}`,
        seq: first,
      };
    });

const namesMax = 3;

const sayCount = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;
