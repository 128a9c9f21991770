import { describe, expect, test } from 'vitest';
import { type BatchRates, unitsGained, unitsPerToken } from '../../../engine/cloud/handler/tokens.ts';
import { findStage, joinBatch, leaveBatch, takeBatchStep } from '../../../engine/cloud/worker/batch.ts';
import type { SequencePlan, TokenBatch } from '../../../engine/cloud/worker/batchTime.ts';
import { nextBatchStep, nextBatchStepAt, passTo } from '../../../engine/cloud/worker/batchTime.ts';
import { drawsFrom } from '../../../engine/kernel/rng.ts';
import type { VirtualTime } from '../../../engine/kernel/time.ts';

const at = (ms: number): VirtualTime => ms as VirtualTime;
const rates: BatchRates = { prefillNs: 250_000, decodeNs: 20_000_000, slopeNs: 2_000_000, most: 64, memory: 3_000 };

const joined = (plans: readonly SequencePlan[], of: BatchRates = rates): TokenBatch =>
  plans.reduce<TokenBatch | null>((batch, plan, k) => joinBatch(batch, `s${k + 1}`, plan, of, at(0)), null) as TokenBatch;

/** All that follows until time `to`, as `ms id stage`. */
const followed = (batch: TokenBatch, to = Number.POSITIVE_INFINITY): { readonly steps: readonly string[]; readonly batch: TokenBatch } => {
  const steps: string[] = [];
  let now = batch;
  for (let due = nextBatchStepAt(now); due !== null && due <= to; due = nextBatchStepAt(now)) {
    const step = nextBatchStep(now, due);
    if (step === undefined) throw new Error(`nothing follows at ${due}`);
    steps.push(`${due} ${step.id} ${step.stage}${step.chunk ?? ''}`);
    now = takeBatchStep(now, step, due);
  }
  return { steps, batch: now };
};

describe('a batch of sequences', () => {
  test('reads a prompt, then makes a token with each step, with chunks on the way', () => {
    expect(followed(joined([{ prompt: 400, output: 5, chunks: 2, loadsMs: 1_000 }])).steps).toStrictEqual([
      '1100 s1 prompt-read',
      '1120 s1 first-token',
      '1140 s1 chunk1',
      '1200 s1 chunk2',
      '1200 s1 last-token',
    ]);
  });

  test('stands still while another prompt is read, and makes longer steps for one more', () => {
    const one = followed(joined([{ prompt: 400, output: 10 }]), 140).batch;
    const two = joinBatch(one, 's2', { prompt: 400, output: 10 }, undefined, at(140));
    expect(findStage(two, 's2')).toBe('reading');
    // The first has made two tokens; eight more take 22 ms each, and then the other is alone for the two that it lacks.
    expect(followed(two).steps).toStrictEqual(['240 s2 prompt-read', '262 s2 first-token', '416 s1 last-token', '456 s2 last-token']);
  });

  test('uses what is left of a millisecond in which a prompt is read', () => {
    const one = followed(joined([{ prompt: 4, output: 100 }]), 21).batch;
    const two = joinBatch(one, 's2', { prompt: 2, output: 1 }, undefined, at(21));
    expect(passTo(two, at(22)).count - two.count).toBe(unitsGained(rates, 1) / 2);
  });

  test('gives back what is too much at once where the memory is a smaller one from now on, the newest first, even while a prompt is read', () => {
    const { batch } = followed(joined([1_000, 400, 400].map((prompt) => ({ prompt, output: 100 }))), 400);
    expect(findStage(batch, 's3')).toBe('reading');
    const smaller = joinBatch(batch, 's4', { prompt: 10, output: 1 }, { ...rates, memory: 1_200 }, at(400));
    expect(followed(smaller, 400).steps).toStrictEqual(['400 s3 pushed-back', '400 s2 pushed-back']);
    expect(followed(smaller, 400).batch.waiting.map(({ id }) => id)).toStrictEqual(['s2', 's3', 's4']);
    // A tenth of that is not enough for one, which keeps what it has.
    const tiny = joinBatch(followed(smaller, 400).batch, 's5', { prompt: 10, output: 1 }, { ...rates, memory: 120 }, at(400));
    expect(followed(tiny, 400).steps).toStrictEqual([]);
  });

  test('lets in as many as fit with a hundredth to spare, in order, and none past one that waits', () => {
    const batch = joined([
      { prompt: 1_500, output: 1 },
      { prompt: 1_471, output: 1 },
      { prompt: 10, output: 1 },
    ]);
    expect(batch.waiting.map(({ id }) => id)).toStrictEqual(['s2', 's3']);
    expect(joined([1_500, 1_470].map((prompt) => ({ prompt, output: 1 }))).waiting).toStrictEqual([]);
    expect(
      joined(
        [1, 1, 1].map((prompt) => ({ prompt, output: 1 })),
        { ...rates, most: 2 },
      ).waiting,
    ).toHaveLength(1);
    expect(joined([{ prompt: 5_000, output: 1 }]).waiting).toStrictEqual([]);
  });

  test('pushes the newest back once no memory is left, and reads it again before all others, with what it has made', () => {
    const three = joined(Array.from({ length: 4 }, () => ({ prompt: 900, output: 300, loadsMs: 0 })));
    const { steps, batch } = followed(three, 3_075);
    expect(steps.slice(-1)).toStrictEqual(['3075 s3 pushed-back']);
    expect(batch.waiting.map(({ id, made }) => `${id} ${made / unitsPerToken}`)).toStrictEqual(['s3 100', 's4 0']);
    expect(batch.held).toBe(2_000 * unitsPerToken);
    // Two go on with steps of 22 ms for 200 tokens; 1,000 tokens are read in 250 ms.
    expect(followed(batch).steps.filter((step) => step.includes('read') || step.includes('s1'))).toStrictEqual([
      '7475 s1 last-token',
      '7725 s3 prompt-read',
      '7950 s4 prompt-read',
    ]);
  });

  test('never pushes back one that is alone', () => {
    expect(followed(joined([{ prompt: 2_990, output: 400 }])).steps.join()).not.toContain('pushed-back');
  });

  test('lets go of a sequence wherever it is, and goes on under other rates once one brings them', () => {
    const three = joined(Array.from({ length: 4 }, () => ({ prompt: 900, output: 300 })));
    expect(leaveBatch(three, 's4', at(10))?.waiting).toStrictEqual([]);
    expect(leaveBatch(three, 's1', at(10))?.reading.map(({ id, leftNs }) => [id, leftNs / 1e6])).toStrictEqual([
      ['s2', 225],
      ['s3', 225],
      ['s4', 225],
    ]);
    expect(leaveBatch(three, 'x', at(10))).toBe(three);
    expect(leaveBatch(null, 'x', at(10))).toBeNull();
    const faster = joinBatch(three, 's5', { prompt: 900, output: 300 }, { ...rates, memory: 9_000 }, at(10));
    expect(faster.waiting).toStrictEqual([]);
  });

  test('counts anew once the count is so high that adding would round it, and nothing is lost by that', () => {
    const long = joined([{ prompt: 1, output: 1_000_000 }], { ...rates, memory: 10_000_000 });
    let batch = followed(long, 20_000_000).batch;
    for (let k = 2; k <= 6; k++) {
      batch = joinBatch(batch, `s${k}`, { prompt: 1, output: 1_000_000 }, undefined, batch.at);
      batch = followed(batch, k * 20_000_000).batch;
    }
    expect(batch.count).toBeLessThan(2 ** 52);
    expect(batch.decoding.length + batch.waiting.length).toBeLessThan(6);
  });
});

/** What n sequences make in a second, as the formula says and as a batch does that is always full. */
test.each([1, 2, 8, 64])('throughput of %i sequences is what the formula says, less a thousandth', (n) => {
  const of = { ...rates, most: n, memory: 1_000_000 };
  const [prompt, output] = [200, 100];
  let batch = joined(
    Array.from({ length: n * 5 }, () => ({ prompt, output })),
    of,
  );
  let last = 0;
  for (let due = nextBatchStepAt(batch); due !== null; due = nextBatchStepAt(batch)) {
    const step = nextBatchStep(batch, due);
    if (step === undefined) throw new Error('nothing follows');
    batch = takeBatchStep(batch, step, due);
    last = due;
  }
  // Each round, n prompts are read, and then n sequences gain their tokens together.
  const roundMs = n * prompt * 0.25 + output * (20 + 2 * (n - 1));
  expect(last / (5 * roundMs)).toBeGreaterThanOrEqual(1);
  expect(last / (5 * roundMs)).toBeLessThan(1.001);
});

/** Sequences that come and go at random: what is made, and what is in memory, counted for each alone after every step. */
test.each([1, 2, 3])('tokens made and left are what was drawn, and memory is what they take, path %i', (path) => {
  const draw = drawsFrom(`batch/${path}`);
  let batch: TokenBatch | null = null;
  const [ends, backs]: [string[], string[]] = [[], []];
  for (let ms = 0, n = 0; ms < 12_000; ms++) {
    for (let due = nextBatchStepAt(batch); batch !== null && due === ms; due = nextBatchStepAt(batch)) {
      const step = nextBatchStep(batch, due);
      if (step === undefined) throw new Error('nothing follows');
      const made = passTo(batch, due).decoding.find(({ id }) => id === step.id);
      if (step.stage === 'last-token' && made !== undefined) {
        const units = passTo(batch, due).count - made.from;
        expect(units).toBeGreaterThanOrEqual(made.plan.output * unitsPerToken);
        // No more than a millisecond late.
        expect(units - made.plan.output * unitsPerToken).toBeLessThan(unitsGained(rates, 1));
        ends.push(step.id);
      }
      if (step.stage === 'pushed-back') backs.push(step.id);
      batch = takeBatchStep(batch, step, due);
      const { count, decoding, reading, held, rates: its } = batch;
      const inMemory = [
        ...reading.map(({ plan, made: before }) => plan.prompt * unitsPerToken + before),
        ...decoding.map(({ plan, from }) => plan.prompt * unitsPerToken + count - from),
      ];
      expect(inMemory.reduce((sum, units) => sum + units, 0)).toBe(held);
      if (inMemory.length > 1) expect(held).toBeLessThanOrEqual((its.memory + 10) * unitsPerToken);
    }
    if (draw('comes', 'sequence', ms) < 0.002) {
      const id = `s${++n}`;
      const [prompt, output] = [1 + Math.floor(draw('prompt', id, 1) * 900), 1 + Math.floor(draw('output', id, 1) * 250)];
      batch = joinBatch(batch, id, { prompt, output }, rates, at(ms));
    }
    const first: string | undefined = batch?.decoding[0]?.id;
    if (first !== undefined && draw('goes', 'sequence', ms) < 0.0003) batch = leaveBatch(batch, first, at(ms));
  }
  expect(ends.length).toBeGreaterThan(5);
  expect(backs.length).toBeGreaterThan(0);
});
