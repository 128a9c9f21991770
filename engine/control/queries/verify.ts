import { left, right } from 'fp-ts/lib/Either.js';
import { z } from 'zod';
import { json } from '../../api/contract/parts/json.ts';
import { strictObject } from '../../api/contract/parts/objects.ts';
import { type Limits, limitWords } from '../../api/reading/bounds.ts';
import type { Rejection } from '../../cloud/decisions.ts';
import type { Json } from '../../kernel/canonical.ts';
import { findBrokenPatterns, findPatterns, mismatches, mismatchesInSteps, mismatchText } from '../../scenario/step/expectation.ts';
import type { JournalCall } from '../journal.ts';
import { type ControlContext, serverOperation } from '../operation.ts';
import { findCaller, operationId } from './requests.ts';

const countOperators = ['eq', 'ne', 'lt', 'lte', 'gt', 'gte', 'oneOf'];

const times = json.refine(
  (value) =>
    (typeof value === 'number' && Number.isInteger(value) && value >= 0) ||
    (value !== null &&
      typeof value === 'object' &&
      Object.keys(value).length > 0 &&
      Object.keys(value).every((key) => countOperators.includes(key))),
  'must be a whole number, or operators with whole numbers, such as { "gte": 1 }',
);

/** Each may be as long as a pattern can be, and is made ready before the check begins. */
const patternsMax = 20;

const where = z
  .strictObject({
    params: json.optional(),
    query: json.optional(),
    body: json.optional(),
    client: json.optional(),
    status: json.optional(),
    rule: json.optional(),
  })
  .superRefine((value, { addIssue }) => {
    const patterns = findPatterns(value as Json).length;
    const words =
      patterns > patternsMax ? [`has ${patterns} patterns: check at most ${patternsMax} at once`] : findBrokenPatterns(value as Json);
    for (const message of words) addIssue({ code: 'custom', path: [], message });
  });

/** POST requests/verify: checks that calls came, and how often. If not, the answer has the calls that came closest. */
export const verifyRequests = serverOperation({
  id: 'verifyRequests',
  methods: ['POST'],
  path: '/_podsim/v1/requests/verify',
  summary: 'Check which calls came, and how often',
  body: strictObject(() => ({
    operation: operationId.optional().describe('Any operation unless given'),
    times: times.optional().describe('How often: a number, or operators with a number; at least once unless given'),
    where: where.optional().describe('Like an expectation in a scenario: objects are compared partially, lists exactly'),
  })),
  bodyMax: 'body',
  success: {
    status: 200,
    schema: strictObject(() => ({
      ok: z.boolean(),
      matched: z.int(),
      expected: json,
      closest: z
        .array(z.strictObject({ n: z.int(), operation: z.string(), differences: z.array(z.string()) }))
        .describe('If the check fails: the calls that do not match, those with the fewest differences first'),
      forgotten: z.int().describe('How many older calls have been dropped, and were not checked'),
    })),
  },
  rules: ['control.journal'],
  *answer(context, { body: { operation, times: expected = { gte: 1 }, where: wanted = {} } }) {
    const asked = { ...(operation === undefined ? {} : { operation }), ...wanted } as Json;
    const compared: CheckedCall[] = [];
    const search = { left: context.host.limits.patternSteps };
    for (const call of [...context.journal.newest()]) {
      const found = yield* mismatchesInSteps(asked, matchable(context, call), 'call', search);
      if (found === undefined) return left(tooManySteps(context.host.limits));
      compared.push({ n: call.n, operation: call.operation, differences: found.map(mismatchText) });
      yield;
    }
    const matched = compared.filter(({ differences }) => differences.length === 0).length;
    const ok = mismatches(expected as Json, matched, 'times').length === 0;
    const misfit = (one: CheckedCall): number =>
      one.differences.length + (operation === undefined || one.operation === operation ? 0 : otherOperation);
    const others = compared.filter(({ differences }) => differences.length > 0);
    const closest = ok ? [] : others.sort((a, b) => misfit(a) - misfit(b) || b.n - a.n).slice(0, closestMax);
    return right({ status: 200, body: { ok, matched, expected: expected as Json, closest, forgotten: context.journal.forgotten } });
  },
});

const tooManySteps = ({ patternSteps }: Limits): Rejection => ({
  kind: 'invalid',
  rule: 'control.journal',
  detail: `the search for the patterns takes more than ${patternSteps} steps: use simpler ones, or contains (${limitWords('patternSteps')})`,
});

/** A call that was checked. */
type CheckedCall = { readonly n: number; readonly operation: string; readonly differences: readonly string[] };

const closestMax = 3;
/** The added distance of a call of another operation: more than that of any call of the same. */
const otherOperation = 1_000_000;

/** The fields of a call that a check may ask for. */
const matchable = (context: ControlContext, call: JournalCall): Json => {
  const { params, query, body } = call.request;
  const known = {
    params,
    query,
    client: findCaller(context, call).client,
    status: call.status === 0 ? null : call.status,
    rule: call.rule ?? null,
  };
  return { operation: call.operation, ...known, ...(body === undefined ? {} : { body }) };
};
