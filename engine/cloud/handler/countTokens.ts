import type { Json } from '../../kernel/canonical.ts';
import type { Draw } from '../../kernel/rng.ts';
import type { AnswerableQuestion } from './answers.ts';
import { countAt } from './distribution.ts';
import { isSize, type SizeInInput, type TokenSize } from './tokenSizes.ts';
import { memoryMax, outputMax, type TokenCounts, type TokenSpec } from './tokens.ts';

/**
 * Counts the tokens that one attempt reads and writes (handler.tokens). A job has the same prompt in each of its attempts, but another
 * answer. Memory limits an answer as if it were alone there; a prompt that leaves no room for an answer is refused, as servers of language
 * models do.
 */
export const countTokens = (spec: TokenSpec, question: AnswerableQuestion, draw: Draw): TokenCounts | { readonly error: string } => {
  const { id, attempt, input } = question;
  const prompt = countOne(spec.prompt, input, memoryMax, () => draw('job/prompt', id));
  if (typeof prompt === 'string') return { error: prompt };
  const output = countOne(spec.output, input, outputMax, () => draw('job/output', id, attempt));
  if (typeof output === 'string') return { error: output };
  return prompt >= spec.memory
    ? { error: `the prompt has ${prompt} tokens, and the memory of the worker ${spec.memory}` }
    : { prompt, output: Math.min(output, spec.memory - prompt) };
};

/** Counts the tokens of one side, at least one. A text says what is wrong with the input. */
const countOne = (size: TokenSize, input: Json, most: number, u: () => number): number | string => {
  if (typeof size === 'number') return size;
  if ('of' in size) return sizeIn(size, input, most);
  return Math.min(most, Math.max(1, countAt(size, size.kind === 'fixed' ? 0 : u())));
};

const sizeIn = ({ of, else: otherwise }: SizeInInput, input: Json, most: number): number | string => {
  const given = valueAt(of, input);
  if (given === undefined) return otherwise ?? `the input says no ${of}, by which its tokens are counted`;
  return isSize(given, most) ? given : `${of} is ${shortText(given)}, and must be a whole number of tokens from 1 to ${most}`;
};

/** Reads `input.max_tokens` and the like from an input; undefined if there is no such field. */
const valueAt = (path: string, input: Json): Json | undefined =>
  path
    .split('.')
    .slice(1)
    .reduce<Json | undefined>(
      (value, name) =>
        typeof value === 'object' && value !== null && Object.hasOwn(value, name)
          ? (value as { readonly [name: string]: Json })[name]
          : undefined,
      input,
    );

const shortText = (value: Json): string => {
  const text = JSON.stringify(value);
  return text.length > shownMax ? `${text.slice(0, shownMax)}…` : text;
};

const shownMax = 40;
