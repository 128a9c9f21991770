import { z } from 'zod';
import { faultWritten } from '../../api/contract/fault.ts';
import { id } from '../../api/contract/parts/id.ts';
import { json } from '../../api/contract/parts/json.ts';
import { strictObject } from '../../api/contract/parts/objects.ts';
import { faultSpec } from '../../api/definition.ts';
import { invariants } from '../../simulator/invariants.ts';
import { assertion } from '../format/assertionFormat.ts';
import { operationId } from '../format/callFormat.ts';
import { seedList } from '../format/matrix.ts';
import { describeName, instant, ruleId } from '../format/words.ts';
import { worldSchema } from '../format/worldFormat.ts';
import { inputItem } from '../inputs/format.ts';
import { load } from '../load/format.ts';
import { property } from '../properties/table.ts';
import { step } from '../step/stepFormat.ts';

/** A fault in words; or as the log stores it, where words cannot express it. */
const fault = z.lazy(() => z.union([faultWritten(operationId), z.strictObject({ exactly: faultSpec })]));

const seeds = z.union([
  z.array(z.string()).min(1),
  z
    .string()
    .regex(/^\d{1,6}\.\.\d{1,6}$/, 'must be a range such as 1..20')
    .refine((range) => seedList(range)?.length !== 0, 'must count upwards, as in 1..20'),
]);

/** A scenario file. */
export const scenarioSchema = strictObject(() => ({
  $schema: z.string().optional(),
  title: z.string().min(1),
  teaches: z.array(ruleId).optional().describe('The rules it exercises'),
  seed: z.string().optional(),
  start: instant.optional(),
  world: worldSchema.optional(),
  steps: z.array(step).optional(),
  inputs: z
    .array(z.lazy(() => inputItem))
    .optional()
    .describe('Instead of steps and loads: all external inputs in order, each with its time'),
  load: z.array(z.lazy(() => load)).optional(),
  faults: z.array(fault).optional(),
  invariants: z
    .union([
      z.enum(['all', 'none']),
      z.array(
        describeName(
          'an invariant',
          invariants.map(({ name }) => name),
          'docs/determinism.md',
        ),
      ),
    ])
    .optional(),
  mayBeRefused: z
    .boolean()
    .optional()
    .describe(
      'The run is about its invariants and properties alone: no refusal fails it, and no step that waits in vain, or that needs what a refused one would have saved',
    ),
  assert: z.array(assertion).optional(),
  properties: z
    .array(z.lazy(() => property))
    .optional()
    .describe('What holds in this scenario, and in every variation of it that `podsim explore` makes'),
  fingerprint: z
    .string()
    .regex(/^[0-9a-f]{64}$/, 'must be 64 hex digits, as `podsim run --reporter json` prints them')
    .optional()
    .describe('The fingerprint of the log that a run must produce'),
  recorded: z
    .strictObject({ format: z.int(), engine: z.string(), ruleset: z.string() })
    .optional()
    .describe('The podsim that recorded it, if it was another version'),
  webhooks: z
    .array(z.string())
    .optional()
    .describe('Origins to which webhooks were really posted, or `*` for all: their answers are inputs'),
  matrix: z.strictObject({ seeds: seeds.optional(), variables: z.record(id, z.array(json).min(1)).optional() }).optional(),
}));

export type ScenarioSpec = z.output<typeof scenarioSchema>;
