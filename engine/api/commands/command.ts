import type { z } from 'zod';
import { operation, type WrittenRow } from '../row.ts';

/** A row of the control plane that the log must have: like an operation's, without a key and its permission. */
export const command = <
  const Id extends string,
  const Path extends string,
  Query extends z.ZodObject = never,
  Body extends z.ZodType = never,
  Success extends z.ZodType = never,
>(
  row: Omit<WrittenRow<Id, Path, Query, Body, Success, never>, 'api' | 'permission'>,
) =>
  operation<Id, Path, Query, Body, Success>({
    ...row,
    api: 'control',
    permission: null,
  } as unknown as WrittenRow<Id, Path, Query, Body, Success, never>);
