import type { VirtualTime } from '../../kernel/time.ts';
import { type BatchRates, nsPerMs, unitsPerToken } from '../handler/tokens.ts';
import {
  type BatchStep,
  type DecodedSequence,
  findMark,
  isLastMark,
  passTo,
  type ReadingSequence,
  type Sequence,
  type SequencePlan,
  type TokenBatch,
} from './batchTime.ts';

/** Adds a sequence that waits for memory, behind all others. Earlier ones continue under the new rates, if these have changed. */
export const joinBatch = (
  batch: TokenBatch | null,
  id: string,
  plan: SequencePlan,
  rates: BatchRates | undefined,
  at: VirtualTime,
): TokenBatch => {
  const now = batch === null ? newBatch(rates ?? standing, at) : passTo(batch, at);
  return letIn({ ...now, rates: rates ?? now.rates, waiting: [...now.waiting, { id, plan, marks: 0, made: 0 }] });
};

const newBatch = (rates: BatchRates, at: VirtualTime): TokenBatch => ({
  rates,
  at,
  count: 0,
  held: 0,
  entered: 0,
  waiting: [],
  reading: [],
  decoding: [],
});

/** The rates before any event sets them. */
const standing: BatchRates = { prefillNs: 0, decodeNs: nsPerMs, slopeNs: 0, most: 1, memory: 1 };

const isInBatch = (batch: TokenBatch | null, id: string): batch is TokenBatch => batch !== null && findStage(batch, id) !== undefined;

export const findStage = ({ waiting, reading, decoding }: TokenBatch, id: string): 'waiting' | 'reading' | 'decoding' | undefined => {
  const is = (one: Sequence) => one.id === id;
  if (decoding.some(is)) return 'decoding';
  if (reading.some(is)) return 'reading';
  return waiting.some(is) ? 'waiting' : undefined;
};

/** A sequence has reached its mark. */
export const takeBatchStep = (batch: TokenBatch, { id, stage }: BatchStep, at: VirtualTime): TokenBatch => {
  const now = passTo(batch, at);
  if (stage === 'pushed-back') return pushBack(now, id);
  return stage === 'prompt-read' ? beginDecoding(now, id) : passMark(now, id);
};

const beginDecoding = (batch: TokenBatch, id: string): TokenBatch => {
  const sequence = batch.reading.find((one) => one.id === id);
  if (sequence === undefined) return batch;
  const { leftNs: _, ...others } = sequence;
  const from = batch.count - others.made;
  const reading = batch.reading.filter((one) => one !== sequence);
  return { ...batch, reading, decoding: insert(batch.decoding, { ...others, from, mark: from + findMark(others) }) };
};

const passMark = (batch: TokenBatch, id: string): TokenBatch => {
  const sequence = batch.decoding.find((one) => one.id === id);
  if (sequence === undefined) return batch;
  if (isLastMark(sequence)) return letIn(without(batch, id));
  const next = { ...sequence, marks: sequence.marks + 1 };
  const others = batch.decoding.filter((one) => one !== sequence);
  return { ...batch, decoding: insert(others, { ...next, mark: next.from + findMark(next) }) };
};

/** The sequence keeps its tokens. It enters next, and then all of them are read again with its prompt. */
const pushBack = (batch: TokenBatch, id: string): TokenBatch => {
  const inMemory = [...batch.reading, ...batch.decoding].find((one) => one.id === id);
  if (inMemory === undefined) return batch;
  const { plan, marks } = inMemory;
  const { loadsMs: _, ...again } = plan;
  const sequence = { id, plan: again, marks, made: countUnits(batch, inMemory) };
  return letIn({ ...without(batch, id), waiting: [sequence, ...batch.waiting] });
};

/** A sequence is gone, done or not: its memory is free. */
export const leaveBatch = (batch: TokenBatch | null, id: string, at: VirtualTime): TokenBatch | null => {
  if (!isInBatch(batch, id)) return batch;
  return letIn(without(passTo(batch, at), id));
};

const without = (batch: TokenBatch, id: string): TokenBatch => {
  const stays = (one: Sequence) => one.id !== id;
  const { waiting, reading, decoding } = batch;
  const inMemory = [...reading, ...decoding].find((one) => one.id === id);
  const held = inMemory === undefined ? batch.held : batch.held - countMemory(batch, inMemory);
  return { ...batch, held, waiting: waiting.filter(stays), reading: reading.filter(stays), decoding: decoding.filter(stays) };
};

/**
 * Admits sequences that fit into memory, in order: the first that does not fit keeps all behind it waiting. One token in a hundred stays
 * free for sequences in memory, as they grow; a lone one always enters.
 */
const letIn = (batch: TokenBatch): TokenBatch => {
  let now = batch;
  for (let [first] = now.waiting; first !== undefined && isRoomFor(now, first); [first] = now.waiting) {
    const { prompt, loadsMs = 0 } = first.plan;
    const leftNs = (prompt + Math.ceil(first.made / unitsPerToken)) * now.rates.prefillNs + Math.min(loadsMs, loadsMaxMs) * nsPerMs;
    const entered = now.entered + 1;
    const reading = [...now.reading, { ...first, number: entered, leftNs }];
    now = { ...now, entered, reading, held: now.held + countNeed(first), waiting: now.waiting.slice(1) };
  }
  return now;
};

/** A longer load is eleven days; sums of it and of reading times stay exact. */
const loadsMaxMs = 1_000_000_000;

const isRoomFor = ({ rates: { most, memory }, held, reading, decoding }: TokenBatch, sequence: Sequence): boolean => {
  const inMemory = reading.length + decoding.length;
  if (inMemory === 0) return true;
  return inMemory < most && held + countNeed(sequence) <= (memory - Math.floor(memory / 100)) * unitsPerToken;
};

const countNeed = ({ plan: { prompt }, made }: Sequence): number => prompt * unitsPerToken + made;

const countMemory = (batch: TokenBatch, sequence: ReadingSequence | DecodedSequence): number =>
  sequence.plan.prompt * unitsPerToken + countUnits(batch, sequence);

const countUnits = ({ count }: TokenBatch, sequence: ReadingSequence | DecodedSequence): number =>
  'from' in sequence ? count - sequence.from : sequence.made;

/** Behind the sequences that reach their marks at the same count. */
const insert = (decoding: readonly DecodedSequence[], sequence: DecodedSequence): readonly DecodedSequence[] => {
  let [low, high] = [0, decoding.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((decoding[middle] as DecodedSequence).mark <= sequence.mark) low = middle + 1;
    else high = middle;
  }
  return [...decoding.slice(0, low), sequence, ...decoding.slice(low)];
};
