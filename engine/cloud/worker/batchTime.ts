import { type DurationMs, later, type VirtualTime } from '../../kernel/time.ts';
import { type BatchRates, nsPerMs, type TokenCounts, unitsGained, unitsPerToken } from '../handler/tokens.ts';

/**
 * The sequences for which a worker makes tokens (handler.tokens). Each waits until it fits into memory; then its prompt is read, one after
 * the other, while all others stand still; then it gains a token with each step. All decoded sequences gain the same, so one count says how
 * far each is: one that began when the count was c, and has to make t tokens, is done when it is c + t.
 */
export interface TokenBatch {
  readonly rates: BatchRates;
  readonly at: VirtualTime;
  /** The units that a sequence would have gained if it had been decoded from the beginning. */
  readonly count: number;
  /** The units in memory. */
  readonly held: number;
  /** How many were ever let in: of those in memory, the one that was let in last is the newest. */
  readonly entered: number;
  /** In the order in which they are let in. */
  readonly waiting: readonly Sequence[];
  /** In the order in which they are read. */
  readonly reading: readonly ReadingSequence[];
  /** Sorted by their next marks, the nearest first. */
  readonly decoding: readonly DecodedSequence[];
}

export interface Sequence {
  readonly id: string;
  readonly plan: SequencePlan;
  /** The number of marks that it has reached: its first token, each chunk, its end. */
  readonly marks: number;
  /** The units that it has made; for a decoded one, the count at which its decoding began. */
  readonly made: number;
}

export interface ReadingSequence extends Sequence {
  readonly number: number;
  /** How much longer it is read, once those before it are. */
  readonly leftNs: number;
}

export interface DecodedSequence extends Sequence {
  readonly number: number;
  /** The count when it had made nothing. */
  readonly from: number;
  /** The count at its next mark. */
  readonly mark: number;
}

/** The tokens that a sequence reads and writes. */
export interface SequencePlan extends TokenCounts {
  /** How long its process loads before it is read (handler.first-job). */
  readonly loadsMs?: DurationMs;
  /** How many chunks it yields, spread over its tokens. */
  readonly chunks?: number;
}

/** The mark that a sequence reaches, a chunk with its number. */
export interface BatchStep {
  readonly id: string;
  readonly stage: BatchStage;
  readonly chunk?: number;
}
/** `pushed-back`: it has to give its memory back. */
export type BatchStage = 'prompt-read' | 'first-token' | 'chunk' | 'last-token' | 'pushed-back';

/** The newest of several sequences leaves memory once there is none left: they have grown, or the memory has shrunk. */
const isFull = ({ rates: { memory }, held, reading, decoding }: TokenBatch): boolean =>
  reading.length + decoding.length > 1 && held >= memory * unitsPerToken;

/**
 * The time at which the next sequence reaches its mark, if none comes or goes until then: the first whole millisecond that is not early.
 */
export const nextBatchStepAt = (batch: TokenBatch | null): VirtualTime | null => {
  if (batch === null) return null;
  const { at, count, held, rates, reading, decoding } = batch;
  const [[next], [read]] = [decoding, reading];
  if ((next !== undefined && next.mark <= count) || isFull(batch)) return at;
  if (read !== undefined) return later(at, Math.ceil(read.leftNs / nsPerMs));
  if (next === undefined) return null;
  const each = unitsGained(rates, decoding.length);
  const toMark = wholeMs(next.mark - count, each);
  if (decoding.length === 1) return later(at, toMark);
  return later(at, Math.min(toMark, wholeMs(Math.max(0, rates.memory * unitsPerToken - held), each * decoding.length)));
};

/** Without a fraction, however large they are. */
const wholeMs = (units: number, each: number): number => (units - (units % each)) / each + (units % each === 0 ? 0 : 1);

/** The next mark among those that are due by then. */
export const nextBatchStep = (batch: TokenBatch, at: VirtualTime): BatchStep | undefined => {
  const now = passTo(batch, at);
  const [[next], [read]] = [now.decoding, now.reading];
  if (next !== undefined && next.mark <= now.count) return stepAtMark(next);
  if (read?.leftNs === 0) return { id: read.id, stage: 'prompt-read' };
  if (!isFull(now)) return undefined;
  const newest = [...now.reading, ...now.decoding].reduce((last, one) => (one.number > last.number ? one : last));
  return { id: newest.id, stage: 'pushed-back' };
};

const stepAtMark = (sequence: DecodedSequence): BatchStep => {
  const { id, marks } = sequence;
  if (marks === 0) return { id, stage: 'first-token' };
  return isLastMark(sequence) ? { id, stage: 'last-token' } : { id, stage: 'chunk', chunk: marks };
};

/** The batch at that time. Reading goes before everything else; the rest of the time is steps. */
export const passTo = (batch: TokenBatch, at: VirtualTime): TokenBatch => {
  const { rates, reading, decoding } = batch;
  const passedMs = at - batch.at;
  if (reading.length === 0) return gain(batch, passedMs * unitsGained(rates, decoding.length), at);
  let freeNs = passedMs * nsPerMs;
  const left = reading.map((one) => {
    const readNs = Math.min(freeNs, one.leftNs);
    freeNs -= readNs;
    return { ...one, leftNs: one.leftNs - readNs };
  });
  const freeMs = Math.floor(freeNs / nsPerMs);
  const each = unitsGained(rates, decoding.length);
  return gain({ ...batch, reading: left }, freeMs * each + Math.floor(((freeNs - freeMs * nsPerMs) * each) / nsPerMs), at);
};

/** Once the count is so high that adding would round it, it begins anew. */
const gain = (batch: TokenBatch, units: number, at: VirtualTime): TokenBatch => {
  if (batch.decoding.length === 0) return { ...batch, at };
  const count = batch.count + units;
  const held = batch.held + units * batch.decoding.length;
  if (count <= countMax) return { ...batch, at, count, held };
  const anew = (one: DecodedSequence): DecodedSequence => ({ ...one, from: one.from - count, mark: one.mark - count });
  return { ...batch, at, count: 0, held, decoding: batch.decoding.map(anew) };
};

/** Sums of it and of the tokens of any sequence are exact. */
const countMax = (Number.MAX_SAFE_INTEGER + 1) / 4;

export const isLastMark = ({ marks, plan }: Sequence): boolean => marks > (plan.chunks ?? 0);

/** How much it has made at its next mark, in units. */
export const findMark = ({ marks, plan: { output, chunks = 0 } }: Sequence): number => {
  const tokens = marks > chunks ? output : Math.max(1, Math.floor((output * marks) / Math.max(1, chunks)));
  return (marks === 0 ? 1 : tokens) * unitsPerToken;
};
