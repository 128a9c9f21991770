import { z } from 'zod';
import { duration } from '../../api/contract/handler/handler.ts';
import { json } from '../../api/contract/parts/json.ts';
import { strictObject } from '../../api/contract/parts/objects.ts';
import { assertion } from '../../scenario/format/assertionFormat.ts';
import { criteria } from './criteria.ts';

/** What is in none of them: the seed of the world, faults, and other worlds. */
const grantable = ['explain', 'next', 'advance', 'fork', 'run_scenario', 'validate'] as const;

const text = z.string().min(1).max(4_000);

/** A task file: a world as it is after a scenario, what an agent is told of it, what it may use up, and how it is judged. */
export const taskSchema = strictObject(() => ({
  $schema: z.string().optional(),
  title: text,
  tells: text.describe('All that the agent is told; `$name` is what a step of the scenario saved under that name'),
  poll: duration.optional().describe('The most virtual time that passes after a poll of something that goes on; 30s unless given'),
  scenario: z
    .record(z.string(), json)
    .describe('What has happened before the agent begins: a scenario. Its seed is hidden, and replaced by those of `--seeds`'),
  budget: z
    .strictObject({
      time: duration.describe('Virtual time, from the agent’s first call: it is judged when this has passed, whenever it ends'),
      calls: z.int().min(1).max(100_000).describe('The most calls that it may make'),
      dollars: z.number().min(0).optional().describe('The most that all which is billed may cost in that time'),
      refusals: z.int().min(0).optional().describe('The most calls that may be refused'),
      orphans: z.int().min(0).optional().describe('The most pods, clusters and endpoints that it made and that are there at the end'),
    })
    .describe('What it may use up'),
  goal: z.array(assertion).optional().describe('Assertions that the log must meet at the end, as in a scenario'),
  tools: z
    .array(z.enum(grantable))
    .optional()
    .describe('Tools that the agent is granted beside `call`, by the Model Context Protocol at $PODSIM_MCP; its forks have fresh seeds'),
  keeps: z.array(assertion).optional().describe('Assertions, too: what the agent is to leave alone, such as `never: VolumeDeleted`'),
  diagnosis: z
    .strictObject({
      among: z.array(z.string().min(1).max(100)).min(2).max(20).describe('The causes that the agent is told'),
      is: z.string().describe('The right one'),
    })
    .optional()
    .describe('The agent names one cause: the last line that it prints is `diagnosis: CAUSE`'),
  order: z
    .array(z.enum(criteria))
    .optional()
    .describe(`What counts first where runs are compared; those that are not named follow in this order: ${criteria.join(', ')}`),
}));

export type TaskSpec = z.output<typeof taskSchema>;
