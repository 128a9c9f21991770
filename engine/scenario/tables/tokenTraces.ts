import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js';
import { isSize } from '../../cloud/handler/tokenSizes.ts';
import { memoryMax, outputMax } from '../../cloud/handler/tokens.ts';
import type { FileRow, LineProblem } from './csv.ts';
import type { ColumnUnit } from './times.ts';

/** A public trace of requests to language models, and the names of its columns. */
interface TokenTrace {
  readonly name: string;
  readonly at: string;
  readonly unit?: ColumnUnit;
  readonly prompt: string;
  readonly output: string;
}

// biome-ignore format: a table
const traces: readonly TokenTrace[] = [
  { name: 'Azure LLM inference', at: 'TIMESTAMP',            prompt: 'ContextTokens',  output: 'GeneratedTokens' },
  { name: 'BurstGPT',            at: 'Timestamp', unit: 's', prompt: 'Request tokens', output: 'Response tokens' },
  { name: 'Mooncake',            at: 'timestamp', unit: 'ms', prompt: 'input_length',  output: 'output_length' },
];

/** The trace that has such columns; undefined if none is known to. */
export const findTokenTrace = (columns: readonly string[]): TokenTrace | undefined =>
  traces.find(({ at, prompt, output }) => [at, prompt, output].every((name) => columns.includes(name)));

/** The advice if the columns of a file have to be named. */
export const knownTraces = `without it, these are known by their header: ${traces.map(({ name }) => name).join(', ')}`;

/** Reads the whole numbers in a column, from 1 to `most`; `of` names the counted items, for the message. */
export const countsIn = (
  column: string,
  rows: readonly FileRow<string>[],
  most: number,
  of = ' of tokens',
): Either<LineProblem, readonly number[]> => {
  const counts: number[] = [];
  for (const { line, cells } of rows) {
    const count = /^\d+$/.test(cells) ? Number(cells) : Number.NaN;
    if (!isSize(count, most)) return left({ line, message: `${column}: '${cells}' is not a whole number${of} from 1 to ${most}` });
    counts.push(count);
  }
  return right(counts);
};

/** The tokens that each row reads and writes. */
export const tokensIn = (
  [prompt, prompts]: readonly [string, readonly FileRow<string>[]],
  [output, outputs]: readonly [string, readonly FileRow<string>[]],
): Either<LineProblem, readonly { readonly prompt: number; readonly output: number }[]> => {
  const read = countsIn(prompt, prompts, memoryMax);
  if (isLeft(read)) return read;
  const written = countsIn(output, outputs, outputMax);
  return isLeft(written) ? written : right(read.right.map((count, k) => ({ prompt: count, output: written.right[k] ?? 1 })));
};
