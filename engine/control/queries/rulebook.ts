import { left, right } from 'fp-ts/lib/Either.js';
import { z } from 'zod';
import { openObject, strictObject } from '../../api/contract/parts/objects.ts';
import { entities, type Kind, kinds } from '../../cloud/entities.ts';
import { findRule, rules } from '../../cloud/rulebook/rules.ts';
import type { Json } from '../../kernel/canonical.ts';
import { lifecycleMermaid, lifecycleTable } from '../../world/reports/explain/lifecycleText.ts';
import { serverOperation } from '../operation.ts';

const lifecycleResource = strictObject(() => ({
  kind: z.enum(kinds as [string, ...string[]]),
  initial: z.string(),
  statuses: z.array(
    z.strictObject({ status: z.string(), description: z.string(), tags: z.array(z.string()), rule: z.string(), final: z.boolean() }),
  ),
  rows: z.array(
    z.strictObject({
      from: z.string(),
      event: z.string(),
      to: z.string(),
      rule: z.string(),
      description: z.string(),
      asked: z.string().optional().describe('What a caller requests with it'),
    }),
  ),
  table: z.string().describe('The table as text'),
  mermaid: z.string().describe('The lifecycle as a Mermaid diagram'),
}));

/** GET lifecycles: the lifecycle of every kind of entity. */
export const listLifecycles = serverOperation({
  id: 'listLifecycles',
  ofProcess: true,
  methods: ['GET'],
  path: '/_podsim/v1/lifecycles',
  summary: 'List the lifecycles',
  success: { status: 200, schema: strictObject(() => ({ lifecycles: z.array(lifecycleResource) })) },
  rules: ['control.rulebook'],
  answer: () => right({ status: 200, body: { lifecycles: kinds.map(lifecycleView) } }),
});

/** GET lifecycles/{kind}: the lifecycle of one kind. */
export const getLifecycle = serverOperation({
  id: 'getLifecycle',
  ofProcess: true,
  methods: ['GET'],
  path: '/_podsim/v1/lifecycles/{kind}',
  summary: 'Read the lifecycle of a kind of entity',
  success: { status: 200, schema: lifecycleResource },
  refuses: [404],
  rules: ['control.rulebook'],
  answer: (_desk, { params }) => {
    const kind = kinds.find((one) => one === params['kind']);
    if (kind !== undefined) return right({ status: 200, body: lifecycleView(kind) });
    const detail = `there is no lifecycle ${params['kind']}; there are ${kinds.join(', ')}`;
    return left({ kind: 'unknown', rule: 'control.rulebook', detail });
  },
});

/** GET rules: the rulebook, or one rule of it. */
export const listRules = serverOperation({
  id: 'listRules',
  ofProcess: true,
  methods: ['GET'],
  path: '/_podsim/v1/rules',
  summary: 'List the rules',
  query: openObject(() => ({ id: z.string().optional().describe('Only this one') })),
  success: {
    status: 200,
    schema: strictObject(() => ({
      rules: z.array(
        z.strictObject({
          id: z.string(),
          group: z.string(),
          text: z.string(),
          source: z.string().describe('The evidence for the rule'),
          caveat: z.string().optional().describe('Where the simulator falls short of the rule'),
        }),
      ),
    })),
  },
  refuses: [404],
  rules: ['control.rulebook'],
  answer: (_desk, { query: { id } }) => {
    if (id === undefined) return right({ status: 200, body: { rules: rules.map((rule) => ({ ...rule })) } });
    const rule = findRule(id);
    if (rule !== undefined) return right({ status: 200, body: { rules: [{ ...rule }] } });
    return left({ kind: 'unknown', rule: 'control.rulebook', detail: `there is no rule ${id}; GET rules lists them` });
  },
});

const lifecycleView = (kind: Kind): Json => {
  const { lifecycle } = entities[kind];
  const { initial, statuses, rows } = lifecycle;
  return {
    kind,
    initial,
    statuses: statuses.map((status) => ({ ...status })),
    rows: rows.map(({ byCaller: _byCaller, tone: _tone, ...row }) => row),
    table: lifecycleTable(lifecycle),
    mermaid: lifecycleMermaid(lifecycle),
  };
};
