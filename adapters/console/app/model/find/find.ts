import { callWords } from '../../../../../engine/scenario/index.ts';
import type { CallRow } from '../calls/callRows.ts';
import type { RunLog } from '../runLog.ts';

/** Something that a reader may go to. */
export type FoundThing =
  | { readonly what: 'entity'; readonly name: string; readonly detail: string; readonly id: string }
  | { readonly what: 'rule'; readonly name: string; readonly detail: string }
  | { readonly what: 'request'; readonly name: string; readonly detail: string; readonly call: CallRow }
  | { readonly what: 'entry'; readonly name: string; readonly detail: string; readonly seq: number };

/** The most results of each sort. */
const mostOfEach = 8;

/** All that can be found in a log, written out once. */
export class FindIndex {
  readonly #log: RunLog;
  readonly #sorts: readonly (readonly SearchedRow[])[];

  constructor(log: RunLog) {
    this.#log = log;
    this.#sorts = [entityRows(log), ruleRows(log), requestRows(log)];
  }

  /**
   * Finds everything that contains all words: in each sort first exact names, then names that begin so, then other matches. A number is an
   * entry. No words find nothing.
   */
  find(written: string): readonly FoundThing[] {
    const text = written.trim().toLowerCase();
    if (text === '') return [];
    const words = text.split(/\s+/);
    const entry = /^#?\d+$/.test(text) ? this.#entry(Number(text.replace('#', ''))) : [];
    return [...entry, ...this.#sorts.flatMap((rows) => findBest(rows, text, words))];
  }

  #entry(seq: number): readonly FoundThing[] {
    const event = this.#log.entry(seq)?.event;
    return event === undefined ? [] : [{ what: 'entry', name: `#${seq}`, detail: event.type, seq }];
  }
}

interface SearchedRow {
  readonly found: FoundThing;
  /** In small letters. */
  readonly text: string;
}

const makeRow = (found: FoundThing, ...more: readonly string[]): SearchedRow => ({
  found,
  text: [found.name, found.detail, ...more].join(' ').toLowerCase(),
});

const findBest = (rows: readonly SearchedRow[], text: string, words: readonly string[]): readonly FoundThing[] => {
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
