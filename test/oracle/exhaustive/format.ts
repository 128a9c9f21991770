import { z } from 'zod';
import { id } from '../../../engine/api/contract/parts/id.ts';
import { scenarioSchema } from '../../../engine/scenario/file/format.ts';
import { nodesAt, type SchemaNode, scenarioNodes } from '../../../engine/scenario/file/schema.ts';
import { actId, call } from '../../../engine/scenario/format/callFormat.ts';

const timesMax = 100;
const actsMax = 20;

const act = z.strictObject({
  act: actId,
  with: call.optional(),
  as: z.string().optional().describe('The name of a key'),
  save: z
    .record(id, z.string())
    .optional()
    .describe('Variables from the answer’s body: { job: id }. Where several acts save one, acts that use it are tried with each'),
  times: z.int().min(1).max(timesMax).optional().describe('How often it may come; as often as there are acts unless given'),
});

const { shape } = scenarioSchema;

/** The file of a small world, of which every state is looked at. */
export const smallWorldSchema = z.strictObject({
  $schema: shape.$schema,
  title: shape.title,
  world: shape.world,
  faults: shape.faults,
  acts: z.array(act).min(1).describe('All that may be done, at every moment that matters: calls as in the steps of a scenario'),
  within: z.int().min(1).max(actsMax).describe('The most acts one after another'),
  properties: shape.properties.describe(
    'What holds in every state, beside the invariants: `always`, `never`, `sometimes`, `reachable` and `within`',
  ),
  states: z.int().min(1).optional().describe('How many states there are: `npm run explore -- worlds FILE --update` writes it'),
});

/** What may stand at that path of the file: in the parts that it shares with a scenario, what may stand there. */
export const smallWorldNodes = (path: readonly (string | number)[]): readonly SchemaNode[] =>
  ['world', 'faults', 'properties'].includes(String(path[0])) ? scenarioNodes(path) : nodesAt([ownNodes], path);

const ownNodes = z.toJSONSchema(smallWorldSchema, { target: 'draft-7', io: 'input', unrepresentable: 'any' }) as SchemaNode;

export type SmallWorldSpec = z.output<typeof smallWorldSchema>;
export type ActSpec = SmallWorldSpec['acts'][number];
