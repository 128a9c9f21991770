import { z } from 'zod';
import type { Distribution } from '../../handler/distribution.ts';
import type { ChunkSpec, HandlerSpec } from '../../handler/handler.ts';
import { lazily } from '../../kernel/lazily.ts';
import { durationPattern, formatDuration } from '../../kernel/time.ts';
import type { Resource } from '../signature.ts';

const time = z.string().regex(durationPattern);
const bounds = { min: time.optional(), max: time.optional() };

/** A handler as the control plane shows it: as a scenario writes it, with every field. */
export const handlerResource = lazily(() =>
  z.strictObject({
    duration: z.union([
      z.strictObject({ fixed: time, ...bounds }),
      z.strictObject({ uniform: z.strictObject({ from: time, to: time }), ...bounds }),
      z.strictObject({ exponential: z.strictObject({ mean: time }), ...bounds }),
      z.strictObject({ lognormal: z.strictObject({ median: time, p95: time }), ...bounds }),
      z.strictObject({ empirical: z.array(z.strictObject({ value: time, weight: z.int().min(1) })), ...bounds }),
    ]),
    outcomes: z
      .array(z.enum(['complete', 'fail', 'crash', 'hang']))
      .min(1)
      .optional(),
    chances: z.partialRecord(z.enum(['complete', 'fail', 'crash', 'hang']), z.string()).optional(),
    output: z.json().optional(),
    error: z.string().optional(),
    chunks: z
      .union([
        z.strictObject({ outputs: z.array(z.json()).min(1), metrics: z.json().optional() }),
        z.strictObject({ count: z.int().min(1), every: time, metrics: z.json().optional() }),
      ])
      .optional(),
    status: z.int().optional(),
    headers: z.record(z.string(), z.string()).optional(),
  }),
);

type HandlerResource = Resource<typeof handlerResource>;

/** The handler in the form that `handlerSpec` reads: reading it back gives the same handler. */
export const handlerView = ({ duration, outcomes, chances, output, error, chunks, status, headers }: HandlerSpec): HandlerResource => ({
  duration: durationView(duration),
  ...(chances === undefined
    ? { outcomes }
    : { chances: Object.fromEntries(chances.map(({ ending, of, among }) => [ending, `${of}/${among}`])) }),
  ...(output === undefined ? {} : { output }),
  ...(error === undefined ? {} : { error }),
  ...(chunks === undefined ? {} : { chunks: chunksView(chunks) }),
  ...(status === undefined ? {} : { status }),
  ...(headers === undefined ? {} : { headers }),
});

const durationView = (distribution: Distribution): HandlerResource['duration'] => ({
  ...kindView(distribution),
  ...(distribution.minMs === undefined ? {} : { min: formatDuration(distribution.minMs) }),
  ...(distribution.maxMs === undefined ? {} : { max: formatDuration(distribution.maxMs) }),
});

const kindView = (distribution: Distribution): HandlerResource['duration'] => {
  switch (distribution.kind) {
    case 'fixed':
      return { fixed: formatDuration(distribution.ms) };
    case 'uniform':
      return { uniform: { from: formatDuration(distribution.fromMs), to: formatDuration(distribution.toMs) } };
    case 'exponential':
      return { exponential: { mean: formatDuration(distribution.meanMs) } };
    case 'lognormal':
      return { lognormal: { median: formatDuration(distribution.medianMs), p95: formatDuration(distribution.p95Ms) } };
    case 'empirical':
      return { empirical: distribution.values.map(({ ms, weight }) => ({ value: formatDuration(ms), weight })) };
  }
};

const chunksView = (chunks: ChunkSpec): HandlerResource['chunks'] => ({
  ...('count' in chunks ? { count: chunks.count, every: formatDuration(chunks.everyMs) } : { outputs: chunks.outputs }),
  ...(chunks.metrics === undefined ? {} : { metrics: chunks.metrics }),
});
