import { z } from 'zod';
import type { RuleId } from '../../../cloud/rulebook/rules.ts';

/** The rules that a schema enforces, by the kind of problem. errors.validation refuses all others. */
export interface Enforced {
  /** Anything that is wrong with the value, or in it, and that the others do not cover. Not that it is missing. */
  readonly any?: RuleId;
  readonly missing?: RuleId;
  /** It is an object that lacks a property. */
  readonly lacking?: RuleId;
  /** It is an object with a property that it does not know. */
  readonly unknown?: RuleId;
  /** The same for some properties. */
  readonly unknownKeys?: Readonly<Record<string, RuleId>>;
  /** It is a list that is too long. */
  readonly tooLong?: RuleId;
}

/** The schemas that enforce a rule of their own. */
export const enforced = z.registry<Enforced>();
