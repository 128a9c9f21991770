import type { z } from 'zod';
import type { RuleId } from '../../cloud/rulebook/rules.ts';
import { isMissing } from '../reading/issues.ts';
import { type Enforced, enforced } from './parts/enforced.ts';

/** The most specific rule that refuses a value with these issues: the first that an issue names, or that a schema on its way enforces. */
export const findEnforcedRule = (schema: z.ZodType, issues: readonly z.core.$ZodIssue[]): RuleId =>
  issues.map((issue) => ruleNamed(issue) ?? findRuleOnWay(schema, issue, issue.path)).find((rule) => rule !== undefined) ??
  'errors.validation';

/** The rule that an issue names, if a check of a schema made the issue. */
const ruleNamed = (issue: z.core.$ZodIssue): RuleId | undefined =>
  issue.code === 'custom' ? (issue.params?.['rule'] as RuleId | undefined) : undefined;

/** The rule of the innermost schema on the path to an issue that enforces one; `rest` is the remaining path. */
const findRuleOnWay = (schema: z.ZodType, issue: z.core.$ZodIssue, rest: readonly PropertyKey[]): RuleId | undefined => {
  const within = findParts(schema).map((part) => findRuleOnWay(part, issue, rest));
  const below = rest.length === 0 ? [] : findChildren(schema, rest[0]).map((child) => findRuleOnWay(child, issue, rest.slice(1)));
  return [...below, ...within].find((rule) => rule !== undefined) ?? choose(enforced.get(schema) ?? {}, issue, rest.length);
};

/** Finds the schema's rule that refuses a value, for an issue at that depth below it. */
const choose = (rules: Enforced, issue: z.core.$ZodIssue, steps: number): RuleId | undefined => {
  if (isMissing(issue)) return steps === 0 ? rules.missing : ((steps === 1 ? rules.lacking : undefined) ?? rules.any);
  if (steps > 0) return rules.any;
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => rules.unknownKeys?.[key]).find((rule) => rule !== undefined) ?? rules.unknown ?? rules.any;
  return (issue.code === 'too_big' && issue.origin === 'array' ? rules.tooLong : undefined) ?? rules.any;
};

/** All rules that a schema enforces, or any schema in it. */
export const listEnforcedRules = (schema: z.ZodType, seen = new Set<z.ZodType>()): readonly RuleId[] => {
  if (seen.has(schema)) return [];
  seen.add(schema);
  const { unknownKeys = {}, ...rules } = enforced.get(schema) ?? {};
  const inner = [...findParts(schema), ...findChildren(schema)].flatMap((one) => listEnforcedRules(one, seen));
  return [...Object.values(rules), ...Object.values(unknownKeys), ...inner];
};

/** The schemas that check the same value. */
export const findParts = (schema: z.ZodType): readonly z.ZodType[] => {
  const { innerType, in: first, options = [] } = readDefinition(schema);
  return [innerType, first, ...options].filter((part) => part !== undefined);
};

/** The schemas that check the parts of the value: all of them, or those of one key. */
export const findChildren = (schema: z.ZodType, key?: PropertyKey): readonly z.ZodType[] => {
  const { type, element, valueType, shape = {} } = readDefinition(schema);
  const properties = type !== 'object' ? [] : key === undefined ? Object.values(shape) : [shape[String(key)]];
  return [element, valueType, ...properties].filter((part) => part !== undefined);
};

const readDefinition = (schema: z.ZodType): CheckDefinition => schema._zod.def as unknown as CheckDefinition;

interface CheckDefinition {
  readonly type: string;
  readonly innerType?: z.ZodType;
  readonly in?: z.ZodType;
  readonly options?: readonly z.ZodType[];
  readonly element?: z.ZodType;
  readonly valueType?: z.ZodType;
  readonly shape?: Readonly<Record<string, z.ZodType | undefined>>;
}
