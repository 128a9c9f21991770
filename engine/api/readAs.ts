import { type Either, left, right } from 'fp-ts/lib/Either.js';
import type { z } from 'zod';
import { issueWords } from './issueWords.ts';

/**
 * Reads a value with a schema; left has the issues. Only here does a schema meet a value. The messages given here override
 * any that a program configured in zod globally. They are passed only on failure, because zod reads a value 12 times as fast
 * without them.
 */
export const readAs = <Schema extends z.ZodType>(schema: Schema, value: unknown): Either<readonly z.core.$ZodIssue[], z.output<Schema>> => {
  const parsed = schema.safeParse(value, reads++ < readsUncompiled ? uncompiled : undefined);
  return parsed.success ? right(parsed.data) : left(schema.safeParse(value, inOurWords).error?.issues ?? []);
};

/** zod compiles each object schema when it first reads with it. A process that reads only a few values ends before that pays off. */
const uncompiled = { jitless: true } as const;
const readsUncompiled = 100;
let reads = 0;

/** Whether a schema accepts a value. */
export const takes = (schema: z.ZodType, value: unknown): boolean => schema.safeParse(value).success;

/** Issues carry their input, so an absent property can be distinguished from a wrong one. */
const inOurWords = { error: issueWords, reportInput: true } as const;
