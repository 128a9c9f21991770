import { type BatchRates, nsPerMs, unitsPerToken } from '../../../engine/cloud/handler/tokens.ts';
import type { ChangeOf } from '../../../engine/cloud/state/state.ts';
import type { SequencePlan } from '../../../engine/cloud/worker/batchTime.ts';
import type { Worker } from '../../../engine/cloud/worker/state.ts';
import { idOfWork } from '../../../engine/cloud/worker/work.ts';
import type { Steps } from '../../../engine/kernel/steps.ts';
import { later, type VirtualTime, worldStart } from '../../../engine/kernel/time.ts';
import { type Due, DueBook, type DuePage } from './deadlines/dueBook.ts';
import { type Broken, complainAs, type Handlers, type Recount, type RecountRow } from './recount.ts';

const name = 'tokens-conserved';
const complain = complainAs(name);

export const batchRecount: RecountRow = {
  invariants: [
    {
      name,
      about:
        'of each sequence in the batch of a worker, the tokens that are made and those that are left are together what was drawn, after every event; memory holds what was read and made, and never more than it has room for, but for a millisecond',
    },
  ],
  open: () => new Batches(),
};

/** What the sequences of each worker have read and made (handler.tokens), counted for each of them, and not for all at once as the worker does. */
class Batches implements Recount {
  readonly #book = new DueBook<BatchPage>(nextDue);
  readonly watch = this.#book.watch;

  readonly on: Handlers = {
    WorkerBeganWork: (event, { at, entity }) => {
      const { workerId, tokens, rates } = event;
      if (tokens === undefined) return undefined;
      const page = this.#book.find(workerId) ?? newBatchPage(workerId, at);
      passTime(page, at);
      page.rates = rates ?? page.rates;
      page.sequences.push({ id: idOfWork(event), plan: tokens, made: 0, marks: 0, leftNs: undefined, isDecoded: false });
      letIn(page);
      this.#book.put(page);
      return compare(page, entity, at);
    },
    WorkerDidWork: (event, { at, entity }) => {
      if (event.stage === undefined) return undefined;
      const page = this.#book.find(event.workerId);
      const sequence = page?.sequences.find(({ id }) => id === idOfWork(event));
      if (page === undefined || sequence === undefined)
        return complain(`${idOfWork(event)} came to ${event.stage}, and is in no batch`, at);
      passTime(page, at);
      const wrong = step(page, sequence, event);
      if (wrong !== undefined) return complain(`${sequence.id} ${wrong}`, at);
      letIn(page);
      this.#book.refresh(page);
      return compare(page, entity, at);
    },
    WorkerEndedJob: ({ jobId }, change) => this.#ends(jobId, change),
    WorkerEndedRequest: ({ requestId }, change) => this.#ends(requestId, change),
    WorkerFreed: ({ workerId }) => this.#book.remove(workerId),
    WorkerCrashed: ({ workerId }) => this.#book.remove(workerId),
    WorkerTurnedUnhealthy: ({ workerId }) => this.#book.remove(workerId),
    WorkerLostHost: ({ workerId }) => this.#book.remove(workerId),
    WorkerTerminated: ({ workerId }) => this.#book.remove(workerId),
  };

  /** Done or not: its memory is free for others. */
  #ends(id: string, { id: workerId, at, entity }: ChangeOf<'worker'>): Broken | undefined {
    const page = this.#book.find(workerId);
    const sequence = page?.sequences.find((one) => one.id === id);
    if (page === undefined || sequence === undefined) return undefined;
    passTime(page, at);
    remove(page, sequence);
    letIn(page);
    this.#book.refresh(page);
    return compare(page, entity, at);
  }

  timePasses(to: VirtualTime): Broken | undefined {
    const page = this.#book.findOverdue(to);
    return page && complain(`a sequence of ${page.id} has come to something, and nothing followed`, nextDue(page) ?? to);
  }

  dump(): ReadonlyMap<string, BatchPage> {
    return this.#book.dump();
  }

  load(dump: ReadonlyMap<string, BatchPage>): Steps<void> {
    return this.#book.load(dump);
  }
}

/** What is counted of one worker. */
interface BatchPage extends DuePage {
  at: VirtualTime;
  rates: BatchRates | undefined;
  /** Those in memory in the order in which they were let in, and then those that wait, in their order. */
  readonly sequences: SequenceCount[];
}

interface SequenceCount {
  readonly id: string;
  readonly plan: SequencePlan;
  /** In units. */
  made: number;
  marks: number;
  /** What is left to read of one in memory; undefined of one that waits. */
  leftNs: number | undefined;
  isDecoded: boolean;
}

const newBatchPage = (id: string, at: VirtualTime): BatchPage => ({
  due: worldStart,
  order: 0,
  place: -1,
  id,
  at,
  rates: undefined,
  sequences: [],
});

const remove = ({ sequences }: BatchPage, sequence: SequenceCount): void => {
  sequences.splice(sequences.indexOf(sequence), 1);
};

const inMemory = ({ sequences }: BatchPage): readonly SequenceCount[] => sequences.filter(({ leftNs }) => leftNs !== undefined);
const sequencesInSteps = ({ sequences }: BatchPage): readonly SequenceCount[] => sequences.filter(({ isDecoded }) => isDecoded);
const isRead = ({ leftNs, isDecoded }: SequenceCount): boolean => leftNs !== undefined && !isDecoded;

const memoryOf = (page: BatchPage): number => inMemory(page).reduce((sum, { plan, made }) => sum + plan.prompt * unitsPerToken + made, 0);

/** Then the newest gives its own back before any time passes. */
const isFull = (page: BatchPage): boolean =>
  page.rates !== undefined && inMemory(page).length > 1 && memoryOf(page) >= page.rates.memory * unitsPerToken;

const gainOf = (page: BatchPage): number => {
  const among = sequencesInSteps(page).length;
  const { rates } = page;
  return rates === undefined || among === 0 ? 0 : Math.floor((nsPerMs * unitsPerToken) / (rates.decodeNs + rates.slopeNs * (among - 1)));
};

/** Each has done its part since the page was last written: what is read first, and then a step after the other. */
const passTime = (page: BatchPage, at: VirtualTime): void => {
  const each = gainOf(page);
  const reading = page.sequences.filter(isRead);
  let gained = (at - page.at) * each;
  if (reading.length > 0) {
    let ns = (at - page.at) * nsPerMs;
    for (const sequence of reading) {
      const read = Math.min(ns, sequence.leftNs ?? 0);
      sequence.leftNs = (sequence.leftNs ?? 0) - read;
      ns -= read;
    }
    gained = Math.floor(ns / nsPerMs) * each + Math.floor(((ns % nsPerMs) * each) / nsPerMs);
  }
  for (const sequence of sequencesInSteps(page)) sequence.made += gained;
  page.at = at;
};

const letIn = (page: BatchPage): void => {
  const { rates } = page;
  if (rates === undefined) return;
  for (const sequence of page.sequences) {
    if (sequence.leftNs !== undefined) continue;
    const { made, plan } = sequence;
    const others = inMemory(page).length;
    const room = (rates.memory - Math.floor(rates.memory / 100)) * unitsPerToken - memoryOf(page);
    if (others > 0 && (others >= rates.most || plan.prompt * unitsPerToken + made > room)) return;
    const again = Math.ceil(made / unitsPerToken);
    sequence.leftNs = (plan.prompt + again) * rates.prefillNs + Math.min(plan.loadsMs ?? 0, 1e9) * nsPerMs;
  }
};

/** Does what the event says; what is wrong with that, if anything is. */
const step = (
  page: BatchPage,
  sequence: SequenceCount,
  { stage, chunk }: { readonly stage?: string; readonly chunk?: number },
): string | undefined => {
  const { made, marks, plan, leftNs } = sequence;
  if (stage === 'prompt-read') {
    if (leftNs !== 0 || sequence.isDecoded) return `is said to be read, with ${leftNs} ns left`;
    sequence.isDecoded = true;
    return undefined;
  }
  if (stage === 'pushed-back') {
    if (memoryOf(page) < (page.rates?.memory ?? 0) * unitsPerToken || inMemory(page).at(-1) !== sequence)
      return 'gives its memory back, which is not full, or of which another has taken its part later';
    const { loadsMs: _, ...again } = plan;
    remove(page, sequence);
    page.sequences.splice(inMemory(page).length, 0, { ...sequence, plan: again, leftNs: undefined, isDecoded: false });
    return undefined;
  }
  const isLast = marks > (plan.chunks ?? 0);
  const target = targetOf(sequence);
  const means = marks === 0 ? 'first-token' : isLast ? 'last-token' : 'chunk';
  if (!sequence.isDecoded || made < target || stage !== means || chunk !== (means === 'chunk' ? marks : undefined))
    return `came to ${stage}${chunk === undefined ? '' : ` ${chunk}`} with ${made} units made of ${target}`;
  if (isLast) remove(page, sequence);
  else sequence.marks += 1;
  return undefined;
};

/** How much is made at its first token, at its next chunk, or at its end. */
const targetOf = ({ marks, plan: { output, chunks = 0 } }: SequenceCount): number => {
  if (marks === 0) return unitsPerToken;
  return (marks > chunks ? output : Math.max(1, Math.floor((output * marks) / chunks))) * unitsPerToken;
};

const nextDue = (page: BatchPage): Due => {
  const { at, rates } = page;
  const now = sequencesInSteps(page);
  const least = now.reduce((units, one) => Math.min(units, targetOf(one) - one.made), Number.POSITIVE_INFINITY);
  if (least <= 0 || isFull(page)) return at;
  const read = page.sequences.find(isRead);
  if (read !== undefined) return later(at, Math.ceil((read.leftNs ?? 0) / nsPerMs));
  if (rates === undefined || now.length === 0) return undefined;
  const each = gainOf(page);
  const ms = (units: number, gained: number) => Math.floor(Math.max(0, units) / gained) + (units > 0 && units % gained > 0 ? 1 : 0);
  const toMark = ms(least, each);
  return later(at, now.length === 1 ? toMark : Math.min(toMark, ms(rates.memory * unitsPerToken - memoryOf(page), each * now.length)));
};

/** What the worker says of each, and of its memory, beside what is counted here. */
const compare = (page: BatchPage, { id, batch }: Worker, at: VirtualTime): Broken | undefined => {
  const { waiting = [], reading = [], decoding = [], count = 0, held = 0 } = batch ?? {};
  const says = new Map<string, string>([
    ...waiting.map((one) => [one.id, `waits with ${one.made}`] as const),
    ...reading.map((one) => [one.id, `is read for ${one.leftNs} ns with ${one.made}`] as const),
    ...decoding.map((one) => [one.id, `is decoded with ${count - one.from}`] as const),
  ]);
  if (says.size !== page.sequences.length)
    return complain(`${id} makes tokens for ${says.size} sequences, the log says ${page.sequences.length}`, at);
  for (const one of page.sequences) {
    const counted =
      one.leftNs === undefined
        ? `waits with ${one.made}`
        : one.isDecoded
          ? `is decoded with ${one.made}`
          : `is read for ${one.leftNs} ns with ${one.made}`;
    if (says.get(one.id) !== counted) return complain(`${one.id} ${says.get(one.id)} units made on ${id}, the log says ${counted}`, at);
  }
  const counted = memoryOf(page);
  return held === counted ? undefined : complain(`${id} holds ${held} units of tokens in memory, the log says ${counted}`, at);
};
