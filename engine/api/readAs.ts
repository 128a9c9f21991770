import { type Either, left, right } from 'fp-ts/lib/Either.js';
import type { z } from 'zod';
import { issueWords } from './issueWords.ts';

/**
 * What a schema makes of a value, or what it has against it. The only place in which a schema meets a value: words given
 * here outrank everything that a program may have told zod as a whole. They are given where they are wanted, for zod reads
 * a value 12 times as fast without them.
 */
export const readAs = <Schema extends z.ZodType>(schema: Schema, value: unknown): Either<readonly z.core.$ZodIssue[], z.output<Schema>> => {
  const parsed = schema.safeParse(value, reads++ < readsUncompiled ? uncompiled : undefined);
  return parsed.success ? right(parsed.data) : left(schema.safeParse(value, inOurWords).error?.issues ?? []);
};

/** zod compiles each object's schema when it first reads with it: a process that reads a few values is done before that pays. */
const uncompiled = { jitless: true } as const;
const readsUncompiled = 100;
let reads = 0;

/** Whether a schema takes a value. */
export const takes = (schema: z.ZodType, value: unknown): boolean => schema.safeParse(value).success;

/** Issues hold the input they are about: a property that is not there is told from one that is wrong. */
const inOurWords = { error: issueWords, reportInput: true } as const;
