import { type BatchRates, unitsGained, unitsPerToken } from '../../../cloud/handler/tokens.ts';
import type { State } from '../../../cloud/state/state.ts';
import type { TokenBatch } from '../../../cloud/worker/batchTime.ts';
import { passTo } from '../../../cloud/worker/batchTime.ts';
import { sayDuration, type VirtualTime } from '../../../kernel/time.ts';

/** Describes the place of a job or a request in the batch of its worker, and what it waits for there (handler.tokens). */
export const wordsOfBatch = (id: string, workerId: string | null, state: State, now: VirtualTime): readonly string[] => {
  const then = state.find('worker', workerId ?? '')?.batch;
  if (then === null || then === undefined) return [];
  const batch = passTo(then, now);
  const words = waitWords(id, batch) ?? readWords(id, batch) ?? stepWords(id, batch);
  return words === undefined ? [] : [`in the batch of ${workerId} ${words} (handler.tokens)`];
};

const waitWords = (id: string, { waiting, reading, decoding, held, rates }: TokenBatch): string | undefined => {
  const k = waiting.findIndex((one) => one.id === id);
  const sequence = waiting[k];
  if (sequence === undefined) return undefined;
  const ahead = waiting[k - 1];
  const needs = sequence.plan.prompt + Math.ceil(sequence.made / unitsPerToken);
  const inMemory = reading.length + decoding.length;
  const used = `${Math.ceil(held / unitsPerToken)} of ${rates.memory} tokens in use by ${inMemory}`;
  const back = sequence.made > 0 ? `, for the second time, with ${Math.floor(sequence.made / unitsPerToken)} tokens made` : '';
  return inMemory >= rates.most
    ? `it waits for one of the ${rates.most} places${behind(ahead?.id)}${back}`
    : `it waits for memory for ${needs} tokens${behind(ahead?.id)}, with ${used}${back}`;
};

const behind = (id: string | undefined): string => (id === undefined ? '' : ` behind ${id}`);

const readWords = (id: string, { reading }: TokenBatch): string | undefined => {
  const k = reading.findIndex((one) => one.id === id);
  const sequence = reading[k];
  if (sequence === undefined) return undefined;
  const ns = reading.slice(0, k + 1).reduce((sum, { leftNs }) => sum + leftNs, 0);
  return `its prompt of ${sequence.plan.prompt} tokens is read in ${sayDuration(Math.ceil(ns / 1e6))}${k === 0 ? '' : `, after ${k} ${k === 1 ? 'other' : 'others'}`}`;
};

const stepWords = (id: string, { decoding, count, reading, rates }: TokenBatch): string | undefined => {
  const sequence = decoding.find((one) => one.id === id);
  if (sequence === undefined) return undefined;
  const made = count - sequence.from;
  const { output } = sequence.plan;
  const others = decoding.length - 1;
  const speed = `with ${others} ${others === 1 ? 'other' : 'others'}, at ${speedIn(rates, decoding.length).toFixed(2)} of the speed that it has alone`;
  const each = unitsGained(rates, decoding.length);
  const rest =
    reading.length > 0
      ? `it stands still while ${reading[0]?.id} is read`
      : `the rest takes ${sayDuration(Math.ceil(Math.max(0, output * unitsPerToken - made) / each))} if none comes or goes`;
  return `it has made ${Math.floor(made / unitsPerToken)} of ${output} tokens, ${others === 0 ? 'alone' : speed}: ${rest}`;
};

const speedIn = (rates: BatchRates, sequences: number): number => unitsGained(rates, sequences) / unitsGained(rates, 1);
