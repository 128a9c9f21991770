import { formatVirtualTime, type VirtualTime } from '../../../../../engine/kernel/index.ts';
import { callWords } from '../../../../../engine/scenario/index.ts';
import { timeMeant } from '../../link/times.ts';
import type { RunOutcome } from '../port/source.ts';
import type { RunLog } from '../runLog.ts';
import { findAnswers } from './answers.ts';
import { type EventsOfType, listHappenings } from './eventsOfType.ts';
import type { FoundThing, FoundThings } from './found.ts';
import { EntityNames } from './names.ts';
import { dropIdle } from './words.ts';

/** The most results of each sort. */
const mostOfEach = 8;

/** All that can be found in a log, written out once. */
export class FindIndex {
  readonly #log: RunLog;
  readonly #outcome: RunOutcome | undefined;
  readonly #names: EntityNames;
  readonly #happenings: readonly EventsOfType[];
  readonly #rules: readonly SearchedRow[];
  readonly #sorts: readonly (readonly SearchedRow[])[];

  constructor(log: RunLog, outcome?: RunOutcome) {
    this.#log = log;
    this.#outcome = outcome;
    this.#names = new EntityNames(log);
    this.#happenings = listHappenings(log);
    this.#rules = ruleRows(log);
    this.#sorts = [entityRows(log), this.#rules, requestRows(log)];
  }

  /**
   * What people may mean, likeliest first: what is called so; a time; an answer to what they ask for, be it a status, a kind of events, a
   * status of HTTP, or a question; and then what has all words in it. A number is an entry, too. Nothing is found by no word. `seq`: the
   * moment.
   */
  find(written: string, seq: number): FoundThings {
    const text = written.trim().toLowerCase();
    if (text === '') return { likely: [], others: [] };
    const log = this.#log;
    const words = dropIdle(text.split(/\s+/));
    const number = /^#?\d+$/.test(text) ? this.#entry(Number(text.replace('#', ''))) : [];
    const parts = { log, outcome: this.#outcome, happenings: this.#happenings, seq };
    const answers = findAnswers(text, words, parts);
    const likely = withoutDoubles([
      ...this.#names.find(words),
      ...this.#rules.flatMap(({ found }) => (found.name === text ? found : [])),
      ...(text.startsWith('#') ? number : []),
      // `503s` would be a time, too.
      ...answers.filter((one) => one.what === 'calls' && one.call !== undefined),
      ...findTime(words, log.end),
      ...answers,
      ...(text.startsWith('#') ? [] : number),
    ]);
    const all = withoutDoubles([...likely, ...this.#sorts.flatMap((rows) => rankRows(rows, words))]);
    return { likely, others: all.slice(likely.length) };
  }

  #entry(seq: number): readonly FoundThing[] {
    const event = this.#log.entry(seq)?.event;
    return event === undefined ? [] : [{ what: 'entry', name: `#${seq}`, detail: event.type, seq }];
  }
}

const withoutDoubles = (found: readonly FoundThing[]): readonly FoundThing[] => [
  ...new Map(found.map((one) => [`${one.what} ${one.name}`, one])).values(),
];

const findTime = (words: readonly string[], end: number): readonly FoundThing[] => {
  const at = timeMeant(words.join(' '), end);
  if (at === undefined) return [];
  return [
    { what: 'time', name: formatVirtualTime(at as VirtualTime), detail: at > end ? 'the run has ended by then' : 'to this moment', at },
  ];
};

interface SearchedRow {
  readonly found: FoundThing;
  /** In small letters. */
  readonly text: string;
}

const makeRow = (found: FoundThing, ...more: readonly string[]): SearchedRow => ({
  found,
  text: [found.name, found.detail, ...more].join(' ').toLowerCase(),
});

/** Those that have all words: first what is called so, then what begins so, then the others. */
const rankRows = (rows: readonly SearchedRow[], words: readonly string[]): readonly FoundThing[] => {
  const text = words.join(' ');
  const ranks: FoundThing[][] = [[], [], []];
  for (const row of rows) {
    if (!words.every((word) => row.text.includes(word))) continue;
    const rank = row.text.split(' ').includes(text) ? 0 : row.text.startsWith(text) ? 1 : 2;
    const list = ranks[rank] as FoundThing[];
    if (list.length < mostOfEach) list.push(row.found);
    if (rank === 0 && list.length === mostOfEach) break;
  }
  return ranks.flat().slice(0, mostOfEach);
};

const entityRows = ({ lives, labels, names }: RunLog): readonly SearchedRow[] =>
  [...lives.ids()].map((id) => {
    const [name, kind, short] = [labels.findName(id), lives.kind(id) ?? '', names.findName(id)];
    return makeRow({ what: 'entity', name, detail: name === id ? kind : `${kind} ${id}`, id }, short);
  });

/** The rules that the run has met, and how often. */
const ruleRows = (log: RunLog): readonly SearchedRow[] => {
  const counts = new Map<string, number>();
  for (let seq = log.first + 1; seq <= log.length; seq++) {
    const rule = log.rule(seq);
    if (rule !== '') counts.set(rule, (counts.get(rule) ?? 0) + 1);
  }
  return [...counts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([rule, count]) => makeRow({ what: 'rule', name: rule, detail: count === 1 ? 'one entry' : `${count} entries` }));
};

const requestRows = ({ requests, labels }: RunLog): readonly SearchedRow[] =>
  requests.rows.map((call) => {
    const { refusal, client } = call;
    const refused = refusal === undefined ? '' : `${refusal.event.status} ${refusal.event.rule}`;
    return makeRow(
      { what: 'request', name: `#${call.seq}`, detail: [callWords(call.call, labels), refused, client].filter(Boolean).join(' '), call },
      call.call.operation,
      ...Object.values(call.call.request.params),
    );
  });
