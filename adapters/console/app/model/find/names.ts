import { sayDuration } from '../../../../../engine/kernel/index.ts';
import { listBill, toUsd } from '../charts/bill.ts';
import { usd } from '../charts/units.ts';
import { longestWait } from '../moment/waits.ts';
import type { RunLog } from '../runLog.ts';
import { type EventsOfType, findMeant } from './eventsOfType.ts';
import type { FoundThing } from './found.ts';
import { billStems, toStem, wordsIn } from './words.ts';

/** Finds an entity by exactly what it is called, however that is written: `job-37`, `job 37`, `Job37`. */
export class EntityNames {
  readonly #log: RunLog;
  readonly #ids = new Map<string, string[]>();

  constructor(log: RunLog) {
    this.#log = log;
    for (const id of log.lives.ids())
      for (const name of new Set([log.labels.findName(id), id, log.names.findName(id)].map(squeeze))) {
        const ids = this.#ids.get(name);
        if (ids === undefined) this.#ids.set(name, [id]);
        else ids.push(id);
      }
  }

  /** The entity that some of the words name; what the others say of it comes first, such as `job 37 waited`. */
  find(words: readonly string[]): readonly FoundThing[] {
    for (let length = words.length; length > 0; length--)
      for (let from = 0; from + length <= words.length; from++) {
        const ids = this.#ids.get(squeeze(words.slice(from, from + length).join('')));
        if (ids === undefined) continue;
        const others = [...words.slice(0, from), ...words.slice(from + length)].flatMap(wordsIn).map(toStem);
        const found = ids.flatMap((id) => this.#say(id, others));
        if (found.length > 0) return found;
      }
    return [];
  }

  /** Nothing, if the words are about something else. */
  #say(id: string, words: readonly string[]): readonly FoundThing[] {
    const { lives, labels } = this.#log;
    const [name, kind] = [labels.findName(id), lives.kind(id) ?? ''];
    const entity: FoundThing = { what: 'entity', name, detail: name === id ? kind : `${kind} ${id}`, id };
    const asked = words.filter((word) => word !== toStem(kind));
    if (asked.length === 0) return [entity];
    if (asked.every((word) => waitStems.has(word))) return [{ ...entity, ...this.#sayWait(id) }];
    if (asked.every((word) => billStems.has(word))) return [{ ...entity, detail: this.#sayBill(id) }];
    const happenings = findMeant(asked, this.#listHappenings(id));
    if (happenings.length === 0) return [];
    return [
      ...happenings.map(({ type, first }): FoundThing => ({ what: 'entry', name: `#${first}`, detail: `${type} ${name}`, seq: first })),
      entity,
    ];
  }

  #sayWait(id: string): { readonly detail: string; readonly seq?: number } {
    const wait = longestWait(this.#log, id);
    return wait === undefined ? { detail: 'never waited' } : { detail: `waited ${sayDuration(wait.waitedMs)}`, seq: wait.seq };
  }

  #sayBill(id: string): string {
    const { begin, end } = this.#log;
    const bill = listBill(this.#log, id, { range: { from: begin, to: end }, moment: end });
    return bill === undefined ? 'is on no bill' : `cost ${usd(toUsd(bill.sum.range))}`;
  }

  #listHappenings(id: string): readonly EventsOfType[] {
    const found = new Map<string, EventsOfType>();
    for (const { seq } of this.#log.lives.upTo(id, this.#log.length)) {
      const type = this.#log.entry(seq)?.event.type;
      if (type !== undefined && !found.has(type)) found.set(type, { type, first: seq, count: 1, ids: new Set([id]) });
    }
    return [...found.values()];
  }
}

const waitStems: ReadonlySet<string> = new Set(['wait', 'waiting', 'queued', 'slow', 'late', 'long', 'longest'].map(toStem));

/** What is left of a name without signs between its letters and digits. */
const squeeze = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
